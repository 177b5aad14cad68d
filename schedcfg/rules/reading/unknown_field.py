"""Fields that the API version does not have."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unknown-field",
    finding_class=FindingClass.REFUSED,
    severity=Severity.WARNING,
    title="The field does not exist here",
    why="Decoding is strict: a misspelt or misplaced field, or one of another API version, stops the scheduler. "
    "Only 1.18 passes over it, in v1alpha1.",
    source="sigs.k8s.io/json, UnmarshalStrict; cmd/kube-scheduler/app/options/configfile.go, loadConfig",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  leaseDurationSeconds: 15
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  leaseDuration: 15s
""",
    depends=True,
)
