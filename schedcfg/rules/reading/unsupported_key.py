"""Keys that JSON cannot have."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unsupported-key",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="A key cannot become a key of JSON",
    why="Kubernetes turns YAML into JSON before it decodes it, and a key there is text: the file is refused as a "
    "whole.",
    source="sigs.k8s.io/yaml, yaml.go, convertToJSONableObject",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          weights:
            [fast, slow]: 3
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: Tiers
        args:
          weights:
            fast: 3
            slow: 3
""",
)
