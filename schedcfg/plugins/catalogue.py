"""Published plugins that are not part of the stock kube-scheduler, by catalogue."""

from collections.abc import Mapping
from dataclasses import dataclass

OLDEST = 18
"""The Kubernetes minor for which the first of all these releases was made."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Plugins that are published together, in one program.

    Attributes:
        name: As `--catalog` takes it.
        source: The repository.
        folder: Where the plugins are described: a package of this shelf, with a file each.
        plugins: The names that some release registers (`cmd/scheduler/main.go`).
        first: The first release described here, by the minor of the Kubernetes release that it was made for.
        last: The last one.
    """

    name: str
    source: str
    folder: str
    plugins: frozenset[str]
    first: int
    last: int

    def has(self, number: int) -> bool:
        """Tell whether a release was made for a Kubernetes minor."""
        return self.first <= number <= self.last


SCHEDULER_PLUGINS = Catalogue(
    name="scheduler-plugins",
    source="kubernetes-sigs/scheduler-plugins",
    folder="scheduler_plugins",
    plugins=frozenset(
        {
            "CapacityScheduling",
            "Coscheduling",
            "CrossNodePreemption",
            "LoadVariationRiskBalancing",
            "LowRiskOverCommitment",
            "NetworkOverhead",
            "NodeMetadata",
            "NodeResourceTopologyMatch",
            "NodeResourcesAllocatable",
            "Peaks",
            "PodState",
            "PreemptionToleration",
            "QOSSort",
            "SySched",
            "TargetLoadPacking",
            "TopologicalSort",
        }
    ),
    first=18,
    last=35,
)

NETWORK_TRAFFIC = Catalogue(
    name="network-traffic",
    source="juliorenner/scheduler-plugins",
    folder="network_traffic_fork",
    plugins=frozenset({"NetworkTraffic"}),
    first=19,
    last=19,
)
"""A fork of scheduler-plugins that registers this plugin alone."""

CATALOGUES: Mapping[str, Catalogue] = {one.name: one for one in (SCHEDULER_PLUGINS, NETWORK_TRAFFIC)}
"""All of them, by name."""

CATALOGUED = frozenset().union(*(one.plugins for one in CATALOGUES.values()))
"""All their plugins: names that are no misspelling of an in-tree plugin."""

TELLING = NETWORK_TRAFFIC.plugins
"""Names that say by themselves what stands behind them: every program that is known to use one is described here."""


def publishing(name: str) -> Catalogue | None:
    """Return the catalogue that has a plugin; None where none has."""
    return next((one for one in CATALOGUES.values() if name in one.plugins), None)
