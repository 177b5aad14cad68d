"""When a difference arose: the defaults, or the same file, looked at along the road between both sides."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self, TypeAlias

from schedcfg import plugins, releases
from schedcfg.differences.everything import changes
from schedcfg.differences.results import AnyChange, Cause, OrderChange, PluginChange, Reason, Step
from schedcfg.differences.road import stop_of
from schedcfg.effective.framework import MULTI_POINT
from schedcfg.effective.view import Meaning
from schedcfg.releases.release import Release

Key: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class History:
    """How things came to differ between the oldest and the newest of several meanings.

    Attributes:
        steps: What a change is about → the last step at which it changed.
        whole: The same → how it differs between the two ends, from left to right.
    """

    steps: Mapping[Key, Step]
    whole: Mapping[Key, AnyChange]

    @classmethod
    def along(cls, meanings: Iterable[Meaning], *, left_is_older: bool) -> Self:
        """Compare each meaning with the next, and the first with the last.

        Args:
            meanings: At least one, the oldest first.
            left_is_older: Whether the left side of the comparison is the oldest.
        """
        stops = list(meanings)
        steps: dict[Key, Step] = {}
        for older, newer in pairwise(stops):
            step = Step(stop_of(older), stop_of(newer))
            steps |= {cls.key(change): step for change in changes(older, newer)}
        ends = (stops[0], stops[-1]) if left_is_older else (stops[-1], stops[0])
        return cls(steps, {cls.key(change): change for change in changes(*ends)})

    @staticmethod
    def key(change: AnyChange) -> Key:
        """Return what a change is about."""
        return (change.profile, *change.subject)

    def tells_of(self, change: AnyChange) -> bool:
        """Tell whether a change arose in this history."""
        raise NotImplementedError

    def reason(self, change: AnyChange) -> Reason:
        """Return what a change that arose in this history goes back to."""
        return change.reason

    def explain(self, found: Iterable[AnyChange]) -> Iterator[AnyChange]:
        """Say of each change at which step it arose, where that is known."""
        for change in found:
            step = self.steps.get(self.key(change))
            if step is None or not self.tells_of(change):
                yield change
            else:
                yield replace(change, reason=self.reason(change)._replace(cause=_cause(change, step), step=step))


class OfOneFile(History):
    """The same file looked at by each release: it explains everything but what follows from something else."""

    def tells_of(self, change: AnyChange) -> bool:
        """Tell whether a change arose in this history."""
        return change.reason.cause is not Cause.FOLLOWS


class OfDefaults(History):
    """A file that says nothing: it explains where defaults of two files differ."""

    @staticmethod
    def key(change: AnyChange) -> Key:
        """Return what a change is about; defaults are the same for every profile."""
        return change.subject

    def tells_of(self, change: AnyChange) -> bool:
        """Tell whether a change arose in this history: files may order plugins just as the defaults do."""
        whole = self.whole.get(self.key(change))
        if isinstance(change, OrderChange):
            return isinstance(whole, OrderChange) and _moves_as(change, whole)
        return whole is not None and change.reason.cause in {Cause.API_VERSION, Cause.RELEASE}

    def reason(self, change: AnyChange) -> Reason:
        """Return what a change goes back to: the defaults, even where a file names some of the plugins too."""
        return self.whole[self.key(change)].reason


def _moves_as(change: OrderChange, whole: OrderChange) -> bool:
    """Tell whether a file's plugins move just as the default ones among them do; those of its own stay."""
    in_both = set(change.before) & set(whole.before)
    orders = (change.before, whole.before), (change.after, whole.after)
    same = all(
        [name for name in one if name in in_both] == [name for name in other if name in in_both]
        for one, other in orders
    )
    return same and in_both.issuperset(change.moved)


def _cause(change: AnyChange, step: Step) -> Cause:
    older, newer = releases.at(step.older.kubernetes), releases.at(step.newer.kubernetes)
    spreads = [
        MULTI_POINT in releases.at(stop.kubernetes).default_plugins.get(stop.api_version, {})
        for stop in (step.older, step.newer)
    ]
    if isinstance(change, PluginChange):
        cause = _cause_in_plugin(change, older, newer)
        if cause is not None and (all(spreads) or cause is not Cause.EXTENSION_POINTS):
            return cause
    if isinstance(change, OrderChange) and spreads[0] != spreads[1]:
        return Cause.MULTI_POINT
    return Cause.API_VERSION if older is newer else Cause.RELEASE


def _cause_in_plugin(change: PluginChange, older: Release, newer: Release) -> Cause | None:
    """Find a cause in the plugin's own history; None where nothing of it changed."""
    name = change.plugin
    if (name in older.plugins) != (name in newer.plugins):
        return Cause.PLUGIN_ADDED if name in newer.plugins else Cause.PLUGIN_REMOVED
    known = plugins.find(name)
    if known is None:
        return None
    ran, runs = (change.point in known.points_at(release.number) for release in (older, newer))
    return None if ran == runs else Cause.EXTENSION_POINTS
