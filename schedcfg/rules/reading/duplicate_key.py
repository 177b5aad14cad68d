"""One key, written twice in a mapping."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="duplicate-key",
    finding_class=FindingClass.REFUSED,
    severity=Severity.WARNING,
    title="A key stands twice",
    why="Decoding is strict: the scheduler does not choose between the two values, it stops. "
    "Only 1.18 passes over it, in v1alpha1.",
    source="gopkg.in/yaml.v2, decode.go, setMap; sigs.k8s.io/yaml, YAMLToJSONStrict",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: 50
  burst: 100
  qps: 100
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  qps: 100
  burst: 100
""",
    depends=True,
)
