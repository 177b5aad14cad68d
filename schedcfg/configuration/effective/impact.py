"""What follows from a difference between two configurations, and why nothing does where nothing does."""

from enum import StrEnum
from typing import NamedTuple

from schedcfg.configuration.effective.args import same
from schedcfg.configuration.effective.facts import Behavior, Fact, Key, is_read, places_of, scores_only
from schedcfg.configuration.effective.model import WEIGHTED, Configuration
from schedcfg.configuration.effective.plugin_sets import DECIDING, SCORE
from schedcfg.configuration.effective.scoring import gate_off
from schedcfg.plugins import volume_binding, volume_restrictions
from schedcfg.releases.release import Release


class Effect(StrEnum):
    """How far a difference reaches.

    `behavior`: it can change where a Pod goes, or how the scheduler runs. `objection`: it can change whose objection
    to a node a Pod meets first, and so the text of its events. `follows`: it is part of another difference. `none`: it
    has no effect.
    """

    BEHAVIOR = "behaviour"
    OBJECTION = "objection"
    FOLLOWS = "follows"
    NONE = "none"


class Impact(NamedTuple):
    """How far a difference reaches, and why no further; empty where it reaches all the way."""

    effect: Effect = Effect.BEHAVIOR
    reason: str = ""


FULL_IMPACT = Impact()
"""What nothing is known to hold up."""

_ORDER_OF_OBJECTIONS = "all {} run; the order only determines whose rejection is reported first"

OF_EXTENDER_ORDER = Impact(Effect.OBJECTION, _ORDER_OF_OBJECTIONS.format("extender"))
"""Extenders are asked in another order. Only one of them may bind, so that it decides nothing: nodes pass all."""

SUMMED = frozenset({"queueSort", "preScore", "score", "postBind", "placementGenerate", "placementScore"})
"""Points at which order changes nothing: there is one plugin, results are summed up, or nothing listens.

At all others but `DECIDING` the first plugin that objects ends it, so that the order decides whose objection is
reported. Upstream: the `Run…Plugins` methods of `pkg/scheduler/framework/runtime/framework.go`.
"""

_REPEATABLE = frozenset({"preFilter", "filter", "preScore"})
"""Points at which asking a plugin a second time gives the same answer again."""

_INSECURE = frozenset({"healthzBindAddress", "metricsBindAddress"})

_UNSET: dict[str, object] = {
    # pkg/scheduler/internal/parallelize: 16, before 1.20 made it a field
    "parallelism": 16,
    # true makes 1.28 and later wait for leadership before they fill their caches
    "delayCacheUntilActive": False,
}
"""How a release or API version behaves that does not know a field."""


def of_order(point: str, before: object, after: object, releases: tuple[Release, ...] = ()) -> Impact:
    """Return the effect of another order of plugins at a point.

    Args:
        point: The extension point.
        before: The plugins as they were.
        after: The plugins as they are.
        releases: Those that the configurations are validated against; the point may be idle in all of them.
    """
    idle = _of_idle_point(point, releases)
    if idle.effect is Effect.NONE:
        return idle
    one, other = in_common(before, after)
    if one == other:
        return Impact(Effect.FOLLOWS, "follows from plugins that are added or removed")
    if point in DECIDING:
        return FULL_IMPACT
    if point in SUMMED:
        return Impact(Effect.NONE, "the order at this point has no effect")
    return Impact(Effect.OBJECTION, _ORDER_OF_OBJECTIONS.format("plugin"))


def in_common(before: object, after: object) -> tuple[list[object], list[object]]:
    """Return what two lists have in common, in the order of each, nothing twice; what is no list is an empty one."""
    one, other = (list(dict.fromkeys(value)) if isinstance(value, list) else [] for value in (before, after))
    both = {*one} & {*other}
    return [name for name in one if name in both], [name for name in other if name in both]


def of_run(point: str, plugin: str, runs: tuple[object, object], releases: tuple[Release, Release]) -> Impact:
    """Return the effect of a plugin that is added to a point, removed from it, or has another weight there."""
    if point in _REPEATABLE and _once(runs[0]) == _once(runs[1]):
        reason = "a bug in Kubernetes 1.23 to 1.25 ran it twice at this point, with the same result"
        return Impact(Effect.NONE, reason)
    if (point, plugin) == ("preFilter", volume_restrictions.PLUGIN.name):
        return _of_idle_preparation(releases)
    if (point, plugin) == ("preScore", volume_binding.PLUGIN.name):
        return Impact(Effect.NONE, f"{plugin} only looks there whether it has anything to score")
    idle = _of_idle_point(point, releases)
    return _of_idle_plugin(point, plugin, runs, releases) if idle is FULL_IMPACT else idle


