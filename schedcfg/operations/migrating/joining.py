"""The edits of all documents put into the file, and the file read again."""

from collections.abc import Sequence
from typing import NamedTuple

from schedcfg.diagnostics import Finding, Problem, Verdict
from schedcfg.document import Document, Span, Stream, parse
from schedcfg.document.edit import Edit
from schedcfg.document.edit.apply import applied, growth, merged
from schedcfg.document.lines import Lines
from schedcfg.operations.migrating.carrying import Carried
from schedcfg.operations.role import Role
from schedcfg.operations.walking import walk
from schedcfg.results.migration import DocumentMigration, FileMigration, MigrationStatus, obstacle


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
        _behind_dash(edit, one.draft.original, text)
        for one in carried
        if one.draft is not None
        for edit in one.draft.edits
    ]
    return None if None in found else [edit for edit in found if edit is not None]


def _behind_dash(edit: Edit, alone: str, text: str) -> Edit | None:
    """Move an edit that begins before an item's dash behind it: the document alone has blanks there.

    To take a line out is also to take out what is behind its indentation, up to the same column in the next line.
    """
    start, end = edit.span.start.offset, edit.span.end.offset
    if text[start:end] == alone[start:end]:
        return edit
    by = next((count for count in range(end - start) if text[start + count : end] == alone[start + count : end]), 0)
    left = edit.replacement + alone[end : end + by]
    if not by or left[:by] != alone[start : start + by]:
        return None
    return Edit(Lines(text).span(start + by, end + by), left[by:])


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
    again = parse(migrated)
    if (again.error is None) != (stream.error is None) or len(again.documents) != len(stream.documents):
        return False
    before, after = (tuple(walk(one, role, _Saying())) for one in (stream, again))
    if len(before) != len(after) or len(before) != len(carried):
        return False
    meant = [old.data if one.draft is None else one.draft.data for old, one in zip(before, carried, strict=True)]
    return [one.data for one in after] == meant and _others(stream, before) == _others(again, after)


class _Said(NamedTuple):
    """What a document says, and in which one of the file it stands."""

    data: object
    number: int


class _Saying:
    """Lists what the configurations in a text say."""

    def first(self, stream: Stream, role: Role) -> _Said:
        document = stream.documents[0] if stream.documents else Document.empty(stream.text)
        return self.document(document, role)

    def document(self, document: Document, role: Role, notes: tuple[Problem, ...] = ()) -> _Said:  # noqa: ARG002
        return _Said(document.data, document.index)

    def unparsed(self, stream: Stream) -> _Said:
        return _Said(None, len(stream.documents))

    def embedded(self, result: _Said, key: str | None, number: int, span: Span | None) -> _Said:  # noqa: ARG002
        return _Said(result.data, number)


def _others(stream: Stream, said: Sequence[_Said]) -> list[object]:
    """List what the documents say in which no configuration stands."""
    numbers = {one.number for one in said}
    return [document.data for document in stream.documents if document.index not in numbers]
