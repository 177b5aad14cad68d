"""One fix applied and checked: the data is as intended, the finding is gone, and there is no new one.

Behavior is compared, too: by the release that validates, and by others that may read the file.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.migrate.context import POLICY, serving
from schedcfg.configuration.effective.equivalence import compare
from schedcfg.configuration.effective.model import Configuration
from schedcfg.document import Document, Stream, parse
from schedcfg.document.edit import Edit
from schedcfg.document.edit.safety import same
from schedcfg.document.edit.splices import applied, merged
from schedcfg.findings import DocumentReport, FileReport, Finding, Fix, Verdict
from schedcfg.fixing import WhyLeft
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources.snapshot import ContentSnapshot, snapshot
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.completed import Completer
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.text import full_report, validate_stream
from schedcfg.validation.validated_file import ValidatedFile


class Comparison(NamedTuple):
    """The result of a comparison."""

    same: tuple[str, ...]  # The releases by which the scheduler behaves as before, the one that validates first
    different: tuple[str, ...] = ()  # What differs by the one that validates, as paths; empty where nothing does
    elsewhere: tuple[str, ...] = ()


class Prover(NamedTuple):
    """Compares."""

    completer: Completer
    is_release_known: bool  # Whether a release was named: then no other one matters

    def compare(self, before: ValidatedDocument, after: ValidatedDocument) -> Comparison | None:
        """Compare what a document means before and after; None where that cannot be compared: it is refused."""
        if not (_is_complete(before) and _is_complete(after)):
            return None
        assert before.configuration is not None
        assert after.configuration is not None
        assert before.release is not None
        different = tuple(self._differing(before.configuration, after.configuration))
        if different or before.release != after.release:
            return Comparison((), different or ("the release that reads it",))
        others = {name: self._is_equal(before, after, name) for name in self._others(before)}
        same = tuple(name for name, is_equal in others.items() if is_equal)
        elsewhere = tuple(name for name, is_equal in others.items() if is_equal is False)
        return Comparison((before.release.name, *same), (), elsewhere)

    def _others(self, validated: ValidatedDocument) -> list[str]:
        """Name the other releases that serve the API version, the newest first."""
        assert validated.document is not None
        assert validated.release is not None
        if self.is_release_known:
            return []
        version = POLICY if validated.decoded is None else read_type_meta(validated.document.data).version or ""
        return [release.name for release in reversed(serving(version)) if release.name != validated.release.name]

    def _is_equal(self, before: ValidatedDocument, after: ValidatedDocument, name: str) -> bool | None:
        """Compare by another release; None where it refuses the original text, so that it cannot be used there."""
        assert before.document is not None
        assert after.document is not None
        release = releases.at(name)
        if not self.completer.takes_gates(release):
            return None
        one = self.completer.of(before.document, release).accepted
        if one is None:
            return None
        other = self.completer.of(after.document, release).accepted
        return other is not None and not any(self._differing(one, other))

    def _differing(self, before: Configuration, after: Configuration) -> Iterator[str]:
        """Yield what differs and can matter: where a Pod goes, or how the scheduler runs."""
        different = compare(before, after, self.completer.registry)
        yield from map(
            ".".join, sorted(tuple(map(str, difference.key)) for difference in different if difference.matters)
        )


def _is_complete(validated: ValidatedDocument) -> bool:
    return validated.report.verdict is Verdict.ACCEPTED and validated.configuration is not None


class ReadText(NamedTuple):
    """A text as it is now."""

    stream: Stream
    snapshot: ContentSnapshot
    validated: ValidatedFile

    @property
    def text(self) -> str:
        """The text."""
        return self.stream.text


class TextReader(NamedTuple):
    """Reads a text again and again, by the same rules."""

    options: Options
    path: str
    contexts: ContextCache | None  # What is beside the file; None where that is not looked at
    unsafe: bool

    @property
    def prover(self) -> Prover:
        """What compares the documents before and after a fix."""
        options = self.options
        return Prover(Completer(options.registry, options.feature_gates), options.kubernetes is not None)

    def read(self, stream: Stream) -> ReadText:
        """Validate a text that was parsed, with a snapshot of what it holds."""
        return self.validate(stream, snapshot(stream, self.options.role))

    def validate(self, stream: Stream, content: ContentSnapshot) -> ReadText:
        """Validate a text that was read."""
        validated = validate_stream(stream, self.options, self.path, self.contexts)
        report = full_report(validated, stream, self.options, self.contexts)
        return ReadText(stream, content, validated._replace(report=report))


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
    return Counter((document.number, finding.rule) for document in report.documents for finding in document.findings)


def errors_by_rule(report: FileReport) -> Counter[tuple[int, str]]:
    """Count those that weigh like an error."""
    found = ((document.number, finding) for document in report.documents for finding in document.findings)
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
    stream = before.stream.reader(applied(before.text, edits))
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
        return same(*([document.data for document in stream.documents] for stream in (self.before.stream, self.stream)))

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
