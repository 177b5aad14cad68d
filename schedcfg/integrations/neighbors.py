"""What differs between two trees, and what is beside it: files of one folder are validated together.

A file that did not change may get other findings because its neighbor did: a static Pod whose `--config` names it.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from schedcfg.document import parse_bytes
from schedcfg.errors import BugGuard, FileGuard, UnreadableInput, UnreadFile
from schedcfg.findings import FileReport, Finding, Verdict, verdict_on
from schedcfg.integrations.compared_files import (
    ChangedFile,
    ComparedFiles,
    FileChoice,
    UnchangedFile,
    between,
    of_folders,
    since,
)
from schedcfg.integrations.compared_folders import CommittedFolders, FoldersBefore, folder_of
from schedcfg.integrations.git import CommittedFile, Repository, RevisionSpan
from schedcfg.rules.context_cache import ContextCache, related_folders
from schedcfg.rules.served_names import ServedNames
from schedcfg.sources import SearchTally, Source, find, may_hold_manifests
from schedcfg.sources.folder import has_suffix
from schedcfg.sources.marks import may_run_scheduler
from schedcfg.sources.neighboring import PATCHES
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.each_file import Verb, each_source
from schedcfg.validation.files import FilesOfRun, validate_file
from schedcfg.validation.options import Options


class Changes(NamedTuple):
    """What differs between two trees."""

    files: tuple[ChangedFile, ...]
    neighbors: tuple[UnchangedFile, ...]  # Those that do not differ, but may have other findings because one does
    before: ContextCache
    now: ContextCache
    options: Options
    unread: tuple[UnreadFile, ...] = ()
    whole: tuple[str, ...] = ()  # What is one cluster now: files and folders; none: each folder is one

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the files that differ and are there, or may differ."""
        compared = [file.path for file in self.files if file.after is not None]
        return (*compared, *(path for path, _ in self.unread if os.path.exists(path)))

    def as_one_cluster(self, options: Options) -> Options:
        """Return options by which all that was compared is one cluster."""
        return replace(options, cluster=self.whole)

    def reports(self, tally: SearchTally) -> Iterator[FileReport]:
        """Yield what `validate` reports of each file that differs and is there.

        Args:
            tally: Counts them.
        """
        verb = Verb(partial(validate_file, contexts=self.now), FileReport, may_hold_manifests)
        sources = [
            *(Source(file.path, searched=True, content=file.after) for file in self.files if file.after is not None),
            *(Source(path, searched=True, obstacle=reason) for path, reason in self.unread),
        ]
        return each_source(verb, sources, self.options, tally)

    def report_before(self, file: ChangedFile) -> FileReport | None:
        """Return what `validate` reported for a file; None where it is new."""
        return None if file.before is None else self._report(file.before, file.old_path or file.path, self.before)

    def report_now(self, file: ChangedFile) -> FileReport | None:
        """Return what `validate` reports of a file; None where it is gone."""
        return None if file.after is None else self._report(file.after, file.path, self.now)

    def of_neighbors(self) -> Iterator[tuple[FileReport, FileReport]]:
        """Yield what `validate` reported and reports of each neighbor, where that differs."""
        for file in self.neighbors:
            with BugGuard() as guard:
                both = self._of_neighbor(file)
            if guard.reason:
                unread = FileReport(file.path, Verdict.UNREADABLE, reason=guard.reason)
                yield unread, unread
            elif both is not None and any(True for _ in (*new_findings(*both), *new_findings(*reversed(both)))):
                yield both

    def _of_neighbor(self, file: UnchangedFile) -> tuple[FileReport, FileReport] | None:
        with suppress(UnreadableInput):
            raw = file.read()
            if may_hold_manifests(raw):
                return self._report(raw, file.old_path, self.before), self._report(raw, file.path, self.now)
        # It has to do with nothing, or is as unreadable as it was.
        return None

    def reports_of_neighbors(self, tally: SearchTally) -> Iterator[FileReport]:
        """Yield what is new in each neighbor: nothing else in it has to do with the change.

        Args:
            tally: Counts them.
        """
        for before, now in self.of_neighbors():
            is_unread = now.verdict is Verdict.UNREADABLE
            report = now if is_unread else _with_only(list(new_findings(now, before)), now)
            if report.documents or is_unread:
                tally.looked_at += 1
                tally.found += now.holds_scheduler
                tally.unreadable += is_unread
                yield report

    def _report(self, raw: bytes, path: str, contexts: ContextCache) -> FileReport:
        return validate_file(parse_bytes(raw), self.options.at(path), path=path, contexts=contexts)


