"""Clusters and runs made by hand: what a scheduler could have answered."""

from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st

from schedcfg.commands.trial.api.kinds import Kinds
from schedcfg.commands.trial.results import (
    NodeReason,
    Placement,
    PodOutcome,
    Trial,
    TrialCluster,
    TrialRun,
    TrialVariant,
)


def node(name: str, zone: str | None = None, **allocatable: str) -> dict[str, Any]:
    labels = {"kubernetes.io/hostname": name, **({"topology.kubernetes.io/zone": zone} if zone else {})}
    there = {"cpu": "8", "memory": "16Gi", "pods": "110", **allocatable}
    metadata = {"name": name, "labels": labels}
    return {"apiVersion": "v1", "kind": "Node", "metadata": metadata, "spec": {}, "status": {"allocatable": there}}


def pod(name: str, node: str = "", owner: str = "", **requests: str) -> dict[str, Any]:
    """Make a Pod; one with a node was there before."""
    namespace, _, own = name.rpartition("/")
    metadata: dict[str, Any] = {"name": own, "namespace": namespace or "default"}
    if owner:
        kind, _, called = owner.partition("/")
        metadata["ownerReferences"] = [{"kind": kind, "name": called, "controller": True}]
    spec: dict[str, Any] = {"containers": [{"name": "c", "resources": {"requests": requests}}]}
    if node:
        spec["nodeName"] = node
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def pods(name: str, number: int, **requests: str) -> list[dict[str, Any]]:
    return [pod(f"{name}-{index}", **requests) for index in range(number)]


def cluster(*objects: dict[str, Any] | list[dict[str, Any]]) -> TrialCluster:
    flat = [one for each in objects for one in (each if isinstance(each, list) else [each])]
    there = tuple(one for one in flat if one["kind"] != "Pod" or one["spec"].get("nodeName"))
    return TrialCluster(
        Kinds(), there, tuple(one for one in flat if one["kind"] == "Pod" and not one["spec"].get("nodeName"))
    )


def run(placed: Mapping[str, str | None], message: str = "no", **others: Any) -> TrialRun:
    """Make a run: Pod → its node; None where no node takes it."""
    return TrialRun(placements=tuple(placement(pod, node, message) for pod, node in placed.items()), **others)


def placement(pod: str, node: str | None, message: str = "no", reasons: Iterable[NodeReason] = ()) -> Placement:
    full = pod if "/" in pod else f"default/{pod}"
    if node is None:
        return Placement(pod=full, outcome=PodOutcome.UNSCHEDULABLE, message=message, reasons=tuple(reasons))
    return Placement(pod=full, outcome=PodOutcome.BOUND, node=node)


def unserved(*pods: str) -> TrialRun:
    """Make a run in which no profile has the name that Pods request."""
    return TrialRun(placements=tuple(Placement(pod=f"default/{pod}", outcome=PodOutcome.UNSERVED) for pod in pods))


def trial(where: TrialCluster, *variants: TrialVariant | TrialRun, notes: tuple[str, ...] = ()) -> Trial:
    """Make a trial; a run alone is a variant of its own."""
    made = tuple(
        TrialVariant(name=f"variant {number}", release="1.29", runs=(one,)) if isinstance(one, TrialRun) else one
        for number, one in enumerate(variants, 1)
    )
    return Trial(cluster=where, variants=made, notes=notes)


HOSTILE = "\x1b[31m\r\n::error::\u202e<script>&\"' 宽 https://me:secret-word@host"
"""What a file may have in the place of a name."""

_AMOUNTS = st.sampled_from(["0", "100m", "1", "1500m", "2", "1Gi", "512Mi", "300M", "1e3", "0.1"])


@st.composite
def any_trial(draw: st.DrawFn) -> Trial:
    """Make a trial of any cluster and any placement that a scheduler could choose, sensible or not."""
    names = [f"n{index}" for index in range(draw(st.integers(0, 5)))]
    zones = st.none() | st.sampled_from(["a", "b"])
    nodes = [node(name, draw(zones), cpu=draw(_AMOUNTS), memory=draw(_AMOUNTS)) for name in names]
    somewhere = st.sampled_from(names) if names else st.nothing()
    there = [
        pod(f"old-{index}", draw(somewhere), cpu=draw(_AMOUNTS))
        for index in range(draw(st.integers(0, 4)) if names else 0)
    ]
    new = [
        pod(f"{draw(st.sampled_from(['web', 'db']))}-{index}", cpu=draw(_AMOUNTS), memory=draw(_AMOUNTS))
        for index in range(draw(st.integers(0, 8)))
    ]
    gone = draw(
        st.lists(st.sampled_from(there), unique_by=lambda one: one["metadata"]["name"]) if there else st.just([])
    )
    evicted = tuple(
        Placement(pod=f"default/{one['metadata']['name']}", outcome=PodOutcome.EVICTED, node=one["spec"]["nodeName"])
        for one in gone
    )
    variants = []
    for name in draw(st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=3, unique=True)):
        runs = [
            run({one["metadata"]["name"]: draw(st.none() | somewhere) for one in new}, evicted=evicted)
            for _ in range(draw(st.integers(1, 3)))
        ]
        variants.append(
            TrialVariant(name=name, release=draw(st.sampled_from(["1.22", "1.29", "1.37"])), runs=tuple(runs))
        )
    return trial(cluster(nodes, there, new), *variants)
