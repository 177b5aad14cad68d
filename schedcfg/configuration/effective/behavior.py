"""What the scheduler does with a configuration, value by value, in a form that does not depend on its API version."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, Self

from schedcfg.configuration.effective import facts as resource_scoring
from schedcfg.configuration.effective import older_terms
from schedcfg.configuration.effective.args import PluginArgs, default_args, of_plugins
from schedcfg.configuration.effective.facts import ARGS, ORDER, PERCENTAGE, SCORE, Behavior, Fact, Key
from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, Extender, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, running_in
from schedcfg.configuration.effective.provenance import leaves
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.written import extender, top_level, weighing_points
from schedcfg.document.span import Path
from schedcfg.plugins.plugin import ArgsKind, Context


class Terms(NamedTuple):
    """In which terms two configurations are compared: in those of the newer one."""

    by_plugins: bool = True  # Whether what 1.18 does by itself is described by the plugins that do it later
    by_strategy: bool = True

    @classmethod
    def of(cls, before: Configuration, after: Configuration) -> Self:
        """Return the terms that fit two configurations."""
        both = (before, after)
        return cls(
            by_plugins=not all(map(older_terms.has_built_in, both)),
            by_strategy=any(
                resource_scoring.is_by_strategy(configuration.api_version, configuration.release)
                for configuration in both
            ),
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
    sources = older_terms.sources(profile, configuration) if terms.by_plugins else {}
    found = list(_plugins(at, sources))
    found += _unplaced(profile, configuration, registry)
    running_somewhere = {fact.key[1] for fact in found}
    built_in = older_terms.built_in_args(profile, configuration) if terms.by_plugins else ()
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
    facts = resource_scoring.without_unread(facts)
    if terms.by_strategy:
        facts = resource_scoring.as_one_plugin(facts)
    return older_terms.renamed(facts) if terms.by_plugins else facts


def lists(
    profile: Profile, configuration: Configuration, registry: PluginRegistry, terms: Terms = LATEST
) -> Mapping[str, list[PluginRef]]:
    """List what runs at each point of a profile, in order; points where nothing runs are missing.

    What a release does by itself, and a later one by a plugin, is there as that plugin.
    """
    found = running_in(configuration, profile.index, registry)
    return older_terms.with_built_in(found, profile, configuration) if terms.by_plugins else found


def resource_scorers(profile: Profile, configuration: Configuration, registry: PluginRegistry) -> list[PluginRef]:
    """List the plugins by which a profile scores nodes by their resources, in order."""
    refs = lists(profile, configuration, registry).get(SCORE, [])
    return [ref for ref in refs if ref.name in resource_scoring.STRATEGIES or ref.name == resource_scoring.FIT]


def above_profiles(configuration: Configuration, terms: Terms) -> dict[str, object]:
    """Return the values above the profiles that the scheduler goes by, but for the extenders, nested as written."""
    values = top_level(configuration)
    # What each profile goes by belongs to the profile.
    del values[PERCENTAGE]
    if terms.by_plugins:
        values.pop(older_terms.NO_PREEMPTION, None)
        values.pop(older_terms.BIND_TIMEOUT, None)
    if configuration.always_check_all_predicates:
        values["alwaysCheckAllPredicates"] = True
    return values


def of_extender(one: Extender, configuration: Configuration) -> Iterator[tuple[Path, object]]:
    """Yield the values of an extender that have an effect.

    A weight does only where it rates nodes, and only NodeResourcesFit reads which resources are not the scheduler's
    own.
    """
    fits = any(resource_scoring.FIT in profile.needed for profile in configuration.profiles)
    for path, value in leaves(extender(one)):
        if path == ("weight",) and not one.prioritize_verb:
            continue
        if fits or path[-1] != "ignoredByScheduler":
            yield path, value


def _plugins(at: Mapping[str, list[PluginRef]], sources: Mapping[Key, Key]) -> Iterator[Fact]:
    for point, refs in at.items():
        # What a release does by itself has no place among its plugins.
        ordered = [ref.name for ref in refs if (point, ref.name) not in sources]
        if len(ordered) > 1:
            yield Fact((point, ORDER), ordered, (point, ORDER))
        names = [ref.name for ref in refs]
        # Nearly always each runs once.
        times = Counter(names) if len({*names}) < len(names) else {}
        for ref in refs:
            key = (point, ref.name)
            yield Fact(key, _run(ref.weight_at(point), times.get(ref.name, 1)), sources.get(key, key))


def _run(weight: int, times: int) -> object:
    """Return how a plugin runs: its weight, or that it does; a bug in 1.23 to 1.25 lets one run twice."""
    how = weight or True
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
