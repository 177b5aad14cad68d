"""Schedulers that wait for themselves."""

from collections.abc import Iterator

from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "schedules-itself"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `schedulerName` of a scheduler's own Pods if it is the name that they serve."""
    running, served = context.running, context.served_names
    name = "" if running is None else running.spec.scheduler_name
    if running is None or running.is_managed or name in {"", DEFAULT_SCHEDULER} or name not in (served or ()):
        return
    yield advice(
        ID,
        (*running.spec.path, "schedulerName"),
        f"this Pod stays Pending: it waits for `{name}`, the scheduler that is to run in it",
        f"Remove `schedulerName`: `{DEFAULT_SCHEDULER}` places the scheduler.",
        Severity.ERROR,
    )


RULE = Rule(
    id=ID,
    title="A scheduler waits for itself",
    why="No other scheduler looks at its Pods, so that they are never placed. When all are gone, none comes back.",
    source="pkg/scheduler/eventhandlers.go, responsibleForPod",
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
      schedulerName: batch
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
      leaderElect: false
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
      leaderElect: false
    profiles:
      - schedulerName: batch
""",
)
