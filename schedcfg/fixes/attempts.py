"""One fix applied and checked: the data is as intended, the finding is gone, and there is no new one."""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from schedcfg.document import Stream, parse
from schedcfg.document.edit import Edit
from schedcfg.document.edit.expected import same
from schedcfg.document.edit.splices import applied, merged, origin
from schedcfg.document.span import lines_of
from schedcfg.document_validation import ValidatedDocument
from schedcfg.findings import DocumentReport, FileReport, Finding, Fix, Fixed, Fixing, Unfixed, WhyLeft
from schedcfg.fixes.proof import ReadText, TextReader
from schedcfg.sources.snapshot import ContentSnapshot, snapshot
from schedcfg.validation import ValidatedFile


class Candidate(NamedTuple):
    """A fix that may be made.

    Attributes:
        finding: What it fixes.
        fix: The fix.
        number: The number of the document in which that was found.
        configuration: The place of that document among the configurations of the text; None for a manifest.
        document: The document; None likewise.
    """

    finding: Finding
    fix: Fix
    number: int
    configuration: int | None
    document: ValidatedDocument | None

    @property
    def key(self) -> tuple[object, ...]:
        """What it is known by when the text is validated again, and everything else has moved."""
        return self.number, self.configuration, self.finding.rule, self.finding.message, self.fix.title


def candidates(validated: ValidatedFile) -> Iterator[Candidate]:
    """Yield the fixes of all findings that are shown, in order."""
    rest = deque(enumerate(validated.documents))
    for report in validated.report.documents:
        # A manifest may be at the place of a configuration that is an item in it; configurations come first.
        is_next = bool(rest) and _place(rest[0][1].report) == _place(report)
        index, document = rest.popleft() if is_next else (None, None)
        if document is not None and document.document is None:
            # It could not be read: only comments around it can be fixed.
            index, document = None, None
        for finding in report.findings:
            if finding.fix is not None:
                yield Candidate(finding, finding.fix, report.number, index, document)


def findings_by_rule(report: FileReport) -> Counter[tuple[int, str]]:
    """Count the findings of each rule in each document: paths and messages change when something else goes."""
    return Counter((one.number, finding.rule) for one in report.documents for finding in one.findings)


def errors_by_rule(report: FileReport) -> Counter[tuple[int, str]]:
    """Count those that weigh like an error."""
    found = ((one.number, finding) for one in report.documents for finding in one.findings)
    return Counter((number, finding.rule) for number, finding in found if finding.is_error)


def _place(report: DocumentReport) -> tuple[int, int, str | None]:
    return report.number, report.line, report.key


_MOST_NAMED = 3
"""How many of the things that would change are named."""


class Rejection(Exception):  # noqa: N818 - an expected outcome, not an error
    """A fix is not made.

    Attributes:
        why: Why.
        reason: The same in words, with what to do.
    """

    def __init__(self, why: WhyLeft, reason: str) -> None:
        super().__init__(reason)
        self.why = why
        self.reason = reason


class AcceptedFix(NamedTuple):
    """A fix that can stay.

    Attributes:
        reading: The text with it.
        edits: What led there, in order.
        proven_by: The releases by which the scheduler behaves as before; empty where nothing was compared.
    """

    reading: ReadText
    edits: tuple[Edit, ...]
    proven_by: tuple[str, ...]


def try_fix(candidate: Candidate, before: ReadText, reader: TextReader) -> AcceptedFix:
    """Make a fix.

    Raises:
        Rejection: if it cannot stay.
    """
    if not candidate.fix.edits:
        raise Rejection(WhyLeft.CONFLICT, "the text cannot be changed safely here")
    edits = merged(candidate.fix.edits)
    if not edits:
        raise Rejection(WhyLeft.FAULT, "its edits overlap")
    stream = parse(applied(before.text, edits))
    snapshot_after = snapshot(stream, reader.options.role)
    trial = _Trial(candidate, before, edits, stream, snapshot_after)
    trial.check_content()
    is_only_comments = trial.changes_only_comments()
    if not is_only_comments:
        trial.check_comments()
    after = reader.validate(stream, snapshot_after)
    _check_findings(candidate, before, after)
    is_proof_needed = candidate.fix.is_safe and not is_only_comments
    return AcceptedFix(after, edits, _proof(candidate, after, reader) if is_proof_needed else ())


