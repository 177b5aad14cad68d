"""The legacy Policy of 1.18 to 1.22: which plugins its predicates and priorities turn into.

Upstream: `pkg/scheduler/framework/plugins/legacy_registry.go`, and `createFromConfig` (from 1.22
on `createFromPolicy`) in `pkg/scheduler/factory.go`.

The predicates and priorities of Kubernetes 1.18, and the plugins they bring.

What changed in later releases is in `policy.py`.
Upstream: `pkg/scheduler/framework/plugins/legacy_registry.go`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from schedcfg.releases.release import DefaultPlugins, Release

Brings = Mapping[str, tuple[str, ...]]
"""Extension point → plugins in running order."""

PREDICATES: dict[str, Brings] = {
    "CheckNodeUnschedulable": {"filter": ("NodeUnschedulable",)},
    "GeneralPredicates": {
        "preFilter": (
            "NodeResourcesFit",
            "NodePorts",
        ),
        "filter": (
            "NodeResourcesFit",
            "NodeName",
            "NodePorts",
            "NodeAffinity",
        ),
    },
    "HostName": {"filter": ("NodeName",)},
    "PodFitsHostPorts": {"preFilter": ("NodePorts",), "filter": ("NodePorts",)},
    "MatchNodeSelector": {"filter": ("NodeAffinity",)},
    "PodFitsResources": {"preFilter": ("NodeResourcesFit",), "filter": ("NodeResourcesFit",)},
    "NoDiskConflict": {"filter": ("VolumeRestrictions",)},
    "PodToleratesNodeTaints": {"filter": ("TaintToleration",)},
    "CheckNodeLabelPresence": {"filter": ("NodeLabel",)},
    "CheckServiceAffinity": {"preFilter": ("ServiceAffinity",), "filter": ("ServiceAffinity",)},
    "MaxEBSVolumeCount": {"filter": ("EBSLimits",)},
    "MaxGCEPDVolumeCount": {"filter": ("GCEPDLimits",)},
    "MaxCSIVolumeCountPred": {"filter": ("NodeVolumeLimits",)},
    "MaxAzureDiskVolumeCount": {"filter": ("AzureDiskLimits",)},
    "MaxCinderVolumeCount": {"filter": ("CinderLimits",)},
    "CheckVolumeBinding": {"filter": ("VolumeBinding",)},
    "NoVolumeZoneConflict": {"filter": ("VolumeZone",)},
    "EvenPodsSpread": {"preFilter": ("PodTopologySpread",), "filter": ("PodTopologySpread",)},
    "MatchInterPodAffinity": {"preFilter": ("InterPodAffinity",), "filter": ("InterPodAffinity",)},
}
"""In the order in which their plugins are put (`predicateOrdering`)."""

PRIORITIES: dict[str, Brings] = {
    "BalancedResourceAllocation": {"score": ("NodeResourcesBalancedAllocation",)},
    "EvenPodsSpreadPriority": {"preScore": ("PodTopologySpread",), "score": ("PodTopologySpread",)},
    "ImageLocalityPriority": {"score": ("ImageLocality",)},
    "InterPodAffinityPriority": {"preScore": ("InterPodAffinity",), "score": ("InterPodAffinity",)},
    "LeastRequestedPriority": {"score": ("NodeResourcesLeastAllocated",)},
    "MostRequestedPriority": {"score": ("NodeResourcesMostAllocated",)},
    "NodeAffinityPriority": {"score": ("NodeAffinity",)},
    "NodeLabel": {"score": ("NodeLabel",)},
    "NodePreferAvoidPodsPriority": {"score": ("NodePreferAvoidPods",)},
    "RequestedToCapacityRatio": {"score": ("RequestedToCapacityRatio",)},
    "SelectorSpreadPriority": {
        "preScore": ("DefaultPodTopologySpread",),
        "score": ("DefaultPodTopologySpread",),
    },
    "ServiceAffinity": {"score": ("ServiceAffinity",)},
    "TaintTolerationPriority": {"preScore": ("TaintToleration",), "score": ("TaintToleration",)},
}
"""In the order in which their plugins are put."""


Source = TypeVar("Source")
Value = TypeVar("Value")

PREDICATE_ALIASES: Mapping[str, str] = MappingProxyType({"PodFitsPorts": "PodFitsHostPorts"})
"""Older names of predicates."""

REMOVED_PREDICATES = frozenset(
    {"CheckNodeCondition", "CheckNodeDiskPressure", "CheckNodeMemoryPressure", "CheckNodePIDPressure"}
)
"""Predicates of conditions for which nodes have taints today. Upstream: kubernetes/kubernetes#84152, in 1.17."""

PRIORITY_ALIASES: Mapping[str, str] = MappingProxyType({"ServiceSpreadingPriority": "SelectorSpreadPriority"})
"""Older names of priorities."""

IGNORED_PRIORITIES = frozenset({"EqualPriority"})
"""Priorities that may be named and bring nothing."""

PREDICATE_ARGUMENTS: Mapping[str, str] = MappingProxyType(
    {"serviceAffinity": "CheckServiceAffinity", "labelsPresence": "CheckNodeLabelPresence"}
)
"""Field of a predicate's `argument` → the predicate that one of the user's own naming then represents.

A registered name, or an older one, never looks at `argument`.
"""

