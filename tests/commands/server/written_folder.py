"""Folders with a scheduler in several files, written for a test, and how its texts are looked at."""

from collections.abc import Mapping
from pathlib import Path

from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.beside import Location
from schedcfg.document import parse
from schedcfg.rules.context_cache import ContextCache
from schedcfg.validation.options import DEFAULT

CONFIG_MAP = """\
# Batch jobs.
apiVersion: v1
kind: ConfigMap
metadata:
  name: batch
  namespace: kube-system
data:
  config.yaml: |
    # The profile of batch jobs.
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    leaderElection:
      resourceName: batch
    profiles:
    - schedulerName: batch-jobs  # as in pods.yaml
    - schedulerName: nightly
      plugins:
        score:
          disabled:
          - name: NodeResourcesFit
          enabled:
          - name: NodeResourcesFit
            weight: 5
      pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
"""
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: batch
  namespace: kube-system
spec:
  selector:
    matchLabels: {app: batch}
  template:
    metadata:
      labels: {app: batch}
    spec:
      serviceAccountName: batch
      containers:
      - name: kube-scheduler
        image: registry.k8s.io/kube-scheduler:v1.35.0
        command: [kube-scheduler, --config=/etc/batch/config.yaml]
        volumeMounts:
        - name: config
          mountPath: /etc/batch
      volumes:
      - name: config
        configMap:
          name: batch
"""
POLICY = """\
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata:
  name: jobs
spec:
  mutations:
  - patchType: JSONPatch
    jsonPatch:
      expression: |-
        [
          JSONPatch{op: "replace", path: "/spec/schedulerName", value: "batch-jobs"}
        ]
"""
PODS = """\
apiVersion: v1
kind: Pod
metadata:
  name: first
spec:
  schedulerName: 'batch-jobs'
  containers: [{name: main, image: busybox}]
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: second
spec:
  jobTemplate:
    spec:
      template:
        spec: {schedulerName: batch-jobs, containers: [{name: main, image: busybox}]}
---
apiVersion: v1
kind: Pod
metadata:
  name: other
spec:
  schedulerName: nightly
"""
THREE_FILES = {"config.yaml": CONFIG_MAP, "deploy.yaml": DEPLOYMENT, "pods.yaml": PODS}

CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
profiles:
- percentageOfNodesToScore: 50
"""
STATIC_POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  hostNetwork: true
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.35.0
    command:
    - kube-scheduler
    - --config=/etc/kubernetes/own/my-scheduler.yaml
    volumeMounts:
    - name: own
      mountPath: /etc/kubernetes/own
      readOnly: true
  volumes:
  - name: own
    hostPath:
      path: /etc/kubernetes/own
"""
STATIC_FILES = {
    "kube-scheduler.yaml": STATIC_POD,
    "my-scheduler.yaml": CONFIGURATION,
    "pod.yaml": PODS.replace("nightly", "default-scheduler"),
}


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write some files as they are."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())


def read(path: Path) -> str:
    """Read a file as it is."""
    return path.read_bytes().decode()


def look_at(path: Path, text: str | None = None) -> Analysis:
    """Analyze a file, or a text in its place, with what is beside it."""
    return Analysis(parse(read(path) if text is None else text), DEFAULT, str(path), ContextCache())


def place_of(path: Path, text: str, number: int = 0) -> int:
    """Return the offset of a text in a file, inside of it; of several the one of a number."""
    offset = -1
    for _ in range(number + 1):
        offset = read(path).index(text, offset + 1)
    return offset + 1


def shown(places: tuple[Location, ...]) -> list[str]:
    """Return the first line of what is at some places, behind the name of its file."""
    return [
        f"{Path(place.path).name}: {(read(Path(place.path))[place.start : place.end].splitlines() or [''])[0]}"
        for place in places
    ]
