"""Documents that are a list, or a single value."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="not-a-mapping",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The document is no mapping",
    why="A configuration says by `apiVersion` and `kind` what it is; a list or a single value cannot.",
    source="k8s.io/apimachinery/pkg/runtime/serializer/json, meta.go, Interpret",
    bad="""\
- apiVersion: kubescheduler.config.k8s.io/v1
- kind: KubeSchedulerConfiguration
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    options=("--as-config",),
)
