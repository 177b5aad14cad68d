"""What was done to a file and what it comes to, for people: what will differ first, what has no effect in a line."""

from collections.abc import Callable, Iterable, Iterator

from schedcfg.findings import DocumentReport, FileReport, Finding, Severity, Verdict
from schedcfg.output.colours import BLUE, BOLD, CYAN, DIM, RED, YELLOW, Paint, painter
from schedcfg.output.counting import counted
from schedcfg.output.migration.lines import way
from schedcfg.output.migration.proven import differing, proven, proven_in_full
from schedcfg.output.migration.row import Row
from schedcfg.output.terminal import printable
from schedcfg.output.text import block
from schedcfg.results.migration import DocumentMigration, FileMigration, MigrationStatus, Note, NoteKind

_COLOURS = {
    NoteKind.BY_HAND: RED,
    NoteKind.DROPPED: RED,
    NoteKind.DIFFERS: RED,
    NoteKind.PINNED: CYAN,
    NoteKind.REMOVED: BLUE,
    NoteKind.CHANGED: DIM,
}
"""In the order in which they are shown: what needs a decision comes first."""


def render(file: FileMigration, *, coloured: bool) -> Iterator[str]:
    """Yield what a file's user has to know; nothing for one that stays as it is."""
    paint = painter(coloured=coloured)
    yield from _changes(file, _in_short, paint)
    yield from _obstacles(file, paint)


def render_in_full(file: FileMigration, *, coloured: bool) -> Iterator[str]:
    """Yield everything that is known, of a file that stays as it is too."""
    paint = painter(coloured=coloured)
    if file.status is MigrationStatus.UNCHANGED:
        for document in file.documents:
            yield f"{paint(BOLD, _place(file, document))}: {document.target} already\n"
    yield from _changes(file, _in_full, paint)
    yield from _obstacles(file, paint)


def render_obstacles(file: FileMigration, *, coloured: bool) -> Iterator[str]:
    """Yield why a file cannot be carried over, read or written; nothing for one that can."""
    return _obstacles(file, painter(coloured=coloured))


def _changes(file: FileMigration, tell: Callable[[DocumentMigration], Iterator[Row]], paint: Paint) -> Iterator[str]:
    for document in () if file.migrated is None else file.documents:
        if document.status is MigrationStatus.MIGRATED:
            yield f"{paint(BOLD, _place(file, document))}: {way(document)}\n"
            yield from (row.shown(paint) for row in tell(document))


def _obstacles(file: FileMigration, paint: Paint) -> Iterator[str]:
    match file.status:
        case MigrationStatus.REFUSED:
            yield from _refusals(file, paint)
        case MigrationStatus.UNREADABLE:
            yield f"{paint(BOLD, printable(file.path))}: {paint(RED, 'unreadable')}: {file.reason}\n\n"
        case MigrationStatus.UNWRITTEN:
            yield f"{paint(BOLD, printable(file.path))}: {paint(RED, 'not written')}: {file.unwritten}\n\n"


def _place(file: FileMigration, document: DocumentMigration) -> str:
    """Name a file, and what is meant in it where that holds several."""
    path = printable(file.path)
    if document.key is not None:
        return f"{path}, {printable(document.key)}"
    return path if len(file.documents) == 1 else f"{path}, line {document.line}"


def _in_short(document: DocumentMigration) -> Iterator[Row]:
    changed = [note for note in document.notes if note.kind is NoteKind.CHANGED]
    others = [note for note in document.notes if note.kind is not NoteKind.CHANGED]
    yield from _notes(others, document)
    if changed:
        lines = sorted({note.line for note in changed if note.line is not None})
        where = f" (line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))})" if lines else ""
        what = "thing is" if len(changed) == 1 else "things are"
        yield Row("changed", DIM, None, f"{len(changed)} {what} said in the words of the new version{where}")
    yield from proven(document.proofs)
    yield from _advice(document.findings)


def _in_full(document: DocumentMigration) -> Iterator[Row]:
    yield from _notes(document.notes, document)
    yield from proven_in_full(document.proofs)
    yield from _advice(document.findings)


def _notes(notes: Iterable[Note], document: DocumentMigration) -> Iterator[Row]:
    """Tell the notes and what differs, which needs no note that says the same once more."""
    told = {f"{one.path}: {one.reason}" for proof in document.proofs for one in proof.differences if one.matters}
    unsaid = [note for note in notes if note.message not in told]
    for kind, colour in _COLOURS.items():
        if kind is NoteKind.DIFFERS:
            yield from differing(document.proofs)
        for note in unsaid:
            if note.kind is kind:
                yield Row(kind.replace("-", " "), colour, note.line, f"{printable(note.message)} [{note.id}]")


def _advice(findings: tuple[Finding, ...]) -> Iterator[Row]:
    """Count what is to be said of the new text; `validate` says it."""
    errors = sum(one.is_error for one in findings)
    warnings = sum(one.severity is Severity.WARNING and not one.is_error for one in findings)
    parts = [counted(number, word) for number, word in ((errors, "error"), (warnings, "warning")) if number]
    if parts:
        colour = RED if errors else YELLOW
        yield Row("advised", colour, None, f"{' and '.join(parts)} about the new text: see `schedcfg validate`")


def _refusals(file: FileMigration, paint: Paint) -> Iterator[str]:
    """Show why a file stays as it is: what weighs like an error, or all there is."""
    shown = FileReport(file.path, file.verdict, text=file.text)
    for document in file.documents:
        if document.status is MigrationStatus.REFUSED:
            report = DocumentReport(document.number, document.line, "", "", None, Verdict.REFUSED)
            errors = [one for one in document.findings if one.is_error]
            yield from (block(shown, report, one, paint) for one in errors or document.findings)
