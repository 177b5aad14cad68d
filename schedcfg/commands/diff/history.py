"""When a difference arose, and which upstream file decides: defaults, or a file, followed from version to version."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self, TypeAlias

from schedcfg import plugins, releases
from schedcfg.commands.diff.changes import Explained, changes
from schedcfg.commands.diff.results import (
    AnyChange,
    ArgsChange,
    Cause,
    ChangeKind,
    ExtenderChange,
    OrderChange,
    PluginChange,
    Reason,
    SharesChange,
    Step,
    UpstreamSource,
    VersionPoint,
)
from schedcfg.configuration.effective.behavior import RENAMED_PLUGINS
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE
from schedcfg.configuration.effective.view import EffectiveView
from schedcfg.output.links import links
from schedcfg.releases import upstream
from schedcfg.releases.release import Release

Key: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class History:
    """How things came to differ between the oldest and the newest of several views."""

    steps: Mapping[Key, Step]  # What a change is about → the last step at which it changed
    whole: Mapping[Key, AnyChange]  # The same → how it differs between the two ends, from left to right

    @classmethod
    def along(cls, explained: Iterable[Explained], *, left_is_older: bool) -> Self:
        """Compare each with the next, and the first with the last.

        Args:
            explained: At least one, the oldest first.
            left_is_older: Whether the left side of the comparison is the oldest.
        """
        met = list(explained)
        steps: dict[Key, Step] = {}
        for older, newer in pairwise(met):
            step = Step(point_of(older.view), point_of(newer.view))
            steps |= {cls.key(change): step for change in changes(older, newer)}
        ends = (met[0], met[-1]) if left_is_older else (met[-1], met[0])
        return cls(steps, {cls.key(change): change for change in changes(*ends)})

    @staticmethod
    def key(change: AnyChange) -> Key:
        """Return what a change is about."""
        return (change.profile, *_subject(change))

    def explains(self, change: AnyChange) -> bool:
        """Check whether a change arose in this history."""
        raise NotImplementedError

    def reason(self, change: AnyChange) -> Reason:
        """Return what a change that arose in this history goes back to."""
        return change.reason

    def explain(self, found: Iterable[AnyChange]) -> Iterator[AnyChange]:
        """Yield each change with the step at which it arose, where that is known."""
        for change in found:
            step = self.steps.get(self.key(change))
            if step is None or not self.explains(change):
                yield change
            else:
                yield replace(change, reason=replace(self.reason(change), cause=_cause(change, step), step=step))


class OfOneFile(History):
    """The same file looked at by each release: it explains everything but what follows from something else."""

    def explains(self, change: AnyChange) -> bool:
        """Check whether a change arose in this history."""
        return change.reason.cause is not Cause.FOLLOWS


_OF_DEFAULTS = {Cause.API_VERSION, Cause.RELEASE, Cause.FEATURE_GATE}
"""Causes that may lie in what is not written."""


class OfDefaults(History):
    """A file without fields: it explains where defaults of two files differ."""

    @staticmethod
    def key(change: AnyChange) -> Key:
        """Return what a change is about; defaults are the same for every profile."""
        return _subject(change)

    def explains(self, change: AnyChange) -> bool:
        """Check whether a change arose in this history: files may order plugins just as the defaults do."""
        whole = self.whole.get(self.key(change))
        if isinstance(change, OrderChange):
            return isinstance(whole, OrderChange) and _moves_as(change, whole)
        return whole is not None and change.reason.cause in _OF_DEFAULTS

    def reason(self, change: AnyChange) -> Reason:
        """Return what a change goes back to: the defaults, even where a file names some of the plugins too."""
        return self.whole[self.key(change)].reason


def _subject(change: AnyChange) -> Key:
    """Return what a change is about, plugins by their later names."""
    return tuple(RENAMED_PLUGINS.get(step, step) for step in change.subject)


def _moves_as(change: OrderChange, whole: OrderChange) -> bool:
    """Check whether a file's plugins move just as the default ones among them do; those of its own stay."""
    in_both = set(change.before) & set(whole.before)
    orders = (change.before, whole.before), (change.after, whole.after)
    same = all(
        [name for name in one if name in in_both] == [name for name in other if name in in_both]
        for one, other in orders
    )
    return same and in_both.issuperset(change.moved)


