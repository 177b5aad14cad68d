"""What the scheduler does with a configuration, in a form that does not depend on its API version."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TypeAlias

from schedcfg.effective import Configuration, World
from schedcfg.effective.args import PluginArgs, of_plugins
from schedcfg.effective.framework import MULTI_POINT, running
from schedcfg.effective.model import EMPTY_SET, PluginRef, Profile
from schedcfg.effective.provenance import leaves
from schedcfg.effective.written import extender, top_level
from schedcfg.migrations import old_words, resource_scoring
from schedcfg.migrations.key import ARGS, ORDER, PERCENTAGE, SCORE, Key, has_three_steps

Behaviour: TypeAlias = Mapping[Key, object]
"""All that a configuration makes the scheduler do, value by value; what is not there is not done."""


def behaviour(configuration: Configuration, world: World) -> Behaviour:
    """Tell what the scheduler does: what runs where, with which weights and Args, and all settings."""
    found: dict[Key, object] = {("profiles",): [one.scheduler_name for one in configuration.profiles]}
    for profile in configuration.profiles:
        found |= _profile(profile, configuration, world)
    found |= {path: value for path, value in leaves(top_level(configuration)) if not _unused(path, configuration)}
    if configuration.always_check_all_predicates:
        found["alwaysCheckAllPredicates",] = True
    fits = any(resource_scoring.FIT in profile.needed for profile in configuration.profiles)
    found = old_words.as_today(found, configuration)
    for index, one in enumerate(configuration.extenders):
        values = leaves(extender(one), ("extenders", index))
        # Only NodeResourcesFit asks which resources are not the scheduler's own.
        found |= {path: value for path, value in values if fits or path[-1] != "ignoredByScheduler"}
    return found


def lists(profile: Profile, configuration: Configuration, world: World) -> dict[str, list[PluginRef]]:
    """List what runs at each point of a profile, in order; points where nothing runs are missing.

    What a release does by itself, and a later one by a plugin, is told by that plugin.
    """
    found = running(profile, configuration.release, partial(world.implements, release=configuration.release))
    return old_words.with_built_in(found, profile, configuration)


def resource_scorers(profile: Profile, configuration: Configuration, world: World) -> list[PluginRef]:
    """List the plugins by which a profile scores nodes by their resources, in order."""
    refs = lists(profile, configuration, world).get(SCORE, [])
    return [ref for ref in refs if ref.name in resource_scoring.STRATEGIES or ref.name == resource_scoring.FIT]


def _unused(path: Key, configuration: Configuration) -> bool:
    """Tell whether a setting means nothing where it stands."""
    if path[0] == "leaderElection" and path[1:] != ("leaderElect",):
        return not configuration.leader_election.leader_elect
    if path == (PERCENTAGE,):
        return True  # what each profile goes by is told with the profile
    return path == ("enableContentionProfiling",) and not configuration.enable_profiling


def _profile(profile: Profile, configuration: Configuration, world: World) -> dict[Key, object]:
    name = profile.scheduler_name
    at = lists(profile, configuration, world)
    found: dict[Key, object] = {}
    for point, refs in at.items():
        names = [ref.name for ref in refs]
        if len(names) > 1:
            found[name, point, ORDER] = names
        times = Counter(names)
        for ref in refs:
            found[name, point, ref.name] = _runs(ref.weight_at(point), times[ref.name])
    found |= _unplaced(profile, configuration, world)
    running_somewhere = {key[2] for key in found if has_three_steps(key)}
    for args in (*of_plugins(profile, configuration, world), *old_words.built_in_args(profile, configuration)):
        if args.name in running_somewhere and args.is_read(configuration.context):
            found |= _args(name, args, configuration)
    own = profile.percentage_of_nodes_to_score
    found[name, PERCENTAGE] = configuration.percentage_of_nodes_to_score if own is None else own
    return resource_scoring.as_one_plugin(found, name)


def _runs(weight: int, times: int) -> object:
    """Tell how a plugin runs: its weight, or that it does; a fault of 1.23 to 1.25 lets one run twice."""
    how = weight or True
    return how if times == 1 else {"runs": how, "times": times}


def _unplaced(profile: Profile, configuration: Configuration, world: World) -> Iterator[tuple[Key, object]]:
    """Yield the plugins at `multiPoint` of which nobody knows where they run, and what they are kept from."""
    for ref in profile.merged.get(MULTI_POINT, EMPTY_SET).enabled:
        if ref.path is not None and world.known(ref.name, configuration.release) is None:
            kept_from = [
                point
                for point, sets in profile.merged.items()
                if point != MULTI_POINT and {ref.name, "*"} & {other.name for other in sets.disabled}
            ]
            yield (
                (profile.scheduler_name, MULTI_POINT, ref.name),
                {"weight": ref.weight or 1, "keptFrom": sorted(kept_from)},
            )


def _args(profile: str, args: PluginArgs, configuration: Configuration) -> Iterator[tuple[Key, object]]:
    """Yield the single values of a plugin's Args; null and empty lists say nothing."""
    values = args.values(configuration.context)
    if args.kind is None and isinstance(values, dict):
        values = {name: value for name, value in values.items() if name not in {"apiVersion", "kind"}}
    for path, value in leaves(values):
        if value not in (None, [], {}):
            yield (profile, ARGS, args.name, *path), value
