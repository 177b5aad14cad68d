"""Values that JSON does not have."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unsupported-value",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="A value cannot become a value of JSON",
    why="JSON has no infinity and no `.nan`, so that the file is refused before its fields are looked at.",
    source="sigs.k8s.io/yaml, yaml.go, convertToJSONableObject; encoding/json, UnsupportedValueError",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: .inf
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: 1000
""",
)
