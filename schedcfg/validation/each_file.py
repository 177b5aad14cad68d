"""Many files: found, read and handed to a verb one after the other, or by several processes."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Generic, NamedTuple, Protocol, TypeVar

from schedcfg import limits
from schedcfg.document import Stream, parse_bytes
from schedcfg.errors import FileGuard
from schedcfg.findings import Verdict
from schedcfg.sources import (
    STDIN,
    SearchTally,
    Source,
    TooLarge,
    find,
    large_file_may_hold_configuration,
    may_hold_configuration,
)
from schedcfg.sources.configurations import Role
from schedcfg.sources.marks import contains_configuration
from schedcfg.sources.named_text import as_named
from schedcfg.sources.templates import (
    UNREAD_SUFFIXES,
    UnreadKind,
    as_unreadable,
    may_be_template,
    template_kind,
    unread_part,
)
from schedcfg.validation.options import Options


class FileResult(Protocol):
    """What a verb returns about one file: `FileReport`, `FileView`, `FileMigration`."""

    @property
    def verdict(self) -> Verdict:
        """What became of the file."""

    @property
    def reason(self) -> str | None:
        """Why it is skipped or unreadable; None where neither is the case."""

    @property
    def holds_scheduler(self) -> bool:
        """Whether it holds a configuration, or runs a scheduler."""


Result = TypeVar("Result", bound=FileResult)


class Verb(NamedTuple, Generic[Result]):
    """What is done with each file."""

    # Takes what the file holds (a `Stream`), the options that hold for it, and by keyword its path
    read: Callable[..., Result]
    # Makes a result of a path, a verdict and, by keyword, a reason, where nothing can be read
    failed: Callable[..., Result]
    # Returns whether a file that a search turned up is worth reading, by its bytes
    may_hold: Callable[[bytes], bool] = may_hold_configuration
    # Returns the seconds of work so far that other processes could have had a share in
    worked: Callable[[], float] = time.process_time


def each_file(
    verb: Verb[Result],
    paths: Iterable[str],
    options: Options,
    jobs: int | None = 1,
    tally: SearchTally | None = None,
    stdin: Source | None = None,
) -> Iterator[Result]:
    """Yield the result of a verb for each file, in the order of the paths.

    Args:
        verb: What to do with each.
        paths: Files, folders, or `-` for standard input.
        options: How to validate.
        jobs: Processes to work with; None: more than this one only where that pays.
        tally: Counts what was seen; None where nobody asks.
        stdin: Standard input, where it was read before.
    """
    tally = tally or SearchTally()
    if options.exclude is not None:
        tally.is_excluded = options.exclude.fit
    # Asked once: the environment takes as long as all else that is looked up for a file.
    work = partial(_result, verb, options, limits.FILE.value)
    sources = _Files(files_of(paths, options, tally, stdin))
    alone = sources if jobs == 1 else until_long(sources, verb.worked) if jobs is None else ()
    for done, outcome in enumerate(chain(map(work, alone), _spread(work, verb, sources, jobs)), 1):
        tally.watch(done, sources.total)
        if _is_reported(outcome, tally):
            yield outcome.result


class _Files(Iterator[Source]):
    """The files of a run: found as they are read, or counted before."""

    def __init__(self, found: Iterator[Source]) -> None:
        self._found, self._taken = found, 0

    def __next__(self) -> Source:
        source = next(self._found)
        self._taken += 1
        return source

    def total(self) -> int:
        """Find all, and count them."""
        left = list(self._found)
        self._found = iter(left)
        return self._taken + len(left)


def each_source(
    verb: Verb[Result], sources: Iterable[Source], options: Options, tally: SearchTally
) -> Iterator[Result]:
    """Yield the result of a verb for each source that is not excluded.

    Args:
        verb: What to do with each.
        sources: Where they are and what they hold, as a search found them.
        options: How to validate.
        tally: Counts what was seen.
    """
    work = partial(_result, verb, options, limits.FILE.value)
    outcomes = map(work, _counted(sources, options, tally))
    return (outcome.result for outcome in outcomes if _is_reported(outcome, tally))


def _is_reported(outcome: "_Outcome[Result]", tally: SearchTally) -> bool:
    """Count what became of a file; return whether that is reported."""
    result, source, unread, holds_scheduler = outcome
    if unread is not None:
        tally.remember_unread(source.name, unread)
    # A file that only a search found, and that holds no configuration, is not reported.
    if source.searched and result.verdict is Verdict.SKIPPED:
        return False
    tally.found += holds_scheduler
    if result.verdict is Verdict.SKIPPED and result.reason:
        tally.others.append(f"{source.name}: {result.reason}")
    tally.unreadable += result.verdict is Verdict.UNREADABLE
    return True


def files_of(
    paths: Iterable[str], options: Options, tally: SearchTally, stdin: Source | None = None
) -> Iterator[Source]:
    """Yield the files to look at, each counted."""
    found = find(paths, options.suffixes, tally)
    known = (stdin if one.path == STDIN and stdin is not None else one for one in found)
    sources = (
        one._replace(searched=one.searched or options.skip_others, stdin_filename=options.stdin_filename)
        for one in known
    )
    return _counted(sources, options, tally)


def _counted(sources: Iterable[Source], options: Options, tally: SearchTally) -> Iterator[Source]:
    """Yield the sources that the settings do not exclude, each counted."""
    exclude = options.exclude
    for source in sources:
        if source.searched and exclude is not None and exclude.fit(source.name):
            tally.excluded += 1
            continue
        tally.look_at(source)
        yield source


def one_file(verb: Verb[Result], path: str, options: Options) -> Result:
    """Return the result for one file; a folder cannot be read."""
    return one_source(verb, Source(path, stdin_filename=options.stdin_filename), options)


def one_source(verb: Verb[Result], source: Source, options: Options) -> Result:
    """Return the result for what a source has."""
    return _result(verb, options, limits.FILE.value, source).result


class _Outcome(NamedTuple, Generic[Result]):
    """What became of a file."""

    result: Result
    source: Source
    unread: UnreadKind | None = None  # Why it is skipped although a configuration is in it; None otherwise
    holds_scheduler: bool = False  # Whether it holds a configuration, or runs a scheduler


def _result(verb: Verb[Result], options: Options, largest: int, source: Source) -> _Outcome[Result]:
    """Return what becomes of a file; one that cannot be read does not stop the others."""
    with FileGuard() as guard:
        options = options.at(source.name)
        raw = _content(verb, options, largest, source)
        if raw is None:
            return _Outcome(verb.failed(source.name, Verdict.SKIPPED), source)
        stream = _parsed(raw, options, source)
        unread = _unread(stream, options, source)
        if unread is not None and source.searched:
            return _Outcome(verb.failed(source.name, Verdict.SKIPPED), source, unread)
        stream = stream if unread is None else as_unreadable(stream, unread, source.name)
        result = verb.read(stream, options, path=source.name)
        if result.verdict is Verdict.SKIPPED and source.searched:
            return _Outcome(result, source, unread_part(stream) if contains_configuration(raw) else None)
        if result.verdict is Verdict.SKIPPED:
            # A file that was named must hold a configuration: report what it is instead.
            result = verb.read(stream, replace(options, role=Role.NAMED), path=source.name)
        return _Outcome(result, source, holds_scheduler=result.holds_scheduler)
    return _Outcome(verb.failed(source.name, Verdict.UNREADABLE, reason=guard.reason), source)


def _parsed(raw: bytes, options: Options, source: Source) -> Stream:
    """Return what is in a file: as YAML or JSON, or in the blocks of Markdown and scripts."""
    stream = parse_bytes(raw)
    return as_named(stream, source.name) if options.role is Role.ANY else stream


def _unread(stream: Stream, options: Options, source: Source) -> UnreadKind | None:
    """Return what keeps a file from being read; None where nothing does."""
    is_worth_a_look = may_be_template(stream.text) or source.name.lower().endswith(UNREAD_SUFFIXES)
    return template_kind(stream, source.name) if is_worth_a_look and options.role is Role.ANY else None


def _content(verb: Verb[Result], options: Options, largest: int, source: Source) -> bytes | None:
    """Return the bytes of a file; None where a search turned up one that is not worth reading.

    Raises:
        UnreadableInput: if it cannot be read.
    """
    looked_for = source.searched and options.role is Role.ANY
    try:
        raw = source.read(largest)
    except TooLarge:
        if looked_for and not large_file_may_hold_configuration(source.name):
            return None
        raise
    return None if looked_for and not verb.may_hold(raw) else raw


def _spread(
    work: "partial[_Outcome[Result]]", verb: Verb[Result], sources: Iterator[Source], jobs: int | None
) -> Iterator[_Outcome[Result]]:
    """Yield what becomes of the files that are left, from several processes."""
    for first in sources:
        from schedcfg.validation import workers  # noqa: PLC0415 - only runs with several processes pay for it

        lost, left = partial(_lost, verb), chain((first,), sources)
        if jobs is None:
            yield from workers.spread_where_it_pays(work, lost, left)
        else:
            yield from workers.spread(work, lost, left, jobs)


_LONG = 0.5
"""Seconds of work after which a run is likely to take as much again, so that other processes pay."""


def until_long(sources: Iterator[Source], clock: Callable[[], float]) -> Iterator[Source]:
    """Yield files until a run has taken long: what processes take to start would not pay for fewer.

    Args:
        sources: The files; what is not yielded is left in it.
        clock: Returns the seconds of work since some moment.
    """
    end = clock() + _LONG
    for source in sources:
        yield source
        if clock() >= end:
            return


def _lost(verb: Verb[Result], source: Source) -> _Outcome[Result]:
    return _Outcome(verb.failed(source.name, Verdict.UNREADABLE, reason=_KILLED), source)


_KILLED = (
    "the process that read it was killed, perhaps because memory ran out, so that nothing is known about it. Run the "
    "command again with fewer --jobs"
)
