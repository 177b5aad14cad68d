"""Aliases that blow a document up."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="too-many-aliases",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="Aliases make the document far larger than it is written",
    why="A few lines can stand for gigabytes of memory; Kubernetes refuses such a document.",
    source="gopkg.in/yaml.v2, decode.go, allowedAliasRatio",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          a: &a [x, x, x, x, x, x, x, x, x, x]
          b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
          c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
          d: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          a: &a [x, x, x, x, x, x, x, x, x, x]
          b: *a
""",
)
