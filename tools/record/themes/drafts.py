"""What themes make of worlds, and what several of them use: nodes in zones, Pods that run, sizes."""

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tools.record.worlds import Manifest, node, pod

ZONE, HOST = "topology.kubernetes.io/zone", "kubernetes.io/hostname"
ZONES = ("a", "b", "c")
APPS = ("web", "db", "cache")
POOLS = ("batch", "general", "gpu")


class Draft(NamedTuple):
    """What a theme makes of a world; the rest is as usual."""

    nodes: Sequence[Manifest]
    pods: Sequence[Manifest]
    objects: Sequence[Manifest] = ()
    configuration: dict[str, Any] = {}  # noqa: RUF012 - never changed
    runs: int = 1


def some_nodes(chance: random.Random, **common: Any) -> list[Manifest]:
    """Return two to six nodes in zones, each with its own size."""
    return [
        node(
            f"n{number}",
            cpu=f"{chance.randrange(1500, 9000, 10)}m",
            memory=f"{chance.randrange(2000, 16000, 10)}Mi",
            labels={
                ZONE: chance.choice(ZONES),
                "pool": chance.choice(POOLS),
                "cores": str(chance.randrange(2, 9)),
            },
            **common,
        )
        for number in range(chance.randrange(2, 7))
    ]


def some_size(chance: random.Random) -> dict[str, Any]:
    """Return requests of CPU and memory."""
    return {"cpu": f"{chance.randrange(100, 1900, 50)}m", "memory": f"{chance.randrange(100, 2500, 50)}Mi"}


def some_pods(chance: random.Random, make: Callable[[str], Manifest]) -> list[Manifest]:
    """Return three to seven Pods."""
    return [make(f"p{number}") for number in range(chance.randrange(3, 8))]


def some_running(chance: random.Random, nodes: Sequence[Manifest], **common: Any) -> list[Manifest]:
    """Return Pods that run already; kubelets are absent, so that they may be more than a node has room for."""
    return [
        pod(
            f"r{number}",
            node=chance.choice(nodes)["metadata"]["name"],
            cpu=f"{chance.randrange(50, 400, 50)}m",
            memory=f"{chance.randrange(50, 600, 50)}Mi",
            labels={"app": chance.choice(APPS)},
            **common,
        )
        for number in range(chance.randrange(0, 5))
    ]