def _cause(change: AnyChange, step: Step) -> Cause:
    older, newer = releases.at(step.older.kubernetes), releases.at(step.newer.kubernetes)
    points = (step.older, step.newer)
    defaults = [releases.at(point.kubernetes).default_plugins.get(point.api_version, {}) for point in points]
    spreads = [MULTI_POINT in plugins_by_point for plugins_by_point in defaults]
    if _is_weighed_elsewhere(change, older, newer):
        return Cause.WEIGHT_POINT
    if isinstance(change, PluginChange) and change.begins_to_count is not None:
        return Cause.FEATURE_GATE
    if isinstance(change, PluginChange):
        cause = _cause_in_plugin(change, older, newer)
        if cause is not None and (all(spreads) or cause is not Cause.EXTENSION_POINTS):
            return cause
    if isinstance(change, OrderChange) and spreads[0] != spreads[1]:
        return Cause.MULTI_POINT
    return Cause.API_VERSION if older is newer else Cause.RELEASE


def _is_weighed_elsewhere(change: AnyChange, older: Release, newer: Release) -> bool:
    """Return whether a weight of the file changes because a release reads it at another point than the other."""
    is_reweighed = isinstance(change, PluginChange) and change.point == SCORE and change.kind is ChangeKind.CHANGED
    points = older.score_weight_points[-1], newer.score_weight_points[-1]
    return is_reweighed and change.reason.cause is Cause.FILE and points[0] != points[1]


def with_weight_point(change: AnyChange, path: tuple[VersionPoint, ...]) -> AnyChange:
    """Return a change between two files with its reason, if a weight is that of another point than `score`.

    Args:
        change: A change that the files cause.
        path: What lies between the versions of both.
    """
    places = (origin.path for origin in (change.reason.left, change.reason.right) if origin is not None)
    points = {place.partition("plugins.")[2].partition(".")[0] for place in places}
    for older, newer in pairwise(path):
        one, other = releases.at(older.kubernetes), releases.at(newer.kubernetes)
        if _is_weighed_elsewhere(change, one, other) and not points <= {*other.score_weight_points}:
            reason = replace(change.reason, cause=Cause.WEIGHT_POINT, step=Step(older, newer))
            return replace(change, reason=reason)
    return change


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


_SOURCES = {
    Cause.PLUGIN_ADDED: upstream.REGISTRY,
    Cause.PLUGIN_REMOVED: upstream.REGISTRY,
    Cause.MULTI_POINT: upstream.FRAMEWORK,
    Cause.WEIGHT_POINT: upstream.FRAMEWORK,
    Cause.FEATURE_GATE: upstream.FEATURE_GATES,
}
"""Cause → the file that decides, whatever the change."""


def with_source(change: AnyChange, left: EffectiveView, right: EffectiveView) -> AnyChange:
    """Add the file that decides: at the newer end of the step where it changed, else on the newer side that has it."""
    point = _decisive(change, left, right)
    if _is_out_of_tree(change):
        source = _out_of_tree(change)
    else:
        path = _path(change, point)
        source = None if path is None else UpstreamSource(path, upstream.address(path, releases.at(point.kubernetes)))
    if source is None:
        return change
    return replace(change, reason=replace(change.reason, source=source))


def _is_out_of_tree(change: AnyChange) -> bool:
    """Return whether a change is about what a plugin does that no release of Kubernetes has."""
    if not isinstance(change, PluginChange | ArgsChange) or change.reason.cause in _SOURCES:
        return False
    return not releases.having(change.plugin)


def _out_of_tree(change: AnyChange) -> UpstreamSource | None:
    """Return the plugin's own file, in the repository that publishes it; None for one of which nothing is known."""
    known = plugins.find(change.plugin) if isinstance(change, PluginChange | ArgsChange) else None
    found = links(known.source, None) if known is not None else ()
    return UpstreamSource(found[0].partition("/HEAD/")[2], found[0]) if found else None


