"""Themes about Pods beside others: affinity, spread, and those that have to leave."""

import random

from tools.record.themes.drafts import APPS, HOST, POOLS, ZONE, Draft, some_nodes, some_pods, some_running, some_size
from tools.record.worlds import Manifest, node, pod

_CLASSES = tuple(
    {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": name}, "value": value, **more}
    for name, value, more in (
        ("low", 10, {}),
        ("middle", 100, {}),
        ("high", 1000, {}),
        ("polite", 5000, {"preemptionPolicy": "Never"}),
    )
)


def _pod_term(chance: random.Random) -> Manifest:
    term: Manifest = {"topologyKey": chance.choice((ZONE, HOST))}
    term["labelSelector"] = {"matchLabels": {"app": chance.choice(APPS)}}
    if chance.random() < 0.2:  # noqa: PLR2004
        term["labelSelector"] = {"matchExpressions": [{"key": "app", "operator": "NotIn", "values": ["web"]}]}
    where = chance.random()
    if where < 0.15:  # noqa: PLR2004
        term["namespaces"] = ["other"]
    elif where < 0.3:  # noqa: PLR2004
        term["namespaceSelector"] = chance.choice(({}, {"matchLabels": {"team": "other"}}))
    return term


def pod_affinity(chance: random.Random) -> Draft:
    """Return Pods that want to be beside others, or away from them, in two namespaces."""

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
        labels = {"app": chance.choice(APPS)}
        return pod(name, namespace=namespace, labels=labels, **some_size(chance), affinity=affinity)

    nodes = some_nodes(chance)
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "other", "labels": {"team": "other"}}}
    there = [*some_running(chance, nodes)]
    there += [pod("elsewhere", namespace="other", node="n0", labels={"app": chance.choice(APPS)}, cpu="50m")]
    return Draft(nodes, some_pods(chance, make), (namespace, *there))


def spread(chance: random.Random) -> Draft:
    """Return Pods that spread over zones and hosts."""
    nodes = some_nodes(chance)
    if chance.random() < 0.2:  # noqa: PLR2004
        del nodes[0]["metadata"]["labels"][ZONE]
    app = chance.choice(APPS)
    constraints = [
        {
            "maxSkew": chance.randrange(1, 3),
            "topologyKey": key,
            "whenUnsatisfiable": chance.choice(("DoNotSchedule", "DoNotSchedule", "ScheduleAnyway")),
            "labelSelector": {"matchLabels": {"app": app}},
        }
        for key in chance.sample((ZONE, HOST), chance.randrange(1, 3))
    ]
    size = some_size(chance)

    def make(name: str) -> Manifest:
        return pod(name, labels={"app": app}, **size, topologySpreadConstraints=constraints)

    return Draft(nodes, some_pods(chance, make), some_running(chance, nodes))


def spread_policies(chance: random.Random) -> Draft:
    """Return Pods that spread, with all that was added to constraints later."""
    draft = spread(chance)
    for one in draft.nodes[1:2]:
        one["spec"]["taints"] = [{"key": "k1", "effect": "NoSchedule"}]
    policies = {
        "nodeAffinityPolicy": chance.choice(("Honor", "Ignore")),
        "nodeTaintsPolicy": chance.choice(("Honor", "Ignore")),
    }
    pool = chance.choice(POOLS)
    for one in draft.pods:
        one["spec"]["nodeSelector"] = {"pool": pool}
        for constraint in one["spec"]["topologySpreadConstraints"]:
            constraint.update(policies)
            if constraint["whenUnsatisfiable"] == "DoNotSchedule" and constraint["topologyKey"] == ZONE:
                constraint["minDomains"] = chance.randrange(1, 4)
    return draft


def preemption(chance: random.Random) -> Draft:
    """Return full nodes, and Pods of higher priority; budgets guard some of those that run."""
    nodes = [node(f"n{number}", cpu=f"{chance.randrange(1500, 3000, 10)}m") for number in range(chance.randrange(1, 4))]
    there = [
        pod(
            f"r{number}",
            node=f"n{number % len(nodes)}",
            cpu=f"{chance.randrange(400, 900, 50)}m",
            labels={"app": chance.choice(APPS)},
            ready=True,
            **({"priorityClassName": chance.choice(("low", "middle", "high"))} if chance.random() < 0.8 else {}),  # noqa: PLR2004
        )
        for number in range(len(nodes) * 2)
    ]
    budgets = []
    if chance.random() < 0.5:  # noqa: PLR2004
        spec: Manifest = chance.choice(
            ({"minAvailable": 1}, {"minAvailable": 2}, {"maxUnavailable": 1}, {"minAvailable": "50%"})
        )
        spec = {**spec, "selector": {"matchLabels": {"app": chance.choice(APPS)}}}
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
