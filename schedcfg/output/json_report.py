"""The report of `validate` for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from schedcfg.document.span import Edit, Position
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Fix, Severity, Standard, Verdict
from schedcfg.fixing import Fixed, Unfixed
from schedcfg.output.cluster import ClusterJson
from schedcfg.output.finding_text import offered
from schedcfg.output.json_writer import OMITTED, VERSION, LinesOfFiles, Omitted, in_lines
from schedcfg.output.summary import Summary

ValidatedVerdict: TypeAlias = Literal[Verdict.ACCEPTED, Verdict.REFUSED, Verdict.SKIPPED]
"""What can become of a document."""


@dataclass(frozen=True, slots=True)
class PositionJson:
    """A place in a file.

    Attributes:
        line: From 1.
        column: From 1, in characters.
    """

    line: int = field(metadata={"minimum": 1})
    column: int = field(metadata={"minimum": 1})

    @classmethod
    def of(cls, position: Position) -> "PositionJson":
        """Return a position as it is written."""
        return cls(position.line, position.column)


@dataclass(frozen=True, slots=True)
class EditJson:
    """One replacement.

    Attributes:
        start: The first character that is meant.
        end: The place behind the last one.
        replacement: What is put there.
    """

    start: PositionJson
    end: PositionJson
    replacement: str = field(metadata={"content": True})

    @classmethod
    def of(cls, edit: Edit) -> "EditJson":
        """Return an edit as it is written."""
        return cls(PositionJson.of(edit.span.start), PositionJson.of(edit.span.end), edit.replacement)


@dataclass(frozen=True, slots=True)
class FixJson:
    """A change of the file that would fix it.

    Attributes:
        title: What it does, as an order.
        safe: Whether kube-scheduler is meant to behave as before.
        edits: In order, not touching each other.
    """

    title: str
    safe: bool
    edits: tuple[EditJson, ...]

    @classmethod
    def of(cls, fix: Fix) -> "FixJson":
        """Return a fix as it is written."""
        return cls(fix.title, fix.is_safe, tuple(map(EditJson.of, fix.edits)))


@dataclass(frozen=True, slots=True)
class StandardJson:
    """A requirement of the organization, from the settings.

    Attributes:
        id: Its own id; empty where it has none.
        reason: Why it is required; empty likewise.
        link: Where more is written about it; empty likewise.
        suppressible: Whether comments, options and baselines suppress it.
    """

    id: str
    reason: str
    link: str
    suppressible: bool

    @classmethod
    def of(cls, standard: Standard) -> "StandardJson":
        """Return a requirement as it is written."""
        return cls(standard.id, standard.reason, standard.link, standard.is_suppressible)


@dataclass(frozen=True, slots=True)
class FindingJson:
    """One thing that was found.

    Attributes:
        rule: The rule's id, words joined by dashes.
        finding_class: `refused`: this release exits with this file and these flags, wherever it runs; `advised`: an
            opinion, or what depends on the node, the cluster or another file.
        severity: How much it weighs.
        path: Where, as upstream writes paths; empty for the whole document.
        place: The user's own entry, where `path` is upstream's other name of it; else the same.
        message: What is wrong.
        help: What to do; null where the message already contains it.
        start: The first character that is meant.
        end: The place behind the last one.
        fix: What would fix it; null where nothing is known that would.
        standard: The requirement of the organization that is not met; only of findings about one.
    """

    rule: str
    finding_class: FindingClass = field(metadata={"json": "class"})
    severity: Severity
    path: str
    place: str
    message: str
    help: str | None
    start: PositionJson
    end: PositionJson
    fix: FixJson | None
    standard: StandardJson | Omitted = OMITTED

    @classmethod
    def of(cls, finding: Finding) -> "FindingJson":
        """Return a finding as it is written; without its fix where that would show what looks like a secret."""
        fix = offered(finding)
        return cls(
            finding.rule,
            finding.finding_class,
            finding.severity,
            finding.path,
            finding.place or finding.path,
            finding.message,
            finding.help,
            PositionJson.of(finding.start),
            PositionJson.of(finding.end),
            None if fix is None else FixJson.of(fix),
            OMITTED if finding.standard is None else StandardJson.of(finding.standard),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentJson:
    """One scheduler configuration.

    Attributes:
        index: Its place among the documents of the file, from 0.
        line: The line where it begins, from 1.
        api_version: As written; empty where none is.
        kind: As written; empty where none is.
        kubernetes: The release it was validated against; null where it was not validated.
        runner: The place of the manifest that names that release, where nobody requested one.
        verdict: What became of it.
        key: The key of the ConfigMap that it is in, or its path in a document of another kind.
        findings: What was found, sorted by place.
    """

    index: int = field(metadata={"minimum": 0})
    line: int = field(metadata={"minimum": 1})
    api_version: str
    kind: str
    kubernetes: str | None
    runner: str | Omitted = OMITTED
    verdict: ValidatedVerdict
    key: str | Omitted = OMITTED
    findings: tuple[FindingJson, ...]

    @classmethod
    def of(cls, report: DocumentReport) -> "DocumentJson":
        """Return a document's report as it is written."""
        findings = tuple(map(FindingJson.of, report.findings))
        return cls(**place_of(report), kind=report.kind, findings=findings)


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
    runner: str | Omitted = OMITTED
    key: str | Omitted = OMITTED


