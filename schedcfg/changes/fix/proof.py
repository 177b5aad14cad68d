"""Behavior before and after a fix, compared: by the release that validates, and by others that may read the file."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from schedcfg import limits, releases
from schedcfg.changes.fix.attempts import AcceptedFixes, Candidate, Rejection, candidates, try_fixes
from schedcfg.changes.migrate.context import POLICY, serving
from schedcfg.configuration.effective.equivalence import compare
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document import Document, Stream, parse
from schedcfg.document.edit import Edit
from schedcfg.document.edit.splices import merged, origin
from schedcfg.document.span import lines_of
from schedcfg.findings import FileReport, FindingClass, Verdict
from schedcfg.fixing import Fixed, Fixing, Unfixed, WhyLeft
from schedcfg.releases import chosen_gates
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources.configurations import Role
from schedcfg.sources.snapshot import ContentSnapshot, snapshot
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.document import DocumentValidator, ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.text import ValidatedFile, full_report, validate_stream


class Comparison(NamedTuple):
    """The result of a comparison.

    Attributes:
        same: The releases by which the scheduler behaves as before, the one that validates first.
        different: What differs by the one that validates, as paths; empty where nothing does.
        elsewhere: Other releases that read the file, and by which the scheduler would behave otherwise.
    """

    same: tuple[str, ...]
    different: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


class Prover(NamedTuple):
    """Compares.

    Attributes:
        registry: Which plugins exist beside the in-tree ones.
        feature_gates: What is set in each release that takes it.
        is_release_known: Whether a release was named: then no other one matters.
    """

    registry: PluginRegistry
    feature_gates: chosen_gates.FeatureGates
    is_release_known: bool

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
        return [one.name for one in reversed(serving(version)) if one.name != validated.release.name]

    def _is_equal(self, before: ValidatedDocument, after: ValidatedDocument, name: str) -> bool | None:
        """Compare by another release; None where it refuses the original text, so that it cannot be used there."""
        assert before.document is not None
        assert after.document is not None
        role = Role.POLICY if before.decoded is None else Role.CONFIG
        one, other = (self._completed(document, name, role) for document in (before.document, after.document))
        if one is None:
            return None
        return other is not None and not any(self._differing(one, other))

    def _completed(self, document: Document, name: str, role: Role) -> Configuration | None:
        gated = chosen_gates.own(releases.at(name), self.feature_gates)
        if any(problem.finding_class is FindingClass.REFUSED for problem in gated.problems):
            return None
        completed = DocumentValidator(gated.release, self.registry).complete(document, role)
        return completed.configuration if completed.is_accepted else None

    def _differing(self, before: Configuration, after: Configuration) -> Iterator[str]:
        """Yield what differs and can matter: where a Pod goes, or how the scheduler runs."""
        found = sorted(tuple(map(str, one.key)) for one in compare(before, after, self.registry) if one.matters)
        yield from map(".".join, found)


def _is_complete(validated: ValidatedDocument) -> bool:
    return validated.report.verdict is Verdict.ACCEPTED and validated.configuration is not None


class ReadText(NamedTuple):
    """A text as it is now.

    Attributes:
        stream: The text, read.
        snapshot: Its content.
        validated: What is found in it.
    """

    stream: Stream
    snapshot: ContentSnapshot
    validated: ValidatedFile

    @property
    def text(self) -> str:
        """The text."""
        return self.stream.text


class TextReader(NamedTuple):
    """Reads a text again and again, by the same rules.

    Attributes:
        options: How it is validated.
        path: Its name in the report.
        contexts: What is beside the file; None where that is not looked at.
        unsafe: Whether what can change behavior, or cannot be proven, is made too.
    """

    options: Options
    path: str
    contexts: ContextCache | None
    unsafe: bool

    @property
    def prover(self) -> Prover:
        """What compares the documents before and after a fix."""
        options = self.options
        return Prover(options.registry, options.feature_gates, options.kubernetes is not None)

    def read(self, text: str) -> ReadText:
        """Read a text and validate it."""
        stream = parse(text)
        return self.validate(stream, snapshot(stream, self.options.role))

    def validate(self, stream: Stream, content: ContentSnapshot) -> ReadText:
        """Validate a text that was read."""
        validated = validate_stream(stream, self.options, self.path)
        report = full_report(validated, stream, self.options, self.contexts)
        return ReadText(stream, content, validated._replace(report=report))


_MOST_FAILED = 20
"""Fixes of one rule that are tried in vain: each takes as long as reading the text."""
_NOT_TRIED = f"{_MOST_FAILED} fixes of this rule could not be made, so this one was not tried; correct those first"


def fixed(text: str, reader: TextReader) -> FileReport:
    """Make every fix of a text that may be made; report on the text that this gives."""
    run = _FixRun(reader, reader.read(text))
    while run.round():
        run.left = []
    report = run.reading.validated.report
    return replace(report, fixing=Fixing(text, tuple(sorted(run.made, key=lambda one: one.line)), tuple(run.left)))


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
    """A text on its way.

    Attributes:
        reader: Reads it.
        reading: The text as it is now.
        made: What was done.
        left: What was tried in vain in this round.
        steps: The edits of each fix, in order.
        failed: How many fixes of each rule were tried in vain in this round.
    """

    reader: TextReader
    reading: ReadText
    made: list[Fixed] = field(default_factory=list)
    left: list[Unfixed] = field(default_factory=list)
    steps: list[tuple[Edit, ...]] = field(default_factory=list)
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
