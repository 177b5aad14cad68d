"""Documents without a kind."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="missing-kind",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="`kind` is missing",
    why="Without it the scheduler ends with `Object 'Kind' is missing`.",
    source="k8s.io/apimachinery/pkg/runtime/serializer/json, meta.go and json.go",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
profiles:
  - schedulerName: batch
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
)
