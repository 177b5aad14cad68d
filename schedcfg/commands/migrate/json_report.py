"""Migrations for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from schedcfg.commands.migrate.results import (
    DocumentMigration,
    FileMigration,
    MigrationStatus,
)
from schedcfg.commands.migrate.text import WITHHELD, Tally
from schedcfg.document.edit import Edit
from schedcfg.findings import Verdict
from schedcfg.output.json_writer import VERSION, LinesOfFiles, filled, in_lines


@dataclass(frozen=True, slots=True)
class OffsetPositionJson:
    """A place in a file.

    Attributes:
        line: From 1.
        column: From 1, in characters.
        offset: From 0, in characters of the file's text.
    """

    line: int = field(metadata={"minimum": 1})
    column: int = field(metadata={"minimum": 1})
    offset: int = field(metadata={"minimum": 0})


@dataclass(frozen=True, slots=True)
class MigrationEditJson:
    """One replacement, with offsets beside lines and columns.

    Attributes:
        start: The first character that is replaced.
        end: The place behind the last one.
        replacement: What is put there.
    """

    start: OffsetPositionJson
    end: OffsetPositionJson
    replacement: str = field(metadata={"content": True})

    @classmethod
    def of(cls, edit: Edit) -> "MigrationEditJson":
        """Return an edit as it is written."""
        start, end = (filled(OffsetPositionJson, position) for position in edit.span)
        return cls(start, end, edit.replacement)


@dataclass(frozen=True, slots=True, kw_only=True)
class MigratedFileJson:
    """One file: with its edits as JSON has them, and all that keeps it from being written as one reason.

    Attributes:
        path: As it was named; `-` for standard input.
        status: What became of it.
        reason: Why it is skipped, unreadable or could not be written.
        documents: Its scheduler configurations, in order.
        edits: What leads to the new text, in order.
        text: The new text; null where the file stays as it is.
    """

    path: str
    status: MigrationStatus
    reason: str | None = field(default=None, metadata={"omit_none": True})
    documents: tuple[DocumentMigration, ...]
    edits: tuple[MigrationEditJson, ...]
    text: str | None = field(metadata={"content": True})

    @classmethod
    def of(cls, file: FileMigration) -> "MigratedFileJson":
        """Return what became of a file as it is written."""
        return filled(
            cls,
            file,
            reason=file.unwritten or (WITHHELD if file.withheld else file.reason),
            edits=tuple(map(MigrationEditJson.of, file.edits)),
            text=file.migrated,
        )


@dataclass(frozen=True, slots=True)
class MigrationSummaryJson:
    """Numbers.

    Attributes:
        files: How many files.
        documents: How many documents.
        migrated: How many migrated.
        unchanged: How many unchanged.
        refused: How many refused.
        skipped: How many skipped.
        unreadable: How many unreadable.
        unwritten: How many unwritten.
        withheld: How many withheld.
        unfit: Of those migrated and unchanged, how many whose result does not fit: its release refuses it, or finds
            errors that are new.
    """

    files: int = field(metadata={"minimum": 0})
    documents: int = field(metadata={"minimum": 0})
    migrated: int = field(metadata={"minimum": 0})
    unchanged: int = field(metadata={"minimum": 0})
    refused: int = field(metadata={"minimum": 0})
    skipped: int = field(metadata={"minimum": 0})
    unreadable: int = field(metadata={"minimum": 0})
    unwritten: int = field(metadata={"minimum": 0})
    withheld: int = field(metadata={"minimum": 0})
    unfit: int = field(metadata={"minimum": 0})

    @classmethod
    def of(cls, tally: Tally) -> "MigrationSummaryJson":
        """Return what was counted as it is written."""
        by_status = {status.value: tally.files[status] for status in MigrationStatus}
        return cls(tally.files.total(), tally.documents, unfit=tally.unfit, **by_status)


@dataclass(frozen=True, slots=True, kw_only=True)
class MigrateJson:
    """What carrying files to another API version does.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        target: The API version that was requested, short.
        kubernetes: The release that was requested.
        files: One for each file that was looked at.
        summary: Numbers.
    """

    version: Literal[1] = VERSION
    target: str = field(metadata={"json": "to"})
    kubernetes: str | None
    files: tuple[MigratedFileJson, ...]
    summary: MigrationSummaryJson


def render(files: Iterable[FileMigration], tally: Tally) -> Iterator[str]:
    """Yield one JSON object in pieces, a line per file, and count the files."""
    return in_lines(
        MigrateJson,
        target=tally.target,
        kubernetes=tally.kubernetes,
        files=_files(files, tally),
        summary=lambda: MigrationSummaryJson.of(tally),
    )


def _files(files: Iterable[FileMigration], tally: Tally) -> LinesOfFiles:
    def of_file(file: FileMigration) -> Iterator[MigratedFileJson]:
        if file.verdict is Verdict.UNREADABLE:
            file = FileMigration(file.path, file.verdict, reason=file.reason)
        made = MigratedFileJson.of(file)
        tally.count(file)
        yield made

    return LinesOfFiles(files, of_file, tally)
