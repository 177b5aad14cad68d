"""Each document of a text migrated, or refused with the reason."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Self

from schedcfg.commands.migrate.chain import migrate
from schedcfg.commands.migrate.context import UNSUPPORTED, MigrationOutcome, MigrationPlan, NamedPolicyText
from schedcfg.commands.migrate.flags_beside import PolicyStart
from schedcfg.commands.migrate.results import DocumentMigration, FileMigration, MigrationStatus, obstacle
from schedcfg.document import Document, Span, Stream
from schedcfg.document.edit import Allowance, Draft, Edit
from schedcfg.document.edit.splices import OriginalPlaces, applied, growth, merged
from schedcfg.document.span import Lines, lines_of
from schedcfg.errors import EditConflict
from schedcfg.findings import Finding, FindingClass, Problem, Verdict
from schedcfg.rules import placing
from schedcfg.sources.configurations import FoundConfiguration, Role
from schedcfg.sources.draft_alone import draft_alone
from schedcfg.sources.in_place import edit_of_file
from schedcfg.sources.snapshot import snapshot
from schedcfg.sources.type_meta import POLICY_KIND, is_policy, read_type_meta
from schedcfg.validation.completed import Completer
from schedcfg.validation.document import DocumentValidator


class MigratedDocument(NamedTuple):
    """A document being migrated."""

    report: DocumentMigration
    draft: Draft | None = None  # Its text, changed; None where it does not change


class Migrator(NamedTuple):
    """Migrates what `find_configurations` finds."""

    plan: MigrationPlan
    completer: Completer
    validator: DocumentValidator
    allowance: Allowance  # For all configurations of a file

    def started_by(self, starts: Sequence[PolicyStart]) -> Self:
        """Return the same for a Policy with which schedulers are started."""
        return self._replace(plan=self.plan._replace(starts=tuple(starts)))

    def naming(self, policy: NamedPolicyText | None) -> Self:
        """Return the same for a configuration that names a Policy."""
        return self._replace(plan=self.plan._replace(policy=policy))

    def migrate(self, found: FoundConfiguration) -> MigratedDocument:
        """Migrate a configuration; that others of the file are not read by kube-scheduler is no matter here."""
        document = found.document
        result = self._unparsed(found.stream) if document is None else self._document(document, found)
        return self._in_host_document(result, found) if found.is_embedded else result

    def _document(self, document: Document, found: FoundConfiguration) -> MigratedDocument:
        role = found.role
        report = DocumentMigration(
            number=document.index,
            line=document.line,
            source=_source(document, role),
            target=self.plan.target,
            status=MigrationStatus.REFUSED,
        )
        unfit = self._unfit(document, found)
        if unfit:
            return MigratedDocument(replace(report, findings=unfit))
        is_implied = document.arrangement is not None and bool(document.arrangement.implied)
        if is_implied and self.plan.target != report.source:
            return MigratedDocument(replace(report, findings=(_fixed_version(document, self.plan.target),)))
        try:
            draft = draft_alone(document, self.allowance)
        except EditConflict as conflict:
            return MigratedDocument(replace(report, findings=(_by_hand(conflict, document.text),)))
        outcome = self._outcome(draft)
        report = replace(report, **outcome._asdict())
        return MigratedDocument(report, draft if outcome.status is MigrationStatus.MIGRATED else None)

    def _unparsed(self, stream: Stream) -> MigratedDocument:
        """Refuse a text that could not be parsed, as `validate` does."""
        report = self.validator.refuse_unparsed(stream).report
        refused = MigrationStatus.REFUSED
        return MigratedDocument(
            DocumentMigration(report.number, report.line, "", self.plan.target, refused, findings=report.findings)
        )

    @staticmethod
    def _in_host_document(result: MigratedDocument, found: FoundConfiguration) -> MigratedDocument:
        """Report where a value is; refuse to change what is not in the file as it is."""
        key, span = found.key, found.span
        report = replace(result.report, number=found.number, key=key)
        if span is None:
            return result._replace(report=report)
        findings = tuple(finding.moved_to(span) for finding in report.findings)
        report = replace(report, line=span.start.line, findings=findings)
        if report.status is MigrationStatus.MIGRATED:
            report = _refused(report, _quoted_configuration(key, span))
        return MigratedDocument(report)

    def _unfit(self, document: Document, found: FoundConfiguration) -> tuple[Finding, ...]:
        """Return why a document cannot have its role; a Policy must be identifiable as one."""
        is_config = read_type_meta(document.data).is_configuration
        is_fit = is_policy(document.data) if found.role is Role.POLICY else is_config
        if is_fit:
            return ()
        validated = self.validator.validate(
            FoundConfiguration(found.stream, document, found.role, 0, found.notes)
        ).report
        if validated.verdict is Verdict.REFUSED:
            return validated.findings
        return placing.placed_findings([_NO_KIND], document)

    def _outcome(self, draft: Draft) -> MigrationOutcome:
        try:
            return migrate(draft, self.plan, self.completer)
        except EditConflict as conflict:
            return MigrationOutcome(
                MigrationStatus.REFUSED, findings=(_by_hand(conflict, draft.original, draft.edits),)
            )


_NO_KIND = Problem(
    "missing-kind",
    (),
    "nothing in this file identifies it as a Policy",
    f"Add `kind: {POLICY_KIND}` and `apiVersion: v1` at the top level.",
    finding_class=FindingClass.ADVISED,
)
"""The finding for what `--as-policy` reads as a Policy, and what could be anything."""


def _source(document: Document, role: Role) -> str:
    if role is Role.POLICY or is_policy(document.data):
        return POLICY_KIND
    return read_type_meta(document.data).version or ""


def _by_hand(conflict: EditConflict, original: str, edits: tuple[Edit, ...] = ()) -> Finding:
    """Return where the text is in the way, in the text as the user has it."""
    origins = OriginalPlaces(edits)
    span = lines_of(original).span(origins.of(conflict.start), origins.of(conflict.end))
    return obstacle("edit-conflict", conflict.path, str(conflict), conflict.help, span)


def _fixed_version(document: Document, target: str) -> Finding:
    source = read_type_meta(document.data).version
    return obstacle(
        UNSUPPORTED,
        (),
        f"the product that reads these fields reads them as {source}, so {target} cannot be written here",
        f"Omit `--to`, or migrate to {source}.",
        document.first_line_of(document.locate(()).value),
    )


def _quoted_configuration(key: str | None, span: Span) -> Finding:
    return obstacle(
        "quoted-configuration",
        () if key is None else ("data", key),
        "the configuration cannot be changed in place, because it is quoted, folded or contains aliases",
        "Write it as a literal block (`|`, each line of the configuration indented below), or migrate it in a "
        "separate file; then run this command again.",
        span,
    )


def joined(path: str, stream: Stream, role: Role, results: Sequence[MigratedDocument]) -> FileMigration:
    """Make one file of its documents: changed in all of them, or in none."""
    text = stream.text
    documents = tuple(document.report for document in results)
    if any(report.status is MigrationStatus.REFUSED for report in documents):
        return FileMigration(path, Verdict.REFUSED, tuple(map(_without_new_text, documents)), text=text)
    own = _of_the_file(text, results)
    edits = None if own is None else merged(own)
    if edits == ():
        return FileMigration(path, Verdict.ACCEPTED, documents, text=text)
    migrated = None if edits is None else applied(text, edits)
    if edits is None or migrated is None or not _is_read_as_intended(stream, migrated, role, results):
        refused = tuple(_not_safe(document.report, text) for document in results)
        return FileMigration(path, Verdict.REFUSED, refused, text=text)
    placed = _placed_in_file(migrated, results)
    return FileMigration(path, Verdict.ACCEPTED, placed, text=text, migrated=migrated, edits=edits)


def _of_the_file(text: str, results: Sequence[MigratedDocument]) -> list[Edit] | None:
    """Take all edits as edits of the file; None where one would take something that is not the document's own."""
    edits = [
        edit_of_file(edit, document.draft.original, text)
        for document in results
        if document.draft is not None
        for edit in document.draft.edits
    ]
    return None if None in edits else [edit for edit in edits if edit is not None]


