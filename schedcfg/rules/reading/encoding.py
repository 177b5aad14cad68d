"""Bytes that are no text."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="encoding",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The file is no text",
    why="YAML is UTF-8, or UTF-16 with a byte order mark; at the first byte that is neither, reading ends.",
    source="gopkg.in/yaml.v2, readerc.go, yaml_parser_update_buffer",
    bad="""\
# Priorit\udce4tsklassen
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
    good="""\
# Prioritätsklassen
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
)
