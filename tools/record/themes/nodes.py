"""Themes about what a node has and takes: room, taints, labels, devices, ports."""

import random

from tools.record.themes.drafts import POOLS, ZONE, ZONES, Draft, some_nodes, some_pods, some_running, some_size
from tools.record.worlds import Manifest, pod

_EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")


def resources(chance: random.Random) -> Draft:
    """Return Pods with requests, limits, neither, or init containers, and nodes with more or less room."""

    def make(name: str) -> Manifest:
        shape = chance.choice(("requests", "limits", "nothing", "init", "overcommitted"))
        size = some_size(chance)
        if shape == "limits":
            return pod(name, limits=size)
        if shape == "nothing":
            return pod(name)
        if shape == "init":
            first = {"name": "first", "image": "registry.example/first:1", "resources": {"requests": some_size(chance)}}
            return pod(name, **size, initContainers=[first])
        if shape == "overcommitted":
            return pod(name, cpu="100m", limits={"cpu": "2", "memory": "1Gi"})
        return pod(name, **size)

    nodes = some_nodes(chance, pods=chance.choice((3, 110)))
    return Draft(nodes, some_pods(chance, make), some_running(chance, nodes))


def taints(chance: random.Random) -> Draft:
    """Return nodes with taints, and Pods that tolerate some."""
    nodes = some_nodes(chance)
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
        return pod(name, **some_size(chance), **({"tolerations": tolerations} if tolerations else {}))

    return Draft(nodes, some_pods(chance, make))


def _expression(chance: random.Random) -> Manifest:
    kind = chance.choice(("pool", "zone", "number", "exists"))
    if kind == "pool":
        values = chance.sample(POOLS, 2)
        return {"key": "pool", "operator": chance.choice(("In", "NotIn")), "values": values}
    if kind == "zone":
        return {"key": ZONE, "operator": chance.choice(("In", "NotIn")), "values": [chance.choice(ZONES)]}
    if kind == "number":
        return {"key": "cores", "operator": chance.choice(("Gt", "Lt")), "values": [str(chance.randrange(2, 9))]}
    return {"key": chance.choice(("pool", "missing")), "operator": chance.choice(("Exists", "DoesNotExist"))}


def node_term(chance: random.Random) -> Manifest:
    """Return a term of a node selector."""
    term: Manifest = {"matchExpressions": [_expression(chance) for _ in range(chance.randrange(1, 3))]}
    if chance.random() < 0.2:  # noqa: PLR2004
        operator = chance.choice(("In", "NotIn"))
        term["matchFields"] = [{"key": "metadata.name", "operator": operator, "values": [f"n{chance.randrange(3)}"]}]
    return term


def node_affinity(chance: random.Random) -> Draft:
    """Return Pods that require or prefer nodes."""

    def make(name: str) -> Manifest:
        affinity: Manifest = {}
        if chance.random() < 0.7:  # noqa: PLR2004
            terms = [node_term(chance) for _ in range(chance.randrange(1, 3))]
            affinity["requiredDuringSchedulingIgnoredDuringExecution"] = {"nodeSelectorTerms": terms}
        if chance.random() < 0.6:  # noqa: PLR2004
            affinity["preferredDuringSchedulingIgnoredDuringExecution"] = [
                {"weight": chance.randrange(1, 101), "preference": node_term(chance)}
                for _ in range(chance.randrange(1, 4))
            ]
        selector = {"nodeSelector": {"pool": chance.choice(POOLS)}} if chance.random() < 0.2 else {}  # noqa: PLR2004
        return pod(name, **some_size(chance), affinity={"nodeAffinity": affinity}, **selector)

    return Draft(some_nodes(chance), some_pods(chance, make))


def devices(chance: random.Random) -> Draft:
    """Return nodes with some extended resource, and Pods that want it."""
    nodes = some_nodes(chance)
    for one in nodes:
        count = str(chance.choice((0, 1, 2, 4, 8)))
        one["status"]["capacity"]["example.com/gpu"] = one["status"]["allocatable"]["example.com/gpu"] = count

    def make(name: str) -> Manifest:
        wanted = chance.choice((0, 1, 2, 4))
        return pod(name, **some_size(chance), **({"resources": {"example.com/gpu": wanted}} if wanted else {}))

    return Draft(nodes, some_pods(chance, make))


def host_ports(chance: random.Random) -> Draft:
    """Return Pods that listen at ports of their nodes."""

    def make(name: str) -> Manifest:
        port: Manifest = {"containerPort": 80, "hostPort": chance.choice((80, 8080))}
        port |= {"protocol": "UDP"} if chance.random() < 0.3 else {}  # noqa: PLR2004
        port |= {"hostIP": chance.choice(("127.0.0.1", "10.0.0.1"))} if chance.random() < 0.4 else {}  # noqa: PLR2004
        return pod(name, cpu=f"{chance.randrange(50, 300, 50)}m", ports=[port])

    return Draft(some_nodes(chance), some_pods(chance, make))