def _without_new_text(report: DocumentMigration) -> DocumentMigration:
    """Drop the findings in a new text that is not written, since another document of the file is refused."""
    return report if report.status is MigrationStatus.REFUSED else replace(report, **_NO_RESULT)


def _refused(report: DocumentMigration, finding: Finding) -> DocumentMigration:
    """Refuse a document after all: its new text does not come about."""
    return replace(report, **_NO_RESULT | {"status": MigrationStatus.REFUSED, "findings": (finding,)})


_NO_RESULT: dict[str, Any] = {
    "findings": (),
    "new_errors": (),
    "validated_by": "",
    "accepted_by": (),
    "assumed_plugins": (),
}
"""What is reported about a new text where there is none."""


def _placed_in_file(migrated: str, results: Sequence[MigratedDocument]) -> tuple[DocumentMigration, ...]:
    """Move findings, which are places in one document's new text, to where that is in the file's."""
    lines = lines_of(migrated)
    grown, found = 0, []
    for document in results:
        findings = tuple(_moved(finding, grown, lines) for finding in document.report.findings)
        found.append(replace(document.report, findings=findings))
        grown += 0 if document.draft is None else growth(document.draft.edits)
    return tuple(found)


def _moved(finding: Finding, by: int, lines: Lines) -> Finding:
    start, end = lines.span(finding.start.offset + by, finding.end.offset + by)
    return replace(finding, start=start, end=end)


def _not_safe(report: DocumentMigration, text: str) -> DocumentMigration:
    if report.status is not MigrationStatus.MIGRATED:
        return replace(report, **_NO_RESULT)
    line = lines_of(text).starts[report.line - 1]
    finding = obstacle(
        "edit-conflict",
        (),
        "the edits are correct for this document alone, but the resulting file would not be read as intended",
        "Put the configuration into a separate file and migrate that.",
        lines_of(text).span(line, line),
    )
    return _refused(report, finding)


def _is_read_as_intended(stream: Stream, migrated: str, role: Role, results: Sequence[MigratedDocument]) -> bool:
    """Read the whole file again: every configuration in it must have the intended data, and nothing else may be new."""
    before, after = snapshot(stream, role), snapshot(stream.reader(migrated), role)
    if len(before.configurations) != len(results):
        return False
    pairs = zip(before.configurations, results, strict=True)
    expected = [old if one.draft is None else one.draft.data for old, one in pairs]
    return after.is_same(before._replace(configurations=expected))
