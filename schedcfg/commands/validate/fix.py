"""Fix a text, or files in place: what can be fixed, and is proven to behave as before.

Of all fixes that may be made, as many are made together as do not meddle with each other, halved where that fails.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from schedcfg.commands.validate.fix_attempts import (
    AcceptedFixes,
    Candidate,
    ReadText,
    Rejection,
    TextReader,
    candidates,
    try_fixes,
)
from schedcfg.document import Stream, parse
from schedcfg.document.edit import Edit
from schedcfg.document.edit.splices import OriginalPlaces, merged
from schedcfg.document.span import lines_of
from schedcfg.findings import FileReport
from schedcfg.fixing import Fixed, Fixing, Unfixed, WhyLeft
from schedcfg.output.guard import each_after
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import STDIN, SearchTally, expect_text, may_hold_manifests
from schedcfg.sources.replace import sweep
from schedcfg.sources.writing import put_back
from schedcfg.validation.each_file import Verb, each_file
from schedcfg.validation.files import FilesOfRun
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.text import validate_stream

_MOST_FIXES = 1000
"""Fixes that are made in one file: others are left for the next run."""
_MOST_FAILED = 20
"""Fixes of one rule that are tried in vain: each takes as long as reading the text."""
_NOT_TRIED = f"{_MOST_FAILED} fixes of this rule could not be made, so this one was not tried; correct those first"


def _make_fixes(stream: Stream, reader: TextReader) -> FileReport:
    """Make every fix of a text that may be made; report on the text that this gives."""
    run = _FixRun(reader, reader.read(stream))
    while run.round():
        run.left = []
    report = run.reading.validated.report.named_in_commands()
    made = tuple(sorted(run.made, key=lambda fix: fix.line))
    return replace(report, fixing=Fixing(stream.text, made, tuple(run.left)))


def _apart(batch: Sequence[Candidate]) -> list[Candidate]:
    """Return those whose edits do not touch those of another before them in the text, and the first."""
    found, end = [batch[0]], -1
    own = merged(batch[0].fix.edits) or ()
    for candidate in sorted(batch[1:], key=lambda candidate: candidate.fix.edits[0].span.start.offset):
        first, last = candidate.fix.edits[0].span.start.offset, candidate.fix.edits[-1].span.end.offset
        if first > end and all(last < edit.span.start.offset or edit.span.end.offset < first for edit in own):
            found.append(candidate)
            end = last
    return found


@dataclass
class _FixRun:
    """A text on its way."""

    reader: TextReader
    reading: ReadText
    made: list[Fixed] = field(default_factory=list)
    left: list[Unfixed] = field(default_factory=list)
    steps: list[OriginalPlaces] = field(default_factory=list)  # What each fix edited, in order
    failed: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.original = lines_of(self.reading.text)
        self.seen = {self.reading.text}

    def round(self) -> bool:
        """Try each fix once; return whether one was made, as others may be possible then."""
        tried: set[tuple[object, ...]] = set()
        begun = len(self.made)
        self.failed.clear()
        while len(self.made) < _MOST_FIXES and (batch := self._batch(tried)):
            self._try(batch, tried)
        for candidate in self._eligible():
            if candidate.key not in tried and self.failed[candidate.finding.rule] >= _MOST_FAILED:
                self._leave(candidate, Rejection(WhyLeft.CONFLICT, _NOT_TRIED))
        return begun < len(self.made) < _MOST_FIXES

    def _try(self, batch: Sequence[Candidate], tried: set[tuple[object, ...]]) -> None:
        """Make fixes together; where they cannot stay, the first half of them, or leave the one that is the reason."""
        try:
            made = self._made(batch)
        except Rejection as rejection:
            if len(batch) > 1:
                self._try(batch[: len(batch) // 2], tried)
                return
            tried.add(batch[0].key)
            self._leave(batch[0], rejection)
            self.failed[batch[0].finding.rule] += 1
        else:
            self._take(batch, made)

    def _batch(self, tried: set[tuple[object, ...]]) -> list[Candidate]:
        """Choose fixes that do not meddle with each other, all of them as safe as the first."""
        found: list[Candidate] = []
        taken: list[Edit] = []
        for candidate in self._eligible():
            if candidate.key in tried or self.failed[candidate.finding.rule] >= _MOST_FAILED:
                continue
            if found and (candidate.fix.is_safe is not found[0].fix.is_safe or not candidate.fix.edits):
                continue
            found.append(candidate)
            taken += candidate.fix.edits
            if len(found) >= _MOST_FIXES - len(self.made):
                break
        if merged(taken) is not None:
            return found
        return _apart(found)

    def _eligible(self) -> Iterator[Candidate]:
        return (
            candidate for candidate in candidates(self.reading.validated) if candidate.fix.is_safe or self.reader.unsafe
        )

    def _made(self, batch: Sequence[Candidate]) -> AcceptedFixes:
        """Make fixes, unless they lead back to a text that there was before.

        Raises:
            Rejection: if they do, or cannot stay.
        """
        made = try_fixes(batch, self.reading, self.reader)
        if made.reading.text in self.seen:
            raise Rejection(WhyLeft.FAULT, "it would undo another fix")
        return made

    def _take(self, batch: Sequence[Candidate], made: AcceptedFixes) -> None:
        for candidate in batch:
            rule, fix = candidate.finding.rule, candidate.fix
            proven_by = made.proven_by.get(candidate.configuration, ())
            self.made.append(Fixed(rule, fix.title, self._line(candidate), fix.is_safe, proven_by))
        self.seen.add(made.reading.text)
        self.steps.append(OriginalPlaces(made.edits))
        self.reading = made.reading

    def _leave(self, candidate: Candidate, rejection: Rejection) -> None:
        finding, title = candidate.finding, candidate.fix.title
        self.left.append(Unfixed(finding.rule, title, finding.start.line, rejection.why, rejection.reason))

    def _line(self, candidate: Candidate) -> int:
        """Return where something was found in the text before all fixes."""
        offset = candidate.finding.start.offset
        for origins in reversed(self.steps):
            offset = origins.of(offset)
        return self.original.number(offset)


def fix(
    text: str,
    kubernetes: str | None = None,
    *,
    unsafe: bool = False,
    path: str = STDIN,
    options: Options = DEFAULT,
) -> FileReport:
    """Make the fixes of what `validate` finds in a text, each proven to leave what the scheduler does as it is.

    Args:
        text: The file's text.
        kubernetes: The release to validate by (`1.29`, `v1.29.3`), and the one by which behavior is compared; None:
            the newest that serves the file's API version, and behavior is compared by all that serve it.
        unsafe: Whether to make those too that can change behavior, rest on a guess, or cannot be proven.
        path: Its name in the report.
        options: How it is validated, as in `validate`.

    Returns:
        The report on the text with the fixes, which is its `text`; `fixing` lists what was done, and what was not.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
        UnreadableInput: if the text is the name of a file.
    """
    return _make_fixes(parse(expect_text(text)), TextReader(options.by(kubernetes), path, None, unsafe))


def fix_file(
    stream: Stream, options: Options, *, path: str, contexts: ContextCache | None = None, unsafe: bool = False
) -> FileReport:
    """Make the fixes of a file that was read; see `fix`. What is no text is refused, and stays as it is."""
    if stream.undecodable is not None:
        return validate_stream(stream, options, path).report
    report = _make_fixes(stream, TextReader(options, path, contexts, unsafe))
    fixing = report.fixing or Fixing(stream.text)
    return replace(report, fixing=replace(fixing, encoding=stream.encoding))


def fix_files(
    paths: Iterable[str],
    options: Options,
    jobs: int | None = 1,
    *,
    unsafe: bool = False,
    tally: SearchTally | None = None,
) -> Iterator[FileReport]:
    """Fix files and folders without writing any; see `each_file`."""
    run = FilesOfRun.of(paths, options)
    verb = Verb(partial(fix_file, contexts=run.contexts, unsafe=unsafe), FileReport, may_hold_manifests)
    return each_file(verb, run.paths, options, jobs, tally, run.stdin)


def write_files(
    reports: Iterable[FileReport], paths: Collection[str], show: Callable[[bytes], None], stdin_filename: str = STDIN
) -> Iterator[FileReport]:
    """Write each file that changes; one that cannot be written has the reason, and the others are still written.

    What an earlier run left of a file, when it was killed, is removed.

    Args:
        reports: What became of the files.
        paths: The files and folders of the run.
        show: Takes the new content of standard input, changed or not.
        stdin_filename: What reports call standard input.
    """

    def written(report: FileReport) -> FileReport:
        if report.path == stdin_filename:
            return report
        if _is_read(report) and report.is_changed:
            return _write(report, paths)
        sweep(report.path)
        return report

    for report in each_after(written, reports):
        yield _show(report, show) if report.path == stdin_filename and _is_read(report) else report


def _is_read(report: FileReport) -> bool:
    return report.fixing is not None and report.text is not None


def after(report: FileReport) -> bytes:
    """Return the bytes that a file should have: in the encoding that it had."""
    assert report.fixing is not None
    return (report.text or "").encode(report.fixing.encoding)


def _show(report: FileReport, show: Callable[[bytes], None]) -> FileReport:
    assert report.fixing is not None
    show(after(report))
    return replace(report, fixing=replace(report.fixing, is_written=True))


def _write(report: FileReport, paths: Collection[str]) -> FileReport:
    assert report.fixing is not None
    before = report.fixing.before.encode(report.fixing.encoding)
    reason = put_back(report.path, before, after(report), paths)
    fixing = replace(report.fixing, unwritten=reason, is_written=reason is None)
    return replace(report, fixing=fixing)
