"""A profile's plugin sets merged with the default plugins, as each API version merges them."""

from collections.abc import Mapping
from functools import lru_cache

from schedcfg.configuration.effective.framework import MULTI_POINT
from schedcfg.configuration.effective.model import EMPTY_SET, PluginRef, PluginSet
from schedcfg.releases.release import Release

Sets = Mapping[str, PluginSet]
"""Extension point → plugin set; a point that is missing has nothing enabled and nothing disabled."""

_APPENDING = frozenset({"v1alpha1", "v1alpha2", "v1beta1"})
_WITHOUT_MULTI_POINT = frozenset({"v1beta2"})


@lru_cache(maxsize=64)
def default_sets(release: Release, api_version: str, provider: str | None = None) -> Sets:
    """Return the plugin sets that run by default.

    Args:
        release: The release whose rules apply.
        api_version: One that the release serves.
        provider: The algorithm provider (1.18 to 1.21), which may swap some plugins for others.
    """
    swapped = release.algorithm_providers.get(provider or "", {})
    return {
        point: PluginSet(tuple(PluginRef(swapped.get(name, name), weight, None) for name, weight in refs))
        for point, refs in release.default_plugins[api_version].items()
    }


def merge(defaults: Sets, written: Sets, api_version: str) -> Sets:
    """Merge what the user wrote into the default plugins.

    v1alpha1 to v1beta1 append to the defaults (naming a default plugin again is then a double registration);
    v1beta2 and later replace a default in its place, and v1beta3 and later keep the disabled names, which
    the MultiPoint expansion needs. Upstream: `mergePlugins` of each version's `default_plugins.go`.
    """
    if not written:
        return defaults
    combine = _append if api_version in _APPENDING else _replace
    if api_version in _WITHOUT_MULTI_POINT:
        combine = _replace_and_forget
    merged = dict(defaults)
    for point, custom in written.items():
        if not does_nothing(api_version, point):
            merged[point] = combine(defaults.get(point, EMPTY_SET), custom)
    return merged


def appends(api_version: str) -> bool:
    """Return whether a default plugin has to be disabled before it can be enabled in another way."""
    return api_version in _APPENDING


def brings_by_multi_point(api_version: str) -> bool:
    """Return whether the default plugins come by MultiPoint; before, each point has a list of its own."""
    return api_version not in _APPENDING | _WITHOUT_MULTI_POINT


def does_nothing(api_version: str, point: str) -> bool:
    """Return whether a point can be written in an API version without being merged.

    v1beta2 got `multiPoint` in 1.23 and both v1beta2 and v1beta3 got `preEnqueue` in 1.26, but their
    `mergePlugins` never learnt of it, so that what is written there has no effect.
    """
    if point == MULTI_POINT:
        return api_version == "v1beta2"
    return point == "preEnqueue" and api_version in {"v1beta2", "v1beta3"}


def _kept(default: PluginSet, custom: PluginSet) -> list[PluginRef]:
    disabled = {ref.name for ref in custom.disabled}
    if "*" in disabled:
        return []
    return [ref for ref in default.enabled if ref.name not in disabled]


def _append(default: PluginSet, custom: PluginSet) -> PluginSet:
    return PluginSet((*_kept(default, custom), *custom.enabled))


def _replace(default: PluginSet, custom: PluginSet) -> PluginSet:
    # Of a name enabled twice the last one replaces the default; the others are appended and fail later.
    last = {ref.name: position for position, ref in enumerate(custom.enabled)}
    replacing: set[int] = set()
    enabled: list[PluginRef] = []
    for ref in _kept(default, custom):
        position = last.get(ref.name)
        if position is None:
            enabled.append(ref)
        else:
            replacing.add(position)
            enabled.append(custom.enabled[position])
    enabled.extend(ref for position, ref in enumerate(custom.enabled) if position not in replacing)
    return PluginSet(tuple(enabled), custom.disabled)


def _replace_and_forget(default: PluginSet, custom: PluginSet) -> PluginSet:
    return PluginSet(_replace(default, custom).enabled)
