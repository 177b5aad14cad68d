"""The configurations of two clusters that differ, compared by what the scheduler of each makes of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import filterfalse
from typing import NamedTuple

from schedcfg.commands.diff.diff import diff_explained
from schedcfg.commands.effective.effective import ExplainedFile, explain
from schedcfg.commands.review.review import Review, ReviewedFile, scheduler_names
from schedcfg.document import parse
from schedcfg.errors import FileGuard, UnreadFile
from schedcfg.findings import FileReport
from schedcfg.integrations.cluster_configurations import ClusterContext, configurations
from schedcfg.integrations.cluster_reading import ClusterReading
from schedcfg.sources.configurations import Role, find_configurations
from schedcfg.validation.options import Options

_CLUSTER = "cluster"
"""What the path of an object begins with, in whatever cluster."""


class ReadCluster(NamedTuple):
    """A cluster, and what reports call it."""

    name: str
    reading: ClusterReading


class _Configuration(NamedTuple):
    """A configuration of a cluster, by the release of its scheduler."""

    path: str
    explained: ExplainedFile
    options: Options

    @property
    def scheduler_names(self) -> frozenset[str]:
        """The names of its schedulers; none where it is refused."""
        return frozenset(scheduler_names(self.explained))


def review_clusters(left: ReadCluster, right: ReadCluster, options: Options) -> Review:
    """Compare the configurations of two clusters, each by the release of its own scheduler.

    A configuration is the one under the same key of the same ConfigMap, else the one that serves the same names.

    Args:
        left: One cluster.
        right: The other.
        options: How configurations are validated.
    """
    sides, names = [_read(side, options) for side in (left, right)], (left.name, right.name)
    unread = [
        UnreadFile(_named(path, name), why)
        for side, name in zip(sides, names, strict=True)
        for path, why in side.unread
    ]
    failed = {path for side in sides for path, _ in side.unread}
    before, after = ({one.path: one for one in side.found if one.path not in failed} for side in sides)
    files: list[ReviewedFile] = []
    for one, other in _pairs(before, after):
        with FileGuard() as guard:
            files += filterfalse(_is_alike, [_review(one, other, names)])
        unread += guard.unread(" or ".join(_paths(one, other, names)))
    return Review(left.name, right.name, tuple(files), unread=tuple(unread))


class _ReadSide(NamedTuple):
    """The configurations of a cluster, and the paths of what cannot be read, each with the reason."""

    found: list[_Configuration]
    unread: list[UnreadFile]


def _read(cluster: ReadCluster, options: Options) -> _ReadSide:
    context = ClusterContext(cluster.reading, options)
    side = _ReadSide([], [*cluster.reading.unseen])
    for configuration in configurations(cluster.reading):
        with FileGuard() as guard:
            stream = parse(configuration.text)
            if find_configurations(stream, Role.ANY):
                own = context.options_for(configuration.config_map)
                path = _named(configuration.path, cluster.name)
                side.found.append(_Configuration(configuration.path, explain(stream, own, path=path), own))
        side.unread.extend(guard.unread(configuration.path))
    return side


def _named(path: str, cluster: str) -> str:
    """Return the path of an object, which begins with the name of its cluster."""
    return f"{cluster}{path.removeprefix(_CLUSTER)}"


def _pairs(
    before: Mapping[str, _Configuration], after: Mapping[str, _Configuration]
) -> list[tuple[_Configuration | None, _Configuration | None]]:
    """Match the configurations of both clusters, in order of their paths."""
    there = _by_names(one for path, one in before.items() if path not in after)
    here = _by_names(one for path, one in after.items() if path not in before)
    renamed = {
        here[names][0].path: there[names][0]
        for names in there
        if names and len(there[names]) == len(here.get(names, ())) == 1
    }
    moved = {one.path for one in renamed.values()}
    found = {path: (before.get(path, renamed.get(path)), one) for path, one in after.items()}
    gone = {path: (one, None) for path, one in before.items() if path not in after and path not in moved}
    return [pair for _, pair in sorted({**found, **gone}.items())]


def _by_names(found: Iterable[_Configuration]) -> Mapping[frozenset[str], list[_Configuration]]:
    groups: dict[frozenset[str], list[_Configuration]] = defaultdict(list)
    for one in found:
        groups[one.scheduler_names].append(one)
    return groups


def _paths(before: _Configuration | None, after: _Configuration | None, names: tuple[str, str]) -> list[str]:
    sides = zip((before, after), names, strict=True)
    return [_named(one.path, name) for one, name in sides if one is not None]


def _review(before: _Configuration | None, after: _Configuration | None, names: tuple[str, str]) -> ReviewedFile:
    reports = [None if one is None else _report(one) for one in (before, after)]
    path, old_path = (
        "" if one is None else _named(one.path, name) for one, name in ((after, names[1]), (before, names[0]))
    )
    if before is None or after is None:
        alone = before or after
        names_there = () if alone is None else tuple(scheduler_names(alone.explained))
        return ReviewedFile(path or old_path, "", reports[0], reports[1], None, scheduler_names=names_there)
    difference = diff_explained(before.explained, after.explained, after.options)
    return ReviewedFile(path, old_path, reports[0], reports[1], difference, is_renamed=before.path != after.path)


def _report(configuration: _Configuration) -> FileReport:
    """Return what `validate` reports; a cluster has no file to fix."""
    report = configuration.explained.file.report
    return replace(report, documents=tuple(document.without_fixes() for document in report.documents))


def _is_alike(file: ReviewedFile) -> bool:
    """Return whether a configuration behaves the same in both clusters, with the same findings."""
    if file.difference is None or file.before is None or file.after is None or file.came or file.went:
        return False
    # What both refuse for the same reasons does not differ either.
    is_same_text = file.before.text == file.after.text and not file.difference.differs
    return file.difference.is_same or is_same_text
