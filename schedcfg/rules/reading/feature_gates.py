"""Feature gates of the command line, where each file has a release of its own."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="feature-gates",
    finding_class=FindingClass.REFUSED,
    severity=Severity.INFO,
    title="These feature gates do not fit the release",
    why="kube-scheduler ends at a gate that it does not know, or that is locked. It logs that a stable or "
    "deprecated one will be gone.",
    source="k8s.io/component-base/featuregate/feature_gate.go, Set",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    options=("--feature-gates", "StorageCapacityScoring=true"),
    depends=True,
)
