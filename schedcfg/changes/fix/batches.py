"""All fixes of a text that may be made: as many together as do not meddle with each other, halved where that fails."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from schedcfg import limits
from schedcfg.changes.fix.attempts import AcceptedFixes, Candidate, Rejection, candidates, try_fixes
from schedcfg.changes.fix.proof import ReadText, TextReader
from schedcfg.document import Stream
from schedcfg.document.edit import Edit
from schedcfg.document.edit.splices import merged, origin
from schedcfg.document.span import lines_of
from schedcfg.findings import FileReport
from schedcfg.fixing import Fixed, Fixing, Unfixed, WhyLeft

_MOST_FAILED = 20
"""Fixes of one rule that are tried in vain: each takes as long as reading the text."""
_NOT_TRIED = f"{_MOST_FAILED} fixes of this rule could not be made, so this one was not tried; correct those first"


def fixed(stream: Stream, reader: TextReader) -> FileReport:
    """Make every fix of a text that may be made; report on the text that this gives."""
    run = _FixRun(reader, reader.read(stream))
    while run.round():
        run.left = []
    report = run.reading.validated.report
    made = tuple(sorted(run.made, key=lambda fix: fix.line))
    return replace(report, fixing=Fixing(stream.text, made, tuple(run.left)))


def _apart(batch: Sequence[Candidate]) -> list[Candidate]:
    """Return those whose edits do not touch those of another before them in the text, and the first."""
    found, end = [batch[0]], -1
    own = merged(batch[0].fix.edits) or ()
    for one in sorted(batch[1:], key=lambda one: one.fix.edits[0].span.start.offset):
        first, last = one.fix.edits[0].span.start.offset, one.fix.edits[-1].span.end.offset
        if first > end and all(last < edit.span.start.offset or edit.span.end.offset < first for edit in own):
            found.append(one)
            end = last
    return found


@dataclass
class _FixRun:
    """A text on its way."""

    reader: TextReader
    reading: ReadText
    made: list[Fixed] = field(default_factory=list)
    left: list[Unfixed] = field(default_factory=list)
    steps: list[tuple[Edit, ...]] = field(default_factory=list)  # The edits of each fix, in order
    failed: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.original = lines_of(self.reading.text)
        self.seen = {self.reading.text}

    def round(self) -> bool:
        """Try each fix once; return whether one was made, as others may be possible then."""
        tried: set[tuple[object, ...]] = set()
        begun = len(self.made)
        self.failed.clear()
        while len(self.made) < limits.FIXES.value and (batch := self._batch(tried)):
            self._try(batch, tried)
        for one in self._eligible():
            if one.key not in tried and self.failed[one.finding.rule] >= _MOST_FAILED:
                self._leave(one, Rejection(WhyLeft.CONFLICT, _NOT_TRIED))
        return begun < len(self.made) < limits.FIXES.value

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
        for one in self._eligible():
            if one.key in tried or self.failed[one.finding.rule] >= _MOST_FAILED:
                continue
            if found and (one.fix.is_safe is not found[0].fix.is_safe or not one.fix.edits):
                continue
            found.append(one)
            taken += one.fix.edits
            if len(found) >= limits.FIXES.value - len(self.made):
                break
        if merged(taken) is not None:
            return found
        return _apart(found)

    def _eligible(self) -> Iterator[Candidate]:
        return (one for one in candidates(self.reading.validated) if one.fix.is_safe or self.reader.unsafe)

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
        self.steps.append(made.edits)
        self.reading = made.reading

    def _leave(self, candidate: Candidate, rejection: Rejection) -> None:
        finding, title = candidate.finding, candidate.fix.title
        self.left.append(Unfixed(finding.rule, title, finding.start.line, rejection.why, rejection.reason))

    def _line(self, candidate: Candidate) -> int:
        """Return where something was found in the text before all fixes."""
        offset = candidate.finding.start.offset
        for edits in reversed(self.steps):
            offset = origin(offset, edits)
        return self.original.number(offset)
