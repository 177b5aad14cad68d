"""The edits of all documents put into the file, and the file read again."""

from collections.abc import Sequence

from schedcfg.document import Stream, parse
from schedcfg.document.edit import Edit
from schedcfg.document.edit.apply import applied, growth, merged
from schedcfg.document.lines import Lines
from schedcfg.findings import Finding, Verdict
from schedcfg.operations.migrating.carrying import Carried
from schedcfg.operations.role import Role
from schedcfg.operations.saying import said
from schedcfg.results.migration import DocumentMigration, FileMigration, MigrationStatus, obstacle
from schedcfg.sources import embedded


def joined(path: str, stream: Stream, role: Role, carried: Sequence[Carried]) -> FileMigration:
    """Make one file of its documents: changed in all of them, or in none."""
    text = stream.text
    documents = tuple(one.report for one in carried)
    if any(report.status is MigrationStatus.REFUSED for report in documents):
        return FileMigration(path, Verdict.REFUSED, tuple(map(_without_new_text, documents)), text=text)
    own = _of_the_file(text, carried)
    edits = None if own is None else merged(own)
    if edits == ():
        return FileMigration(path, Verdict.ACCEPTED, documents, text=text)
    migrated = None if edits is None else applied(text, edits)
    if edits is None or migrated is None or not _is_read_as_meant(stream, migrated, role, carried):
        refused = tuple(_not_safe(one.report, text) for one in carried)
        return FileMigration(path, Verdict.REFUSED, refused, text=text)
    placed = _placed(migrated, carried)
    return FileMigration(path, Verdict.ACCEPTED, placed, text=text, migrated=migrated, edits=edits)


def _of_the_file(text: str, carried: Sequence[Carried]) -> list[Edit] | None:
    """Take all edits as edits of the file; None where one would take something that is not the document's own."""
    found = [
        embedded.edit_of_file(edit, one.draft.original, text)
        for one in carried
        if one.draft is not None
        for edit in one.draft.edits
    ]
    return None if None in found else [edit for edit in found if edit is not None]


def _without_new_text(report: DocumentMigration) -> DocumentMigration:
    """Drop what is said of a new text that does not come about, since another document of the file is refused."""
    return report if report.status is MigrationStatus.REFUSED else report._replace(findings=())


def _placed(migrated: str, carried: Sequence[Carried]) -> tuple[DocumentMigration, ...]:
    """Move findings, which are places in one document's new text, to where that stands in the file's."""
    lines = Lines(migrated)
    before: list[Edit] = []
    found = []
    for one in carried:
        grown = growth(before)
        findings = tuple(_moved(finding, grown, lines) for finding in one.report.findings)
        found.append(one.report._replace(findings=findings))
        before += () if one.draft is None else one.draft.edits
    return tuple(found)


def _moved(finding: Finding, by: int, lines: Lines) -> Finding:
    start, end = lines.span(finding.start.offset + by, finding.end.offset + by)
    return finding._replace(start=start, end=end)


def _not_safe(report: DocumentMigration, text: str) -> DocumentMigration:
    if report.status is not MigrationStatus.MIGRATED:
        return report._replace(findings=())
    line = Lines(text).starts[report.line - 1]
    finding = obstacle(
        "edit-conflict",
        (),
        "the edits are right for this document alone, but the file would not be read as meant with them",
        "Put the configuration into a file of its own and migrate that.",
        Lines(text).span(line, line),
    )
    return report._replace(status=MigrationStatus.REFUSED, findings=(finding,))


def _is_read_as_meant(stream: Stream, migrated: str, role: Role, carried: Sequence[Carried]) -> bool:
    """Read the whole file again: every configuration in it says what was meant, and nothing else says anything new."""
    before, after = said(stream, role), said(parse(migrated), role)
    if len(before.configurations) != len(carried):
        return False
    pairs = zip(before.configurations, carried, strict=True)
    meant = [old if one.draft is None else one.draft.data for old, one in pairs]
    return after.is_same(before._replace(configurations=meant))
