"""Files validated, few or many; what validates is imported for the first that needs it, which most commits lack."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Self

from schedcfg.document import Stream, parse_bytes
from schedcfg.document.texts import listing
from schedcfg.errors import UnreadableInput
from schedcfg.findings import DocumentReport, FileReport, SettledBy
from schedcfg.rules.context_cache import ContextCache, related_folders
from schedcfg.sources import STDIN, SearchTally, Source, may_hold_manifests
from schedcfg.sources.folder import has_suffix
from schedcfg.sources.marks import may_run_scheduler
from schedcfg.sources.named_text import as_named
from schedcfg.sources.source import standard_input
from schedcfg.sources.templates import template_kind
from schedcfg.validation.each_file import Verb, each_file, files_of
from schedcfg.validation.options import Options

if TYPE_CHECKING:
    from schedcfg.rules.served_names import ServedNames

_MOST_NAMED = 20
"""Files of a folder that are named."""


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
        folders = tuple(path for path in self.paths if os.path.isdir(path))
        read_run = None if self._is_a_part else self.served
        return ContextCache(self.options.suffixes, read_run=read_run, searched=folders)

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
            # What is wrong with it is reported for the file itself, when its turn comes.
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
    read = partial(validate_file, contexts=run.contexts)
    reports = each_file(Verb(read, FileReport, may_hold_manifests), run.paths, options, jobs, tally, run.stdin)
    return map(partial(_pods_once, {}), reports)


def _pods_once(files: dict[tuple[str, str, str], str], report: FileReport) -> FileReport:
    """Return the report on a file without what another file has of a Pod of a cluster; its verdict stays.

    Args:
        files: Pod, rule and message → the first file with them; what is new is added.
        report: The report.
    """
    if not any(finding.pod for document in report.documents for finding in document.findings):
        return report
    documents = list[DocumentReport]()
    for document in report.documents:
        repeated = dict[int, str]()
        for finding in filter(lambda one: one.pod, document.findings):
            first = files.setdefault((finding.pod, finding.rule, finding.message), report.path)
            if first != report.path:
                repeated[id(finding)] = f"the same is reported for Pod {finding.pod} in {first}"
        documents.append(document.without(repeated, SettledBy.CONTEXT))
    return replace(report, documents=tuple(documents))


def validate_file(stream: Stream, options: Options, *, path: str, contexts: ContextCache | None = None) -> FileReport:
    """Validate a file that was read; see `validate`.

    The report has no text where nothing of it is shown: thousands of texts would fill the memory.

    Args:
        stream: What it holds.
        options: How it is validated.
        path: Its path.
        contexts: With it, what is around the file is validated with it.
    """
    from schedcfg.validation import text as validation  # noqa: PLC0415 - imported only where it is needed

    validated = validation.validate_stream(stream, options, path, contexts)
    report = validation.full_report(validated, stream, options, contexts)
    return _without_needless_text(report.named_in_commands())


def _without_needless_text(report: FileReport) -> FileReport:
    return report if any(document.findings for document in report.documents) else replace(report, text=None)
