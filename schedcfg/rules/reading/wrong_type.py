"""Values of another type than the field's."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="wrong-type",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The value is of another type",
    why="Go decodes into typed fields: a text is no number, and a number no duration. The scheduler stops at the "
    "first.",
    source="sigs.k8s.io/json and encoding/json, UnmarshalTypeError",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: "16"
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 16
""",
)
