"""One document validated: from its data to a report."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Self

from schedcfg import releases
from schedcfg.configuration.decode.args import KnownPlugin
from schedcfg.configuration.decode.configuration import Decoded, decode
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import Completion, of_configuration, resolve
from schedcfg.document import Document, Span, Stream
from schedcfg.findings import DocumentReport, FileReport, FindingClass, Problem, Verdict
from schedcfg.releases import chosen_gates
from schedcfg.releases.release import Release
from schedcfg.rules import placing
from schedcfg.rules.registry import Subject, run, run_refusing
from schedcfg.sources.configurations import FoundConfiguration, Role, first_configuration, what_it_holds
from schedcfg.sources.type_meta import TypeMeta, read_type_meta
from schedcfg.validation.options import Options

if TYPE_CHECKING:
    from schedcfg.rules.organization import Requirement


class ValidatedDocument(NamedTuple):
    """A document with all that was found out about it.

    Attributes:
        report: The report on it.
        document: The document; None where the text could not be parsed.
        release: The release that it was validated against; None likewise.
        configuration: Completed; None where nothing could be read.
        completion: How other releases would complete it; None likewise.
        decoded: As read; None for a Policy, or where nothing was read.
        span: Where it is as a whole, where it has no lines of its own; None otherwise.
    """

    report: DocumentReport
    document: Document | None = None
    release: Release | None = None
    configuration: Configuration | None = None
    completion: Completion | None = None
    decoded: Decoded | None = None
    span: Span | None = None

    def with_problems(self, problems: Iterable[Problem]) -> Self:
        """Add problems to the report on a document that was read."""
        assert self.document is not None
        findings = placing.in_order([*self.report.findings, *placing.placed_findings(problems, self.document)])
        return self._replace(report=replace(self.report, findings=findings))

    def file_report(self, path: str, text: str) -> FileReport:
        """Return the report on a file of which only this document counts."""
        return FileReport(path, self.report.verdict, (self.report,), text=text)


class CompletedDocument(NamedTuple):
    """What a release makes of a document, without a report on it.

    Attributes:
        is_accepted: Whether it starts with it.
        configuration: Completed; None where nothing could be read.
        decoded: As read; None for a Policy.
        completion: How other releases would complete it; None where nothing could be read.
    """

    is_accepted: bool
    configuration: Configuration | None
    decoded: Decoded | None
    completion: Completion | None


_Rules = Callable[[Subject], Iterator[Problem]]
"""Yields what rules find: all of them, or those that can refuse."""


class _Resolved(NamedTuple):
    """A document as far as it could be read."""

    problems: Sequence[Problem]
    configuration: Configuration | None = None
    completion: Completion | None = None
    decoded: Decoded | None = None


def _policy(document: Document, release: Release) -> _Resolved:
    """Read and complete a legacy Policy."""
    # Few files are Policies.
    from schedcfg.configuration.decode.configuration import decode_policy  # noqa: PLC0415
    from schedcfg.configuration.effective.policy import of_policy  # noqa: PLC0415
    from schedcfg.rules.policy_not_allowed import problems  # noqa: PLC0415

    policy, found, moved = decode_policy(document, release)
    if policy is None:
        return _Resolved(found)
    completion = of_policy(policy)
    more = map(moved.problem, problems(policy, release))
    return _Resolved([*found, *more], completion.by(release), completion)


class DocumentValidator(NamedTuple):
    """Validates documents by the rules of a release.

    Attributes:
        release: The release, with feature gates set; None: each document's own, the newest that reads it.
        registry: Which plugins exist in addition to the in-tree ones.
        feature_gates: What to set in each document's own release.
        requirements: What an organization requires.
    """

    release: Release | None
    registry: PluginRegistry
    feature_gates: chosen_gates.FeatureGates = None
    requirements: "tuple[Requirement, ...]" = ()

    @classmethod
    def of(cls, options: Options) -> Self:
        """Return the validator that options ask for.

        Raises:
            UnknownTarget: if the release is not known.
            WrongFeatureGates: if the release does not start with the feature gates.
        """
        return cls(options.release(), options.registry, options.feature_gates, options.requirements)

    def validate(self, found: FoundConfiguration) -> ValidatedDocument:
        """Validate a document that was found in a text, with positions in that text."""
        if found.document is None:
            result = self.refuse_unparsed(found.stream)
        else:
            result = self.document(found.document, found.role, found.notes)
        return _in_host_document(result, found) if found.is_embedded else result

    def first(self, stream: Stream, role: Role) -> ValidatedDocument:
        """Validate the first document of a text: kube-scheduler reads no other, whatever it is."""
        return self.validate(first_configuration(stream, role))

    def document(self, document: Document, role: Role, notes: tuple[Problem, ...] = ()) -> ValidatedDocument:
        """Validate one document as what its role makes it.

        Args:
            document: The document.
            role: `CONFIG` or `POLICY`.
            notes: What else is to be reported about it.
        """
        meta = read_type_meta(document.data)
        release, gate_problems = self._release(meta, role)
        if role is Role.POLICY:
            found = _policy(document, release)
        elif role is Role.NAMED:
            found = _Resolved([what_it_holds(document)])
        else:
            found = self._resolved(decode(document, meta, release, self._known(release)), document, run)
        required = self._required(document, role, found.configuration)
        findings = placing.placed_findings([*notes, *gate_problems, *found.problems, *required], document)
        refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
        report = DocumentReport(
            number=document.index,
            line=document.line,
            api_version=meta.api_version,
            kind=meta.kind,
            kubernetes=release.name,
            verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED,
            findings=findings,
        )
        return ValidatedDocument(report, document, release, found.configuration, found.completion, found.decoded)

    def _required(self, document: Document, role: Role, configuration: Configuration | None) -> Iterator[Problem]:
        """Yield where a configuration does not meet the requirements of the organization."""
        if not self.requirements or configuration is None:
            return
        from schedcfg.rules import organization  # noqa: PLC0415 - few runs have such requirements

        def accepts(kubernetes: str) -> bool:
            own = chosen_gates.own(releases.at(kubernetes), self.feature_gates).release
            return DocumentValidator(own, self.registry).complete(document, role).is_accepted

        ran = organization.Ran(configuration, self.registry, accepts)
        yield from organization.problems(self.requirements, ran)

    def configuration(self, stream: Stream, release: Release | None) -> Configuration | None:
        """Complete the first document of a text without validating it; None where nothing could be read.

        Args:
            stream: The text.
            release: The release that completes it; None: the one that it would be validated against.
        """
        if not stream.documents:
            return None
        document = stream.documents[0]
        meta = read_type_meta(document.data)
        chosen = release or self._release(meta, Role.CONFIG).release
        decoded = decode(document, meta, chosen, self._known(chosen))
        return None if decoded.shape is None else resolve(decoded, self.registry)

    def complete(self, document: Document, role: Role) -> CompletedDocument:
        """Complete a document, without asking for advice on it, or for places in its text.

        Args:
            document: The document.
            role: `CONFIG` or `POLICY`.
        """
        meta = read_type_meta(document.data)
        release, gate_problems = self._release(meta, role)
        if role is Role.POLICY:
            found = _policy(document, release)
        else:
            found = self._resolved(decode(document, meta, release, self._known(release)), document, run_refusing)
        problems = (*gate_problems, *found.problems)
        is_refused = any(problem.finding_class is FindingClass.REFUSED for problem in problems)
        return CompletedDocument(not is_refused, found.configuration, found.decoded, found.completion)

    def refuse_unparsed(self, stream: Stream) -> ValidatedDocument:
        """Report the text that could not be parsed; it counts as the document that it would have been."""
        assert stream.error is not None
        finding = placing.of_defect(stream.error)
        report = DocumentReport(
            number=len(stream.documents),
            line=finding.start.line,
            api_version="",
            kind="",
            kubernetes=None if self.release is None else self.release.name,
            verdict=Verdict.REFUSED,
            findings=(finding,),
        )
        return ValidatedDocument(report)

    def _known(self, release: Release) -> KnownPlugin:
        return partial(self.registry.known, release=release)

    def _resolved(self, decoded: Decoded, document: Document, rules: _Rules) -> _Resolved:
        """Complete what was read of a document, and run rules over it."""
        if decoded.shape is None:
            return _Resolved(decoded.problems, decoded=decoded)
        configuration = resolve(decoded, self.registry)
        problems = [*decoded.problems, *rules(Subject(configuration, decoded, self.registry, document))]
        return _Resolved(problems, configuration, of_configuration(decoded, self.registry), decoded)

    def _release(self, meta: TypeMeta, role: Role) -> chosen_gates.Gated:
        if self.release is not None:
            return chosen_gates.Gated(self.release)
        return chosen_gates.own(releases.at(_own_release(meta, role, self.registry)), self.feature_gates)


def _in_host_document(result: ValidatedDocument, found: FoundConfiguration) -> ValidatedDocument:
    """Add to a report the document that a value is in, and its key."""
    report = replace(result.report, number=found.number, key=found.key)
    if found.span is not None:
        # The value is quoted, folded or an alias: its lines are not lines of the file, so all of it is meant, and
        # what would fix them is no edit of the file.
        start, end = found.span
        # Two that differ by their lines only are one now.
        found_here = (replace(finding, start=start, end=end, fix=None) for finding in report.findings)
        findings = tuple(dict.fromkeys(found_here))
        report = replace(report, line=start.line, findings=findings)
    return result._replace(report=report, span=found.span)


def _own_release(meta: TypeMeta, role: Role, registry: PluginRegistry) -> str:
    """Choose the release for a document that none was named for: the newest that reads it, and has the catalogs."""
    if role is Role.POLICY:
        from schedcfg.releases import policy  # noqa: PLC0415 - its tables are for a Policy only

        return policy.NEWEST
    return registry.newest_serving(meta.version or "") or releases.NEWEST
