"""The comparison of behavior as changes to read: what differs, with where each value comes from."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from schedcfg.commands.diff.differences import EmptiedPoint
from schedcfg.commands.diff.profile_changes import ProfileComparison, ProfileSide, moved
from schedcfg.commands.diff.results import (
    AnyChange,
    Cause,
    ExtenderChange,
    OrderChange,
    ProfileChange,
    Reason,
    SettingChange,
)
from schedcfg.configuration.effective.equivalence import EXTENDERS, PROFILES, FactDifference, compare, pairs
from schedcfg.configuration.effective.facts import ORDER, Key
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.view import EffectiveView, ExtenderView, Origin, OriginKind, ProfileView, Setting
from schedcfg.document.span import render


class Explained(NamedTuple):
    """A configuration, and the view of it with the origin of each value."""

    view: EffectiveView
    configuration: Configuration
    registry: PluginRegistry


def changes(left: Explained, right: Explained) -> Iterator[AnyChange]:
    """Yield what differs and has any effect, with the reasons that show in the two views themselves."""
    found: dict[int | None, list[FactDifference]] = defaultdict(list)
    for difference in compare(left.configuration, right.configuration, left.registry):
        if difference.has_effect:
            found[difference.profiles[1].index if difference.profiles else None].append(difference)
    matched = [
        (left.view.profiles[one.index], right.view.profiles[other.index], found[other.index])
        for one, other in pairs(left.configuration, right.configuration, left.registry)
    ]
    above = found[None]
    if any(difference.key == PROFILES for difference in above):
        yield from _profile_changes(left.view, right.view, [(before, after) for before, after, _ in matched])
    for before, after, differences in matched:
        sides = ProfileSide(before, left.view), ProfileSide(after, right.view)
        yield from ProfileComparison(*sides, differences).changes()
    views = left.view, right.view
    yield from (
        _setting_change(difference, views)
        for difference in above
        if difference.key[0] != EXTENDERS and difference.key != PROFILES
    )
    yield from _extender_changes([difference for difference in above if difference.key[0] == EXTENDERS], views)


_TELLING_POINTS = ("filter", "score", "postFilter")
"""Points at which it concerns every Pod that no plugin runs; that of `bind` or `queueSort` is refused."""


def emptied_points(left: Explained, right: Explained) -> Iterator[EmptiedPoint]:
    """Yield where a profile runs plugins on the left side, and none on the right."""
    for one, other in pairs(left.configuration, right.configuration, left.registry):
        before, after = left.view.profiles[one.index], right.view.profiles[other.index]
        for point in _TELLING_POINTS:
            if point == "score" and any(extender.prioritize_verb for extender in right.configuration.extenders):
                continue
            # Of a foreign plugin at `multiPoint` nobody knows where it runs.
            if _runs_at(before, point) and not _runs_at(after, point) and not after.unplaced:
                yield EmptiedPoint(after.name, point)


def _runs_at(profile: ProfileView, point: str) -> bool:
    return any(one.name == point and one.running for one in profile.points)


def _profile_changes(
    left: EffectiveView, right: EffectiveView, matched: list[tuple[ProfileView, ProfileView]]
) -> Iterator[ProfileChange]:
    """Yield the profiles that go, come, or have another name; their order means nothing."""
    kept_left, kept_right = {before.name for before, _ in matched}, {after.name for _, after in matched}
    for before in left.profiles:
        if before.name not in kept_left:
            why = Reason.of(before.origin, None)
            yield ProfileChange(before=before.name, after=None, reason=why, profile=before.name)
    for after in right.profiles:
        if after.name not in kept_right:
            yield ProfileChange(before=None, after=after.name, reason=Reason.of(None, after.origin), profile=after.name)
    for before, after in matched:
        if before.name != after.name:
            # One of the two names is no default, so a file gives it, whatever the profile as such comes from.
            why = replace(Reason.of(before.origin, after.origin), cause=Cause.FILE)
            yield ProfileChange(before=before.name, after=after.name, reason=why, profile=after.name)


def _setting_change(one: FactDifference, views: tuple[EffectiveView, EffectiveView]) -> SettingChange:
    before, after = (
        None if source is None else _setting(view, source, value)
        for view, source, value in zip(views, one.sources, (one.before, one.after), strict=True)
    )
    return SettingChange(path=one.path, before=before, after=after, reason=Reason.of_values(before, after))


def _setting(view: EffectiveView, source: Key, value: object) -> Setting:
    """Find a value above the profiles; what only a Policy can set is not in its view, and comes from its file."""
    by_default = Setting(render(source), value, Origin(OriginKind.FILE, path=render(source)), steps=source)
    return next((setting for setting in view.settings if setting.steps == source), by_default)


def _extender_changes(
    found: Iterable[FactDifference], views: tuple[EffectiveView, EffectiveView]
) -> Iterator[ExtenderChange | OrderChange]:
    """Yield the extenders that go, come, have other values, or are asked in another order."""
    by_address: dict[str, list[FactDifference]] = defaultdict(list)
    for one in found:
        by_address[one.extender].append(one)
    for address, differences in by_address.items():
        first = differences[0]
        if first.key[1] == ORDER:
            yield _extender_order(first, views)
            continue
        if not first.path:
            yield _whole_extender(first, address, views)
            continue
        for difference in differences:
            before, after = (
                _extender_value(view, source) for view, source in zip(views, difference.sources, strict=True)
            )
            why = Reason.of_values(before, after)
            yield ExtenderChange(url_prefix=address, path=difference.path, before=before, after=after, reason=why)


def _whole_extender(one: FactDifference, address: str, views: tuple[EffectiveView, EffectiveView]) -> ExtenderChange:
    before, after = (_itself(view, source) for view, source in zip(views, one.sources, strict=True))
    why = Reason.of_values(before, after)
    return ExtenderChange(url_prefix=address, path="", before=before, after=after, reason=why)


def _itself(view: EffectiveView, source: Key | None) -> Setting | None:
    if source is None:
        return None
    extender = _extender(view, source)
    return Setting("", extender.url_prefix, extender.origin)


def _extender(view: EffectiveView, source: Key) -> ExtenderView:
    index = source[1]
    assert isinstance(index, int)
    return view.extenders[index]


def _extender_value(view: EffectiveView, source: Key | None) -> Setting | None:
    if source is None:
        return None
    path = render(source[2:])
    return next(setting for setting in _extender(view, source).settings if setting.path == path)


def _extender_order(one: FactDifference, views: tuple[EffectiveView, EffectiveView]) -> OrderChange:
    assert isinstance(one.before, list)
    assert isinstance(one.after, list)
    before, after = tuple(one.before), tuple(one.after)
    firsts = (_first(view, side[0]) for view, side in zip(views, (before, after), strict=True))
    return OrderChange(
        point=EXTENDERS,
        before=before,
        after=after,
        moved=moved(before, after),
        decides=one.matters,
        reason=Reason.of(*firsts),
    )


def _first(view: EffectiveView, address: str) -> Origin:
    return next(extender.origin for extender in view.extenders if extender.url_prefix == address)
