"""What 1.18 has at the top level, does by itself, or calls by another name, in the terms of 1.19 and later.

Upstream: `pkg/scheduler/factory.go`, `scheduler.go` and `framework/plugins/registry.go` of 1.18 and 1.19.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import NamedTuple, TypeAlias

from schedcfg import plugins
from schedcfg.configuration.effective import facts as resource_scoring
from schedcfg.configuration.effective.args import PluginArgs
from schedcfg.configuration.effective.facts import ORDER, SCORE, Behavior, Fact, Key
from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.models.validators import validated
from schedcfg.releases.release import Release

Lists: TypeAlias = Mapping[str, list[PluginRef]]
"""Point → what runs there, in order."""

RENAMED_PLUGINS = {"DefaultPodTopologySpread": "SelectorSpread"}
"""Plugin of 1.18 → what 1.19 calls it."""

_NAMES = {**RENAMED_PLUGINS, **{new: old for old, new in RENAMED_PLUGINS.items()}}

UNRESERVE = "unreserve"
"""A point of its own in 1.18; since 1.19 a plugin at `reserve` gives back what it reserved."""

PREEMPTION = "DefaultPreemption"
BINDING = "VolumeBinding"

NO_PREEMPTION = "disablePreemption"
BIND_TIMEOUT = "bindTimeoutSeconds"

_FIRST_BY_PLUGINS = 19


def has_built_in(configuration: Configuration) -> bool:
    """Check whether a release does by itself, by settings at the top, what later ones do by plugins."""
    return configuration.disable_preemption is not None


def name_in(plugin: str, release: Release) -> str:
    """Return the name of a plugin in a release; its present name if the release has none for it."""
    other = _NAMES.get(plugin, plugin)
    return other if other in release.plugins and plugin not in release.plugins else plugin


def binding_points() -> tuple[str, ...]:
    """List the points at which VolumeBinding does since 1.19 what 1.18 itself does for what its filter found.

    Upstream: `assume` and `bindVolumes` in `pkg/scheduler/scheduler.go` of 1.18; without the filter, they find nothing
    to bind. In 1.19 the plugin fails for every Pod at a point whose predecessors it did not run at.
    """
    plugin = plugins.find(BINDING)
    assert plugin is not None
    return tuple(point for point in plugin.points_at(_FIRST_BY_PLUGINS) if point != "filter")


def binds_volumes(profile: Profile) -> bool:
    """Check whether a profile looks at volumes."""
    return any(ref.name == BINDING for ref in profile.merged.get("filter", EMPTY_SET).enabled)


def with_built_in(found: Lists, profile: Profile, configuration: Configuration) -> Lists:
    """Add the plugins for what 1.18 does by itself: preemption, the binding of volumes, `unreserve` at `reserve`."""
    if not has_built_in(configuration):
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


def sources(profile: Profile, configuration: Configuration) -> Mapping[Key, Key]:
    """Map what `with_built_in` adds, as (point, plugin), to what brings it in 1.18's own terms."""
    if not has_built_in(configuration):
        return {}
    found: dict[Key, Key] = {("postFilter", PREEMPTION): (NO_PREEMPTION,)}
    found |= {(point, BINDING): ("filter", BINDING) for point in binding_points()}
    at_reserve = {ref.name for ref in profile.merged.get("reserve", EMPTY_SET).enabled}
    at_unreserve = {ref.name for ref in profile.merged.get(UNRESERVE, EMPTY_SET).enabled}
    return found | {("reserve", name): (UNRESERVE, name) for name in at_unreserve - at_reserve}


class BuiltInArgs(NamedTuple):
    """Args that no `pluginConfig` can set, and what sets them: a setting at the top, or the plugin by itself."""

    args: PluginArgs
    source: Key

    @property
    def name(self) -> str:
        """The plugin's name."""
        return self.args.name


def built_in_args(profile: Profile, configuration: Configuration) -> Iterator[BuiltInArgs]:
    """Yield the settings of 1.18's plugins that no Args can hold: a setting at the top, or a fixed value."""
    if not has_built_in(configuration):
        return
    fixed: dict[str, dict[str, object]] = {name: {} for name in resource_scoring.STRATEGIES}
    fixed[BINDING] = {BIND_TIMEOUT: configuration.bind_timeout_seconds}
    for name in sorted(fixed.keys() & profile.needed):
        plugin = plugins.find(name)
        assert plugin is not None
        if plugin.args is not None and plugin.args.legacy_model is None:
            written = validated(plugin.args.model, fixed[name])
            args = PluginArgs(name, plugin.args, plugin.args.complete(written, configuration.context), None)
            yield BuiltInArgs(args, (BIND_TIMEOUT,) if name == BINDING else (SCORE, name))


def renamed(facts: Behavior) -> dict[Key, Fact]:
    """Call plugins by their later names; nearly all facts have them by now.

    A running order has no name that is not in a key.
    """
    if RENAMED_PLUGINS.keys().isdisjoint(chain.from_iterable(facts)):
        return dict(facts)
    found = (fact if _has_later_names(fact) else _with_later_names(fact) for fact in facts.values())
    return {fact.key: fact for fact in found}


def _has_later_names(fact: Fact) -> bool:
    return fact.key[-1] != ORDER and RENAMED_PLUGINS.keys().isdisjoint(fact.key)


def _with_later_names(fact: Fact) -> Fact:
    return fact._replace(key=_rename(fact.key), value=_renamed_list(fact))


def _rename(key: Key) -> Key:
    return tuple(RENAMED_PLUGINS.get(step, step) if isinstance(step, str) else step for step in key)


def _renamed_list(fact: Fact) -> object:
    if fact.key[-1] == ORDER and isinstance(fact.value, list):
        return [RENAMED_PLUGINS.get(name, name) for name in fact.value]
    return fact.value
