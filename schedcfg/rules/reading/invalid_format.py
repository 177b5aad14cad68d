"""Texts that their field cannot read."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="invalid-format",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The text cannot be read as what it should be",
    why="Durations, quantities and encoded bytes are texts of a certain form; another one is a decoding error.",
    source="k8s.io/apimachinery/pkg/apis/meta/v1/duration.go, UnmarshalJSON; encoding/json",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaseDuration: 15 seconds
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaseDuration: 15s
""",
)
