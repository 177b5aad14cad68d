"""Nodes, Pods and workloads in the forms that people have them in, and sketches of both."""

import json
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import yaml

from tests.commands.trial import made_trials
from tests.commands.trial.test_hostile_inputs import EVERY

_NODE = """\
apiVersion: v1
kind: Node
metadata:
  name: worker-1   # the first
  labels: {kubernetes.io/hostname: worker-1, topology.kubernetes.io/zone: a, gpu: "true"}
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"password": "x"}
spec:
  taints:
  - {key: dedicated, value: batch, effect: NoSchedule}
status:
  allocatable: {cpu: "8", memory: 32Gi, pods: "110", nvidia.com/gpu: "4"}
  capacity: {cpu: 8000m, memory: 32Gi, pods: "110", nvidia.com/gpu: "4"}
  conditions:
  - {type: Ready, status: "True"}
  images:
  - names: [registry.example.com/app@sha256:abc, registry.example.com/app:1]
    sizeBytes: 100000000
"""

_DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      priorityClassName: high
      tolerations:
      - {key: dedicated, operator: Equal, value: batch}
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}
      containers:
      - name: app
        image: registry.example.com/app:1
        args: [--token=abc, --url=http://x.example/]
        env:
        - {name: API_TOKEN, value: abc}
        ports:
        - {containerPort: 80, hostPort: 8080}
        resources:
          limits: {cpu: "1", memory: 1Gi, nvidia.com/gpu: 1}
      initContainers:
      - {name: init, image: x, restartPolicy: Always, resources: {requests: {cpu: 100m}}}
"""

_SKETCHES = (
    "5:cpu=8,memory=32Gi",
    "20:cpu=8,memory=32Gi,zone=a/b/c,nvidia.com/gpu=4",
    "3:cpu=4,memory=8Gi,taint=dedicated=batch:NoSchedule,name=worker,label.disk=ssd/hdd,region=r,pods=10",
    "10:cpu=500m,memory=1Gi",
    "7:cpu=1,memory=512Mi,priority=1000,namespace=shop,name=web,label.app=web,scheduler=batch",
    "2:cpu=100m,toleration=dedicated:NoSchedule,hugepages-2Mi=4Mi,ephemeral-storage=1Gi",
)
"""Of nodes and of Pods: each is tried as either."""

_LOGS = (
    'I1127 10:00:00.000000       1 one.go:1] "Plugin scored node for pod" pod="default/a" plugin="P" node="n-0" '
    "score=5\n",
    'I1127 10:00:00.000000       1 one.go:1] "Calculated node\'s final score for pod" pod="default/a" node="n-0" '
    "score=-7\n",
    'I1127 10:00:00.000000       1 scheduling_queue.go:1] "Pod moved" pod="default/a" unschedulable plugins={"P":{}}\n',
    'E1127 10:00:00.000000       1 run.go] "command failed" err="no plugin: X"\npanic: x\n\ngoroutine 1 [running]:\n',
    "0/12 nodes are available: 3 Insufficient cpu, 4 node(s) had untolerated taint {a: b, c}, 5 x. preemption: 0/12 y.",
    "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.",
)
"""Lines of a scheduler's log, and its messages about Pods."""


def sketches() -> Iterator[str]:
    """Yield sketches of nodes and Pods."""
    yield from _SKETCHES


def logs() -> Iterator[str]:
    """Yield lines of a scheduler's log, and its messages."""
    yield from _LOGS


def objects() -> Iterator[str]:
    """Yield files of objects: each kind alone, pairs of kinds, lists, and more than one of a kind."""
    yield from (_NODE, _DEPLOYMENT, f"{_NODE}---\n{_DEPLOYMENT}")
    yield yaml.safe_dump(made_trials.node("\u00e9" * 40, "z", cpu="64"), sort_keys=False, allow_unicode=True)
    yield from (json.dumps(one, indent=1) for one in EVERY)
    yield json.dumps(_list(EVERY))
    random = Random("objects")
    for pair in random.sample(list(combinations(EVERY, 2)), 60):
        yield yaml.safe_dump_all(pair, sort_keys=False)
    for _ in range(20):
        yield yaml.safe_dump(_list(random.sample(EVERY, 6)), sort_keys=False)


def _list(items: list[dict[str, Any]]) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "List", "items": items}
