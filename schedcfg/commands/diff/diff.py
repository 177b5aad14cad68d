"""What differs in behavior, not in text?"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache, partial

from schedcfg import releases
from schedcfg.commands.diff.changes import Explained, changes, emptied_points
from schedcfg.commands.diff.differences import Difference, EmptiedPoint, MatchedConfiguration, Side, matched
from schedcfg.commands.diff.history import (
    OfDefaults,
    OfOneFile,
    is_older,
    point_of,
    version_path,
    with_source,
    with_weight_point,
)
from schedcfg.commands.diff.results import AnyChange, VersionPoint
from schedcfg.commands.effective.effective import ExplainedFile, explain
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.view import EffectiveView, FileView
from schedcfg.document import parse, parse_bytes
from schedcfg.errors import UnreadableInput, WrongFeatureGates
from schedcfg.findings import FileReport, Verdict
from schedcfg.releases.release import GROUP
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import STDIN, expect_text
from schedcfg.sources.configurations import Role
from schedcfg.validation.each_file import Verb, one_file
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.selection.selection import EVERYTHING


def diff(
    left: str,
    right: str,
    kubernetes: str | None = None,
    *,
    paths: tuple[str, str] = ("left", "right"),
    options: Options = DEFAULT,
) -> Difference:
    """Return how kube-scheduler would behave differently with another file.

    Args:
        left: The text of one file.
        right: The text of the other.
        kubernetes: The release to validate both by; None: for each that which a manifest in the text runs it with. A
            side without one takes that of the other if it reads it, and without any the newest that reads both or,
            where there is none, for each the newest that reads it.
        paths: Their names in the result.
        options: How both are validated, as in `validate`.

    Returns:
        What changes from left to right, and why; nothing where a side is refused, which its report then explains. Where
        a file has several configurations, the result is about the first, and `others` about the rest.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
        UnreadableInput: if a text is the name of a file.
    """
    options = options.by(kubernetes)
    one, other = (
        explain(parse(expect_text(text)), options, path=path) for text, path in zip((left, right), paths, strict=True)
    )
    return diff_explained(one, other, options)


def diff_releases(
    text: str,
    before: str,
    after: str,
    *,
    path: str = STDIN,
    options: Options = DEFAULT,
) -> Difference:
    """Return how the kube-scheduler of another release would behave differently with the same file.

    Args:
        text: The file's text.
        before: The release on the left side (`1.24`, `v1.24.3`).
        after: The release on the right side; it may be the older one.
        path: Its name in the result.
        options: How it is validated, as in `validate`; feature gates are set in both releases.

    Returns:
        What changes from left to right, and in which release it did; nothing where a release refuses the file.

    Raises:
        UnknownTarget: if a release is not known.
        WrongFeatureGates: if one of them does not start with these gates.
        UnreadableInput: if the text is the name of a file.
    """
    return _between_releases(explain(parse(expect_text(text)), options.by(before), path=path), after, options)


def _between_releases(left: ExplainedFile, after: str, options: Options) -> Difference:
    """Compare what a file means to the release that it was explained for with what it means to another."""
    text = left.file.text
    if text is None or not left.file.documents:
        return Difference(_side(left, 0), _side(left, 0))
    right = explain(parse(text), options.by(after), path=left.file.path)
    meaning = cache(partial(_if_gates_are_known, text, options=options))
    pairs = (
        (configuration, *_configurations(configuration, left, right))
        for configuration in matched(left.file, right.file, options.role)
    )
    return _together(
        Difference(*_sides(pair, left, right), *_history(pair, one, other, meaning), configuration=pair.name)
        for pair, one, other in pairs
    )


def _history(
    pair: MatchedConfiguration,
    one: Explained | None,
    other: Explained | None,
    meaning: Callable[[str], ExplainedFile | None],
) -> tuple[tuple[AnyChange, ...], tuple[EmptiedPoint, ...]]:
    """Return what differs between two releases, and in which release it did; nothing where one of them refuses it."""
    if one is None or other is None:
        return (), ()
    known = {side.view.kubernetes: side for side in (one, other)}
    between = (
        known.get(point.kubernetes) or _explained(meaning(point.kubernetes), pair.left)
        for point in version_path(point_of(one.view), point_of(other.view))
    )
    # A release in between may refuse what both ends accept, or not know the gates: then a step leads over it.
    met = [explained for explained in between if explained is not None]
    history = OfOneFile.along(met, left_is_older=met[0] is one)
    return _with_sources(history.explain(changes(one, other)), one, other), tuple(emptied_points(one, other))


def _if_gates_are_known(text: str, kubernetes: str, options: Options) -> ExplainedFile | None:
    try:
        return explain(parse(text), options.by(kubernetes))
    except WrongFeatureGates:
        return None


def diff_explained(left: ExplainedFile, right: ExplainedFile, options: Options) -> Difference:
    """Compare the configurations of two files by the release that was named, or what runs them, or the newest.

    Args:
        left: One file.
        right: The other.
        options: How both are validated again where no release is named, and one that reads both is needed.
    """
    if not (left.file.documents and right.file.documents):
        return Difference(_side(left, 0), _side(right, 0))

    @cache
    def explained_for(release: str) -> tuple[ExplainedFile, ExplainedFile]:
        one, other = (
            explain(parse(side.file.text or ""), options.by(release), path=side.file.path) for side in (left, right)
        )
        return one, other

    return _together(
        _of_configurations(pair, left, right, explained_for, options)
        for pair in matched(left.file, right.file, options.role)
    )


def _of_configurations(
    pair: MatchedConfiguration,
    left: ExplainedFile,
    right: ExplainedFile,
    explained_for: Callable[[str], tuple[ExplainedFile, ExplainedFile]],
    options: Options,
) -> Difference:
    common = _common_release(pair, left.file, right.file) if options.kubernetes is None else None
    if common is not None:
        anew = explained_for(common)
        left, right = (
            side if _is_run(side.file, index) else other
            for side, index, other in zip((left, right), (pair.left, pair.right), anew, strict=True)
        )
    one, other = _configurations(pair, left, right)
    sides = _sides(pair, left, right)
    if one is None or other is None:
        return Difference(*sides, configuration=pair.name)
    found = compared(one, other, options)
    return Difference(*sides, found, tuple(emptied_points(one, other)), pair.name)


def _together(found: Iterable[Difference]) -> Difference:
    first, *others = found
    return replace(first, others=tuple(others))


def compared(left: Explained, right: Explained, options: Options) -> tuple[AnyChange, ...]:
    """Return what differs, with reasons: the files, or defaults that changed, and when they did."""
    one, other = point_of(left.view), point_of(right.view)
    path = version_path(one, other)
    found: Iterator[AnyChange] = (with_weight_point(change, path) for change in changes(left, right))
    if len(path) > 1:
        defaults = [explained for point in path if (explained := _by_default(point, options)) is not None]
        # Nobody can write a Policy that contains nothing but its API version.
        if len(defaults) == len(path):
            found = OfDefaults.along(defaults, left_is_older=is_older(one, other)).explain(found)
    return _with_sources(found, left, right)


def _with_sources(found: Iterable[AnyChange], left: Explained, right: Explained) -> tuple[AnyChange, ...]:
    return tuple(with_source(change, left.view, right.view) for change in found)


def _by_default(point: VersionPoint, options: Options) -> Explained | None:
    """Explain a file with nothing but its API version; None for a Policy, which has none of its own."""
    if options.feature_gates:
        return _default(point, replace(options, role=Role.ANY, selection=EVERYTHING))
    return _plain_default(point, options.registry)


@lru_cache(maxsize=64)
def _plain_default(point: VersionPoint, registry: PluginRegistry) -> Explained | None:
    """Return the same without feature gates: many files are compared with few of these."""
    return _default(point, Options(registry=registry))


def _default(point: VersionPoint, options: Options) -> Explained | None:
    text = f"apiVersion: {GROUP}/{point.api_version}\nkind: KubeSchedulerConfiguration\n"
    return _explained(_if_gates_are_known(text, point.kubernetes, options), 0)


def _configurations(
    pair: MatchedConfiguration, left: ExplainedFile, right: ExplainedFile
) -> tuple[Explained | None, Explained | None]:
    return _explained(left, pair.left), _explained(right, pair.right)


def _explained(file: ExplainedFile | None, index: int | None) -> Explained | None:
    """Return what the scheduler reads of one configuration; None where that is refused, or there is none."""
    if file is None or index is None or index >= len(file.configurations):
        return None
    view, configuration = file.file.documents[index].view, file.configurations[index]
    if view is None or configuration is None:
        return None
    return Explained(view, configuration, file.registries[index])


def _common_release(pair: MatchedConfiguration, left: FileView, right: FileView) -> str | None:
    """Name the release to compare both by, where each was validated against another one; None where there is none.

    That is the release of the one that a manifest runs, if only one is run so, else the newest that reads both.
    """
    if pair.left is None or pair.right is None:
        return None
    both = left.documents[pair.left], right.documents[pair.right]
    run = [document.report.kubernetes for document in both if document.report.runner is not None]
    if run:
        versions = (document.report.api_version.rpartition("/")[2] for document in both)
        is_read = all(run[0] in releases.serving(version) for version in versions)
        return run[0] if len(run) == 1 and is_read else None
    one, other = (document.view for document in both)
    if one is None or other is None or one.kubernetes == other.kubernetes:
        return None
    readers = _readers(other)
    return next((name for name in reversed(_readers(one)) if name in readers), None)


def _is_run(file: FileView, index: int | None) -> bool:
    """Return whether a manifest names the release that runs a configuration."""
    return index is not None and index < len(file.documents) and file.documents[index].report.runner is not None


def _readers(view: EffectiveView) -> tuple[str, ...]:
    served = releases.serving(view.api_version)
    return served or tuple(release.name for release in releases.all_releases() if release.policy)


def _sides(pair: MatchedConfiguration, left: ExplainedFile, right: ExplainedFile) -> tuple[Side, Side]:
    return _side(left, pair.left), _side(right, pair.right)


def _side(explained: ExplainedFile, index: int | None) -> Side:
    file = explained.file
    if index is None or index >= len(file.documents):
        return Side(file.report, "", None)
    document = file.documents[index]
    # Of a configuration that names a Policy which is not here, what it runs is not known.
    is_known = index < len(explained.configurations) and explained.configurations[index] is not None
    view = document.view if is_known else None
    version, profiles = ("", ()) if view is None else (view.api_version, tuple(one.name for one in view.profiles))
    return Side(file.report, version, document.report.kubernetes, document.report, profiles)


def _unread(path: str, verdict: Verdict, *, reason: str | None = None) -> ExplainedFile:
    return ExplainedFile(FileView(path, verdict, reason=reason))


def unread(paths: tuple[str, ...], reason: str) -> Difference:
    """Return that files cannot be compared, because of a bug.

    Args:
        paths: The files; of a single one, both sides.
        reason: What to report of each.
    """
    left, right = (
        Side(FileReport(path, Verdict.UNREADABLE, reason=reason), "", None) for path in (paths[0], paths[-1])
    )
    return Difference(left, right)


def reports_of(difference: Difference) -> tuple[FileReport, FileReport]:
    """Return what `validate` reports about both sides."""
    return difference.left.report, difference.right.report


def diff_files(left: str, right: str, options: Options) -> Difference:
    """Compare two files, by path or `-`; what cannot be read is in the side's report.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with the feature gates.
    """
    options.release_name()
    verb = Verb(partial(explain, contexts=ContextCache(options.suffixes)), _unread)
    one, other = (_read(verb, path, options) for path in (left, right))
    return diff_explained(one, other, options)


def _read(verb: Verb[ExplainedFile], path: str, options: Options) -> ExplainedFile:
    """Explain a file, or one as Git has it: `main:clusters/a.yaml`, where no file is called so."""
    if path == STDIN or ":" not in path or os.path.exists(path):
        return one_file(verb, path, options)
    from schedcfg.integrations.git import Repository  # noqa: PLC0415 - few comparisons need it

    try:
        raw = Repository.around(os.curdir).read(path)
    except UnreadableInput as error:
        return _unread(path, Verdict.UNREADABLE, reason=error.sentence)
    return explain(parse_bytes(raw), options.at(path.partition(":")[2]), path=path)


def diff_file(path: str, before: str, after: str, options: Options) -> Difference:
    """Compare what a file, by path or `-`, means to two releases.

    Raises:
        UnknownTarget: if a release is not known.
        WrongFeatureGates: if one of them does not start with the feature gates.
    """
    for name in (before, after):
        options.by(name).release_name()
    left = one_file(Verb(explain, _unread), path, options.by(before))
    return _between_releases(left, after, options)
