"""Files validated, few or many; what validates is imported for the first that needs it, which most commits lack.

The configurations of a fleet are alike: those that differ by names alone from one in which nothing was found are not
looked at once more. What names a scheduler or its lease differs, and rules do not care what name that is, but for some,
and these declare which names they single out (`Rule.singles_out`). It is only remembered that nothing was found: where
something was, it has a place of its own, and its message perhaps a name.
"""

import marshal
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from schedcfg.document import Document, Stream, parse_bytes
from schedcfg.document.texts import listing
from schedcfg.errors import UnreadableInput
from schedcfg.findings import DocumentReport, FileReport, Verdict
from schedcfg.rules.context_cache import ContextCache, related_folders
from schedcfg.sources import STDIN, SearchTally, Source, may_hold_manifests
from schedcfg.sources.configurations import Role
from schedcfg.sources.folder import has_suffix
from schedcfg.sources.marks import may_run_scheduler
from schedcfg.sources.source import standard_input
from schedcfg.sources.templates import as_named, template_kind
from schedcfg.validation.each_file import Verb, each_file, files_of
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import has_comments, selected

if TYPE_CHECKING:
    from schedcfg.rules.served_names import ServedNames

_MOST = 4096
_LONGEST = 16_384
"""Characters of a text; with more of them than `_MOST`, and longer ones, what is remembered would fill the memory."""

_MOST_NAMED = 20
"""Files of a folder that are named."""

_FORMAT = 2
"""Of `marshal`: the same bytes for the same data, wherever else its parts are in use."""

_LEASE = ("resourceName", "resourceNamespace")


class CleanConfiguration(NamedTuple):
    """What decides whether something is found in a text, and where that is remembered."""

    document: Document  # The only document of the text
    content: bytes  # Equal where texts differ by nothing but names that no rule singles out
    is_assumed: bool  # Whether nobody named the release
    known: dict[bytes, str]  # Content in which nothing is found → the release that it was validated against

    def report(self, path: str) -> FileReport | None:
        """Return the report on a file with this text, if it is known that nothing is found in it."""
        release = self.known.get(self.content)
        if release is None:
            return None
        data: Any = self.document.data
        api_version, kind = data.get("apiVersion"), data.get("kind")
        its = (self.document.line, api_version, kind, release, Verdict.ACCEPTED)
        report = DocumentReport(0, *its, is_assumed=self.is_assumed)
        return FileReport(path, Verdict.ACCEPTED, (report,), text=self.document.text)

    def remember(self, report: FileReport) -> None:
        """Remember that nothing was found, if so, and if no other text of the same data can change that."""
        from schedcfg.rules.registry import depends_on_text  # noqa: PLC0415 - few runs have anything to remember

        if len(self.known) >= _MOST:
            self.known.clear()
        release = report.documents[0].kubernetes if report.documents else None
        self.known[self.content] = release or ""
        if self.report(report.path) != report or depends_on_text(self.document.data):
            del self.known[self.content]


