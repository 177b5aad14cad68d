"""What was done to a file and the result, for people: what will differ first, what has no effect in a line."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.migrate.results import (
    DocumentMigration,
    FileMigration,
    MigrationStatus,
    Note,
    NoteKind,
    Proof,
)
from schedcfg.document.secrets import safe
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Verdict
from schedcfg.output import unified_diff
from schedcfg.output.summary import counted, if_compiled_in
from schedcfg.output.terminal import BLUE, BOLD, CYAN, DIM, GREEN, RED, YELLOW, Paint, painter, path_label
from schedcfg.output.text import block
from schedcfg.output.values import release_range, value

_COLUMN = 9
_LONGEST = 60  # Letters of a value
_NAMED = 4  # Differences without effect that are named in the summary


class NoteRow(NamedTuple):
    """One line, indented below the file's."""

    label: str  # What kind of thing it is; empty where it goes on with the line before
    color: str
    line: int | None  # The line of the file that is meant; None where there is none
    message: str

    def shown(self, paint: Paint) -> str:
        """Write it: the word in a column of its own."""
        place = "" if self.line is None else f"line {self.line}: "
        return f"  {paint(self.color, self.label)}{' ' * (_COLUMN - len(self.label))}{place}{printable(self.message)}\n"


def differing(proofs: Iterable[Proof]) -> Iterator[NoteRow]:
    """Yield what the scheduler will do otherwise."""
    for difference in (difference for proof in proofs for difference in proof.differences):
        if difference.matters:
            values = " → ".join(_shown(difference.path, side) for side in (difference.before, difference.after))
            yield NoteRow("differs", RED, None, f"{printable(difference.path)}: {values}: {difference.reason}")


def proven(proofs: Iterable[Proof]) -> Iterator[NoteRow]:
    """Yield what was compared, and by which releases."""
    proofs = tuple(proofs)
    if not proofs:
        return
    kept = all(proof.kept for proof in proofs)
    what = "same plugins, weights, args and settings" if kept else "everything else is the same"
    who = _list([_releases_text(proof) for proof in proofs])
    yield NoteRow("proven", GREEN if kept else YELLOW, None, f"{what} by Kubernetes {who}")
    unimportant = (difference for proof in proofs for difference in proof.differences if not difference.matters)
    rest = list(dict.fromkeys(_subject(difference.path) for difference in unimportant))
    if rest:
        more = [f"{len(rest) - _NAMED} more"] if len(rest) > _NAMED else []
        yield NoteRow("", DIM, None, f"only this differs, and has no effect: {_list([*rest[:_NAMED], *more])}")


def proven_in_full(proofs: Iterable[Proof]) -> Iterator[NoteRow]:
    """Yield the same step by step, with every difference."""
    for proof in proofs:
        also = f", and the same by {', '.join(proof.also)}" if proof.also else ""
        yield NoteRow("proven", GREEN if proof.kept else YELLOW, None, f"by Kubernetes {_releases_text(proof)}{also}")
        for difference in proof.differences:
            if not difference.matters:
                values = " → ".join(_shown(difference.path, side) for side in (difference.before, difference.after))
                yield NoteRow("", DIM, None, f"{printable(difference.path)}: {values}: {difference.reason}")


def arrival(document: DocumentMigration) -> Iterator[NoteRow]:
    """Yield which releases take the result, and what is wrong with it by the one that is to."""
    release, taking = document.validated_by, ranges(document.accepted_by)
    is_taken = release in document.accepted_by
    if is_taken:
        yield NoteRow("accepted", GREEN, None, f"by Kubernetes {taking}{if_compiled_in(document.assumed_plugins)}")
    else:
        message = f"by Kubernetes {taking} only: {release}, the newest that serves {document.target}, does not start"
        yield NoteRow("accepted", RED, None, message)
    errors = [finding for finding in document.findings if finding.is_error]
    new = [error for error in errors if not is_taken or error.rule in document.new_errors]
    yield from map(_error, new)
    if not is_taken:
        hint = f"choose the release that will run it: --kubernetes {release} also changes what that release needs"
        yield NoteRow("", DIM, None, hint)
    if old := [error for error in errors if error not in new]:
        rules = ", ".join(dict.fromkeys(error.rule for error in old))
        message = f"{counted(len(old), 'error')} that the text had before ({rules}): see `schedcfg validate`"
        yield NoteRow("advised", YELLOW, None, message)


def _error(finding: Finding) -> NoteRow:
    label = finding.severity if finding.finding_class is FindingClass.ADVISED else finding.finding_class
    message = f"line {finding.start.line} of the result: {printable(finding.message)} [{finding.rule}]"
    return NoteRow(label.value, RED, None, message)


def ranges(names: Iterable[str]) -> str:
    """Write releases that follow each other as one: `1.22-1.25, 1.27`."""
    known = releases.names()
    found: list[list[str]] = []
    for name in names:
        if found and known.index(found[-1][-1]) + 1 == known.index(name):
            found[-1].append(name)
        else:
            found.append([name])
    return ", ".join(release_range(one[0], one[-1]) for one in found)


