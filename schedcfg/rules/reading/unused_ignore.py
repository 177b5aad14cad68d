"""Comments that silence nothing."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unused-ignore",
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
    title="A comment ignores what is not found",
    why="What it was written for is gone, or it stands in the wrong place; and it hides the next finding.",
    source="schedcfg/selection/ignores.py",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 8  # schedcfg: ignore[undeclared-plugin] measured
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 8
""",
)
