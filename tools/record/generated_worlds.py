"""Worlds that a seeded generator makes, by theme: the same in every run, and in every version of Python.

Nodes have sizes of their own, so that most worlds have no two nodes with the same score.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from tools.record.device_worlds import devices_draft, gang_draft
from tools.record.worlds import Manifest, TrialCase, node, pod

ZONE, HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
_ZONES = ("a", "b", "c")
_APPS = ("web", "db", "cache")
_POOLS = ("batch", "general", "gpu")
_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")


class Draft(NamedTuple):
    """What a theme makes of a world; the rest is as usual."""

    nodes: Sequence[Manifest]
    pods: Sequence[Manifest]
    objects: Sequence[Manifest] = ()
    configuration: dict[str, Any] = {}  # noqa: RUF012 - never changed
    runs: int = 1


Theme = Callable[[random.Random], Draft]


def generated() -> Iterator[TrialCase]:
    """Yield all generated worlds."""
    for name, (count, make, limits) in THEMES.items():
        for number in range(count):
            draft = make(random.Random(f"{name}-{number}"))  # noqa: S311 - worlds, no secrets
            yield TrialCase(
                name=f"generated/{name}-{number}",
                objects=(*draft.objects, *draft.nodes),
                pods=tuple(draft.pods),
                configuration=draft.configuration,
                runs=draft.runs,
                **limits,
            )


def _nodes(chance: random.Random, **common: Any) -> list[Manifest]:
    """Return two to six nodes in zones, each with its own size."""
    return [
        node(
            f"n{number}",
            cpu=f"{chance.randrange(1500, 9000, 10)}m",
            memory=f"{chance.randrange(2000, 16000, 10)}Mi",
            labels={
                ZONE: chance.choice(_ZONES),
                "pool": chance.choice(_POOLS),
                "cores": str(chance.randrange(2, 9)),
            },
            **common,
        )
        for number in range(chance.randrange(2, 7))
    ]


def _size(chance: random.Random) -> dict[str, Any]:
    return {"cpu": f"{chance.randrange(100, 1900, 50)}m", "memory": f"{chance.randrange(100, 2500, 50)}Mi"}


def _pods(chance: random.Random, make: Callable[[str], Manifest]) -> list[Manifest]:
    return [make(f"p{number}") for number in range(chance.randrange(3, 8))]


def _running(chance: random.Random, nodes: Sequence[Manifest], **common: Any) -> list[Manifest]:
    """Return Pods that run already; kubelets are absent, so that they may be more than a node has room for."""
    return [
        pod(
            f"r{number}",
            node=chance.choice(nodes)["metadata"]["name"],
            cpu=f"{chance.randrange(50, 400, 50)}m",
            memory=f"{chance.randrange(50, 600, 50)}Mi",
            labels={"app": chance.choice(_APPS)},
            **common,
        )
        for number in range(chance.randrange(0, 5))
    ]


def _resources(chance: random.Random) -> Draft:
    def make(name: str) -> Manifest:
        shape = chance.choice(("requests", "limits", "nothing", "init", "overcommitted"))
        size = _size(chance)
        if shape == "limits":
            return pod(name, limits=size)
        if shape == "nothing":
            return pod(name)
        if shape == "init":
            first = {"name": "first", "image": "registry.example/first:1", "resources": {"requests": _size(chance)}}
            return pod(name, **size, initContainers=[first])
        if shape == "overcommitted":
            return pod(name, cpu="100m", limits={"cpu": "2", "memory": "1Gi"})
        return pod(name, **size)

    nodes = _nodes(chance, pods=chance.choice((3, 110)))
    return Draft(nodes, _pods(chance, make), _running(chance, nodes))


def _taints(chance: random.Random) -> Draft:
    nodes = _nodes(chance)
    for one in nodes:
        taints = [
            {"key": key, "effect": chance.choice(_EFFECTS), **({"value": chance.choice("xy")} if key != "k3" else {})}
            for key in ("k1", "k2", "k3", "node.kubernetes.io/not-ready")
            if chance.random() < 0.35  # noqa: PLR2004
        ]
        if taints:
            one["spec"]["taints"] = taints
        if chance.random() < 0.1:  # noqa: PLR2004
            one["spec"]["unschedulable"] = True

    def make(name: str) -> Manifest:
        tolerations: list[Manifest] = []
        for key in ("k1", "k2", "k3"):
            if chance.random() < 0.5:  # noqa: PLR2004
                operator = chance.choice(("Exists", "Equal"))
                toleration: Manifest = {"key": key, "operator": operator}
                toleration |= {"value": chance.choice("xy")} if operator == "Equal" else {}
                toleration |= {"effect": chance.choice(_EFFECTS)} if chance.random() < 0.5 else {}  # noqa: PLR2004
                tolerations.append(toleration)
        return pod(name, **_size(chance), **({"tolerations": tolerations} if tolerations else {}))

    return Draft(nodes, _pods(chance, make))


def _expression(chance: random.Random) -> Manifest:
    kind = chance.choice(("pool", "zone", "number", "exists"))
    if kind == "pool":
        values = chance.sample(_POOLS, 2)
        return {"key": "pool", "operator": chance.choice(("In", "NotIn")), "values": values}
    if kind == "zone":
        return {"key": ZONE, "operator": chance.choice(("In", "NotIn")), "values": [chance.choice(_ZONES)]}
    if kind == "number":
        return {"key": "cores", "operator": chance.choice(("Gt", "Lt")), "values": [str(chance.randrange(2, 9))]}
    return {"key": chance.choice(("pool", "missing")), "operator": chance.choice(("Exists", "DoesNotExist"))}


def _term(chance: random.Random) -> Manifest:
    term: Manifest = {"matchExpressions": [_expression(chance) for _ in range(chance.randrange(1, 3))]}
    if chance.random() < 0.2:  # noqa: PLR2004
        operator = chance.choice(("In", "NotIn"))
        term["matchFields"] = [{"key": "metadata.name", "operator": operator, "values": [f"n{chance.randrange(3)}"]}]
    return term


def _node_affinity(chance: random.Random) -> Draft:
    def make(name: str) -> Manifest:
        affinity: Manifest = {}
        if chance.random() < 0.7:  # noqa: PLR2004
            terms = [_term(chance) for _ in range(chance.randrange(1, 3))]
            affinity["requiredDuringSchedulingIgnoredDuringExecution"] = {"nodeSelectorTerms": terms}
        if chance.random() < 0.6:  # noqa: PLR2004
            affinity["preferredDuringSchedulingIgnoredDuringExecution"] = [
                {"weight": chance.randrange(1, 101), "preference": _term(chance)} for _ in range(chance.randrange(1, 4))
            ]
        selector = {"nodeSelector": {"pool": chance.choice(_POOLS)}} if chance.random() < 0.2 else {}  # noqa: PLR2004
        return pod(name, **_size(chance), affinity={"nodeAffinity": affinity}, **selector)

    return Draft(_nodes(chance), _pods(chance, make))


def _pod_term(chance: random.Random) -> Manifest:
    term: Manifest = {"topologyKey": chance.choice((ZONE, HOST))}
    term["labelSelector"] = {"matchLabels": {"app": chance.choice(_APPS)}}
    if chance.random() < 0.2:  # noqa: PLR2004
        term["labelSelector"] = {"matchExpressions": [{"key": "app", "operator": "NotIn", "values": ["web"]}]}
    where = chance.random()
    if where < 0.15:  # noqa: PLR2004
        term["namespaces"] = ["other"]
    elif where < 0.3:  # noqa: PLR2004
        term["namespaceSelector"] = chance.choice(({}, {"matchLabels": {"team": "other"}}))
    return term


def _pod_affinity(chance: random.Random) -> Draft:
    def make(name: str) -> Manifest:
        affinity: Manifest = {}
        for kind in ("podAffinity", "podAntiAffinity"):
            terms: Manifest = {}
            if chance.random() < 0.35:  # noqa: PLR2004
                terms["requiredDuringSchedulingIgnoredDuringExecution"] = [_pod_term(chance)]
            if chance.random() < 0.35:  # noqa: PLR2004
                weighted = {"weight": chance.randrange(1, 101), "podAffinityTerm": _pod_term(chance)}
                terms["preferredDuringSchedulingIgnoredDuringExecution"] = [weighted]
            affinity |= {kind: terms} if terms else {}
        namespace = chance.choice(("default", "default", "other"))
        labels = {"app": chance.choice(_APPS)}
        return pod(name, namespace=namespace, labels=labels, **_size(chance), affinity=affinity)

    nodes = _nodes(chance)
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "other", "labels": {"team": "other"}}}
    there = [*_running(chance, nodes)]
    there += [pod("elsewhere", namespace="other", node="n0", labels={"app": chance.choice(_APPS)}, cpu="50m")]
    return Draft(nodes, _pods(chance, make), (namespace, *there))


def _spread(chance: random.Random) -> Draft:
    nodes = _nodes(chance)
    if chance.random() < 0.2:  # noqa: PLR2004
        del nodes[0]["metadata"]["labels"][ZONE]
    app = chance.choice(_APPS)
    constraints = [
        {
            "maxSkew": chance.randrange(1, 3),
            "topologyKey": key,
            "whenUnsatisfiable": chance.choice(("DoNotSchedule", "DoNotSchedule", "ScheduleAnyway")),
            "labelSelector": {"matchLabels": {"app": app}},
        }
        for key in chance.sample((ZONE, HOST), chance.randrange(1, 3))
    ]
    size = _size(chance)

    def make(name: str) -> Manifest:
        return pod(name, labels={"app": app}, **size, topologySpreadConstraints=constraints)

    return Draft(nodes, _pods(chance, make), _running(chance, nodes))


def _spread_policies(chance: random.Random) -> Draft:
    draft = _spread(chance)
    for one in draft.nodes[1:2]:
        one["spec"]["taints"] = [{"key": "k1", "effect": "NoSchedule"}]
    policies = {
        "nodeAffinityPolicy": chance.choice(("Honor", "Ignore")),
        "nodeTaintsPolicy": chance.choice(("Honor", "Ignore")),
    }
    pool = chance.choice(_POOLS)
    for one in draft.pods:
        one["spec"]["nodeSelector"] = {"pool": pool}
        for constraint in one["spec"]["topologySpreadConstraints"]:
            constraint |= policies
            if constraint["whenUnsatisfiable"] == "DoNotSchedule" and constraint["topologyKey"] == ZONE:
                constraint["minDomains"] = chance.randrange(1, 4)
    return draft


_CLASSES = tuple(
    {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name}, "value": value, **more}
    for name, value, more in (
        ("low", 10, {}),
        ("middle", 100, {}),
        ("high", 1000, {}),
        ("polite", 5000, {"preemptionPolicy": "Never"}),
    )
)


def _preemption(chance: random.Random) -> Draft:
    nodes = [node(f"n{number}", cpu=f"{chance.randrange(1500, 3000, 10)}m") for number in range(chance.randrange(1, 4))]
    there = [
        pod(
            f"r{number}",
            node=f"n{number % len(nodes)}",
            cpu=f"{chance.randrange(400, 900, 50)}m",
            labels={"app": chance.choice(_APPS)},
            ready=True,
            **({"priorityClassName": chance.choice(("low", "middle", "high"))} if chance.random() < 0.8 else {}),  # noqa: PLR2004
        )
        for number in range(len(nodes) * 2)
    ]
    budgets = []
    if chance.random() < 0.5:  # noqa: PLR2004
        spec = chance.choice(({"minAvailable": 1}, {"minAvailable": 2}, {"maxUnavailable": 1}, {"minAvailable": "50%"}))
        spec = {**spec, "selector": {"matchLabels": {"app": chance.choice(_APPS)}}}
        metadata = {"name": "budget", "namespace": "default"}
        budgets.append({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": metadata, "spec": spec})
    pods = [
        pod(
            f"p{number}",
            cpu=f"{chance.randrange(700, 1500, 50)}m",
            priorityClassName=chance.choice(("middle", "high", "high", "polite")),
        )
        for number in range(chance.randrange(1, 3))
    ]
    return Draft(nodes, pods, (*_CLASSES, *budgets, *there), runs=3)


def _claim(name: str, storage_class: str, size: str, mode: str = "ReadWriteOnce") -> Manifest:
    spec = {"accessModes": [mode], "storageClassName": storage_class, "resources": {"requests": {"storage": size}}}
    metadata = {"name": name, "namespace": "default"}
    return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": spec}


def _storage_class(name: str, **more: Any) -> Manifest:
    return {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": name}, **more}


def _local_volume(name: str, where: Manifest, gibibytes: int) -> Manifest:
    terms = [{"matchExpressions": [{**where, "operator": "In"}]}]
    spec = {
        "accessModes": ["ReadWriteOnce"],
        "capacity": {"storage": f"{gibibytes}Gi"},
        "storageClassName": "local",
        "local": {"path": f"/mnt/{name}"},
        "nodeAffinity": {"required": {"nodeSelectorTerms": terms}},
    }
    return {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": name}, "spec": spec}


def _volumes(chance: random.Random) -> Draft:
    nodes = _nodes(chance)
    late = "WaitForFirstConsumer"
    allowed = [{"matchLabelExpressions": [{"key": ZONE, "values": [chance.choice(_ZONES)]}]}]
    objects: list[Manifest] = [
        _storage_class("late", provisioner="disks.example", volumeBindingMode=late),
        _storage_class("zonal", provisioner="disks.example", volumeBindingMode=late, allowedTopologies=allowed),
        _storage_class("soon", provisioner="disks.example"),
        _storage_class("local", provisioner="kubernetes.io/no-provisioner", volumeBindingMode=late),
    ]
    for number in range(chance.randrange(1, 4)):
        where = {"key": HOST, "values": [f"n{chance.randrange(len(nodes))}"]}
        objects.append(_local_volume(f"disk-{number}", where, chance.randrange(1, 12)))
    pods = []
    for number in range(chance.randrange(1, 4)):
        name = chance.choice(("late", "zonal", "soon", "local", "local"))
        objects.append(_claim(f"c{number}", name, f"{chance.randrange(1, 9)}Gi"))
        used = [{"name": "data", "persistentVolumeClaim": {"claimName": f"c{number}"}}]
        pods.append(pod(f"p{number}", cpu=f"{chance.randrange(100, 700, 50)}m", volumes=used))
    if chance.random() < 0.4:  # noqa: PLR2004
        used = [{"name": "data", "persistentVolumeClaim": {"claimName": "c0"}}]
        pods.append(pod("shares", cpu="100m", volumes=used))
    return Draft(nodes, pods, objects)


def _attach_limits(chance: random.Random) -> Draft:
    nodes = _nodes(chance)
    driver = {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "disks.example"}}
    objects: list[Manifest] = [{**driver, "spec": {"attachRequired": True}}]
    for one in nodes:
        name = one["metadata"]["name"]
        limits = {
            "name": "disks.example",
            "nodeID": name,
            "topologyKeys": [],
            "allocatable": {"count": chance.randrange(1, 3)},
        }
        csi_node = {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": name}}
        objects.append({**csi_node, "spec": {"drivers": [limits]}})
    pods = []
    for number in range(chance.randrange(3, 7)):
        volume = {
            "accessModes": ["ReadWriteOnce"],
            "capacity": {"storage": "1Gi"},
            "storageClassName": "",
            "claimRef": {"namespace": "default", "name": f"c{number}"},
            "csi": {"driver": "disks.example", "volumeHandle": f"disk-{number}"},
        }
        objects.append(
            {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": f"disk-{number}"}, "spec": volume}
        )
        claim = _claim(f"c{number}", "", "1Gi")
        claim["spec"]["volumeName"] = f"disk-{number}"
        objects.append(claim)
        used = [{"name": "data", "persistentVolumeClaim": {"claimName": f"c{number}"}}]
        pods.append(pod(f"p{number}", cpu=f"{chance.randrange(100, 700, 50)}m", volumes=used))
    return Draft(nodes, pods, objects)


def _devices(chance: random.Random) -> Draft:
    nodes = _nodes(chance)
    for one in nodes:
        count = str(chance.choice((0, 1, 2, 4, 8)))
        one["status"]["capacity"]["example.com/gpu"] = one["status"]["allocatable"]["example.com/gpu"] = count

    def make(name: str) -> Manifest:
        wanted = chance.choice((0, 1, 2, 4))
        return pod(name, **_size(chance), **({"resources": {"example.com/gpu": wanted}} if wanted else {}))

    return Draft(nodes, _pods(chance, make))


def _host_ports(chance: random.Random) -> Draft:
    def make(name: str) -> Manifest:
        port: Manifest = {"containerPort": 80, "hostPort": chance.choice((80, 8080))}
        port |= {"protocol": "UDP"} if chance.random() < 0.3 else {}  # noqa: PLR2004
        port |= {"hostIP": chance.choice(("127.0.0.1", "10.0.0.1"))} if chance.random() < 0.4 else {}  # noqa: PLR2004
        return pod(name, cpu=f"{chance.randrange(50, 300, 50)}m", ports=[port])

    return Draft(_nodes(chance), _pods(chance, make))


def _strategy(chance: random.Random) -> Manifest:
    kind = chance.choice(("LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"))
    resources = [
        {"name": "cpu", "weight": chance.randrange(1, 6)},
        {"name": "memory", "weight": chance.randrange(1, 6)},
    ]
    strategy: Manifest = {"type": kind, "resources": resources[: chance.randrange(1, 3)]}
    if kind == "RequestedToCapacityRatio":
        shape = [{"utilization": at, "score": chance.randrange(0, 11)} for at in (0, 30, 70, 100)]
        strategy["requestedToCapacityRatio"] = {"shape": shape}
    return strategy


def _configured(chance: random.Random) -> Draft:
    base = chance.choice((_resources, _taints, _node_affinity, _pod_affinity, _spread))(chance)
    first: Manifest = {"schedulerName": "default-scheduler", "pluginConfig": []}
    first["pluginConfig"].append({"name": "NodeResourcesFit", "args": {"scoringStrategy": _strategy(chance)}})
    names = ("NodeResourcesBalancedAllocation", "ImageLocality", "InterPodAffinity", "NodeAffinity", "TaintToleration")
    changed = chance.sample(names, 2)
    weighted = [{"name": changed[1], "weight": chance.randrange(1, 20)}]
    first["plugins"] = {"score": {"disabled": [{"name": name} for name in changed], "enabled": weighted}}
    second: Manifest = {"schedulerName": "second"}
    if chance.random() < 0.5:  # noqa: PLR2004
        added = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [_term(chance)]}}
        second["pluginConfig"] = [{"name": "NodeAffinity", "args": {"addedAffinity": added}}]
    else:
        constraint = {"maxSkew": 1, "topologyKey": chance.choice((ZONE, HOST)), "whenUnsatisfiable": "ScheduleAnyway"}
        args = {"defaultingType": "List", "defaultConstraints": [constraint]}
        second["pluginConfig"] = [{"name": "PodTopologySpread", "args": args}]
    for one in base.pods:
        if chance.random() < 0.4:  # noqa: PLR2004
            one["spec"]["schedulerName"] = "second"
    return base._replace(configuration={"profiles": [first, second]})


def _extended(chance: random.Random) -> Draft:
    base = _resources(chance)
    for one in base.nodes:
        labels = one["metadata"]["labels"]
        labels |= {"extender.example/score": str(chance.randrange(0, 11))}
        labels |= {"extender.example/refused": "yes"} if chance.random() < 0.3 else {}  # noqa: PLR2004
    extender: Manifest = {"urlPrefix": "http://extender.example", "enableHTTPS": False}
    extender |= {"filterVerb": "filter"} if chance.random() < 0.7 else {}  # noqa: PLR2004
    extender |= {"prioritizeVerb": "prioritize", "weight": chance.randrange(1, 10)}
    extender |= {"nodeCacheCapable": True} if chance.random() < 0.3 else {}  # noqa: PLR2004
    return base._replace(configuration={"extenders": [extender]})


def _mixed(chance: random.Random) -> Draft:
    """Return Pods of several themes that share nodes."""
    drafts = [make(chance) for make in (_taints, _node_affinity, _spread, _pod_affinity)]
    pods: list[Manifest] = []
    for number, draft in enumerate(drafts):
        for one in draft.pods[:2]:
            one["metadata"]["name"] = f"{one['metadata']['name']}-{number}"
            pods.append(one)
    chance.shuffle(pods)
    nodes = drafts[0].nodes
    names = {one["metadata"]["name"] for one in nodes}
    there = [one for one in drafts[3].objects if one["kind"] != "Pod" or one["spec"]["nodeName"] in names]
    return Draft(nodes, pods, there)


def _claimed_devices(version: str, chance: random.Random) -> Draft:
    return Draft(*devices_draft(chance, version))


def _gangs(chance: random.Random) -> Draft:
    return Draft(*gang_draft(chance), runs=2)


_GATED_CLAIMS = {"since": "1.33", "until": "1.33", "gates": ("DynamicResourceAllocation=true",)}

THEMES: dict[str, tuple[int, Theme, dict[str, Any]]] = {
    "resources": (70, _resources, {}),
    "taints": (50, _taints, {}),
    "node-affinity": (45, _node_affinity, {}),
    "pod-affinity": (55, _pod_affinity, {}),
    "spread": (60, _spread, {}),
    "spread-policies": (20, _spread_policies, {}),
    "preemption": (40, _preemption, {}),
    "volumes": (30, _volumes, {}),
    "attach-limits": (10, _attach_limits, {}),
    "devices": (20, _devices, {}),
    "host-ports": (15, _host_ports, {}),
    "profiles": (50, _configured, {}),
    "extenders": (20, _extended, {}),
    "mixed": (40, _mixed, {}),
    "claims-v1beta1": (10, partial(_claimed_devices, "v1beta1"), _GATED_CLAIMS),
    "claims-v1beta2": (10, partial(_claimed_devices, "v1beta2"), _GATED_CLAIMS),
    "claims": (20, partial(_claimed_devices, "v1"), {"since": "1.34"}),
    "gangs": (20, _gangs, {"since": "1.37", "gates": ("GenericWorkload=true",)}),
}
"""How many worlds there are of each theme, and for which releases and gates."""