class _Trial(NamedTuple):
    """A fix and the text that it gives."""

    candidate: Candidate
    before: ReadText
    edits: tuple[Edit, ...]
    stream: Stream
    snapshot_after: ContentSnapshot

    def check_content(self) -> None:
        """Check that the file contains what the fix makes of the document alone, and nothing else that is new."""
        if not self.snapshot_after.is_same(self._expected()):
            raise Rejection(WhyLeft.CONFLICT, "the result would not be the intended data; make this change by hand")

    def _expected(self) -> ContentSnapshot:
        before, number, index = self.before.snapshot, self.candidate.number, self.candidate.configuration
        if index is None:
            others = before.others | {number: self.snapshot_after.others.get(number)} if number in before.others else {}
            return before._replace(others=others or before.others)
        document = self.candidate.document
        edited = self._document_stream(self.edits)
        assert document is not None
        assert document.document is not None
        if document.document.index >= len(edited.documents):
            raise Rejection(WhyLeft.CONFLICT, "the result could not be read; make this change by hand")
        expected = list(before.configurations)
        expected[index] = document.document.again(edited).data
        return before._replace(configurations=expected)

    def changes_only_comments(self) -> bool:
        """Check whether only comments change."""
        if self.candidate.document is not None:
            return self.snapshot_after.is_same(self.before.snapshot)
        return same(*([one.data for one in stream.documents] for stream in (self.before.stream, self.stream)))

    def check_comments(self) -> None:
        """Check that all comments are kept, those inside a ConfigMap's value too."""
        is_kept = _comments(self.before.stream) == _comments(self.stream)
        if is_kept and self.candidate.document is not None:
            is_kept = _comments(self._document_stream(())) == _comments(self._document_stream(self.edits))
        if not is_kept:
            raise Rejection(WhyLeft.FAULT, "a comment would be lost or added")

    def _document_stream(self, edits: tuple[Edit, ...]) -> Stream:
        """Read the document alone, with edits."""
        document = self.candidate.document
        assert document is not None
        assert document.document is not None
        return parse(applied(document.document.text, edits))


def _comments(stream: Stream) -> Counter[str]:
    return Counter(comment.text for comment in stream.comments)


def _check_findings(candidate: Candidate, before: ReadText, after: ReadText) -> None:
    """Check that the finding is gone, and that nothing is refused, or weighs as an error, that was not there."""
    key = (candidate.number, candidate.finding.rule)
    one, other = before.validated.report, after.validated.report
    why = WhyLeft.FAULT if candidate.fix.is_safe else WhyLeft.CONFLICT
    if findings_by_rule(other)[key] >= findings_by_rule(one)[key]:
        raise Rejection(why, "the finding would remain")
    new = errors_by_rule(other) - errors_by_rule(one)
    if new:
        rules = ", ".join(sorted({f"`{rule}`" for _, rule in new}))
        raise Rejection(why, f"it would cause {rules}")


def _proof(candidate: Candidate, after: ReadText, reader: TextReader) -> tuple[str, ...]:
    """Name the releases by which the scheduler behaves as before.

    Raises:
        Rejection: if it does not, or if that cannot be proven and was not requested.
    """
    index, document = candidate.configuration, candidate.document
    compared = None
    if index is not None and document is not None:
        compared = reader.prover.compare(document, after.validated.documents[index])
    if compared is None:
        if not reader.unsafe:
            raise Rejection(WhyLeft.UNPROVEN, _NOT_COMPARED)
        return ()
    if compared.different:
        names = ", ".join(compared.different[:_MOST_NAMED])
        raise Rejection(WhyLeft.FAULT, f"the behavior of the scheduler would change ({names})")
    if compared.elsewhere and not reader.unsafe:
        raise Rejection(WhyLeft.UNPROVEN, _DIFFERS_IN_OTHERS.format(", ".join(compared.elsewhere)))
    return compared.same


_NOT_COMPARED = "the document is refused, so behavior cannot be compared; fix that first, or use --unsafe-fixes"
_DIFFERS_IN_OTHERS = (
    "in Kubernetes {}, which may also read the file, the behavior of the scheduler would change; name your release "
    "with --kubernetes, or use --unsafe-fixes"
)


_MOST = 1000
"""Fixes made in one file: more are left for the next run."""


def fixed(text: str, reader: TextReader) -> FileReport:
    """Make every fix of a text that may be made; report on the text that this gives."""
    run = _FixRun(reader, reader.read(text))
    while run.round():
        run.left = []
    report = run.reading.validated.report
    return replace(report, fixing=Fixing(text, tuple(run.made), tuple(run.left)))


@dataclass
class _FixRun:
    """A text on its way.

    Attributes:
        reader: Reads it.
        reading: The text as it is now.
        made: What was done.
        left: What was tried in vain in this round.
        steps: The edits of each fix, in order.
    """

    reader: TextReader
    reading: ReadText
    made: list[Fixed] = field(default_factory=list)
    left: list[Unfixed] = field(default_factory=list)
    steps: list[tuple[Edit, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.original = lines_of(self.reading.text)
        self.seen = {self.reading.text}

    def round(self) -> bool:
        """Try each fix once; return whether one was made, as others may be possible then."""
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
        return (one for one in candidates(self.reading.validated) if one.fix.is_safe or self.reader.unsafe)

    def _made(self, candidate: Candidate) -> AcceptedFix:
        """Make a fix, unless it leads back to a text that there was before.

        Raises:
            Rejection: if it does, or cannot stay.
        """
        made = try_fix(candidate, self.reading, self.reader)
        if made.reading.text in self.seen:
            raise Rejection(WhyLeft.FAULT, "it would undo another fix")
        return made

    def _take(self, candidate: Candidate, made: AcceptedFix) -> None:
        rule, fix = candidate.finding.rule, candidate.fix
        self.made.append(Fixed(rule, fix.title, self._line(candidate), fix.is_safe, made.proven_by))
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