def changes(revision: str, paths: Sequence[str], options: Options) -> Changes:
    """Compare files of the working tree with what they were where the work on a revision began.

    Args:
        revision: A branch, a tag or a commit.
        paths: Files and folders; none: the whole repository.
        options: How they are validated.

    Raises:
        UnreadableInput: if there is no repository, or no such commit.
    """
    wanted = _Wanted.of(paths, options)
    files = since(revision, wanted.choice)
    before = FoldersBefore(files.changed, options.suffixes)
    run = FilesOfRun(tuple(paths) or (files.top,), options)

    def served_before(contexts: ContextCache) -> ServedNames:
        """Return the names that were served: those of today count too, since what nobody serves now is in question."""
        return ServedNames.together([now.served_in_run(), *_served_before(files.changed, contexts, options)])

    now = ContextCache(options.suffixes, read_run=run.served)
    then = ContextCache(options.suffixes, before.texts, before.patches, served_before)
    return _of_wanted(files, wanted, (then, now), run.paths)


def changes_between(span: RevisionSpan, paths: Sequence[str], options: Options) -> Changes:
    """Compare files of two commits.

    Args:
        span: Both.
        paths: Files and folders; none: the whole repository.
        options: How they are validated.

    Raises:
        UnreadableInput: if there is no repository, or no such commit.
    """
    wanted = _Wanted.of(paths, options)
    repository = wanted.choice.repository
    before, now = (repository.files(commit) for commit in repository.ends(span))
    return _of_trees(repository, (before, now), wanted)


def staged_changes(paths: Sequence[str], options: Options) -> Changes:
    """Compare the files that the next commit would have with those of the last one.

    Args:
        paths: Files and folders; none: the whole repository.
        options: How they are validated.

    Raises:
        UnreadableInput: if there is no repository.
    """
    wanted = _Wanted.of(paths, options)
    repository = wanted.choice.repository
    return _of_trees(repository, (repository.last_files(), repository.staged_files()), wanted)


def _of_trees(
    repository: Repository, trees: tuple[list[CommittedFile], list[CommittedFile]], wanted: "_Wanted"
) -> Changes:
    suffixes = wanted.options.suffixes
    before, now = (CommittedFolders(repository, files, suffixes) for files in trees)
    contexts = [ContextCache(suffixes, folders.texts, folders.patches) for folders in (before, now)]
    return _of_wanted(between(repository, trees, wanted.choice), wanted, (contexts[0], contexts[1]))


def changes_of_folders(left: str, right: str, options: Options) -> Changes:
    """Compare the files of two folders, by their paths from there."""
    names = [
        {os.path.relpath(source.path, folder): source for source in _searched(folder, options)}
        for folder in (left, right)
    ]
    files = of_folders(names[0], names[1], may_hold_manifests)
    runs = [FilesOfRun((folder,), options) for folder in (left, right)]
    before, now = (ContextCache(options.suffixes, read_run=run.served) for run in runs)
    return _of_wanted(files, _Wanted.of((left, right), options), (before, now), (right,))


def _searched(folder: str, options: Options) -> Iterator[Source]:
    exclude = options.exclude
    for source in find([folder], options.suffixes, SearchTally()):
        if exclude is None or not exclude.fit(source.path):
            yield source


