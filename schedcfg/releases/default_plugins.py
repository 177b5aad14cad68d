"""Default plugins that come and go with a feature gate.

A gate is looked up in the release: where it does not exist, or is locked, it changes nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from schedcfg.releases.release import DefaultPlugins, Release

Refs = tuple[tuple[str, int], ...]
"""Plugins in running order, each with its weight; 0 where none is written."""

Edit = Callable[[Refs], Refs]
"""A change of one extension point's list."""


def append(name: str, weight: int = 0) -> Edit:
    """Add a plugin at the end."""

    def edit(refs: Refs) -> Refs:
        assert name not in dict(refs), f"{name} is already there"
        return (*refs, (name, weight))

    return edit


def insert_after(anchor: str | None, name: str, weight: int = 0) -> Edit:
    """Add a plugin right after another one; at the front where that is None."""

    def edit(refs: Refs) -> Refs:
        assert name not in dict(refs), f"{name} is already there"
        place = 0 if anchor is None else _place(refs, anchor) + 1
        return (*refs[:place], (name, weight), *refs[place:])

    return edit


def remove(name: str) -> Edit:
    """Remove a plugin."""

    def edit(refs: Refs) -> Refs:
        place = _place(refs, name)
        return refs[:place] + refs[place + 1 :]

    return edit


def edited(plugins: DefaultPlugins, edits: Mapping[str, tuple[Edit, ...]]) -> DefaultPlugins:
    """Apply edits by extension point; a point that was not there starts empty."""
    result = dict(plugins)
    for point, changes in edits.items():
        refs = result.get(point, ())
        for change in changes:
            refs = change(refs)
        result[point] = refs
    return result


def _place(refs: Refs, name: str) -> int:
    names = [ref[0] for ref in refs]
    assert name in names, f"{name} is not there"
    return names.index(name)


class GatedPlugin(NamedTuple):
    """A default plugin that depends on a feature gate."""

    name: str
    gate: str
    places: Mapping[str, Mapping[str, Edit]]  # API version → extension point → how it is put there
    runs_when: bool = True
    since: int = 0  # The minor of the release from which on this gate does so, where it is older than that


# In 1.18 pkg/scheduler/algorithmprovider/registry.go
_SPREAD = {
    "preFilter": append("PodTopologySpread"),
    "filter": append("PodTopologySpread"),
    "preScore": append("PodTopologySpread"),
    "score": append("PodTopologySpread", 1),
}
_LIMITS = {"preScore": append("NodeResourceLimits"), "score": append("NodeResourceLimits", 1)}

# Up to 1.21 pkg/scheduler/algorithmprovider/registry.go, then the default_plugins.go of the API version
_SELECTOR_SPREAD = {"preScore": append("SelectorSpread"), "score": append("SelectorSpread", 1)}
_VOLUME_BINDING = {"score": append("VolumeBinding", 1)}

GATED_PLUGINS = (
    GatedPlugin("PodTopologySpread", "EvenPodsSpread", {"v1alpha1": _SPREAD, "v1alpha2": _SPREAD}),
    GatedPlugin("NodeResourceLimits", "ResourceLimitsPriorityFunction", {"v1alpha1": _LIMITS, "v1alpha2": _LIMITS}),
    # Where MultiPoint brings the default plugins, VolumeBinding scores in any case.
    GatedPlugin("VolumeBinding", "VolumeCapacityPriority", {"v1beta1": _VOLUME_BINDING, "v1beta2": _VOLUME_BINDING}),
    # With the gate on, PodTopologySpread spreads by default.
    GatedPlugin(
        "SelectorSpread",
        "DefaultPodTopologySpread",
        {
            "v1beta1": _SELECTOR_SPREAD,
            "v1beta2": _SELECTOR_SPREAD,
            "v1beta3": {"multiPoint": append("SelectorSpread", 1)},
        },
        runs_when=False,
    ),
    # In 1.26 to 1.29 applyFeatureGates of each pkg/scheduler/apis/config/v…/default_plugins.go
    GatedPlugin(
        "SchedulingGates",
        "PodSchedulingReadiness",
        {
            "v1beta2": {"preEnqueue": append("SchedulingGates")},
            "v1beta3": {"multiPoint": append("SchedulingGates")},
            "v1": {"multiPoint": append("SchedulingGates")},
        },
    ),
    # pkg/scheduler/apis/config/v1/default_plugins.go: right before DefaultPreemption. 1.35, which gives it a
    # weight, locks the gate.
    GatedPlugin(
        "DynamicResources",
        "DynamicResourceAllocation",
        {"v1": {"multiPoint": insert_after("InterPodAffinity", "DynamicResources")}},
    ),
    # Since 1.35 in the same file
    GatedPlugin("NodeDeclaredFeatures", "NodeDeclaredFeatures", {"v1": {"multiPoint": append("NodeDeclaredFeatures")}}),
    # Right before NodeResourcesFit
    GatedPlugin(
        "DeferredPodScheduling",
        "InPlacePodVerticalScalingSchedulerPreemption",
        {"v1": {"multiPoint": insert_after("NodePorts", "DeferredPodScheduling")}},
    ),
    GatedPlugin("GangScheduling", "GangScheduling", {"v1": {"multiPoint": append("GangScheduling")}}),
    GatedPlugin("GangScheduling", "GenericWorkload", {"v1": {"multiPoint": append("GangScheduling")}}, since=37),
    GatedPlugin(
        "TopologyPlacementGenerator",
        "TopologyAwareWorkloadScheduling",
        {"v1": {"multiPoint": append("TopologyPlacementGenerator")}},
    ),
    GatedPlugin(
        "PodGroupPodsCount", "TopologyAwareWorkloadScheduling", {"v1": {"multiPoint": append("PodGroupPodsCount", 1)}}
    ),
)
"""In the order in which upstream puts them (`applyFeatureGates`)."""


def with_feature_gates(release: Release, gates: Mapping[str, bool]) -> Release:
    """Switch feature gates of a release; all others stay as they are by default.

    Args:
        release: One without gates set.
        gates: Gate → whether it is on; each must exist. `schedcfg.releases.gate_settings` decides what is allowed.

    Returns:
        The same object for the same gates; the release itself where all of them are as by default.
    """
    assert not release.gates_set, "gates are already set"
    away = {name: on for name, on in gates.items() if release.feature_gates[name].default != on}
    return _with_gates_switched(release, frozenset(away.items())) if away else release


@lru_cache(maxsize=64)
def _with_gates_switched(release: Release, away: frozenset[tuple[str, bool]]) -> Release:
    gates = dict(away)
    defaults = release.default_plugins
    for plugin in GATED_PLUGINS:
        if plugin.gate in gates and plugin.since <= release.number:
            defaults = _with(defaults, plugin) if gates[plugin.gate] is plugin.runs_when else _without(defaults, plugin)
    return replace(release, default_plugins=defaults, gates_set=gates)


def _with(defaults: Mapping[str, DefaultPlugins], plugin: GatedPlugin) -> Mapping[str, DefaultPlugins]:
    return {
        version: edited(points, {point: (put,) for point, put in plugin.places.get(version, {}).items()})
        for version, points in defaults.items()
    }


def _without(defaults: Mapping[str, DefaultPlugins], plugin: GatedPlugin) -> Mapping[str, DefaultPlugins]:
    return {
        version: edited(points, {point: (remove(plugin.name),) for point in plugin.places.get(version, {})})
        for version, points in defaults.items()
    }
