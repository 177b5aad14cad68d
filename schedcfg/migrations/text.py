"""What was done to a file and the result, for people: what will differ first, what has no effect in a line."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from schedcfg.findings import DocumentReport, FileReport, Finding, Severity, Verdict
from schedcfg.migrations.results import (
    BehaviourDifference,
    DocumentMigration,
    FileMigration,
    MigrationStatus,
    Note,
    NoteKind,
    Proof,
)
from schedcfg.output import unified_diff
from schedcfg.output.secrets import safe
from schedcfg.output.summary import counted
from schedcfg.output.terminal import BLUE, BOLD, CYAN, DIM, GREEN, RED, YELLOW, Paint, painter, printable
from schedcfg.output.text import block
from schedcfg.reference.formatting import value

_COLUMN = 9


class NoteRow(NamedTuple):
    """One line, indented below the file's.

    Attributes:
        label: What kind of thing it is; empty where it goes on with the line before.
        colour: Of the word.
        line: The line of the file that is meant; None where there is none.
        message: What is to be said.
    """

    label: str
    colour: str
    line: int | None
    message: str

    def shown(self, paint: Paint) -> str:
        """Write it: the word in a column of its own."""
        place = "" if self.line is None else f"line {self.line}: "
        return f"  {paint(self.colour, self.label)}{' ' * (_COLUMN - len(self.label))}{place}{self.message}\n"


_LONGEST = 60
"""Letters of a value."""

_NAMED = 4
"""Differences without effect that are named in the summary."""


def differing(proofs: Iterable[Proof]) -> Iterator[NoteRow]:
    """Yield what the scheduler will do otherwise."""
    for one in _differences(proofs):
        if one.matters:
            values = " → ".join(_shown(one.path, side) for side in (one.before, one.after))
            yield NoteRow("differs", RED, None, f"{printable(one.path)}: {values}: {one.reason}")


def proven(proofs: Iterable[Proof]) -> Iterator[NoteRow]:
    """Yield what was compared, and by which releases."""
    proofs = tuple(proofs)
    if not proofs:
        return
    kept = all(proof.kept for proof in proofs)
    what = "same plugins, weights, args and settings" if kept else "all else is the same"
    releases = _listed([_releases_text(proof) for proof in proofs])
    yield NoteRow("proven", GREEN if kept else YELLOW, None, f"{what} by Kubernetes {releases}")
    rest = list(dict.fromkeys(_subject(one.path) for one in _differences(proofs) if not one.matters))
    if rest:
        more = [f"{len(rest) - _NAMED} more"] if len(rest) > _NAMED else []
        yield NoteRow("", DIM, None, f"but for what has no effect: {_listed([*rest[:_NAMED], *more])}")


def proven_in_full(proofs: Iterable[Proof]) -> Iterator[NoteRow]:
    """Yield the same step by step, with every difference."""
    for proof in proofs:
        also = f", and alike by {', '.join(proof.also)}" if proof.also else ""
        yield NoteRow("proven", GREEN if proof.kept else YELLOW, None, f"by Kubernetes {_releases_text(proof)}{also}")
        for one in proof.differences:
            if not one.matters:
                values = " → ".join(_shown(one.path, side) for side in (one.before, one.after))
                yield NoteRow("", DIM, None, f"{printable(one.path)}: {values}: {one.reason}")


def _differences(proofs: Iterable[Proof]) -> Iterator[BehaviourDifference]:
    return (one for proof in proofs for one in proof.differences)


def _subject(path: str) -> str:
    """Name what is not the same; the order at a point is the same matter in every profile."""
    above, _, last = path.rpartition(".")
    return printable(f"order of {above.rpartition('.')[2]}" if last == "order" and above else path)


def _releases_text(proof: Proof) -> str:
    who = proof.kubernetes if proof.before == proof.kubernetes else f"{proof.before} before, {proof.kubernetes} after"
    step = f"{proof.source} made fit" if proof.source == proof.target else f"{proof.source} → {proof.target}"
    return f"{who} ({step})"


def _listed(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _shown(path: str, side: object) -> str:
    shown = "nothing" if side is None else printable(value(safe(path, side)))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def render_lines(file: FileMigration) -> Iterator[str]:
    """Yield `scheduler.yaml: v1beta2 → v1 (3 edits)`; nothing for a file that does not change."""
    if file.status is not MigrationStatus.MIGRATED:
        return
    changed = [one for one in file.documents if one.status is MigrationStatus.MIGRATED]
    paths = ", ".join(dict.fromkeys(f"{one.source} → {one.target}" for one in changed))
    yield f"{printable(file.path)}: {paths} ({counted(len(file.edits), 'edit')})\n"


def version_path(document: DocumentMigration) -> str:
    """Name every version on the way of a document: `v1beta2 → v1beta3 → v1`."""
    versions = [document.source, *(proof.target for proof in document.proofs)]
    if versions[-1] != document.target:
        versions.append(document.target)
    return " → ".join(dict.fromkeys(filter(None, versions)))


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
    """Yield why a file cannot be migrated, read or written; nothing for one that can."""
    return _obstacles(file, painter(coloured=coloured))


def _changes(
    file: FileMigration, rows_of: Callable[[DocumentMigration], Iterator[NoteRow]], paint: Paint
) -> Iterator[str]:
    for document in () if file.migrated is None else file.documents:
        if document.status is MigrationStatus.MIGRATED:
            yield f"{paint(BOLD, _place(file, document))}: {version_path(document)}\n"
            yield from (row.shown(paint) for row in rows_of(document))


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


def _in_short(document: DocumentMigration) -> Iterator[NoteRow]:
    changed = [note for note in document.notes if note.kind is NoteKind.CHANGED]
    others = [note for note in document.notes if note.kind is not NoteKind.CHANGED]
    yield from _notes(others, document)
    if changed:
        lines = sorted({note.line for note in changed if note.line is not None})
        where = f" (line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))})" if lines else ""
        what = "thing is" if len(changed) == 1 else "things are"
        yield NoteRow("changed", DIM, None, f"{len(changed)} {what} said in the words of the new version{where}")
    yield from proven(document.proofs)
    yield from _advice(document.findings)


def _in_full(document: DocumentMigration) -> Iterator[NoteRow]:
    yield from _notes(document.notes, document)
    yield from proven_in_full(document.proofs)
    yield from _advice(document.findings)


def _notes(notes: Iterable[Note], document: DocumentMigration) -> Iterator[NoteRow]:
    """Yield the notes and what differs, which needs no note that says the same once more."""
    known = {f"{one.path}: {one.reason}" for proof in document.proofs for one in proof.differences if one.matters}
    remaining = [note for note in notes if note.message not in known]
    for kind, colour in _COLOURS.items():
        if kind is NoteKind.DIFFERS:
            yield from differing(document.proofs)
        for note in remaining:
            if note.kind is kind:
                yield NoteRow(kind.replace("-", " "), colour, note.line, f"{printable(note.message)} [{note.id}]")


def _advice(findings: tuple[Finding, ...]) -> Iterator[NoteRow]:
    """Count what is found in the new text; `validate` says it."""
    errors = sum(one.is_error for one in findings)
    warnings = sum(one.severity is Severity.WARNING and not one.is_error for one in findings)
    parts = [counted(number, label) for number, label in ((errors, "error"), (warnings, "warning")) if number]
    if parts:
        colour = RED if errors else YELLOW
        yield NoteRow("advised", colour, None, f"{' and '.join(parts)} about the new text: see `schedcfg validate`")


def _refusals(file: FileMigration, paint: Paint) -> Iterator[str]:
    """Show why a file stays as it is: what weighs like an error, or all there is."""
    shown = FileReport(file.path, file.verdict, text=file.text)
    for document in file.documents:
        if document.status is MigrationStatus.REFUSED:
            report = DocumentReport(document.number, document.line, "", "", None, Verdict.REFUSED)
            errors = [one for one in document.findings if one.is_error]
            yield from (block(shown, report, one, paint) for one in errors or document.findings)


_STATUS_TEXTS = {
    MigrationStatus.UNCHANGED: "unchanged",
    MigrationStatus.REFUSED: "refused",
    MigrationStatus.SKIPPED: "without a configuration",
    MigrationStatus.UNREADABLE: "could not be read",
    MigrationStatus.UNWRITTEN: "could not be written",
}


@dataclass(slots=True)
class Tally:
    """Counts of files by what became of them.

    Attributes:
        target: The requested API version, short.
        kubernetes: The requested release; None where none was.
        done: What is said of a file that changes: `migrated`, or `to migrate` where nothing is done yet.
        documents: How many configurations there were.
        files: Status → number of files.
    """

    target: str
    kubernetes: str | None = None
    done: str = "migrated"
    documents: int = 0
    files: Counter[MigrationStatus] = field(default_factory=Counter)

    def count(self, file: FileMigration) -> None:
        """Take one file into account."""
        self.documents += len(file.documents)
        self.files[file.status] += 1

    def lines(self) -> Iterator[str]:
        """Yield the sum in one line, `3 files migrated to v1, 2 unchanged, 1 refused`; nothing without files."""
        texts = {MigrationStatus.MIGRATED: f"{self.done} to {self.target}", **_STATUS_TEXTS}
        seen = [(self.files[status], label) for status, label in texts.items() if self.files[status]]
        if seen:
            (number, label), *rest = seen
            first = f"{counted(number, 'file')} {label}"
            yield ", ".join([first, *(f"{number} {label}" for number, label in rest)])


def render_diff(file: FileMigration, *, coloured: bool) -> Iterator[str]:
    """Yield the lines of a unified diff; nothing for a file that does not change."""
    if file.text is None or file.migrated is None:
        return
    yield from unified_diff.render(file.path, file.text, file.migrated, coloured=coloured)
