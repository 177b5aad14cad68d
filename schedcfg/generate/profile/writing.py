"""A plan written as a profile: the entries that an API version needs to make it out of the defaults."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.document.span import Path
from schedcfg.generate.profile.plan import PLUGIN_CONFIG, QUEUE_SORT, SCORE, Commented, ProfilePlan

_EVERYTHING = "*"


def write_profile(plan: ProfilePlan, scheduler_name: str, summary: str) -> Commented:
    """Write a profile.

    Args:
        plan: What it shall run.
        scheduler_name: Its name.
        summary: What it is for.
    """
    data: dict[str, Any] = {"schedulerName": scheduler_name}
    comments: dict[Path, str] = {(): summary}
    for entry in entries(plan):
        point = data.setdefault("plugins", {}).setdefault(entry.point, {})
        items = point.setdefault(entry.listed, [])
        comments["plugins", entry.point, entry.listed, len(items)] = entry.why
        items.append({"name": entry.name} | ({} if entry.weight is None else {"weight": entry.weight}))
    for name in sorted(plan.args):
        items = data.setdefault(PLUGIN_CONFIG, [])
        comments[PLUGIN_CONFIG, len(items)] = plan.reasons[PLUGIN_CONFIG, name]
        items.append({"name": name, "args": plan.args[name]})
    return Commented(data, comments)


class PluginSetEntry(NamedTuple):
    """One entry of a plugin set."""

    point: str
    listed: str  # The list that it is in: `enabled` or `disabled`
    name: str  # The plugin, or `*`
    why: str
    weight: int | None = None  # What it weighs; None where nothing is written


def entries(plan: ProfilePlan) -> Iterator[PluginSetEntry]:
    """Yield what has to be written; of each list in running order.

    Where `multiPoint` takes effect, it has once what would be the same at several points. New weights are there
    too: a plugin that a point names although `multiPoint` brings it is what some patch releases of 1.23 to 1.29
    stumble over (kubernetes/kubernetes#122066). queueSort is always written out: validation compares it between
    profiles, and knows nothing of `multiPoint`.
    """
    spread = _spread(plan) if plan.context.spreads else {}
    yield from spread.values()
    for point in plan.context.points:
        if point in plan.cleared:
            yield PluginSetEntry(point, "disabled", _EVERYTHING, plan.cleared[point])
        else:
            yield from _disabled(plan, point, spread)
        yield from _enabled(plan, point, spread)


_Spread = dict[tuple[str, str], PluginSetEntry]
"""(list, plugin) → its entry at `multiPoint`."""


def _spread(plan: ProfilePlan) -> _Spread:
    """Find what is best written at `multiPoint`."""
    found = [*_disabled_everywhere(plan), *_enabled_everywhere(plan), *_reweighted(plan)]
    found += [
        PluginSetEntry(MULTI_POINT, "enabled", name, plan.reasons[MULTI_POINT, name], _weight(weight))
        for name, weight in plan.anywhere.items()
    ]
    return {(entry.listed, entry.name): entry for entry in found}


def _disabled_everywhere(plan: ProfilePlan) -> Iterator[PluginSetEntry]:
    """Yield the plugins that are gone from all of the several points at which they run by default."""
    defaults = plan.context.defaults
    for name in dict.fromkeys(name for plugins in defaults.values() for name in plugins):
        points = [point for point, plugins in defaults.items() if name in plugins]
        removed = all(name not in plan.running[point] and point not in plan.cleared for point in points)
        if removed and len(points) > 1:
            yield PluginSetEntry(MULTI_POINT, "disabled", name, plan.reasons[points[0], name])


def _enabled_everywhere(plan: ProfilePlan) -> Iterator[PluginSetEntry]:
    """Yield the plugins that are new at all of the points that they implement, if that takes several entries."""
    for name in dict.fromkeys(name for plugins in plan.running.values() for name in plugins):
        points = plan.context.points_of(name) or ()
        new = all(name in plan.running[point] and not _by_default(plan, point, name) for point in points)
        written = [point for point in points if point not in plan.cleared and point != QUEUE_SORT]
        if new and len(written) > 1:
            yield PluginSetEntry(
                MULTI_POINT,
                "enabled",
                name,
                plan.reasons[written[0], name],
                _weight(plan.scores[name]) if SCORE in written else None,
            )


def _reweighted(plan: ProfilePlan) -> Iterator[PluginSetEntry]:
    for name, weight in plan.scores.items():
        if SCORE not in plan.cleared and plan.context.defaults[SCORE].get(name, weight) != weight:
            yield PluginSetEntry(MULTI_POINT, "enabled", name, plan.reasons[SCORE, name], weight)


def _disabled(plan: ProfilePlan, point: str, spread: _Spread) -> Iterator[PluginSetEntry]:
    """Yield the default plugins that a point loses; up to v1beta1 those with another weight too."""
    for name, weight in plan.context.defaults.get(point, {}).items():
        here = plan.running[point].get(name)
        lost = here is None or (here != weight and plan.context.appends)
        if lost and ("disabled", name) not in spread:
            yield PluginSetEntry(point, "disabled", name, plan.reasons[point, name])


def _enabled(plan: ProfilePlan, point: str, spread: _Spread) -> Iterator[PluginSetEntry]:
    """Yield the plugins that a point gets, or whose weight changes there."""
    defaults = {} if point in plan.cleared else plan.context.defaults.get(point, {})
    for name, weight in plan.running[point].items():
        brought = ("enabled", name) in spread and plan.context.implements(name, point) and point not in plan.cleared
        if defaults.get(name) != weight and not brought:
            written = weight if name in defaults else _weight(weight)
            yield PluginSetEntry(point, "enabled", name, plan.reasons[point, name], written)


def _by_default(plan: ProfilePlan, point: str, name: str) -> bool:
    return name in plan.context.defaults.get(point, {})


def _weight(weight: int) -> int | None:
    """Leave out what is meant where nothing is written."""
    return weight if weight > 1 else None
