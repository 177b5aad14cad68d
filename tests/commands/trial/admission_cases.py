"""Pods and claims that were created on real API servers, and what decides about them there.

`tools/record/admission.py` records what became of them.
"""

from typing import Any

Object = dict[str, Any]


def _made(kind: str, name: str, api_version: str = "v1", namespace: str = "", **rest: Any) -> Object:
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **rest}


def _container(limits: Object | None = None, requests: Object | None = None, name: str = "c", **rest: Any) -> Object:
    resources = {key: value for key, value in (("limits", limits), ("requests", requests)) if value}
    return {"name": name, "image": "x", **({"resources": resources} if resources else {}), **rest}


def _pod(name: str, namespace: str = "default", labels: dict[str, str] | None = None, **spec: Any) -> Object:
    pod = _made("Pod", name, namespace=namespace, spec={"containers": [_container()], **spec})
    if labels:
        pod["metadata"]["labels"] = labels
    return pod


def _claim(name: str, namespace: str, size: str, **spec: Any) -> Object:
    requested = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}}
    return _made("PersistentVolumeClaim", name, namespace=namespace, spec={**requested, **spec})


_RUNTIME_TOLERATIONS = [
    {"key": "vm", "operator": "Exists"},
    {"key": "a", "operator": "Equal", "value": "b", "effect": "NoSchedule"},
]
_LIMITS = {
    "default": {"cpu": "1"},
    "defaultRequest": {"cpu": "500m"},
    "max": {"memory": "1Gi", "cpu": "2"},
    "min": {"cpu": "100m"},
    "maxLimitRequestRatio": {"cpu": "4"},
}
_OF_CLAIMS = {"type": "PersistentVolumeClaim", "min": {"storage": "1Gi"}, "max": {"storage": "5Gi"}}

CLUSTER: tuple[Object, ...] = (
    _made("Namespace", "lim"),
    _made("Namespace", "podlim"),
    _made("PriorityClass", "high", "scheduling.k8s.io/v1", value=1000, preemptionPolicy="Never"),
    _made("PriorityClass", "usual", "scheduling.k8s.io/v1", value=7, globalDefault=True),
    _made(
        "RuntimeClass",
        "vm",
        "node.k8s.io/v1",
        handler="vm",
        overhead={"podFixed": {"memory": "100Mi", "cpu": "0.25"}},
        scheduling={"nodeSelector": {"vm": "yes"}, "tolerations": _RUNTIME_TOLERATIONS},
    ),
    _made("LimitRange", "l", namespace="lim", spec={"limits": [{"type": "Container", **_LIMITS}, _OF_CLAIMS]}),
    _made(
        "LimitRange",
        "p",
        namespace="podlim",
        spec={"limits": [{"type": "Pod", "max": {"cpu": "3"}, "min": {"cpu": "500m"}}]},
    ),
    {
        **_made("StorageClass", "b", "storage.k8s.io/v1", provisioner="x"),
        "metadata": {"name": "b", "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
    },
    _made("StorageClass", "a", "storage.k8s.io/v1", provisioner="x"),
)

_TERM = {
    "topologyKey": "zone",
    "labelSelector": {"matchLabels": {"a": "b"}},
    "matchLabelKeys": ["app", "none"],
    "mismatchLabelKeys": ["team"],
}
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_WEIGHTED = {"weight": 5, "podAffinityTerm": {**_TERM, "mismatchLabelKeys": []}}
_EPHEMERAL = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}


def _nodes(*terms: Object) -> Object:
    return {"affinity": {"nodeAffinity": {_REQUIRED: {"nodeSelectorTerms": list(terms)}}}}


def _expression(**requirement: Any) -> Object:
    return {"matchExpressions": [{"key": "a", **requirement}]}


