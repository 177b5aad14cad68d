"""Themes about configurations: profiles and extenders; and worlds in which all themes meet."""

import random

from tools.record.themes.drafts import HOST, ZONE, Draft
from tools.record.themes.nodes import node_affinity, node_term, resources, taints
from tools.record.themes.pods import pod_affinity, spread
from tools.record.worlds import Manifest


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


def profiles(chance: random.Random) -> Draft:
    """Return Pods of another theme for two profiles."""
    base = chance.choice((resources, taints, node_affinity, pod_affinity, spread))(chance)
    first: Manifest = {"schedulerName": "default-scheduler", "pluginConfig": []}
    first["pluginConfig"].append({"name": "NodeResourcesFit", "args": {"scoringStrategy": _strategy(chance)}})
    names = ("NodeResourcesBalancedAllocation", "ImageLocality", "InterPodAffinity", "NodeAffinity", "TaintToleration")
    changed = chance.sample(names, 2)
    weighted = [{"name": changed[1], "weight": chance.randrange(1, 20)}]
    first["plugins"] = {"score": {"disabled": [{"name": name} for name in changed], "enabled": weighted}}
    second: Manifest = {"schedulerName": "second"}
    if chance.random() < 0.5:  # noqa: PLR2004
        added = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [node_term(chance)]}}
        second["pluginConfig"] = [{"name": "NodeAffinity", "args": {"addedAffinity": added}}]
    else:
        constraint = {"maxSkew": 1, "topologyKey": chance.choice((ZONE, HOST)), "whenUnsatisfiable": "ScheduleAnyway"}
        args = {"defaultingType": "List", "defaultConstraints": [constraint]}
        second["pluginConfig"] = [{"name": "PodTopologySpread", "args": args}]
    for one in base.pods:
        if chance.random() < 0.4:  # noqa: PLR2004
            one["spec"]["schedulerName"] = "second"
    return base._replace(configuration={"profiles": [first, second]})


def extenders(chance: random.Random) -> Draft:
    """Return Pods and nodes of another theme, with an extender that looks at labels of nodes."""
    base = resources(chance)
    for one in base.nodes:
        labels = one["metadata"]["labels"]
        labels |= {"extender.example/score": str(chance.randrange(0, 11))}
        labels |= {"extender.example/refused": "yes"} if chance.random() < 0.3 else {}  # noqa: PLR2004
    extender: Manifest = {"urlPrefix": "http://extender.example", "enableHTTPS": False}
    extender |= {"filterVerb": "filter"} if chance.random() < 0.7 else {}  # noqa: PLR2004
    extender |= {"prioritizeVerb": "prioritize", "weight": chance.randrange(1, 10)}
    extender |= {"nodeCacheCapable": True} if chance.random() < 0.3 else {}  # noqa: PLR2004
    return base._replace(configuration={"extenders": [extender]})


def mixed(chance: random.Random) -> Draft:
    """Return Pods of several themes that share nodes."""
    drafts = [make(chance) for make in (taints, node_affinity, spread, pod_affinity)]
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
