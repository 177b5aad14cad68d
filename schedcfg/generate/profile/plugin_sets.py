"""A plan against the defaults: the entries that an API version needs to make the one out of the other."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.effective.framework import MULTI_POINT
from schedcfg.generate.profile.plan import QUEUE_SORT, SCORE, Plan

_EVERYTHING = "*"


class Entry(NamedTuple):
    """One entry of a plugin set.

    Attributes:
        point: The extension point.
        listed: The list that it stands in: `enabled` or `disabled`.
        name: The plugin, or `*`.
        why: Why it is there.
        weight: What it weighs; None where nothing is written.
    """

    point: str
    listed: str
    name: str
    why: str
    weight: int | None = None


def entries(plan: Plan) -> Iterator[Entry]:
    """Yield what has to be written; of each list in running order.

    Where `multiPoint` takes effect, it says once what would be the same at several points. New weights stand there
    too: a plugin that a point names although `multiPoint` brings it is what some patch releases of 1.23 to 1.29
    stumble over (kubernetes/kubernetes#122066). queueSort is always written out: validation compares it between
    profiles, and knows nothing of `multiPoint`.
    """
    spread = _spread(plan) if plan.ground.spreads else {}
    yield from spread.values()
    for point in plan.ground.points:
        if point in plan.cleared:
            yield Entry(point, "disabled", _EVERYTHING, plan.cleared[point])
        else:
            yield from _disabled(plan, point, spread)
        yield from _enabled(plan, point, spread)


_Spread = dict[tuple[str, str], Entry]
"""(list, plugin) → its entry at `multiPoint`."""


def _spread(plan: Plan) -> _Spread:
    """Find what is best said at `multiPoint`."""
    found = [*_disabled_everywhere(plan), *_enabled_everywhere(plan), *_reweighted(plan)]
    found += [
        Entry(MULTI_POINT, "enabled", name, plan.reasons[MULTI_POINT, name], _weight(weight))
        for name, weight in plan.anywhere.items()
    ]
    return {(entry.listed, entry.name): entry for entry in found}


def _disabled_everywhere(plan: Plan) -> Iterator[Entry]:
    """Yield the plugins that are gone from all of the several points at which they run by default."""
    defaults = plan.ground.defaults
    for name in dict.fromkeys(name for plugins in defaults.values() for name in plugins):
        points = [point for point, plugins in defaults.items() if name in plugins]
        gone = all(name not in plan.running[point] and point not in plan.cleared for point in points)
        if gone and len(points) > 1:
            yield Entry(MULTI_POINT, "disabled", name, plan.reasons[points[0], name])


def _enabled_everywhere(plan: Plan) -> Iterator[Entry]:
    """Yield the plugins that are new at all of the points that they implement, if that takes several entries."""
    for name in dict.fromkeys(name for plugins in plan.running.values() for name in plugins):
        points = plan.ground.points_of(name) or ()
        new = all(name in plan.running[point] and not _by_default(plan, point, name) for point in points)
        written = [point for point in points if point not in plan.cleared and point != QUEUE_SORT]
        if new and len(written) > 1:
            yield Entry(
                MULTI_POINT,
                "enabled",
                name,
                plan.reasons[written[0], name],
                _weight(plan.scores[name]) if SCORE in written else None,
            )


def _reweighted(plan: Plan) -> Iterator[Entry]:
    for name, weight in plan.scores.items():
        if SCORE not in plan.cleared and plan.ground.defaults[SCORE].get(name, weight) != weight:
            yield Entry(MULTI_POINT, "enabled", name, plan.reasons[SCORE, name], weight)


def _disabled(plan: Plan, point: str, spread: _Spread) -> Iterator[Entry]:
    """Yield the default plugins that a point loses; up to v1beta1 those with another weight too."""
    for name, weight in plan.ground.defaults.get(point, {}).items():
        here = plan.running[point].get(name)
        lost = here is None or (here != weight and plan.ground.appends)
        if lost and ("disabled", name) not in spread:
            yield Entry(point, "disabled", name, plan.reasons[point, name])


def _enabled(plan: Plan, point: str, spread: _Spread) -> Iterator[Entry]:
    """Yield the plugins that a point gets, or whose weight changes there."""
    defaults = {} if point in plan.cleared else plan.ground.defaults.get(point, {})
    for name, weight in plan.running[point].items():
        brought = ("enabled", name) in spread and plan.ground.implements(name, point) and point not in plan.cleared
        if defaults.get(name) != weight and not brought:
            written = weight if name in defaults else _weight(weight)
            yield Entry(point, "enabled", name, plan.reasons[point, name], written)


def _by_default(plan: Plan, point: str, name: str) -> bool:
    return name in plan.ground.defaults.get(point, {})


def _weight(weight: int) -> int | None:
    """Leave out what is meant where nothing is written."""
    return weight if weight > 1 else None
