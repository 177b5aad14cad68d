"""Aliases of nothing."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unknown-anchor",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The alias has no anchor",
    why="`*name` stands for what `&name` marked before it in the same document; without that the file means nothing.",
    source="gopkg.in/yaml.v2, decode.go, alias",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    plugins: *common
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
    plugins: &common
      score:
        disabled:
          - name: ImageLocality
  - schedulerName: batch
    plugins: *common
""",
)
