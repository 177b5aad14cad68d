"""What is read, admitted and shown of a trial is counted, in calls: twice as much takes about twice as many."""

import cProfile
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.trial import FORMATS
from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.commands.trial.results import Trial
from schedcfg.output import load
from tests.commands.trial.made_trials import run, trial
from tests.commands.trial.worlds import made, pod, workload

_MOST = 2.8
"""How many times as many calls the second doubling may add as the first: n log n is near 2, n² is 4."""
_FEW = 4000
"""Calls that need no reason: what is found for the first time, and remembered."""
_SIZE = 25

Objects = list[dict[str, Any]]


def _nodes(size: int) -> Objects:
    allocatable = {"cpu": "4", "memory": "8Gi", "pods": "110"}
    return [made("Node", f"n-{number}", status={"allocatable": allocatable}) for number in range(size)]


def _in_pod(key: str, entries: Objects) -> Objects:
    return [*_nodes(1), pod("a", **{key: entries})]


SHAPES: dict[str, Callable[[int], Objects]] = {
    "nodes": lambda size: [*_nodes(size), pod("a")],
    "Pods": lambda size: [*_nodes(1), *(pod(f"p-{number}") for number in range(size))],
    "different Pods": lambda size: [*_nodes(1), *(pod(f"p-{n}", labels={f"a{n}": "b"}) for n in range(size))],
    "nodes and Pods": lambda size: [*_nodes(size), *(pod(f"p-{number}") for number in range(size))],
    "Pods that are there": lambda size: [*_nodes(1), pod("a"), *(pod(f"p-{n}", nodeName="n-0") for n in range(size))],
    "labels": lambda size: [*_nodes(1), pod("a", labels={f"k{number}": "v" for number in range(size)})],
    "tolerations": lambda size: _in_pod("tolerations", [{"key": f"k{n}", "operator": "Exists"} for n in range(size)]),
    "taints": lambda size: [
        {**_nodes(1)[0], "spec": {"taints": [{"key": f"k{n}", "effect": "NoSchedule"} for n in range(size)]}},
        pod("a"),
    ],
    "replicas": lambda size: [*_nodes(1), workload("Deployment", "d", replicas=size)],
    "workloads": lambda size: [*_nodes(1), *(workload("Deployment", f"d-{n}", replicas=1) for n in range(size))],
    "Pods of DaemonSets": lambda size: [*_nodes(size), workload("DaemonSet", "d")],
    "LimitRanges": lambda size: [
        *_nodes(1),
        pod("a"),
        *(made("LimitRange", f"l-{n}", spec={"limits": [{"type": "Container"}]}) for n in range(size)),
    ],
    "disruption budgets": lambda size: [
        *_nodes(1),
        pod("a"),
        *(made("PodDisruptionBudget", f"b-{n}", "policy/v1", spec={"minAvailable": 1}) for n in range(size)),
    ],
}
"""What there is more and more of → the objects of a size."""


def _tried(path: Path) -> Trial:
    """Return a trial in which the Pods of a file are dealt out, but for each third."""
    cluster = read_cluster([], [str(path)], "1.33").cluster
    nodes = [one["metadata"]["name"] for one in cluster.objects if one["kind"] == "Node"]
    names = [f"{one['metadata']['namespace']}/{one['metadata']['name']}" for one in cluster.pods]
    first = {name: nodes[number % len(nodes)] if number % 3 else None for number, name in enumerate(names)}
    other = dict.fromkeys(names, nodes[-1])
    return trial(cluster, run(first), run(other))


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_as_much_takes_about_twice_as_many_calls(shape: str, tmp_path: Path) -> None:
    path = tmp_path / "objects.json"

    def calls(size: int) -> int:
        path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": SHAPES[shape](size)}))
        profile = cProfile.Profile(subcalls=False)
        profile.enable()
        try:
            for module in FORMATS.values():
                assert "".join(load(module)(_tried(path), colored=False))
        finally:
            profile.disable()
        return sum(entry.callcount for entry in profile.getstats())

    calls(5)
    one, two, four = (calls(factor * _SIZE) for factor in (1, 2, 4))
    assert (four - two - _FEW) / max(two - one, 1) < _MOST, (one, two, four)
