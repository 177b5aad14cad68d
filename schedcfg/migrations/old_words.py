"""What 1.18 says at the top, does by itself, or calls by another name, told as 1.19 and later say it.

Upstream: `pkg/scheduler/factory.go`, `scheduler.go` and `framework/plugins/registry.go` of 1.18 and 1.19.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from schedcfg import plugins
from schedcfg.effective.args import PluginArgs
from schedcfg.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.migrations import resource_scoring
from schedcfg.migrations.key import ORDER, Key
from schedcfg.releases.release import Release

Lists: TypeAlias = dict[str, list[PluginRef]]
"""Point → what runs there, in order."""

RENAMED_PLUGINS = {"DefaultPodTopologySpread": "SelectorSpread"}
"""Plugin of 1.18 → what 1.19 calls it."""

_NAMES = {**RENAMED_PLUGINS, **{new: old for old, new in RENAMED_PLUGINS.items()}}

UNRESERVE = "unreserve"
"""A point of its own in 1.18; from 1.19 on a plugin at `reserve` gives back what it reserved."""

PREEMPTION = "DefaultPreemption"
BINDING = "VolumeBinding"

_FIRST_BY_PLUGINS = 19


def name_in(plugin: str, release: Release) -> str:
    """Call a plugin as a release calls it; by the name that it has if the release knows it by none."""
    other = _NAMES.get(plugin, plugin)
    return other if other in release.plugins and plugin not in release.plugins else plugin


def binding_points() -> tuple[str, ...]:
    """List the points at which VolumeBinding does from 1.19 on what 1.18 itself does for what its filter found.

    Upstream: `assume` and `bindVolumes` in `pkg/scheduler/scheduler.go` of 1.18; without the filter, they find nothing
    to bind. In 1.19 the plugin fails for every Pod at a point whose predecessors it did not run at.
    """
    plugin = plugins.find(BINDING)
    assert plugin is not None
    return tuple(point for point in plugin.points_at(_FIRST_BY_PLUGINS) if point != "filter")


def binds_volumes(profile: Profile) -> bool:
    """Tell whether a profile looks at volumes."""
    return any(ref.name == BINDING for ref in profile.merged.get("filter", EMPTY_SET).enabled)


def with_built_in(found: Lists, profile: Profile, configuration: Configuration) -> Lists:
    """Tell by plugins what 1.18 does by itself: preemption, the binding of volumes, and `unreserve` at `reserve`."""
    if not _says_it_at_the_top(configuration):
        return found
    lists = dict(found)
    reserved = {ref.name for ref in found.get("reserve", [])}
    lists["reserve"] = [
        *found.get("reserve", []),
        *(ref for ref in profile.merged.get(UNRESERVE, EMPTY_SET).enabled if ref.name not in reserved),
    ]
    if binds_volumes(profile):
        for point in binding_points():
            lists[point] = [*lists.get(point, []), PluginRef(BINDING, 0, None)]
    if not configuration.disable_preemption:
        lists["postFilter"] = [PluginRef(PREEMPTION, 0, None)]
    return {point: refs for point, refs in lists.items() if refs}


def built_in_args(profile: Profile, configuration: Configuration) -> Iterator[PluginArgs]:
    """Yield what plugins of 1.18 go by, although no Args can say so: a setting at the top, or a fixed value."""
    if not _says_it_at_the_top(configuration):
        return
    said: dict[str, dict[str, object]] = {name: {} for name in resource_scoring.STRATEGIES}
    said[BINDING] = {"bindTimeoutSeconds": configuration.bind_timeout_seconds}
    for name in sorted(said.keys() & profile.needed):
        plugin = plugins.find(name)
        assert plugin is not None
        if plugin.args is not None and plugin.args.legacy_model is None:
            args = plugin.args.model.model_validate(said[name])
            yield PluginArgs(name, plugin.args, plugin.args.complete(args, configuration.context), None)


def as_today(found: Mapping[Key, object], configuration: Configuration) -> dict[Key, object]:
    """Call plugins by their later names, and leave out what plugins are told to do."""
    told = {_renamed(key): _renamed_list(key, value) for key, value in found.items()}
    if _says_it_at_the_top(configuration):
        told.pop(("disablePreemption",), None)
        told.pop(("bindTimeoutSeconds",), None)
    return told


def _says_it_at_the_top(configuration: Configuration) -> bool:
    return configuration.disable_preemption is not None


def _renamed(key: Key) -> Key:
    return tuple(RENAMED_PLUGINS.get(step, step) if isinstance(step, str) else step for step in key)


def _renamed_list(key: Key, value: object) -> object:
    if key[-1] == ORDER and isinstance(value, list):
        return [RENAMED_PLUGINS.get(name, name) for name in value]
    return value