PRIORITY_ARGUMENTS: Mapping[str, str] = MappingProxyType(
    {
        "serviceAntiAffinity": "ServiceAffinity",
        "labelPreference": "NodeLabel",
        "requestedToCapacityRatioArguments": "RequestedToCapacityRatio",
    }
)
"""Field of a priority's `argument` → the priority that one of the user's own naming then represents."""

SUMMED_PRIORITIES = frozenset({"NodeLabel", "ServiceAffinity"})
"""Priorities that weigh as much as all entries of the user's own naming together, which have the same weight."""

HARD_POD_AFFINITY_PRIORITY = "InterPodAffinityPriority"
"""The priority for which `hardPodAffinitySymmetricWeight` is; without it, that weight does nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LegacyPolicy:
    """How one release reads a Policy."""

    always: DefaultPlugins
    predicates: Mapping[str, Brings]  # Registered predicates, in the order in which their plugins are put
    # Registered priorities; their plugins are put in alphabetical order of these names
    priorities: Mapping[str, Brings]
    mandatory_predicates: frozenset[str]  # Those that are added where they are not named
    default_predicates: frozenset[str]  # Those of a Policy without the key `predicates`; `[]` is not the same
    default_priorities: Mapping[str, int]
    # Those that stop the scheduler unless an entry of the user's own naming brings their plugin's arguments
    predicates_needing_arguments: frozenset[str]
    priorities_needing_arguments: frozenset[str]  # For `NodeLabel` and `ServiceAffinity` it crashes
    # Priority → plugin → Args that the priority brings. If two of them bring Args for one plugin, the `defaultingType`
    # `System` wins.
    args: Mapping[str, Mapping[str, Mapping[str, Any]]]
    # Whether a plugin that two entries bring is put twice, with which the scheduler does not start; otherwise the first
    # entry puts it, with its weight
    registers_twice: bool

    def plugins(
        self, predicates: Mapping[str, Source], priorities: Mapping[str, Source]
    ) -> Mapping[str, Mapping[str, Source | None]]:
        """Return the plugins that registered predicates and priorities turn into, each once, in running order.

        Args:
            predicates: Registered name → anything that identifies where it comes from.
            priorities: Likewise.

        Returns:
            Extension point → plugin → the source of the first predicate or priority that puts it there; None
            where it is put whatever is named.

        Raises:
            KeyError: if a name is not registered.
        """
        points: dict[str, dict[str, Source | None]] = {
            point: dict.fromkeys(dict(refs)) for point, refs in self.always.items()
        }
        order = {name: place for place, name in enumerate(self.predicates)}
        named = sorted(self.mandatory_predicates.union(predicates), key=order.__getitem__)
        sourced = [(self.predicates[name], predicates.get(name)) for name in named]
        sourced += [(self.priorities[name], priorities[name]) for name in sorted(priorities)]
        for brings, source in sourced:
            for point, plugins in brings.items():
                for plugin in plugins:
                    points.setdefault(point, {}).setdefault(plugin, source)
        return points


def of(release: Release) -> LegacyPolicy:
    """Return how a release that reads a Policy (`release.policy`) reads it."""
    assert release.policy, f"{release.name} does not read a Policy"
    policy = _BY_NUMBER[release.number]
    for gate, change in _GATED.get(release.number, {}).items():
        if gate in release.gates_set:
            policy = change(policy)
    return policy


_V1_18 = LegacyPolicy(
    always={"queueSort": (("PrioritySort", 0),), "bind": (("DefaultBinder", 0),)},
    predicates=PREDICATES,
    priorities=PRIORITIES,
    mandatory_predicates=frozenset({"CheckNodeUnschedulable", "PodToleratesNodeTaints"}),
    default_predicates=frozenset(
        {
            "CheckNodeUnschedulable",
            "CheckVolumeBinding",
            "EvenPodsSpread",
            "GeneralPredicates",
            "MatchInterPodAffinity",
            "MaxAzureDiskVolumeCount",
            "MaxCSIVolumeCountPred",
            "MaxEBSVolumeCount",
            "MaxGCEPDVolumeCount",
            "NoDiskConflict",
            "NoVolumeZoneConflict",
            "PodToleratesNodeTaints",
        }
    ),
    default_priorities={
        "BalancedResourceAllocation": 1,
        "EvenPodsSpreadPriority": 1,
        "ImageLocalityPriority": 1,
        "InterPodAffinityPriority": 1,
        "LeastRequestedPriority": 1,
        "NodeAffinityPriority": 1,
        "NodePreferAvoidPodsPriority": 10000,
        "SelectorSpreadPriority": 1,
        "TaintTolerationPriority": 1,
    },
    predicates_needing_arguments=frozenset(),
    priorities_needing_arguments=frozenset({"NodeLabel", "RequestedToCapacityRatio", "ServiceAffinity"}),
    args={},
    registers_twice=True,
)

# Volumes are bound by a plugin, SelectorSpread has its old name back, spreading weighs twice as much.
_V1_19 = replace(
    _V1_18,
    predicates={
        **_V1_18.predicates,
        "CheckVolumeBinding": {
            "preFilter": ("VolumeBinding",),
            "filter": ("VolumeBinding",),
            "reserve": ("VolumeBinding",),
            "preBind": ("VolumeBinding",),
        },
    },
    priorities={
        **_V1_18.priorities,
        "SelectorSpreadPriority": {"preScore": ("SelectorSpread",), "score": ("SelectorSpread",)},
    },
    default_priorities={**_V1_18.default_priorities, "EvenPodsSpreadPriority": 2},
)

# Preemption is no longer left out; PodTopologySpread spreads by default (gate DefaultPodTopologySpread).
_V1_20 = replace(
    _V1_19,
    always={**_V1_19.always, "postFilter": (("DefaultPreemption", 0),)},
    priorities={
        **_V1_19.priorities,
        "SelectorSpreadPriority": {"preScore": ("PodTopologySpread",), "score": ("PodTopologySpread",)},
    },
    args={
        "SelectorSpreadPriority": {"PodTopologySpread": {"defaultingType": "System"}},
        "EvenPodsSpreadPriority": {"PodTopologySpread": {"defaultingType": "List"}},
    },
    registers_twice=False,
)

# NodeAffinity looks at each pod once, ahead of the nodes.
_V1_21 = replace(
    _V1_20,
    predicates={
        **_V1_20.predicates,
        "GeneralPredicates": {
            "preFilter": ("NodeResourcesFit", "NodePorts", "NodeAffinity"),
            "filter": ("NodeResourcesFit", "NodeName", "NodePorts", "NodeAffinity"),
        },
        "MatchNodeSelector": {"preFilter": ("NodeAffinity",), "filter": ("NodeAffinity",)},
    },
    priorities={
        **_V1_20.priorities,
        "NodeAffinityPriority": {"preScore": ("NodeAffinity",), "score": ("NodeAffinity",)},
    },
)

# Profiles made of a Policy are completed as v1beta2, which has no Args for plugins that it refuses: theirs
# must be brought.
_CPU_AND_MEMORY = {"resources": [{"name": "cpu", "weight": 1}, {"name": "memory", "weight": 1}]}
_V1_22 = replace(
    _V1_21,
    predicates_needing_arguments=frozenset({"CheckNodeLabelPresence", "CheckServiceAffinity"}),
    args={
        **_V1_21.args,
        "LeastRequestedPriority": {"NodeResourcesLeastAllocated": _CPU_AND_MEMORY},
        "MostRequestedPriority": {"NodeResourcesMostAllocated": _CPU_AND_MEMORY},
    },
)

_BY_NUMBER = {18: _V1_18, 19: _V1_19, 20: _V1_20, 21: _V1_21, 22: _V1_22}

NEWEST = f"1.{max(_BY_NUMBER)}"
"""The last release that reads a Policy."""


def _without_spreading(policy: LegacyPolicy) -> LegacyPolicy:
    """Return a Policy's plugins without what 1.18 registers where EvenPodsSpread is on."""
    return replace(
        policy,
        predicates=_without(policy.predicates, "EvenPodsSpread"),
        priorities=_without(policy.priorities, "EvenPodsSpreadPriority"),
        default_predicates=policy.default_predicates - {"EvenPodsSpread"},
        default_priorities=_without(policy.default_priorities, "EvenPodsSpreadPriority"),
    )


