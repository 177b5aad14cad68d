"""Args that name the type of others."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="wrong-args-type",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The Args say that they are of another kind",
    why="The plugin's name decides what its Args are; `kind` and `apiVersion` inside of them must then be those, "
    "or left out.",
    source="k8s.io/kube-scheduler/config/v1/types.go, decodeNestedObjects",
    since="1.19",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: NodeResourcesFit
        args:
          apiVersion: kubescheduler.config.k8s.io/v1
          kind: NodeResourcesBalancedAllocationArgs
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
    pluginConfig:
      - name: NodeResourcesFit
        args:
          apiVersion: kubescheduler.config.k8s.io/v1
          kind: NodeResourcesFitArgs
""",
)