def _rule(**rule: Any) -> Object:
    return {"maxSkew": 1, "topologyKey": "z", "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {}, **rule}


_NAME_IN = {"key": "metadata.name", "operator": "In"}
_ANY_NODE = _expression(operator="Exists")
_ANY_POD = {"topologyKey": "z"}

_SPECS: dict[str, Object] = {
    "plain": {},
    "high": {"priorityClassName": "high"},
    "system": {"priorityClassName": "system-node-critical"},
    "no-class": {"priorityClassName": "nix"},
    "own-priority": {"priority": 5},
    "right-priority": {"priority": 7},
    "own-policy": {"priorityClassName": "high", "preemptionPolicy": "PreemptLowerPriority"},
    "limited": {
        "containers": [_container({"cpu": 2, "memory": "1Gi"}, {"memory": "1Mi"})],
        "initContainers": [_container({"cpu": "1.5"}, name="i")],
    },
    "vm": {
        "runtimeClassName": "vm",
        "nodeSelector": {"x": "y"},
        "tolerations": [{"key": "a", "operator": "Equal", "value": "b"}],
    },
    "vm-contradicts": {"runtimeClassName": "vm", "nodeSelector": {"vm": "no"}},
    "vm-overhead": {"runtimeClassName": "vm", "overhead": {"cpu": "250m", "memory": "100Mi"}},
    "no-vm": {"runtimeClassName": "nix"},
    "overhead": {"overhead": {"cpu": "1"}},
    "tolerates-all": {"tolerations": [{"operator": "Exists"}]},
    "tolerates-not-ready": {
        "tolerations": [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute"}]
    },
    "tolerates-no-schedule": {
        "tolerations": [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoSchedule"}]
    },
    "host": {"hostNetwork": True, "containers": [_container(ports=[{"containerPort": 80}])]},
    "gated": {"schedulingGates": [{"name": "x"}]},
    "spread": {"topologySpreadConstraints": [_rule(matchLabelKeys=["app"], labelSelector={"matchLabels": {"a": "b"}})]},
    "near": {"affinity": {"podAntiAffinity": {_REQUIRED: [_TERM]}, "podAffinity": {_PREFERRED: [_WEIGHTED]}}},
    "whole-pod": {
        "resources": {"limits": {"cpu": "4", "memory": "2Gi"}},
        "containers": [_container({"cpu": "1"}, {"cpu": "500m"})],
    },
    "ephemeral": {"volumes": [{"name": "e", "ephemeral": {"volumeClaimTemplate": {"spec": _EPHEMERAL}}}]},
}

_CONTAINERS: dict[str, list[Object]] = {
    "gpu-requested": [_container(None, {"nvidia.com/gpu": 1})],
    "gpu-limited": [_container({"nvidia.com/gpu": 1})],
    "gpu-differs": [_container({"nvidia.com/gpu": 2}, {"nvidia.com/gpu": 1})],
    "gpu-part": [_container({"nvidia.com/gpu": "1.5"})],
    "gpu-whole": [_container({"nvidia.com/gpu": "1.0"})],
    "more-than-limit": [_container({"cpu": "1"}, {"cpu": "2"})],
    "negative": [_container(None, {"cpu": "-1"})],
    "negative-limit": [_container({"cpu": "-1"})],
    "no-name": [{"image": "x"}],
    "none": [],
    "twice": [_container(), _container()],
    "huge": [_container({"hugepages-2Mi": "2Mi"})],
    "huge-and-cpu": [_container({"hugepages-2Mi": "2Mi", "cpu": "1"})],
    "unknown-resource": [_container({"foo": "1"})],
    "pods": [_container({"pods": "1"})],
    "quota-resource": [_container({"requests.nvidia.com/x": "1"})],
    "half-bytes": [_container({"memory": "1.5Gi"})],
    "ports-twice": [_container(ports=[{"containerPort": 80, "hostPort": 80}, {"containerPort": 81, "hostPort": 80}])],
}

_TOLERATIONS: tuple[Object, ...] = (
    {},
    {"operator": "Exists", "key": "a", "value": "b"},
    {"key": "a", "tolerationSeconds": 5},
    {"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5},
    {"key": "a", "operator": "Near"},
    {"key": "a", "operator": "Gt", "value": "5"},
    {"key": "a", "effect": "No"},
    {"key": "a b"},
    {"key": "a", "value": "b c"},
    {"operator": "Equal", "value": "x"},
)
_RULES: tuple[list[Object], ...] = (
    [_rule(topologyKey="")],
    [_rule(maxSkew=0)],
    [_rule(whenUnsatisfiable="x")],
    [_rule(minDomains=2)],
    [_rule(minDomains=0)],
    [_rule(minDomains=2, whenUnsatisfiable="ScheduleAnyway")],
    [_rule(), _rule()],
    [_rule(nodeTaintsPolicy="x")],
    [_rule(matchLabelKeys=["a"], labelSelector=None)],
    [_rule(labelSelector={"matchExpressions": [{"key": "a", "operator": "Near"}]})],
)
_AFFINITIES: tuple[Object, ...] = (
    _nodes(),
    _nodes({}),
    _nodes(_expression(operator="Near", values=["x"])),
    _nodes(_expression(operator="In")),
    _nodes(_expression(operator="Gt", values=["1", "2"])),
    _nodes(_expression(operator="Exists", values=["1"])),
    _nodes(_expression(operator="Exists"), _expression(operator="DoesNotExist")),
    _nodes({"matchFields": [{**_NAME_IN, "values": ["a"]}]}),
    _nodes({"matchFields": [{**_NAME_IN, "values": ["a", "b"]}]}),
    _nodes({"matchFields": [{"key": "x", "operator": "In", "values": ["a"]}]}),
    _nodes({"matchFields": [{"key": "metadata.name", "operator": "Exists"}]}),
    {"affinity": {"nodeAffinity": {_PREFERRED: [{"weight": 0, "preference": _ANY_NODE}]}}},
    {"affinity": {"nodeAffinity": {_PREFERRED: [{"weight": 101, "preference": _ANY_NODE}]}}},
    {"affinity": {"podAffinity": {_PREFERRED: [{"weight": 101, "podAffinityTerm": _ANY_POD}]}}},
    {"affinity": {"podAffinity": {_REQUIRED: [_ANY_POD]}}},
    {"affinity": {"podAffinity": {_REQUIRED: [{"labelSelector": {}}]}}},
)
_OTHERS: tuple[Object, ...] = (
    {"schedulingGates": [{"name": "x"}, {"name": "x"}]},
    {"hostNetwork": True, "containers": [_container(ports=[{"containerPort": 80, "hostPort": 81}])]},
    {"volumes": [{"name": "v", "persistentVolumeClaim": {}}]},
    {"volumes": [{"name": "v"}, {"name": "v"}]},
    {"nodeSelector": {"a b": "c"}},
    {"nodeSelector": {"a": "b c"}},
    {"initContainers": [_container()]},
)

CASES: tuple[Object, ...] = (
    *(_pod(name, labels={"app": "web", "team": "one"}, **spec) for name, spec in _SPECS.items()),
    *(_pod(name, containers=containers) for name, containers in _CONTAINERS.items()),
    *(_pod(f"toleration-{number}", tolerations=[one]) for number, one in enumerate(_TOLERATIONS)),
    *(_pod(f"rule-{number}", topologySpreadConstraints=rules) for number, rules in enumerate(_RULES)),
    *(_pod(f"affinity-{number}", **spec) for number, spec in enumerate(_AFFINITIES)),
    *(_pod(f"other-{number}", **spec) for number, spec in enumerate(_OTHERS)),
    _pod("label", labels={"a": "b c"}),
    _pod("lim-empty", "lim"),
    _pod("lim-limit", "lim", containers=[_container({"cpu": "2"})]),
    _pod("lim-too-much", "lim", containers=[_container({"cpu": "3"})]),
    _pod("lim-ratio", "lim", containers=[_container({"cpu": "2"}, {"cpu": "400m"})]),
    _pod("lim-too-little", "lim", containers=[_container(None, {"cpu": "50m"})]),
    _pod("lim-memory", "lim", containers=[_container({"memory": "2Gi"})]),
    _pod("lim-above-default", "lim", containers=[_container(None, {"cpu": "1500m"})]),
    _pod("pod-empty", "podlim"),
    _pod(
        "pod-init", "podlim", containers=[_container({"cpu": "2"})], initContainers=[_container({"cpu": "3"}, name="i")]
    ),
    _pod("pod-too-much", "podlim", containers=[_container({"cpu": "2"}), _container({"cpu": "2"}, name="d")]),
    _pod("pod-too-little", "podlim", containers=[_container({"cpu": "1"}, {"cpu": "100m"})]),
    _claim("claim", "default", "1Gi"),
    _claim("claim-static", "default", "1Gi", storageClassName=""),
    _claim("claim-too-large", "lim", "10Gi"),
    _claim("claim-too-small", "lim", "100Mi"),
    _claim("claim-of-class", "lim", "2Gi", storageClassName="a"),
)
