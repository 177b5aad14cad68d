"""Comments that ignore what kube-scheduler refuses."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="ignored-fact",
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
    title="A comment ignores what stops kube-scheduler",
    why="kube-scheduler reads no comments: it does not start, however well the comment says that this is fine.",
    source="schedcfg/selection/ignores.py",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 0  # schedcfg: ignore[number-not-allowed] it works for us
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 1
""",
)
