"""What the scheduler does with a configuration, value by value, in a form that does not depend on its API version.

What 1.18 has at the top level, does by itself, or calls by another name, is there in the terms of 1.19 and later.
Upstream: `pkg/scheduler/factory.go`, `scheduler.go` and `framework/plugins/registry.go` of 1.18 and 1.19.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple, Self, TypeAlias

from schedcfg import plugins
from schedcfg.configuration.effective.args import PluginArgs, default_args, of_plugins
from schedcfg.configuration.effective.facts import (
    ARGS,
    FIT,
    ORDER,
    PERCENTAGE,
    STRATEGIES,
    Behavior,
    Fact,
    Key,
    as_one_plugin,
    is_by_strategy,
    without_unread,
)
from schedcfg.configuration.effective.model import EMPTY_SET, WEIGHTED, Configuration, Extender, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE, running_in
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.scoring import Scores, scores_at
from schedcfg.configuration.effective.written import extender, top_level, weighing_points
from schedcfg.document.span import Path, leaves
from schedcfg.models.validators import validated
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind
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


def sources_of_built_in(profile: Profile, configuration: Configuration) -> Mapping[Key, Key]:
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
    fixed: dict[str, dict[str, object]] = {name: {} for name in STRATEGIES}
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
    return fact._replace(key=_with_later_key(fact.key), value=_renamed_list(fact))


def _with_later_key(key: Key) -> Key:
    return tuple(RENAMED_PLUGINS.get(step, step) if isinstance(step, str) else step for step in key)


def _renamed_list(fact: Fact) -> object:
    if fact.key[-1] == ORDER and isinstance(fact.value, list):
        return [RENAMED_PLUGINS.get(name, name) for name in fact.value]
    return fact.value


class Terms(NamedTuple):
    """In which terms two configurations are compared: in those of the newer one."""

    by_plugins: bool = True  # Whether what 1.18 does by itself is described by the plugins that do it later
    by_strategy: bool = True

    @classmethod
    def of(cls, before: Configuration, after: Configuration) -> Self:
        """Return the terms that fit two configurations."""
        both = (before, after)
        return cls(
            by_plugins=not all(map(has_built_in, both)),
            by_strategy=any(is_by_strategy(configuration.api_version, configuration.release) for configuration in both),
        )


LATEST = Terms()
"""The terms of every later release, whatever is compared."""


@lru_cache(maxsize=64)
def of_profile(index: int, configuration: Configuration, registry: PluginRegistry, terms: Terms) -> Behavior:
    """Return what a profile does: what runs where, with which weights and Args, and how many nodes it looks at.

    Args:
        index: The profile's place in the configuration.
        configuration: Completed; what the latest ones do is remembered, by their identity.
        registry: Which plugins exist.
        terms: In which terms it is described.
    """
    profile = configuration.profiles[index]
    at = lists(profile, configuration, registry, terms)
    sources = sources_of_built_in(profile, configuration) if terms.by_plugins else {}
    scores = partial(scores_at, profile=profile, configuration=configuration, registry=registry)
    found = list(_plugins(at, sources, scores))
    found += _unplaced(profile, configuration, registry)
    running_somewhere = {fact.key[1] for fact in found}
    built_in = built_in_args(profile, configuration) if terms.by_plugins else ()
    for args in of_plugins(profile, configuration, registry):
        if args.name in running_somewhere and args.is_read(configuration.context):
            found += _args(args, configuration)
    for brought in built_in:
        if brought.name in running_somewhere:
            found += (fact._replace(source=brought.source) for fact in _args(brought.args, configuration))
    own = profile.percentage_of_nodes_to_score
    share = configuration.percentage_of_nodes_to_score if own is None else own
    found.append(Fact((PERCENTAGE,), share, (PERCENTAGE,)))
    facts = {fact.key: fact for fact in found}
    facts = without_unread(facts)
    if terms.by_strategy:
        facts = as_one_plugin(facts)
    return renamed(facts) if terms.by_plugins else facts


def lists(
    profile: Profile, configuration: Configuration, registry: PluginRegistry, terms: Terms = LATEST
) -> Mapping[str, list[PluginRef]]:
    """List what runs at each point of a profile, in order; points where nothing runs are missing.

    What a release does by itself, and a later one by a plugin, is there as that plugin.
    """
    found = running_in(configuration, profile.index, registry)
    return with_built_in(found, profile, configuration) if terms.by_plugins else found


def resource_scorers(profile: Profile, configuration: Configuration, registry: PluginRegistry) -> list[PluginRef]:
    """List the plugins by which a profile scores nodes by their resources, in order."""
    refs = lists(profile, configuration, registry).get(SCORE, [])
    return [ref for ref in refs if ref.name in STRATEGIES or ref.name == FIT]


def above_profiles(configuration: Configuration, terms: Terms) -> dict[str, object]:
    """Return the values above the profiles that the scheduler goes by, but for the extenders, nested as written."""
    values = top_level(configuration)
    # What each profile goes by belongs to the profile.
    del values[PERCENTAGE]
    if terms.by_plugins:
        values.pop(NO_PREEMPTION, None)
        values.pop(BIND_TIMEOUT, None)
    if configuration.always_check_all_predicates:
        values["alwaysCheckAllPredicates"] = True
    return values


def of_extender(one: Extender, configuration: Configuration) -> Iterator[tuple[Path, object]]:
    """Yield the values of an extender that have an effect.

    A weight does only where it rates nodes, and only NodeResourcesFit reads which resources are not the scheduler's
    own.
    """
    fits = any(FIT in profile.needed for profile in configuration.profiles)
    for path, value in leaves(extender(one)):
        if path == ("weight",) and not one.prioritize_verb:
            continue
        if fits or path[-1] != "ignoredByScheduler":
            yield path, value


def _plugins(
    at: Mapping[str, list[PluginRef]], sources: Mapping[Key, Key], scores: Callable[[str, list[PluginRef]], Scores]
) -> Iterator[Fact]:
    for point, refs in at.items():
        # What a release does by itself has no place among its plugins.
        ordered = [ref.name for ref in refs if (point, ref.name) not in sources]
        if len(ordered) > 1:
            yield Fact((point, ORDER), ordered, (point, ORDER))
        names = [ref.name for ref in refs]
        # Nearly always each runs once.
        times = Counter(names) if len({*names}) < len(names) else {}
        counted = scores(point, refs).counted if point in WEIGHTED else {}
        for name in names:
            key = (point, name)
            yield Fact(key, _how_it_runs(counted.get(name, True), times.get(name, 1)), sources.get(key, key))


def _how_it_runs(how: int, times: int) -> object:
    """Return how a plugin runs: what its score counts, or that it does; a bug in 1.23 to 1.25 lets one run twice."""
    return how if times == 1 else {"runs": how, "times": times}


def _unplaced(profile: Profile, configuration: Configuration, registry: PluginRegistry) -> Iterator[Fact]:
    """Yield the plugins at `multiPoint` whose extension points are not known, and what they are kept from."""
    for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled:
        if ref.path is not None and registry.known(ref.name, configuration.release) is None:
            kept_from = [
                point
                for point, sets in profile.merged.items()
                if point != MULTI_POINT and {ref.name, "*"} & {other.name for other in sets.disabled}
            ]
            key = (MULTI_POINT, ref.name)
            # Where a point names it as well, that point's weight counts (`getScoreWeights`).
            named = {
                point
                for point, sets in profile.merged.items()
                if ref.name in {plugin_ref.name for plugin_ref in sets.enabled}
            }
            counts = weighing_points(configuration) - named - {*kept_from}
            yield Fact(key, {"weight": (ref.weight or 1) if counts else None, "keptFrom": sorted(kept_from)}, key)


_TYPE = frozenset({"apiVersion", "kind"})


def _args(args: PluginArgs, configuration: Configuration) -> Iterable[Fact]:
    """Return the single values of a plugin's Args."""
    if args.kind is not None and args.are_defaults(configuration.context):
        return _default_args(args.name, args.kind, configuration.context)
    return _single_values(args, configuration.context)


@lru_cache(maxsize=1024)
def _default_args(plugin: str, kind: ArgsKind, context: Context) -> tuple[Fact, ...]:
    """Return those of Args of which nothing is written: most are, in every profile."""
    return tuple(_single_values(PluginArgs(plugin, kind, default_args(kind, context), None), context))


def _single_values(args: PluginArgs, context: Context) -> Iterator[Fact]:
    values = args.values(context)
    if args.kind is None and isinstance(values, dict):
        values = {name: value for name, value in values.items() if name not in _TYPE}
    for path, value in leaves(values):
        if path or value not in (None, [], {}):
            key = (ARGS, args.name, *path)
            yield Fact(key, value, key, args.kind is not None)