class CleanConfigurations:
    """What is known of the files of one run."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], dict[bytes, str]] = defaultdict(dict)

    def find(self, stream: Stream, options: Options) -> CleanConfiguration | None:
        """Return what decides about a text of one configuration and nothing else; None where that may be anything."""
        if len(stream.documents) != 1 or stream.error is not None or options.role not in {Role.ANY, Role.CONFIG}:
            return None
        if options.requirements:  # They may be about names.
            return None
        [document], text = stream.documents, stream.text
        data = document.data
        if type(data) is not dict or document.defects or len(text) > _LONGEST or "{{" in text or "{%" in text:
            return None
        # All files of a run have the same registry and the same feature gates.
        release, content = options.release(), marshal.dumps(_without_names(data), _FORMAT)
        return CleanConfiguration(document, content, release is None, self._known[release, options.role])


def _without_names(data: dict[str, Any]) -> dict[str, Any]:
    """Return data with each name replaced by its number among the names of the document."""
    from schedcfg.rules.registry import is_singled_out  # noqa: PLC0415 - imported only where it is needed

    numbers: dict[str, tuple[int]] = {}

    def number(value: Any) -> Any:
        if type(value) is not str or is_singled_out(value):
            return value
        # A tuple, since nothing else in data is one.
        return numbers.setdefault(value, (len(numbers),))

    found = dict(data)
    profiles, election = data.get("profiles"), data.get("leaderElection")
    if type(profiles) is list:
        found["profiles"] = [
            {**profile, "schedulerName": number(profile["schedulerName"])}
            if type(profile) is dict and "schedulerName" in profile
            else profile
            for profile in profiles
        ]
    if type(election) is dict:
        found["leaderElection"] = {key: number(value) if key in _LEASE else value for key, value in election.items()}
    return found


class FilesOfRun(NamedTuple):
    """All files of a run: where Pods name a scheduler, that of any of them is meant, as in one cluster.

    What else binds files together, as ports and leases do, stays within a folder.
    """

    paths: tuple[str, ...]
    options: Options
    stdin: Source | None = None  # Standard input, where it is among other files: they need what is in it

    @classmethod
    def of(cls, paths: Iterable[str], options: Options) -> Self:
        """Return the files that paths lead to."""
        named = tuple(paths)
        return cls(named, options, standard_input() if STDIN in named and len(named) > 1 else None)

    @property
    def contexts(self) -> ContextCache:
        """What is around each file; where only those are named that changed, each folder is a cluster."""
        return ContextCache(self.options.suffixes, read_run=None if self._is_a_part else self.served)

    @property
    def _is_a_part(self) -> bool:
        """Whether there may be more files of the cluster, which are not known."""
        return self.options.skip_others and not self.options.cluster

    def served(self, contexts: ContextCache) -> "ServedNames":
        """Return the names that the schedulers in all files serve, read again for that."""
        from schedcfg.rules.served_names import ServedNames  # noqa: PLC0415 - few runs ask

        return ServedNames.together(self._folders(contexts))

    def lines(self) -> "Iterator[str]":
        """Yield what is read as one cluster, in words."""
        if self._is_a_part:
            yield "read as one cluster: each folder, as only what changed is named"
        else:
            yield "read as one cluster: all files, where Pods name a scheduler; each folder for all else"
            yield from self.served(ContextCache(self.options.suffixes)).lines()
        folders: defaultdict[str, list[str]] = defaultdict(list)
        for source in self._sources():
            folder, name = os.path.split(source.name)
            if source.path != STDIN and may_hold_manifests(_content(source)):
                folders[folder or os.curdir].append(name)
        yield from (f"  {folder}: {listing(names, _MOST_NAMED)}" for folder, names in folders.items())

    def _sources(self) -> Iterator[Source]:
        # What a search skips is not looked through: the run itself does that.
        return files_of(
            self.options.cluster or self.paths, self.options, SearchTally(is_excluded=lambda _: True), self.stdin
        )

    def _folders(self, contexts: ContextCache) -> "Iterator[ServedNames]":
        """Yield what each folder serves that has a scheduler, with the paths of its files."""
        from schedcfg.validation.document import DocumentValidator  # noqa: PLC0415 - few runs ask

        read: set[str] = set()
        for source in self._sources():
            folder, name = os.path.split(source.name)
            # Others are in no context but their own.
            is_in_context = has_suffix(name, self.options.suffixes)
            raw = b"" if is_in_context and folder in read else _content(source)
            if not may_run_scheduler(raw):
                continue
            served: list[ServedNames] = []
            # What is wrong with it is reported of the file itself, when its turn comes.
            with suppress(UnreadableInput):
                stream = as_named(parse_bytes(raw), source.name)
                if template_kind(stream, source.name) is None:
                    here = contexts.file(source.name, stream, DocumentValidator.of(self.options.at(source.name))).folder
                    served.append(here.served.located(partial(_path, folder)))
                    # Of a folder with very many files, each is read by itself.
                    if len(here.texts) > 1:
                        read.add(folder)
            yield from served


def _content(source: Source) -> bytes:
    """Return what is in a file; nothing where it cannot be read, or is standard input that was not read before."""
    with suppress(UnreadableInput):
        return b"" if source.path == STDIN and source.content is None else source.read()
    return b""


def _path(folder: str, file: str) -> str:
    """Return the path of a file whose context is that of a folder; that of standard input has no name."""
    if not file:
        return "standard input"
    paths = [os.path.join(related_folder, file) for related_folder in related_folders(folder)]
    return next(filter(os.path.exists, paths), paths[0])


def validate_files(
    paths: Iterable[str], options: Options, jobs: int | None = 1, tally: SearchTally | None = None
) -> Iterator[FileReport]:
    """Validate files and folders; see `each_file`."""
    if jobs not in {None, 1}:
        # Else each of the processes would import it.
        import schedcfg.validation.text  # noqa: F401, PLC0415
    run = FilesOfRun.of(paths, options)
    read = partial(validate_file, contexts=run.contexts, clean=CleanConfigurations())
    return each_file(Verb(read, FileReport, may_hold_manifests), run.paths, options, jobs, tally, run.stdin)


def validate_file(
    stream: Stream,
    options: Options,
    *,
    path: str,
    contexts: ContextCache | None = None,
    clean: CleanConfigurations | None = None,
) -> FileReport:
    """Validate a file that was read; see `validate`.

    The report has no text where nothing of it is shown: thousands of texts would fill the memory.

    Args:
        stream: What it holds.
        options: How it is validated.
        path: Its path.
        contexts: With it, what is around the file is validated with it.
        clean: The configurations of this run in which nothing was found.
    """
    from schedcfg.validation import text as validation  # noqa: PLC0415 - imported only where it is needed

    # What runs a file decides more than its release, and so does a comment.
    may_differ = has_comments(stream.text) or (contexts is not None and contexts.may_be_run(path))
    like_clean = None if clean is None or may_differ else clean.find(stream, options)
    report = None if like_clean is None else like_clean.report(path)
    if report is None:
        validated = validation.validate_stream(stream, options, path, contexts)
        if like_clean is not None and validation.has_nothing_else(stream):
            like_clean.remember(validated.report)
        report = validation.full_report(validated, stream, options, contexts)
    else:
        with_related = validation.has_related(path, contexts)
        report = selected(report, stream, options.selection, with_related=with_related)
    return _without_needless_text(report.named_in_commands())


def _without_needless_text(report: FileReport) -> FileReport:
    return report if any(document.findings for document in report.documents) else replace(report, text=None)
