"""All fixes of a text, one after the other, until none is left that can stay."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from schedcfg.document.edit import Edit
from schedcfg.document.edit.apply import origin
from schedcfg.document.lines import Lines
from schedcfg.findings import FileReport, Fixed, Fixing, Unfixed, WhyLeft
from schedcfg.operations.fixing.candidates import Candidate, candidates
from schedcfg.operations.fixing.reading import Reader, Reading
from schedcfg.operations.fixing.trying import Made, Rejection, make

_MOST = 1000
"""Fixes made in one file: more are left for the next run."""


def mended(text: str, reader: Reader) -> FileReport:
    """Make every fix of a text that may be made; report on the text that this gives."""
    mending = _Mending(reader, reader.read(text))
    while mending.round():
        mending.left = []
    report = mending.reading.judged.report
    return report._replace(fixing=Fixing(text, tuple(mending.made), tuple(mending.left)))


@dataclass
class _Mending:
    """A text on its way.

    Attributes:
        reader: Reads it.
        reading: The text as it is now.
        made: What was done.
        left: What was tried in vain in this round.
        steps: The edits of each fix, in order.
    """

    reader: Reader
    reading: Reading
    made: list[Fixed] = field(default_factory=list)
    left: list[Unfixed] = field(default_factory=list)
    steps: list[tuple[Edit, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.original = Lines(self.reading.text)
        self.seen = {self.reading.text}

    def round(self) -> bool:
        """Try each fix once; tell whether one was made, as that may open the way for others."""
        tried: set[tuple[object, ...]] = set()
        begun = len(self.made)
        while len(self.made) < _MOST and (candidate := self._next(tried)) is not None:
            try:
                made = self._made(candidate)
            except Rejection as rejection:
                tried.add(candidate.key)
                self._leave(candidate, rejection)
            else:
                self._take(candidate, made)
        return begun < len(self.made) < _MOST

    def _next(self, tried: set[tuple[object, ...]]) -> Candidate | None:
        return next((one for one in self._eligible() if one.key not in tried), None)

    def _eligible(self) -> Iterator[Candidate]:
        return (one for one in candidates(self.reading.judged) if one.fix.is_safe or self.reader.unsafe)

    def _made(self, candidate: Candidate) -> Made:
        """Make a fix, unless it leads back to a text that there was before.

        Raises:
            Rejection: if it does, or cannot stay.
        """
        made = make(candidate, self.reading, self.reader)
        if made.reading.text in self.seen:
            raise Rejection(WhyLeft.FAULT, "it undoes what another fix has done")
        return made

    def _take(self, candidate: Candidate, made: Made) -> None:
        rule, fix = candidate.finding.rule, candidate.fix
        self.made.append(Fixed(rule, fix.title, self._line(candidate), fix.is_safe, made.proven_by))
        self.seen.add(made.reading.text)
        self.steps.append(made.edits)
        self.reading = made.reading

    def _leave(self, candidate: Candidate, rejection: Rejection) -> None:
        finding, title = candidate.finding, candidate.fix.title
        self.left.append(Unfixed(finding.rule, title, finding.start.line, rejection.why, rejection.reason))

    def _line(self, candidate: Candidate) -> int:
        """Tell where something was found in the text before all fixes."""
        offset = candidate.finding.start.offset
        for edits in reversed(self.steps):
            offset = origin(offset, edits)
        return self.original.number(offset)
