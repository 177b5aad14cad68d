"""A scheduler without a way to the API server."""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.kubeadm import KUBECONFIG

ID = "missing-kubeconfig"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a static Pod's `--config` if its file names no kubeconfig."""
    running, configured = context.running, context.configured
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or not running.is_static:
        return
    if running.flag("master") is not None or not (running.product or running.settles("master")):
        return
    if configured is None or configured.configuration is None:
        return
    if configured.configuration.client_connection.kubeconfig:
        return
    kubeconfig = running.flag("kubeconfig")
    usual = KUBECONFIG if running.product is None else running.product.kubeconfig
    path = kubeconfig.value if kubeconfig is not None and kubeconfig.value else usual
    runs = "a static Pod has" if running.product is None else f"{running.product.name} gives it"
    message = (
        f"the scheduler finds no API server: {configured.name} has no `clientConnection.kubeconfig`, `--kubeconfig` is "
        f"ignored with `--config`, and {runs} no service account"
    )
    place: Path = flag.value_path
    yield advice(
        ID, place, message, f"Write `clientConnection: {{kubeconfig: {path}}}` in {configured.name}.", Severity.ERROR
    )


RULE = Rule(
    id=ID,
    title="`--config` without a kubeconfig",
    why="The scheduler exits with `invalid configuration: no configuration has been provided`.",
    source="cmd/kube-scheduler/app/options/options.go, createKubeConfig",
    check=check,
    severity=Severity.ERROR,
    bad="""\
# file: kube-scheduler.yaml
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.4
      command:
        - kube-scheduler
        - --config=/etc/kubernetes/scheduler-config.yaml
      volumeMounts:
        - name: config
          mountPath: /etc/kubernetes/scheduler-config.yaml
        - name: kubeconfig
          mountPath: /etc/kubernetes/scheduler.conf
  volumes:
    - name: config
      hostPath:
        path: /etc/kubernetes/scheduler-config.yaml
        type: File
    - name: kubeconfig
      hostPath:
        path: /etc/kubernetes/scheduler.conf
        type: File
# file: scheduler-config.yaml
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
""",
    good="""\
# file: kube-scheduler.yaml
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.4
      command:
        - kube-scheduler
        - --config=/etc/kubernetes/scheduler-config.yaml
      volumeMounts:
        - name: config
          mountPath: /etc/kubernetes/scheduler-config.yaml
        - name: kubeconfig
          mountPath: /etc/kubernetes/scheduler.conf
  volumes:
    - name: config
      hostPath:
        path: /etc/kubernetes/scheduler-config.yaml
        type: File
    - name: kubeconfig
      hostPath:
        path: /etc/kubernetes/scheduler.conf
        type: File
# file: scheduler-config.yaml
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
leaderElection:
  leaderElect: true
""",
)
