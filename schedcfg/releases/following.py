"""A release derived from the one before it: only what changed is written down."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from schedcfg.releases.default_plugins import Edit, edited
from schedcfg.releases.gate_history import NO_FLAGS, NO_GATES, Flags, Gates, LazyMapping
from schedcfg.releases.release import DefaultPlugins, Release

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def following(  # noqa: PLR0913 - one keyword for each kind of fact that changes
    previous: Release,
    *,
    number: int,
    source_version: str,
    serves: Mapping[str, DefaultPlugins] = _NOTHING,
    stops_serving: tuple[str, ...] = (),
    default_plugins: Mapping[str, Mapping[str, tuple[Edit, ...]]] = _NOTHING,
    plugins_added: tuple[str, ...] = (),
    plugins_removed: tuple[str, ...] = (),
    gates: Gates = NO_GATES,
    flags: Flags = NO_FLAGS,
    upgrade_notes: tuple[str, ...] = (),
    **replaced: Any,
) -> Release:
    """Return a release derived from the one before it; a change that changes nothing is an AssertionError.

    Args:
        previous: The release right before.
        number: The minor.
        source_version: The exact patch release that was read.
        serves: API versions that are new, each with all of its default plugins.
        stops_serving: API versions that go.
        default_plugins: API version → extension point → changes, for versions that were served before.
        plugins_added: Names that are new in the registry.
        plugins_removed: Names that go from it.
        gates: Changes of the feature gates.
        flags: Changes of the flags.
        upgrade_notes: What an operator has to look at besides.
        replaced: Other fields of a release that change, written in full.
    """
    defaults = _default_plugins(previous, serves, stops_serving, default_plugins)
    release = replace(
        previous,
        number=number,
        source_version=source_version,
        api_versions=tuple(defaults),
        default_plugins=defaults,
        plugins=_plugins(previous, plugins_added, plugins_removed),
        feature_gates=LazyMapping(lambda: gates.after(previous.feature_gates)),
        gate_dependencies=gates.dependencies_after(previous.gate_dependencies),
        flags=LazyMapping(lambda: flags.after(previous.flags)),
        upgrade_notes=upgrade_notes,
        **replaced,
    )
    return _with_early_flags(_checked(release, previous, replaced), flags)


def _with_early_flags(release: Release, flags: Flags) -> Release:
    """Return a release with the flags of its first patch releases, where they differ."""
    early = LazyMapping(lambda: Flags(changed=flags.early).after(release.flags))
    return replace(release, early_flags=early, last_early_patch=flags.last_early_patch)


def _checked(release: Release, previous: Release, replaced: Iterable[str]) -> Release:
    """Return a release that follows another one, once nothing that is said of it is untrue."""
    assert release.number == previous.number + 1, f"{release.name} does not follow {previous.name}"
    for name in replaced:
        assert getattr(release, name) != getattr(previous, name), f"{name} does not change"
    for name in ("deprecated", "removed_plugins", "conflicting_score_plugins"):
        is_served = all(version in release.api_versions for version in getattr(release, name))
        assert is_served, f"{name} speaks of a version that is not served"
    return release


def _default_plugins(
    previous: Release,
    serves: Mapping[str, DefaultPlugins],
    stops_serving: tuple[str, ...],
    edits: Mapping[str, Mapping[str, tuple[Edit, ...]]],
) -> Mapping[str, DefaultPlugins]:
    """Map the served API versions, the oldest first, to their default plugins."""
    before = previous.default_plugins
    assert before.keys() >= set(stops_serving), "a version that is not served cannot go"
    assert before.keys().isdisjoint(serves), "a version is already served"
    kept = {version: plugins for version, plugins in before.items() if version not in stops_serving}
    assert kept.keys() >= edits.keys(), "default plugins change in a version that is not kept"
    changed = {version: edited(kept[version], changes) for version, changes in edits.items()}
    return {**kept, **changed, **serves}


def _plugins(previous: Release, added: tuple[str, ...], removed: tuple[str, ...]) -> frozenset[str]:
    assert previous.plugins >= set(removed), "a plugin is not there to be removed"
    assert previous.plugins.isdisjoint(added), "a plugin is already there"
    return previous.plugins.difference(removed).union(added)
