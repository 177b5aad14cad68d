"""Numbers that old releases read as others."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="number-wraps-around",
    finding_class=FindingClass.ADVISED,
    severity=Severity.ERROR,
    title="The number silently becomes another one",
    why="Up to 1.22 the decoder calculates in 32 bits without looking at the overflow: the scheduler starts, and "
    "works with a number that nobody wrote.",
    source="github.com/json-iterator/go, iter_int.go, readUint32",
    until="1.22",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
parallelism: 10000000000
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
parallelism: 64
""",
    options=("--kubernetes", "1.22"),
)
