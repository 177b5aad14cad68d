"""A release with some of its feature gates switched."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from schedcfg.releases.default_plugins import edited, remove
from schedcfg.releases.gated_plugins import GATED_PLUGINS, GatedPlugin
from schedcfg.releases.release import DefaultPlugins, Release


def switched(release: Release, gates: Mapping[str, bool]) -> Release:
    """Switch feature gates of a release; what is not said to change stays as it is by default.

    Args:
        release: One without gates set.
        gates: Gate → whether it is on; each must exist. `schedcfg.releases.gate_settings` tells what is allowed.

    Returns:
        The same object for the same gates; the release itself where all of them are as by default.
    """
    assert not release.gates_set, "gates are already set"
    away = {name: on for name, on in gates.items() if release.feature_gates[name].default != on}
    return _switched(release, frozenset(away.items())) if away else release


@lru_cache(maxsize=64)
def _switched(release: Release, away: frozenset[tuple[str, bool]]) -> Release:
    gates = dict(away)
    defaults = release.default_plugins
    for plugin in GATED_PLUGINS:
        if plugin.gate in gates:
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
