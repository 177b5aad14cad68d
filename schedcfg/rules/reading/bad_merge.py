"""`<<` with something else than a mapping."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="bad-merge",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="What is merged in is no mapping",
    why="Only a mapping, or a list of mappings, can be merged into another one; reading ends at anything else.",
    source="gopkg.in/yaml.v2, decode.go, merge",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  <<: defaults
  leaderElect: true
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
""",
)
