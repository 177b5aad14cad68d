"""The report of `validate` for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from schedcfg.findings import DocumentReport, FileReport, Verdict
from schedcfg.fixing import Fixed, Unfixed
from schedcfg.output.cluster import ClusterSummary
from schedcfg.output.json_writer import OMITTED, VERSION, LinesOfFiles, Omitted, filled, in_lines
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationJson:
    """One configuration, or a file without any.

    Attributes:
        path: The file, as it was named; `-` for standard input.
        verdict: What became of it.
        reason: Why the file holds none, or is unreadable.
        index: Its place among the documents of the file, from 0.
        line: The line where it begins, from 1.
        api_version: As written; empty where none is.
        kubernetes: The release that is meant; null where there is none.
        runner: The place of the manifest that names that release, where nobody requested one.
        key: The key of the ConfigMap that it is in, or its path in a document of another kind.
    """

    path: str
    verdict: Verdict
    reason: str | Omitted | None = OMITTED
    index: int | Omitted = field(default=OMITTED, metadata={"minimum": 0})
    line: int | Omitted = field(default=OMITTED, metadata={"minimum": 1})
    api_version: str | Omitted = OMITTED
    kubernetes: str | Omitted | None = OMITTED
    runner: str | None = field(default=None, metadata={"omit_none": True})
    key: str | None = field(default=None, metadata={"omit_none": True})


def place_of(report: DocumentReport) -> dict[str, Any]:
    """Return the fields that say which document a report is about, and what became of it."""
    return {
        "index": report.number,
        "line": report.line,
        "api_version": report.api_version,
        "kubernetes": report.kubernetes,
        "runner": report.runner,
        "verdict": report.verdict,
        "key": report.key,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class FileJson:
    """One file: its report, with what fixes made of it beside its documents.

    Attributes:
        path: As it was named; `-` for standard input.
        verdict: Refused if one of its documents is; skipped if it holds no configuration. One that is accepted may
            have findings that are errors.
        reason: Why it is skipped or unreadable.
        documents: Its scheduler configurations, in order.
        fixed: With `--fix` and `--diff`: the fixes that were made.
        unfixed: The fixes that were not made.
        written: Whether the file was written.
        unwritten: Why it was not, though it should have been.
        text: The new text, where it is not in the file.
    """

    path: str
    verdict: Verdict
    reason: str | None = field(default=None, metadata={"omit_none": True})
    documents: tuple[DocumentReport, ...]
    fixed: tuple[Fixed, ...] | Omitted = OMITTED
    unfixed: tuple[Unfixed, ...] | Omitted = OMITTED
    written: bool | Omitted = OMITTED
    unwritten: str | Omitted | None = OMITTED
    text: str | Omitted | None = field(default=OMITTED, metadata={"content": True})

    @classmethod
    def of(cls, report: FileReport) -> "FileJson":
        """Return a file's report as it is written."""
        fixing = report.fixing
        if fixing is None:
            return filled(cls, report, text=OMITTED)
        return filled(
            cls,
            report,
            fixed=fixing.made,
            unfixed=fixing.left,
            written=fixing.is_written,
            unwritten=fixing.unwritten,
            text=report.text if report.is_changed and not fixing.is_written else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateJson:
    """Whether kube-scheduler would start with files.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kubernetes: The release that was requested; null: the newest that serves each file.
        cluster: With `--cluster`: what was seen of it.
        files: One for each file that was looked at.
        summary: Numbers.
    """

    version: Literal[1] = VERSION
    kubernetes: str | None
    cluster: ClusterSummary | Omitted = OMITTED
    files: tuple[FileJson, ...]
    summary: Summary


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per file."""
    return in_lines(
        ValidateJson,
        kubernetes=summary.kubernetes,
        cluster=summary.cluster or OMITTED,
        files=LinesOfFiles(reports, lambda report: [FileJson.of(report)], summary),
        summary=summary,
    )
