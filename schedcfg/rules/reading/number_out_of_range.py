"""Numbers that do not fit into their type."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="number-out-of-range",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The number does not fit into its type",
    why="Most numbers have 32 bits; the decoder refuses what needs more.",
    source="encoding/json, UnmarshalTypeError",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 4294967296
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 64
""",
)
