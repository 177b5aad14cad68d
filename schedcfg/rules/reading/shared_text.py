"""Items of a list that share text with others."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="shared-text",
    finding_class=FindingClass.ADVISED,
    severity=Severity.INFO,
    title="The configuration uses anchors of other objects",
    why="Nothing is wrong for Kubernetes, but no line of the file is this configuration's own: findings are about"
    " all of it, and nothing can be changed in place.",
    source="gopkg.in/yaml.v2, decode.go, alias",
    bad="""\
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: lease
    data: &lease
      resourceName: batch
  - apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection: *lease
""",
    good="""\
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    metadata:
      name: lease
    data:
      resourceName: batch
  - apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      resourceName: batch
""",
)