def place_of(report: DocumentReport) -> dict[str, Any]:
    """Return the fields that say which document a report is about, and what became of it."""
    return {
        "index": report.number,
        "line": report.line,
        "api_version": report.api_version,
        "kubernetes": report.kubernetes,
        "runner": OMITTED if report.runner is None else report.runner,
        "verdict": report.verdict,
        "key": OMITTED if report.key is None else report.key,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class FileJson:
    """One file.

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
    reason: str | Omitted = OMITTED
    documents: tuple[DocumentJson, ...]
    fixed: tuple[Fixed, ...] | Omitted = OMITTED
    unfixed: tuple[Unfixed, ...] | Omitted = OMITTED
    written: bool | Omitted = OMITTED
    unwritten: str | Omitted | None = OMITTED
    text: str | Omitted | None = field(default=OMITTED, metadata={"content": True})

    @classmethod
    def of(cls, report: FileReport) -> "FileJson":
        """Return a file's report as it is written."""
        reason = OMITTED if report.reason is None else report.reason
        documents = tuple(map(DocumentJson.of, report.documents))
        fixing = report.fixing
        if fixing is None:
            return cls(path=report.path, verdict=report.verdict, reason=reason, documents=documents)
        return cls(
            path=report.path,
            verdict=report.verdict,
            reason=reason,
            documents=documents,
            fixed=fixing.made,
            unfixed=fixing.left,
            written=fixing.is_written,
            unwritten=fixing.unwritten,
            text=report.text if report.is_changed and not fixing.is_written else None,
        )


@dataclass(frozen=True, slots=True)
class SummaryJson:
    """Numbers.

    Attributes:
        files: How many files.
        documents: How many documents.
        accepted: How many accepted. In them, advised findings may be errors, which fail the run.
        refused: How many refused.
        skipped: How many skipped.
        unreadable: How many unreadable.
        silenced: How many findings are suppressed by a comment or a baseline.
        errors: How many advised findings are errors.
    """

    files: int = field(metadata={"minimum": 0})
    documents: int = field(metadata={"minimum": 0})
    accepted: int = field(metadata={"minimum": 0})
    refused: int = field(metadata={"minimum": 0})
    skipped: int = field(metadata={"minimum": 0})
    unreadable: int = field(metadata={"minimum": 0})
    silenced: int = field(metadata={"minimum": 0})
    errors: int = field(metadata={"minimum": 0})

    @classmethod
    def of(cls, summary: Summary) -> "SummaryJson":
        """Return what was counted as it is written."""
        return cls(
            summary.files,
            summary.documents,
            summary.accepted,
            summary.refused,
            summary.skipped,
            summary.unreadable,
            summary.silenced,
            summary.errors,
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
    cluster: ClusterJson | Omitted = OMITTED
    files: tuple[FileJson, ...]
    summary: SummaryJson


def render(reports: Iterable[FileReport], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per file."""
    return in_lines(
        ValidateJson,
        kubernetes=summary.kubernetes,
        cluster=summary.cluster or OMITTED,
        files=LinesOfFiles(reports, lambda report: [FileJson.of(report)], summary),
        summary=lambda: SummaryJson.of(summary),
    )
