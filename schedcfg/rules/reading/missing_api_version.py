"""Documents without an API version."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="missing-api-version",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="`apiVersion` is missing",
    why="The scheduler cannot tell which of its API versions the fields are of, and does not guess.",
    source="k8s.io/apimachinery/pkg/runtime/scheme.go; pkg/scheduler/apis/config/scheme/scheme.go",
    bad="""\
kind: KubeSchedulerConfiguration
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
