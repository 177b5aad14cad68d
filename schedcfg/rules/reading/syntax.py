"""Text that is no YAML, nor JSON."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="syntax",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The text is not YAML",
    why="Nothing of the file is read, and the scheduler ends before it has looked at any setting.",
    source="gopkg.in/yaml.v2, scannerc.go and parserc.go, which sigs.k8s.io/yaml uses",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
	leaderElect: true
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
""",
)