def _decisive(change: AnyChange, left: EffectiveView, right: EffectiveView) -> VersionPoint:
    cause, step = change.reason.cause, change.reason.step
    if step is not None:
        # What is gone can be read only where it still was.
        return step.older if cause is Cause.PLUGIN_REMOVED else step.newer
    one, other = map(point_of, (left, right))
    if change.kind is ChangeKind.CHANGED:
        return other if is_older(one, other) else one
    return one if change.kind is ChangeKind.REMOVED else other


def _path(change: AnyChange, point: VersionPoint) -> str | None:
    release, cause = releases.at(point.kubernetes), change.reason.cause
    if cause in _SOURCES:
        return _SOURCES[cause]
    if isinstance(change, SharesChange):
        return upstream.FRAMEWORK
    if isinstance(change, ExtenderChange) or (isinstance(change, OrderChange) and change.point == "extenders"):
        return release.extender_source
    if point.api_version not in release.api_versions:
        return upstream.POLICY
    if isinstance(change, OrderChange):
        return upstream.FRAMEWORK if cause is Cause.FILE else upstream.default_plugins(point.api_version, release)
    if isinstance(change, PluginChange | ArgsChange):
        return _of_plugin(change, point)
    return upstream.types(point.api_version) if cause is Cause.FILE else upstream.defaults(point.api_version)


def _of_plugin(change: PluginChange | ArgsChange, point: VersionPoint) -> str | None:
    release, cause = releases.at(point.kubernetes), change.reason.cause
    known = plugins.find(change.plugin) if change.plugin in release.plugins else None
    own = None if known is None else known.source
    if cause in {Cause.FILE, Cause.EXTENSION_POINTS, Cause.FOLLOWS} or not release.reads_args_as_kinds:
        return own
    if isinstance(change, ArgsChange):
        return upstream.defaults(point.api_version)
    return upstream.default_plugins(point.api_version, release)


def point_of(view: EffectiveView) -> VersionPoint:
    """Return the API version and release by which a view was made."""
    return VersionPoint(view.api_version, view.kubernetes)


def version_path(one: VersionPoint, other: VersionPoint) -> tuple[VersionPoint, ...]:
    """List the points between two API versions and releases, both included, the older first.

    A step leads to another API version of the same release, or to the next release with the same API version; only
    where these have no API version in common (1.18 and 1.19), to both at once.

    Returns:
        At least one point; only the two, where just one of them is an API version, the other a legacy Policy.
    """
    start, end = sorted((one, other), key=_age)
    if start.api_version == end.api_version:
        numbers = range(releases.at(start.kubernetes).number, releases.at(end.kubernetes).number + 1)
        return tuple(VersionPoint(start.api_version, f"1.{number}") for number in numbers)
    if not all(releases.serving(point.api_version) for point in (start, end)):
        return (start, end)
    points = [start]
    while points[-1] != end:
        points.append(_next(points[-1], end))
    return tuple(points)


def is_older(one: VersionPoint, other: VersionPoint) -> bool:
    """Check whether the first is the older one, or as old as the other."""
    return _age(one) <= _age(other)


def _age(point: VersionPoint) -> tuple[int, int]:
    """Return what sorts points by age: the release, then the API version."""
    release = releases.at(point.kubernetes)
    versions = release.api_versions
    return release.number, versions.index(point.api_version) if point.api_version in versions else -1


def _next(point: VersionPoint, end: VersionPoint) -> VersionPoint:
    here = releases.at(point.kubernetes)
    if point.api_version != end.api_version and end.api_version in here.api_versions:
        return VersionPoint(end.api_version, here.name)
    after = _release_after(here)
    if point.api_version in after.api_versions:
        return VersionPoint(point.api_version, after.name)
    # The API version ends here: go on with the newest one that leads further.
    common = [version for version in here.api_versions if version in after.api_versions]
    return VersionPoint(common[-1], here.name) if common else VersionPoint(after.api_versions[0], after.name)


def _release_after(release: Release) -> Release:
    names = releases.names()
    return releases.at(names[names.index(release.name) + 1])
