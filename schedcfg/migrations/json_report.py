"""Migrations for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator

from schedcfg.document import Position
from schedcfg.document.edit import Edit
from schedcfg.migrations.results import (
    BehaviourDifference,
    DocumentMigration,
    FileMigration,
    MigrationStatus,
    Note,
    Proof,
)
from schedcfg.migrations.text import Tally
from schedcfg.output.json_report import VERSION, finding, written
from schedcfg.output.secrets import safe


def render(files: Iterable[FileMigration], tally: Tally) -> Iterator[str]:
    """Yield one JSON object in pieces, a line per file, and count the files."""
    kubernetes = written(tally.kubernetes)
    yield f'{{"version": {VERSION}, "to": {written(tally.target)}, "kubernetes": {kubernetes}, "files": ['
    separator = "\n"
    for file in files:
        tally.count(file)
        yield separator + written(_file(file), default=str)
        separator = ",\n"
    counts = {"files": tally.files.total(), "documents": tally.documents}
    counts |= {status.value: tally.files[status] for status in MigrationStatus}
    yield f'\n], "summary": {written(counts)}}}\n'


def _file(file: FileMigration) -> dict[str, object]:
    shown: dict[str, object] = {"path": file.path, "status": file.status}
    reason = file.unwritten or file.reason
    if reason is not None:
        shown["reason"] = reason
    shown["documents"] = [_document(one) for one in file.documents]
    shown["edits"] = [_edit(one) for one in file.edits]
    shown["text"] = file.migrated
    return shown


def _document(document: DocumentMigration) -> dict[str, object]:
    shown: dict[str, object] = {"index": document.number, "line": document.line}
    if document.key is not None:
        shown["key"] = document.key
    return shown | {
        "from": document.source,
        "to": document.target,
        "status": document.status,
        "steps": [_step(one) for one in document.proofs],
        "notes": [_note(one) for one in document.notes],
        "findings": [finding(one) for one in document.findings],
    }


def _step(proof: Proof) -> dict[str, object]:
    return {
        "from": proof.source,
        "to": proof.target,
        "kubernetes": proof.kubernetes,
        "before": proof.before,
        "also": proof.also,
        "kept": proof.kept,
        "differences": [_difference(one) for one in proof.differences],
    }


def _difference(one: BehaviourDifference) -> dict[str, object]:
    return {
        "path": one.path,
        "before": safe(one.path, one.before),
        "after": safe(one.path, one.after),
        "reason": one.reason,
        "matters": one.matters,
    }


def _note(note: Note) -> dict[str, object]:
    return {
        "kind": note.kind,
        "id": note.id,
        "message": note.message,
        "path": note.path,
        "step": note.step,
        "line": note.line,
    }


def _edit(edit: Edit) -> dict[str, object]:
    start, end = edit.span
    return {"start": _position(start), "end": _position(end), "replacement": edit.replacement}


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.column, "offset": position.offset}