def _of_idle_plugin(point: str, plugin: str, runs: tuple[object, object], releases: tuple[Release, Release]) -> Impact:
    """Return the effect of a plugin that scores every node the same; at other points a gate may be set elsewhere."""
    if point not in WEIGHTED:
        return FULL_IMPACT
    gates = [gate_off(plugin, point, release) for release in releases]
    if all(gates):
        return Impact(Effect.NONE, f"{plugin} scores every node 0 while the feature gate {gates[1]} is off")
    if not any(map(_once, runs)):
        return Impact(Effect.NONE, f"{plugin} scores every node the same")
    return FULL_IMPACT


def _of_idle_point(point: str, releases: tuple[Release, ...]) -> Impact:
    """Return the effect of what runs at a point that nothing asks as long as a feature gate is off."""
    gates = {release: release.gated_points[point] for release in releases if point in release.gated_points}
    if not gates or any(release.enables(gate) for release, gate in gates.items()):
        return FULL_IMPACT
    gate = next(reversed(gates.values()))
    return Impact(Effect.NONE, f"plugins at {point} are not called while the feature gate {gate} is off")


def _of_idle_preparation(releases: tuple[Release, Release]) -> Impact:
    """Return the effect of VolumeRestrictions at preFilter, where it looks at one kind of claims only."""
    if any(map(volume_restrictions.limits_claims, releases)):
        return FULL_IMPACT
    gate = volume_restrictions.GATE
    reason = f"VolumeRestrictions lets every Pod pass there while the feature gate {gate} is off"
    return Impact(Effect.NONE, reason)


def _once(run: object) -> object:
    """Return how a plugin runs, however often it does."""
    return run["runs"] if isinstance(run, dict) and "runs" in run else run


def of_args(key: Key, sides: tuple[Behavior, Behavior], releases: tuple[Release, Release]) -> Impact:
    """Return the effect of another value in the Args of a plugin.

    Args:
        key: The value's key, within the profile.
        sides: What the profile does before and after.
        releases: Those that the configurations before and after are validated against.
    """
    plugin = str(key[1])
    places = [places_of(plugin, side) for side in sides]
    reads = [is_read(key, side) for side in sides]
    scores = [_scores(plugin, side) if scores_only(key, side) else True for side in sides]
    if all(map(bool, places)) and not any(scores):
        return _of_idle_plugin(SCORE, plugin, (0, 0), releases)
    for how_much, (before, after) in (("runs", map(bool, places)), ("reads it", reads), ("scores by it", scores)):
        if before != after:
            how = "no longer" if before else "now"
            return Impact(Effect.FOLLOWS, f"belongs to {plugin}, which {how} {how_much}")
    return FULL_IMPACT


def _scores(plugin: str, behavior: Behavior) -> bool:
    """Return whether the score of a plugin counts."""
    fact = behavior.get((SCORE, plugin))
    return fact is not None and bool(_once(fact.value))


def of_setting(path: str, values: tuple[object, object], releases: tuple[Release, Release]) -> Impact:
    """Return the effect of another value above the profiles."""
    # v1beta3 no longer has these addresses: nothing is served without TLS, as with empty ones.
    if path in _INSECURE and (not any(release.serves_insecure_port for release in releases) or not any(values)):
        return Impact(Effect.NONE, "it has no effect since Kubernetes 1.23")
    return FULL_IMPACT


def is_unused(path: str, before: Configuration, after: Configuration) -> bool:
    """Check whether a value above the profiles has no effect on either side, because another one is false."""
    if path.startswith("leaderElection.") and path != "leaderElection.leaderElect":
        return not (before.leader_election.leader_elect or after.leader_election.leader_elect)
    return path == "enableContentionProfiling" and not (before.enable_profiling or after.enable_profiling)


def is_as_if_unset(path: str, before: Fact | None, after: Fact | None) -> bool:
    """Check whether a value is on one side what the other one has, which does not know the field."""
    there = before or after
    is_on_one_side = before is None or after is None
    return is_on_one_side and there is not None and path in _UNSET and same(there.value, _UNSET[path])