def _subject(path: str) -> str:
    """Name what is not the same; the order at a point is the same matter in every profile."""
    above, _, last = path.rpartition(".")
    return printable(f"order of {above.rpartition('.')[2]}" if last == "order" and above else path)


def _releases_text(proof: Proof) -> str:
    who = proof.kubernetes if proof.before == proof.kubernetes else f"{proof.before} before, {proof.kubernetes} after"
    step = f"{proof.source} adapted" if proof.source == proof.target else f"{proof.source} → {proof.target}"
    return f"{who} ({step})"


def _list(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _shown(path: str, side: object) -> str:
    shown = "nothing" if side is None else printable(value(safe(path, side)))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


def render_lines(file: FileMigration) -> Iterator[str]:
    """Yield `scheduler.yaml: v1beta2 → v1 (3 edits)`; nothing for a file that does not change."""
    if file.status is not MigrationStatus.MIGRATED:
        return
    changed = [document for document in file.documents if document.status is MigrationStatus.MIGRATED]
    paths = ", ".join(dict.fromkeys(f"{migration.source} → {migration.target}" for migration in changed))
    yield f"{path_label(file.path)}: {paths} ({counted(len(file.edits), 'edit')})\n"


def version_path(document: DocumentMigration) -> str:
    """Name every version on the way of a document: `v1beta2 → v1beta3 → v1`."""
    versions = [document.source, *(proof.target for proof in document.proofs)]
    if versions[-1] != document.target:
        versions.append(document.target)
    return " → ".join(dict.fromkeys(filter(None, versions)))


_COLORS = {
    NoteKind.BY_HAND: RED,
    NoteKind.DROPPED: RED,
    NoteKind.DIFFERS: RED,
    NoteKind.PINNED: CYAN,
    NoteKind.REMOVED: BLUE,
    NoteKind.CHANGED: DIM,
}
"""In the order in which they are shown: what needs a decision comes first."""


def render(file: FileMigration, *, colored: bool) -> Iterator[str]:
    """Yield what a file's user has to know; nothing for one that stays as it is, and fits."""
    paint = painter(colored=colored)
    yield from _changes(file, _in_short, paint)
    yield from _unfit(file, paint)
    yield from _obstacles(file, paint)


def render_in_full(file: FileMigration, *, colored: bool) -> Iterator[str]:
    """Yield everything that is known, of a file that stays as it is too."""
    paint = painter(colored=colored)
    yield from _changes(file, _in_full, paint)
    for document in file.documents:
        if file.status is MigrationStatus.UNCHANGED:
            yield from _unchanged(file, document, paint)
    yield from _obstacles(file, paint)


def render_obstacles(file: FileMigration, *, colored: bool) -> Iterator[str]:
    """Yield why a file cannot be migrated or written, or does not fit as it is; nothing for others."""
    paint = painter(colored=colored)
    yield from _changes(file, arrival, paint) if not file.fits else ()
    yield from _unfit(file, paint)
    yield from _obstacles(file, paint)


def _changes(
    file: FileMigration, rows_of: Callable[[DocumentMigration], Iterator[NoteRow]], paint: Paint
) -> Iterator[str]:
    for document in () if file.migrated is None else file.documents:
        if document.status is MigrationStatus.MIGRATED:
            yield f"{paint(BOLD, _place(file, document))}: {version_path(document)}\n"
            yield from (row.shown(paint) for row in rows_of(document))


def _unfit(file: FileMigration, paint: Paint) -> Iterator[str]:
    """Yield what is wrong with the configurations of a file that are as they should be, but for the release."""
    for document in file.documents if file.verdict is Verdict.ACCEPTED else ():
        if document.status is MigrationStatus.UNCHANGED and not document.fits:
            yield from _unchanged(file, document, paint)


def _unchanged(file: FileMigration, document: DocumentMigration, paint: Paint) -> Iterator[str]:
    yield f"{paint(BOLD, _place(file, document))}: {document.target} already\n"
    yield from (row.shown(paint) for row in arrival(document))


def _obstacles(file: FileMigration, paint: Paint) -> Iterator[str]:
    match file.status:
        case MigrationStatus.REFUSED:
            yield from _refusals(file, paint)
        case MigrationStatus.WITHHELD:
            yield _obstacle(file.path, "not written", WITHHELD, paint)
        case MigrationStatus.UNWRITTEN:
            yield _obstacle(file.path, "not written", file.unwritten, paint)


def _obstacle(path: str, what: str, reason: str | None, paint: Paint) -> str:
    return f"{paint(BOLD, path_label(path))}: {paint(RED, what)}: {printable(reason or '')}\n\n"


def _place(file: FileMigration, document: DocumentMigration) -> str:
    """Name a file, and what is meant in it where that holds several."""
    path = path_label(file.path)
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
        yield NoteRow("changed", DIM, None, f"{len(changed)} {what} written as in the new version{where}")
    yield from proven(document.proofs)
    yield from arrival(document)


def _in_full(document: DocumentMigration) -> Iterator[NoteRow]:
    yield from _notes(document.notes, document)
    yield from proven_in_full(document.proofs)
    yield from arrival(document)


def _notes(notes: Iterable[Note], document: DocumentMigration) -> Iterator[NoteRow]:
    """Yield the notes and what differs, which needs no note with the same text."""
    known = {
        f"{difference.path}: {difference.reason}"
        for proof in document.proofs
        for difference in proof.differences
        if difference.matters
    }
    remaining = [note for note in notes if note.message not in known]
    for kind, color in _COLORS.items():
        if kind is NoteKind.DIFFERS:
            yield from differing(document.proofs)
        shown = [note for note in remaining if note.kind is kind]
        for note in shown:
            yield NoteRow(kind.replace("-", " "), color, note.line, f"{printable(note.message)} [{note.id}]")
        if any(note.kind is NoteKind.PINNED and note.id.startswith("default-") for note in shown):
            hint = "with --adopt-defaults, the new defaults are used, and the changes are reported"
            yield NoteRow("", DIM, None, hint)


def _refusals(file: FileMigration, paint: Paint) -> Iterator[str]:
    """Show why a file stays as it is: what weighs like an error, or all there is."""
    shown = FileReport(file.path, file.verdict, text=file.text)
    for document in file.documents:
        if document.status is MigrationStatus.REFUSED:
            report = DocumentReport(document.number, document.line, "", "", None, Verdict.REFUSED)
            errors = [finding for finding in document.findings if finding.is_error]
            yield from (block(shown, report, error, paint) for error in errors or document.findings)


_STATUS_TEXTS = {
    MigrationStatus.UNCHANGED: "unchanged",
    MigrationStatus.REFUSED: "refused",
    MigrationStatus.SKIPPED: "without a configuration",
    MigrationStatus.UNREADABLE: "could not be read",
    MigrationStatus.UNWRITTEN: "could not be written",
    MigrationStatus.WITHHELD: "not written",
}

WITHHELD = "the result does not fit, as shown above, and the file is as it was; --write-unfit writes it all the same"
"""Why a result is not written that could be."""


@dataclass(slots=True)
class Tally:
    """Counts of files by what became of them."""

    target: str
    kubernetes: str | None = None  # The requested release; None where none was
    done: str = "migrated"  # The status of a file that changes: `migrated`, or `to migrate` where nothing is done yet
    beside: str = ""  # Where the new text goes if not into the file, and what would write it there
    documents: int = 0
    files: Counter[MigrationStatus] = field(default_factory=Counter)  # Status → number of files
    unfit: int = 0  # Of the files that are migrated or unchanged, how many do not fit the release that is to take them
    accepted_by: tuple[str, ...] | None = None  # The releases that take all results so far; None: there is no result
    assumed_plugins: set[str] = field(default_factory=set)  # What has to be compiled in for that
    faults: dict[str, str] = field(default_factory=dict)  # Files on which a report fails, each with the reason

    def fail(self, path: str, reason: str) -> None:
        """Keep that the report on a file cannot be written."""
        self.faults[path] = reason

    def count(self, file: FileMigration) -> None:
        """Take one file into account."""
        self.documents += len(file.documents)
        self.files[file.status] += 1
        if file.verdict is Verdict.ACCEPTED:
            self.unfit += not file.fits
            for document in file.documents:
                known = document.accepted_by if self.accepted_by is None else self.accepted_by
                self.accepted_by = tuple(name for name in known if name in document.accepted_by)
                self.assumed_plugins.update(document.assumed_plugins)

    def lines(self) -> Iterator[str]:
        """Yield the sum in one line, `3 files migrated to v1, 2 unchanged, 1 refused`; nothing without files."""
        texts = {MigrationStatus.MIGRATED: f"{self.done} to {self.target}{self.beside}", **_STATUS_TEXTS}
        if seen := [(self.files[status], label) for status, label in texts.items() if self.files[status]]:
            (number, label), *rest = seen
            others = (f"{number} {label}" for number, label in rest)
            yield ", ".join([f"{counted(number, 'file')} {label}", *others]) + self._fitting()

    def _fitting(self) -> str:
        """Write which releases take all results, and how many of them do not fit."""
        if self.accepted_by is None:
            return ""
        unfit = f", of which {self.unfit} {'does' if self.unfit == 1 else 'do'} not fit" if self.unfit else ""
        accepted = f"accepted by Kubernetes {ranges(self.accepted_by)}{if_compiled_in(self.assumed_plugins)}"
        return f"{unfit}; {accepted if self.accepted_by else 'no release accepts all of them'}"


def render_diff(file: FileMigration, *, colored: bool) -> Iterator[str]:
    """Yield the lines of a unified diff; nothing for a file that does not change."""
    if file.text is not None and file.migrated is not None:
        yield from unified_diff.render(file.path, file.text, file.migrated, colored=colored)
