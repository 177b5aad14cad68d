"""One fix applied and checked: the data is as intended, the finding is gone, and there is no new one."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from schedcfg.changes.fix.proof import ReadText, TextReader
from schedcfg.document import Document, Stream, parse
from schedcfg.document.edit import Edit
from schedcfg.document.edit.safety import same
from schedcfg.document.edit.splices import applied, merged
from schedcfg.findings import DocumentReport, FileReport, Finding, Fix
from schedcfg.fixing import WhyLeft
from schedcfg.sources.snapshot import ContentSnapshot, snapshot
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.text import ValidatedFile


class Candidate(NamedTuple):
    """A fix that may be made."""

    finding: Finding
    fix: Fix
    number: int
    configuration: int | None  # The place of that document among the configurations of the text; None for a manifest
    document: ValidatedDocument | None  # The document

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
    """A fix is not made."""

    def __init__(self, why: WhyLeft, reason: str) -> None:
        super().__init__(reason)
        self.why = why
        self.reason = reason


class AcceptedFixes(NamedTuple):
    """Fixes that can stay."""

    reading: ReadText
    edits: tuple[Edit, ...]  # What led there, in order
    proven_by: Mapping[int | None, tuple[str, ...]]


def try_fixes(batch: Sequence[Candidate], before: ReadText, reader: TextReader) -> AcceptedFixes:
    """Make fixes together, all of them safe or none: the text is read, and behavior compared, once for all.

    Raises:
        Rejection: if they cannot stay.
    """
    if not all(candidate.fix.edits for candidate in batch):
        raise Rejection(WhyLeft.CONFLICT, "the text cannot be changed safely here")
    edits = merged(edit for candidate in batch for edit in candidate.fix.edits)
    if not edits:
        raise Rejection(WhyLeft.FAULT, "its edits overlap")
    stream = parse(applied(before.text, edits))
    snapshot_after = snapshot(stream, reader.options.role)
    trial = _Trial(batch, before, stream, snapshot_after)
    trial.check_content()
    is_only_comments = trial.changes_only_comments()
    if not is_only_comments:
        trial.check_comments()
    after = reader.validate(stream, snapshot_after)
    _check_findings(batch, before, after)
    is_proof_needed = batch[0].fix.is_safe and not is_only_comments
    return AcceptedFixes(after, edits, _proofs(batch, after, reader) if is_proof_needed else {})


class _Trial(NamedTuple):
    """Fixes and the text that they give."""

    batch: Sequence[Candidate]
    before: ReadText
    stream: Stream
    snapshot_after: ContentSnapshot

    def check_content(self) -> None:
        """Check that the file contains what the fixes make of each document alone, and nothing else that is new."""
        if not self.snapshot_after.is_same(self._expected()):
            raise Rejection(WhyLeft.CONFLICT, "the result would not be the intended data; make this change by hand")
        if len(self.batch) > 1 and _nulls(self.stream) > _nulls(self.before.stream):
            # Each of them leaves something in its collection, all together nothing.
            raise Rejection(WhyLeft.CONFLICT, "together, they would leave a key without a value")

    def _expected(self) -> ContentSnapshot:
        before = self.before.snapshot
        others, expected = before.others, list(before.configurations)
        for (number, index), (document, own) in self._by_document().items():
            if index is None:
                others = others | {number: self.snapshot_after.others.get(number)} if number in others else others
                continue
            assert document is not None
            edited = self._edited(document, own)
            if document.index >= len(edited.documents):
                raise Rejection(WhyLeft.CONFLICT, "the result could not be read; make this change by hand")
            expected[index] = document.again(edited).data
        return before._replace(configurations=expected, others=others)

    def _by_document(self) -> dict[tuple[int, int | None], tuple[Document | None, list[Edit]]]:
        """Return each document that is changed, with its edits."""
        found: dict[tuple[int, int | None], tuple[Document | None, list[Edit]]] = {}
        for candidate in self.batch:
            document = None if candidate.document is None else candidate.document.document
            _, own = found.setdefault((candidate.number, candidate.configuration), (document, []))
            own += candidate.fix.edits
        return found

    def changes_only_comments(self) -> bool:
        """Check whether only comments change."""
        if all(candidate.document is not None for candidate in self.batch):
            return self.snapshot_after.is_same(self.before.snapshot)
        return same(*([one.data for one in stream.documents] for stream in (self.before.stream, self.stream)))

    def check_comments(self) -> None:
        """Check that all comments are kept, those inside a ConfigMap's value too."""
        is_kept = _comments(self.before.stream) == _comments(self.stream)
        inner = [(one, own) for one, own in self._by_document().values() if one is not None and not self._is_own(one)]
        if not is_kept or any(_comments(parse(one.text)) != _comments(self._edited(one, own)) for one, own in inner):
            raise Rejection(WhyLeft.FAULT, "a comment would be lost or added")

    def _edited(self, document: Document, edits: list[Edit]) -> Stream:
        """Read a document alone, with its edits; one that is not inside another is read with the text."""
        return self.stream if self._is_own(document) else parse(applied(document.text, merged(edits) or ()))

    def _is_own(self, document: Document) -> bool:
        return document.text is self.before.text


def _nulls(stream: Stream) -> int:
    """Count the values that are null."""
    pending: list[object] = [document.data for document in stream.documents]
    found = 0
    while pending:
        value = pending.pop()
        found += value is None
        pending.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    return found


def _comments(stream: Stream) -> Counter[str]:
    return Counter(stream.comment_texts)


def _check_findings(batch: Sequence[Candidate], before: ReadText, after: ReadText) -> None:
    """Check that the findings are gone, and that nothing is refused, or weighs as an error, that was not there."""
    one, other = before.validated.report, after.validated.report
    why = WhyLeft.FAULT if batch[0].fix.is_safe else WhyLeft.CONFLICT
    gone = Counter((candidate.number, candidate.finding.rule) for candidate in batch)
    known, left = findings_by_rule(one), findings_by_rule(other)
    if any(left[key] > known[key] - number for key, number in gone.items()):
        raise Rejection(why, "the finding would remain")
    new = errors_by_rule(other) - errors_by_rule(one)
    if new:
        rules = ", ".join(sorted({f"`{rule}`" for _, rule in new}))
        raise Rejection(why, f"it would cause {rules}")


def _proofs(batch: Sequence[Candidate], after: ReadText, reader: TextReader) -> Mapping[int | None, tuple[str, ...]]:
    """Name for each configuration that is changed the releases by which the scheduler behaves as before.

    Raises:
        Rejection: if it does not, or if that cannot be proven and was not requested.
    """
    changed = {candidate.configuration: candidate.document for candidate in batch}
    return {index: _proof(index, document, after, reader) for index, document in changed.items()}


def _proof(
    index: int | None, document: ValidatedDocument | None, after: ReadText, reader: TextReader
) -> tuple[str, ...]:
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
