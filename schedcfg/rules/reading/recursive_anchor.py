"""Anchors that contain themselves."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="recursive-anchor",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The anchor contains itself",
    why="Written out, the value would never end.",
    source="gopkg.in/yaml.v2, decode.go, alias",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - &batch
    schedulerName: batch
    plugins: *batch
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
)
