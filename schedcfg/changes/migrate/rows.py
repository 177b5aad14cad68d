"""What was proven of a migration and which releases take its result, as rows of text."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg import releases
from schedcfg.changes.migrate.results import BehaviourDifference, DocumentMigration, Proof
from schedcfg.document.texts import printable
from schedcfg.findings import Finding, FindingClass
from schedcfg.output.secrets import safe
from schedcfg.output.summary import counted
from schedcfg.output.terminal import DIM, GREEN, RED, YELLOW, Paint
from schedcfg.show.reference.releases_text import release_range as period
from schedcfg.show.reference.releases_text import value

_COLUMN = 9


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


_LONGEST = 60
"""Letters of a value."""

_NAMED = 4
"""Differences without effect that are named in the summary."""


def differing(proofs: Iterable[Proof]) -> Iterator[NoteRow]:
    """Yield what the scheduler will do otherwise."""
    for difference in _differences(proofs):
        if difference.matters:
            values = " → ".join(_show(difference.path, side) for side in (difference.before, difference.after))
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
    rest = list(
        dict.fromkeys(_subject(difference.path) for difference in _differences(proofs) if not difference.matters)
    )
    if rest:
        more = [f"{len(rest) - _NAMED} more"] if len(rest) > _NAMED else []
        yield NoteRow("", DIM, None, f"but for what has no effect: {_list([*rest[:_NAMED], *more])}")


def proven_in_full(proofs: Iterable[Proof]) -> Iterator[NoteRow]:
    """Yield the same step by step, with every difference."""
    for proof in proofs:
        also = f", and the same by {', '.join(proof.also)}" if proof.also else ""
        yield NoteRow("proven", GREEN if proof.kept else YELLOW, None, f"by Kubernetes {_releases_text(proof)}{also}")
        for difference in proof.differences:
            if not difference.matters:
                values = " → ".join(_show(difference.path, side) for side in (difference.before, difference.after))
                yield NoteRow("", DIM, None, f"{printable(difference.path)}: {values}: {difference.reason}")


def arrival(document: DocumentMigration) -> Iterator[NoteRow]:
    """Yield which releases take the result, and what is wrong with it by the one that is to."""
    judge, taking = document.judged_by, ranges(document.accepted_by)
    is_taken = judge in document.accepted_by
    if is_taken:
        yield NoteRow("accepted", GREEN, None, f"by Kubernetes {taking}")
    else:
        message = f"by Kubernetes {taking} only: {judge}, the newest that serves {document.target}, does not start"
        yield NoteRow("accepted", RED, None, message)
    errors = [finding for finding in document.findings if finding.is_error]
    new = [error for error in errors if not is_taken or error.rule in document.new_errors]
    yield from map(_error, new)
    if not is_taken:
        hint = f"choose the release that will run it: with --kubernetes {judge}, what that needs is changed"
        yield NoteRow("", DIM, None, hint)
    if len(errors) > len(new):
        message = f"{counted(len(errors) - len(new), 'error')} that the text had before: see `schedcfg validate`"
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
    return ", ".join(period(one[0], one[-1]) for one in found)


def _differences(proofs: Iterable[Proof]) -> Iterator[BehaviourDifference]:
    return (difference for proof in proofs for difference in proof.differences)


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


def _show(path: str, side: object) -> str:
    shown = "nothing" if side is None else printable(value(safe(path, side)))
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
