"""Kinds that are no scheduler configuration."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unknown-kind",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="This is another kind of object",
    why="Another file was given to `--config` than was meant, or the kind is misspelt; the scheduler takes no other.",
    source="cmd/kube-scheduler/app/options/configfile.go, loadConfig",
    bad="""\
apiVersion: v1
kind: Config
clusters:
  - name: kubernetes
    cluster:
      server: https://10.0.0.1:6443
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
""",
    options=("--as-config",),
)
