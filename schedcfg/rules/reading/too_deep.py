"""Collections inside collections, without end."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="too-deep",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="Too many collections stand inside each other",
    why="No configuration is this deep, and what generated the file went wrong; schedcfg stops at a depth that "
    "takes no harm, Kubernetes at 10,000.",
    source="gopkg.in/yaml.v2, scannerc.go, max_flow_level and max_indents",
    bad=f"""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          nested: {"[" * 100}{"]" * 100}
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          nested: [[]]
""",
)