def _with_limits(policy: LegacyPolicy) -> LegacyPolicy:
    """Add what 1.18 registers where ResourceLimitsPriorityFunction is on."""
    points: Brings = {"preScore": ("NodeResourceLimits",), "score": ("NodeResourceLimits",)}
    return replace(
        policy,
        priorities={**policy.priorities, "ResourceLimitsPriority": points},
        default_priorities={**policy.default_priorities, "ResourceLimitsPriority": 1},
    )


def _with_selector_spread(policy: LegacyPolicy) -> LegacyPolicy:
    """Return a Policy's plugins with SelectorSpread, as in 1.20 to 1.22 where DefaultPodTopologySpread is off."""
    return replace(
        policy,
        priorities={**policy.priorities, "SelectorSpreadPriority": _V1_19.priorities["SelectorSpreadPriority"]},
        args={name: args for name, args in policy.args.items() if name not in _SPREADING},
    )


def _without(table: Mapping[str, Value], name: str) -> Mapping[str, Value]:
    return {other: value for other, value in table.items() if other != name}


_SPREADING = frozenset({"SelectorSpreadPriority", "EvenPodsSpreadPriority"})
_BY_SELECTOR = {"DefaultPodTopologySpread": _with_selector_spread}
_GATED: Mapping[int, Mapping[str, Callable[[LegacyPolicy], LegacyPolicy]]] = {
    18: {"EvenPodsSpread": _without_spreading, "ResourceLimitsPriorityFunction": _with_limits},
    20: _BY_SELECTOR,
    21: _BY_SELECTOR,
    22: _BY_SELECTOR,
}
"""Release → feature gate → what it changes where it is not as by default. 1.19 asks no gate here."""
