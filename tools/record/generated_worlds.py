"""Worlds that a seeded generator makes, by theme: the same in every run, and in every version of Python.

Nodes have sizes of their own, so that most worlds have no two nodes with the same score.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tools.record.themes import configured, devices, nodes, pods, storage
from tools.record.themes.drafts import Draft
from tools.record.worlds import TrialCase

Theme = Callable[[random.Random], Draft]

_GATED_CLAIMS = {"since": "1.33", "until": "1.33", "gates": ("DynamicResourceAllocation=true",)}

THEMES: dict[str, tuple[int, Theme, dict[str, Any]]] = {
    "resources": (70, nodes.resources, {}),
    "taints": (50, nodes.taints, {}),
    "node-affinity": (45, nodes.node_affinity, {}),
    "pod-affinity": (55, pods.pod_affinity, {}),
    "spread": (60, pods.spread, {}),
    "spread-policies": (20, pods.spread_policies, {}),
    "preemption": (40, pods.preemption, {}),
    "volumes": (30, storage.volumes, {}),
    "attach-limits": (10, storage.attach_limits, {}),
    "devices": (20, nodes.devices, {}),
    "host-ports": (15, nodes.host_ports, {}),
    "profiles": (50, configured.profiles, {}),
    "extenders": (20, configured.extenders, {}),
    "mixed": (40, configured.mixed, {}),
    "claims-v1beta1": (10, partial(devices.claimed_devices, "v1beta1"), _GATED_CLAIMS),
    "claims-v1beta2": (10, partial(devices.claimed_devices, "v1beta2"), _GATED_CLAIMS),
    "claims": (20, partial(devices.claimed_devices, "v1"), {"since": "1.34"}),
    "gangs": (20, devices.gangs, {"since": "1.37", "gates": ("GenericWorkload=true",)}),
}

"""How many worlds there are of each theme, and for which releases and gates."""


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