def _of_wanted(
    files: ComparedFiles, wanted: "_Wanted", contexts: tuple[ContextCache, ContextCache], whole: tuple[str, ...] = ()
) -> Changes:
    before, now = contexts
    changed: list[ChangedFile] = []
    unread, may_serve = files.unread, False
    for file in files.changed:
        with FileGuard() as guard:
            changed += [file] if wanted.holds(file) else []
            may_serve = may_serve or any(may_run_scheduler(raw) for raw in (file.before, file.after) if raw)
        unread += guard.unread(file.path)
    related = chain(_beside(files), _naming(files) if whole and may_serve else ())
    return Changes(
        tuple(changed),
        tuple(file for file in related if wanted.has(file.path)),
        before,
        now,
        wanted.options,
        unread,
        whole,
    )


def new_findings(report: FileReport | None, other: FileReport | None) -> Iterator[Finding]:
    """Yield the findings of a report that another one does not have; lines may differ."""
    known = Counter((finding.rule, finding.message) for finding in _findings(other))
    for finding in _findings(report):
        known[finding.rule, finding.message] -= 1
        if known[finding.rule, finding.message] < 0:
            yield finding


def _with_only(findings: list[Finding], report: FileReport) -> FileReport:
    """Return a report with some of its findings, and the verdict that follows from them."""
    documents = []
    for document in report.documents:
        own = tuple(finding for finding in document.findings if finding in findings)
        if own:
            documents.append(replace(document, findings=own, verdict=verdict_on(own)))
    is_refused = any(one.verdict is Verdict.REFUSED for one in documents)
    return replace(report, documents=tuple(documents), verdict=Verdict.REFUSED if is_refused else Verdict.ACCEPTED)


def _findings(report: FileReport | None) -> Iterator[Finding]:
    for document in () if report is None else report.documents:
        yield from document.findings


class _Wanted(NamedTuple):
    """The files that are asked about."""

    paths: tuple[Path, ...]
    options: Options

    @classmethod
    def of(cls, paths: Sequence[str], options: Options) -> "_Wanted":
        """Return the files at paths as they are named; none: all."""
        return cls(tuple(Path(path).resolve() for path in paths), options)

    @property
    def choice(self) -> FileChoice:
        """These files, with what is beside them."""
        folders = (path if path.is_dir() else path.parent for path in self.paths)
        related = [related_folder for folder in folders for related_folder in related_folders(str(folder))]
        return FileChoice(related, partial(has_suffix, suffixes=self.options.suffixes), may_hold_manifests)

    def has(self, path: str) -> bool:
        """Return whether a path is asked about."""
        exclude, full = self.options.exclude, Path(path).resolve()
        is_inside = not self.paths or any(full.is_relative_to(one) for one in self.paths)
        return is_inside and (exclude is None or not exclude.fit(path))

    def holds(self, file: ChangedFile) -> bool:
        """Return whether a file that differs is asked about, and may have to do with schedulers."""
        is_wanted = self.has(file.path) or bool(file.old_path and self.has(file.old_path))
        return is_wanted and any(may_hold_manifests(raw) for raw in (file.before, file.after) if raw)


def _beside(found: ComparedFiles) -> Iterator[UnchangedFile]:
    """Yield the unchanged files in whose folder, or in one that belongs to it, something differs."""
    folders = {folder_of(path) for file in found.changed for path in (file.path, file.old_path) if path}
    folders |= {os.path.dirname(folder) for folder in folders if os.path.basename(folder) == PATCHES}
    yield from (
        file
        for file in found.unchanged
        if not folders.isdisjoint(
            folder for path in {file.path, file.old_path} for folder in related_folders(folder_of(path))
        )
    )


def _naming(files: ComparedFiles) -> Iterator[UnchangedFile]:
    """Yield the other unchanged files whose Pods name schedulers."""
    beside = {file.path for file in _beside(files)}
    yield from (file for file in files.unchanged if file.path not in beside and _names_scheduler(file))


def _names_scheduler(file: UnchangedFile) -> bool:
    with FileGuard():
        return b"schedulerName" in file.read()
    return False


def _served_before(changed: Iterable[ChangedFile], contexts: ContextCache, options: Options) -> Iterator[ServedNames]:
    """Yield the names that were served in the folders of files that differ."""
    for file in changed:
        path, raw = file.old_path or file.path, file.before
        if raw and may_run_scheduler(raw):
            yield contexts.file(path, parse_bytes(raw), DocumentValidator.of(options.at(path))).folder.served
