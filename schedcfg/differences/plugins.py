"""Which plugins run, how often, and what their scores weigh."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from schedcfg.differences.origins import reason
from schedcfg.differences.points import POINTS
from schedcfg.differences.results import Cause, PluginChange, Reason, Run, Share, SharesChange
from schedcfg.effective.framework import DECIDING, MULTI_POINT
from schedcfg.effective.view import Origin, Profile, RunningPlugin

_SCORE = "score"


class Found(NamedTuple):
    """A plugin as it runs at a point, and where that comes from."""

    run: Run
    origin: Origin


def runs(profile: Profile, point: str) -> Mapping[str, Found]:
    """Map what runs at a point, in running order."""
    found: dict[str, Found] = {}
    running = tuple(_running(profile, point))
    placed = point in DECIDING and len(running) > 1
    for place, one in enumerate(running, start=1):
        known = found.get(one.name)
        if known is None:
            run = Run(one.weight, one.share, place=place if placed else None)
        else:
            run = replace(known.run, times=known.run.times + 1)
        found[one.name] = Found(run, one.origin)
    return found


def running_anywhere(profile: Profile) -> frozenset[str]:
    """Name every plugin that runs at some point."""
    return frozenset(one.name for point in POINTS for one in _running(profile, point))


def _running(profile: Profile, name: str) -> Iterable[RunningPlugin]:
    if name == MULTI_POINT:
        return profile.unplaced
    return next((point.running for point in profile.points if point.name == name), ())


def plugin_changes(left: Profile, right: Profile) -> Iterator[PluginChange]:
    """Yield the plugins that go from a point, come to it, or weigh something else there."""
    staying = running_anywhere(left) & running_anywhere(right)
    for point in POINTS:
        before, after = runs(left, point), runs(right, point)
        for name in dict.fromkeys((*before, *after)):
            one, other = before.get(name), after.get(name)
            if _counts(one) != _counts(other):
                yield PluginChange(
                    profile=right.name,
                    plugin=name,
                    point=point,
                    stays=name in staying,
                    before=one and one.run,
                    after=other and other.run,
                    reason=reason(
                        one.origin if one else _removal(left, point, name),
                        other.origin if other else _removal(right, point, name),
                    ),
                )


def _counts(found: Found | None) -> tuple[int, int] | None:
    """Return what can differ by itself: the share follows from the other plugins too."""
    return None if found is None else (found.run.weight, found.run.times)


def _removal(profile: Profile, name: str, plugin: str) -> Origin | None:
    """Find what takes a default plugin away from a point; None where it does not come by default."""
    removed = (one for point in profile.points if point.name == name for one in point.removed)
    return next((one.origin for one in removed if one.name == plugin), None)


def share_changes(left: Profile, right: Profile) -> Iterator[SharesChange]:
    """Yield at most one change: the shares of all plugins that keep their weight but count for more or less."""
    before, after = runs(left, _SCORE), runs(right, _SCORE)
    kept = [name for name in sorted(before.keys() & after.keys()) if _counts(before[name]) == _counts(after[name])]
    moved = [name for name in kept if before[name].run.share != after[name].run.share]
    if moved:
        yield SharesChange(
            profile=right.name,
            before=tuple(Share(name, before[name].run.share or 0) for name in moved),
            after=tuple(Share(name, after[name].run.share or 0) for name in moved),
            reason=Reason(Cause.FOLLOWS),
        )
