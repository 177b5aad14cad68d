"""Two schedulers that want the same lease."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.findings import Problem, Severity
from schedcfg.manifests.deployment_context import Scene, advised
from schedcfg.manifests.running import Running
from schedcfg.rules.election import Election
from schedcfg.rules.rule import Rule

ID = "shared-lease"

_CLUSTERS_OWN = ("kube-system", "kube-scheduler")
_NAME = "default-scheduler"


def check(scene: Scene) -> Iterator[Problem]:
    """Yield a scheduler that is elected for the lease of another one here, or of the cluster's own."""
    running, election = scene.running, scene.election
    if running is None or not running.competes or election is None or not election.on:
        return
    other = next((one for one in scene.around.schedulers if _clashes(scene, one)), None)
    help_ = "Write `leaderElection.resourceName` with a name of its own in the configuration."
    if other is not None and other.running is not None:
        held = f"{other.running.described}{f' in {other.file}' if other.file else ''}"
        message = f"{_lease(election)} is also that of {held}: only one of both works at a time"
        yield advised(ID, _place(running), message, help_)
    elif (election.namespace, election.name) == _CLUSTERS_OWN and is_second(scene):
        message = (
            f"this scheduler does not serve `{_NAME}`, but is elected by {_lease(election)}, which is that of the "
            "cluster's own: it waits for ever, or takes its place"
        )
        yield advised(ID, _place(running), message, help_, Severity.ERROR)


def is_second(scene: Scene) -> bool:
    """Tell whether a scheduler is certain not to be the cluster's own: it serves other names."""
    running = scene.running
    if running is None:
        return False
    name = running.flag("scheduler-name")
    if scene.configuration is not None:
        return all(profile.scheduler_name != _NAME for profile in scene.configuration.profiles)
    if running.flag("config") is not None or not running.settles("config"):
        return False
    return name is not None and name.is_known and name.value != _NAME


def _clashes(scene: Scene, other: Scene) -> bool:
    if (
        other.running is None
        or not other.running.competes
        or scene.running is None
        or other.election is None
        or not other.election.on
    ):
        return False
    # Several manifests of one name are versions of one scheduler.
    return other.election[1:] == (scene.election or ())[1:] and other.running.scheduler != scene.running.scheduler


def _lease(election: Election) -> str:
    return f"the lease `{election.namespace}/{election.name}`"


def _place(running: Running) -> Path:
    """Choose what to point at: what says it, or where it could be said."""
    for name in ("leader-elect-resource-name", "config", "leader-elect"):
        flag = running.flag(name)
        if flag is not None:
            return flag.path
    return running.container


RULE = Rule(
    id=ID,
    title="Two schedulers share a lease",
    why="One of them waits with `attempting to acquire leader lease`, and its Pods stay Pending with no events.",
    source="client-go, tools/leaderelection; pkg/scheduler/apis/config defaults",
    check=check,
    severity=Severity.ERROR,
    bad="""\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: batch-scheduler
  namespace: kube-system
spec:
  selector:
    matchLabels: {app: batch-scheduler}
  template:
    metadata:
      labels: {app: batch-scheduler}
    spec:
      serviceAccountName: batch-scheduler
      containers:
        - name: kube-scheduler
          image: registry.k8s.io/kube-scheduler:v1.29.4
          command:
            - kube-scheduler
            - --config=/etc/scheduler/config.yaml
          volumeMounts:
            - name: config
              mountPath: /etc/scheduler
      volumes:
        - name: config
          configMap:
            name: batch-scheduler
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: batch-scheduler
  namespace: kube-system
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    profiles:
      - schedulerName: batch
""",
    good="""\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: batch-scheduler
  namespace: kube-system
spec:
  selector:
    matchLabels: {app: batch-scheduler}
  template:
    metadata:
      labels: {app: batch-scheduler}
    spec:
      serviceAccountName: batch-scheduler
      containers:
        - name: kube-scheduler
          image: registry.k8s.io/kube-scheduler:v1.29.4
          command:
            - kube-scheduler
            - --config=/etc/scheduler/config.yaml
          volumeMounts:
            - name: config
              mountPath: /etc/scheduler
      volumes:
        - name: config
          configMap:
            name: batch-scheduler
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: batch-scheduler
  namespace: kube-system
data:
  config.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      resourceName: batch-scheduler
    profiles:
      - schedulerName: batch
""",
)
