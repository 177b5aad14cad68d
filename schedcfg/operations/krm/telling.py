"""What was found, as results: the specification has no place for lines, so that messages and tags name them."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.document import Path, render
from schedcfg.document.path import Key
from schedcfg.errors import EditConflict
from schedcfg.findings import FileReport, Finding, FindingClass, Problem, Severity
from schedcfg.results.krm import Resource, Result
from schedcfg.results.migration import DocumentMigration, NoteKind

_TOLD = frozenset({NoteKind.BY_HAND, NoteKind.DROPPED, NoteKind.DIFFERS})
"""Which notes of a migration are told: what has to be known. The others say how it was done."""


def key_of_data(key: str) -> Path:
    """Give the path of a key under `data`."""
    return ("data", Key(key))


def problem(one: Problem, resource: Resource) -> Result:
    """Tell what is wrong with a field of a resource."""
    return Result(one.severity, _sentence(one.message, one.help), resource, render(one.path), (("rule", one.rule),))


def wrong(rule: str, path: Path, message: str, help: str | None) -> Problem:  # noqa: A002
    """Say what keeps the function from its work: an error that no release finds."""
    return Problem(rule, path, message, help, finding_class=FindingClass.ADVISED)


def by_hand(conflict: EditConflict) -> Problem:
    """Say that an item cannot be changed where it would have to be."""
    return wrong("edit-conflict", (), str(conflict), conflict.help)


def file(report: FileReport, resource: Resource, field: Path) -> Iterator[Result]:
    """Tell what was found in a configuration.

    Args:
        report: What was found; its places are those of the configuration.
        resource: What holds the configuration.
        field: The field that it is the text of.
    """
    for document in report.documents:
        judged = () if document.kubernetes is None else (("kubernetes", document.kubernetes),)
        yield from findings(document.findings, resource, field, judged)


def findings(
    found: Iterable[Finding], resource: Resource, field: Path, more: tuple[tuple[str, str], ...] = ()
) -> Iterator[Result]:
    """Tell findings, with their places as tags; `more` are tags of all of them."""
    for one in found:
        severity = Severity.ERROR if one.is_error else one.severity
        place = f"line {one.start.line}, column {one.start.column}"
        tags = {
            "class": one.finding_class.value,
            "column": str(one.start.column),
            "endColumn": str(one.end.column),
            "endLine": str(one.end.line),
            "line": str(one.start.line),
            "path": one.path,
            "rule": one.rule,
            **dict(more),
        }
        yield Result(severity, f"{place}: {_sentence(one.message, one.help)}", resource, render(field), _sorted(tags))


def migration(document: DocumentMigration, resource: Resource, field: Path) -> Iterator[Result]:
    """Tell that a configuration was carried over, and what its users should know."""
    tags = {"from": document.source, "rule": "migrated", "to": document.target}
    yield Result(Severity.INFO, _proven(document), resource, render(field), _sorted(tags))
    said: set[str] = set()
    for one in _notes(document):
        if one.message not in said:
            said.add(one.message)
            tags = {"path": one.path, "rule": one.rule}
            yield Result(Severity.WARNING, one.message, resource, render(field), _sorted(tags))


class _Note(NamedTuple):
    rule: str
    path: str
    message: str


def _proven(document: DocumentMigration) -> str:
    kept = all(proof.kept for proof in document.proofs)
    judges = ", ".join(dict.fromkeys(proof.kubernetes for proof in document.proofs))
    what = "the scheduler does the same" if kept else "not everything stays the same"
    return f"carried over from {document.source} to {document.target}: {what}, by Kubernetes {judges}"


def _notes(document: DocumentMigration) -> Iterator[_Note]:
    """Yield what differs, and what was noted; some of it says the same."""
    for proof in document.proofs:
        for one in proof.differences:
            if one.matters:
                yield _Note("behaviour", one.path, f"{one.path}: {one.reason}")
    for note in document.notes:
        if note.kind in _TOLD:
            yield _Note(note.id, note.path, note.message)


def _sorted(tags: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((key, value) for key, value in tags.items() if value))


def _sentence(message: str, help: str | None) -> str:  # noqa: A002
    return f"{message}. {help}" if help else message
