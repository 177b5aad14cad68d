"""One document validated: from its data to a report."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Self

from schedcfg import releases
from schedcfg.configuration.decode.configuration import Decoded
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import OPEN, PluginRegistry, catalog
from schedcfg.configuration.effective.resolve import Completion
from schedcfg.configuration.reading import ReadDocuments, read
from schedcfg.document import Document, Span, Stream
from schedcfg.document.texts import shown_name
from schedcfg.errors import UnknownTarget
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Problem, Verdict, verdict_on
from schedcfg.releases import gate_settings
from schedcfg.releases.release import Release
from schedcfg.rules import placing
from schedcfg.rules.registry import run
from schedcfg.sources.configurations import FoundConfiguration, Role, first_configuration
from schedcfg.sources.type_meta import TypeMeta, read_type_meta
from schedcfg.validation.completed import Completed, Reader, complete, complete_policy, complete_read, role_of
from schedcfg.validation.options import Options
from schedcfg.validation.selection.release_comment import runner_by_comment

if TYPE_CHECKING:
    from schedcfg.configuration.effective.provenance import PolicyOrigin, ProvenanceContext
    from schedcfg.rules.deployment import Runner
    from schedcfg.rules.organization import Requirement


class ValidatedDocument(NamedTuple):
    """A document with all that was found out about it."""

    report: DocumentReport
    document: Document | None = None  # The document; None where the text could not be parsed
    release: Release | None = None  # The release that it was validated against
    configuration: Configuration | None = None  # Completed; None where nothing could be read
    completion: Completion | None = None  # How other releases would complete it
    decoded: Decoded | None = None  # As read; None for a Policy, or where nothing was read
    found: FoundConfiguration | None = None  # Where it was found; None where it was not looked for
    registry: PluginRegistry = OPEN  # Which plugins exist in the scheduler that runs it
    policy: "PolicyOrigin | None" = None  # Where what it runs comes from, if that is another document; None otherwise

    @property
    def span(self) -> Span | None:
        """Where it is as a whole, where it has no lines of its own; None otherwise."""
        return None if self.found is None else self.found.span

    def with_report(self, report: DocumentReport) -> Self:
        """Return it with another report."""
        return self._replace(report=report)

    def with_problems(self, problems: Iterable[Problem]) -> Self:
        """Add problems to the report on a document that was read."""
        assert self.document is not None
        findings = placing.in_order([*self.report.findings, *placing.placed_findings(problems, self.document)])
        return self._replace(report=replace(self.report, findings=findings))

    def provenance(self, registry: PluginRegistry) -> "ProvenanceContext | None":
        """Return what shows where its values come from; None where it is refused."""
        if self.report.verdict is not Verdict.ACCEPTED or self.configuration is None:
            return None
        from schedcfg.configuration.effective.provenance import (  # noqa: PLC0415 - validating needs no origins
            ProvenanceContext,
        )

        assert self.document is not None
        assert self.completion is not None
        line = None if self.span is None else self.span.start.line
        its = (self.document, self.configuration, registry, self.completion, line)
        return ProvenanceContext(*its, policy=self.policy)

    def file_report(self, path: str, text: str) -> FileReport:
        """Return the report on a file of which only this document counts."""
        return FileReport(path, self.report.verdict, (self.report,), text=text).named_in_commands()


class DocumentValidator(NamedTuple):
    """Validates documents by the rules of a release."""

    release: Release | None  # The release, with feature gates set; None: each document's own, the newest that reads it
    registry: PluginRegistry
    feature_gates: gate_settings.FeatureGates = None
    requirements: "tuple[Requirement, ...]" = ()
    reader: Reader = read
    cluster_release: str | None = None  # That of the API server; None: that which a file beside a scheduler names

    @classmethod
    def of(cls, options: Options) -> Self:
        """Return the validator that options ask for.

        Raises:
            UnknownTarget: if the release is not known.
            WrongFeatureGates: if the release does not start with the feature gates.
        """
        return cls(
            *(options.release(), options.registry, options.feature_gates, options.requirements),
            cluster_release=options.cluster_release,
        )

    @classmethod
    def of_text(cls, options: Options, stream: Stream) -> Self:
        """Return the validator that options ask for, run by what a comment of a text names, if the release agrees.

        Raises:
            UnknownTarget: if the release is not known.
            WrongFeatureGates: if the release does not start with the feature gates.
        """
        return cls.of(options).run_by(runner_by_comment(stream, options.feature_gates))

    def remembering(self, known: ReadDocuments) -> Self:
        """Return what validates with a memory of the documents that were read."""
        return self._replace(reader=known.read)

    def by(self, release: Release) -> Self:
        """Return what validates by a release, with the feature gates set that are requested."""
        return self._replace(release=gate_settings.own(release, self.feature_gates).release)

    def conflicts_with(self, runner: "Runner") -> bool:
        """Return whether another release was requested than that of a runner, which then says nothing."""
        return self.release is not None and self.release.name != runner.release.name

    def run_by(self, runner: "Runner | None") -> Self:
        """Return what validates as a runner does: by its release and, where nobody declared any, its own plugins.

        One of another release than was requested says nothing.
        """
        if runner is None or self.conflicts_with(runner):
            return self
        registry = self.registry
        if runner.catalog is not None and registry == OPEN:
            with suppress(UnknownTarget):
                registry = catalog(runner.catalog)
        return self._replace(release=self._run_by(runner), registry=registry)

    def _run_by(self, runner: "Runner") -> Release:
        """Return the release of a runner; one that was requested keeps its patch, and the gates requested with it."""
        if self.release is None:
            return runner.release
        release = self.release if self.feature_gates else runner.release
        return release if self.release.patch is None else releases.with_patch(release, self.release.patch)

    def validate(self, found: FoundConfiguration) -> ValidatedDocument:
        """Validate a document that was found in a text, as what its role makes it, with positions in that text."""
        document, role = found.document, found.role
        if document is None:
            result = self.refuse_unparsed(found.stream)._replace(found=found)
            return _in_host_document(result, found) if found.is_embedded else result
        meta = read_type_meta(document.data)
        release, gate_problems = self._release(meta, role)
        if role is Role.NAMED:
            completed = Completed(document, release, self.registry, ())
        elif role is Role.POLICY:
            completed = complete_policy(document, release, self.registry)
        else:
            as_read = self.reader(document, release, self.registry)
            completed = complete_read(as_read, document, release, self.registry, run)
        required = self._required(document, role, completed.configuration)
        problems = [*found.notes, *gate_problems, *completed.problems, *required]
        result = ValidatedDocument(
            replace(
                _report(document, meta, completed, placing.placed_findings(problems, document)),
                is_assumed=self.release is None,
            ),
            document,
            release,
            completed.configuration,
            completed.completion,
            completed.decoded,
            found,
            registry=self.registry,
        )
        return _in_host_document(result, found) if found.is_embedded else result

    def first(self, stream: Stream, role: Role) -> ValidatedDocument:
        """Validate the first document of a text: kube-scheduler reads no other, whatever it is."""
        return self.validate(first_configuration(stream, role))

    def _required(self, document: Document, role: Role, configuration: Configuration | None) -> Iterator[Problem]:
        """Yield where a configuration does not meet the requirements of the organization."""
        if not self.requirements or configuration is None:
            return
        from schedcfg.rules import organization  # noqa: PLC0415 - few runs have such requirements

        def accepts(kubernetes: str) -> bool:
            gated = gate_settings.own(releases.at(kubernetes), self.feature_gates).release
            return complete(document, role, gated, self.registry).is_accepted

        ran = organization.Ran(configuration, self.registry, accepts)
        yield from organization.problems(self.requirements, ran)

    def configuration(self, stream: Stream, release: Release | None) -> Configuration | None:
        """Complete the first document of a text without validating it; None where nothing could be read.

        Args:
            stream: The text.
            release: The release that completes it; None: the one that it would be validated against.
        """
        return self.resolved(stream.documents[0], release) if stream.documents else None

    def resolved(self, document: Document, release: Release | None = None) -> Configuration | None:
        """Complete a document without validating it; see `configuration`."""
        role = role_of(document)
        chosen = release or self._release(read_type_meta(document.data), role).release
        if role is Role.POLICY:
            return complete_policy(document, chosen, self.registry).configuration if chosen.policy else None
        return self.reader(document, chosen, self.registry).configuration

    def refuse_unparsed(self, stream: Stream) -> ValidatedDocument:
        """Report the text that could not be parsed; it counts as the document that it would have been."""
        assert stream.error is not None
        finding = placing.of_defect(stream.error, stream.text)
        report = DocumentReport(
            number=len(stream.documents),
            line=finding.start.line,
            api_version="",
            kind="",
            kubernetes=None if self.release is None else self.release.name,
            verdict=Verdict.REFUSED if finding.finding_class is FindingClass.REFUSED else Verdict.ACCEPTED,
            findings=(finding,),
        )
        return ValidatedDocument(report)

    def _release(self, meta: TypeMeta, role: Role) -> gate_settings.Gated:
        if self.release is not None:
            return gate_settings.Gated(self.release)
        return gate_settings.own(releases.at(_own_release(meta, role, self.registry)), self.feature_gates)


def _report(document: Document, meta: TypeMeta, completed: Completed, findings: tuple[Finding, ...]) -> DocumentReport:
    return DocumentReport(
        number=document.index,
        line=document.line,
        api_version=shown_name(meta.api_version),
        kind=shown_name(meta.kind),
        kubernetes=completed.release.name,
        verdict=verdict_on(findings),
        findings=findings,
        assumed_plugins=completed.assumed_plugins,
    )


def _in_host_document(result: ValidatedDocument, found: FoundConfiguration) -> ValidatedDocument:
    """Add to a report the document that a value is in, and its key."""
    report = replace(result.report, number=found.number, key=found.key, owner=found.owner)
    if found.span is not None:
        # Of an alias all is meant, so that two that differ by their lines only are one now.
        moved = placing.moved_into_file(report.findings, found.host_text, found.span, found.stream.text)
        findings = tuple(dict.fromkeys(moved))
        report = replace(report, line=found.span.start.line, findings=findings)
    return result._replace(report=report)


def _own_release(meta: TypeMeta, role: Role, registry: PluginRegistry) -> str:
    """Choose the release for a document that none was named for: the newest that reads it, and has the catalogs."""
    if role is Role.POLICY:
        from schedcfg.releases import policy  # noqa: PLC0415 - its tables are for a Policy only

        return policy.NEWEST
    return registry.newest_serving(meta.version or "") or releases.NEWEST
