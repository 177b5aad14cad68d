"""The report for programs, version 1: a contract; extend it, do not rename."""

import codecs
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from schedcfg.findings import DocumentReport, FileReport, Finding, Fix, Fixing
from schedcfg.output.fixes import offered
from schedcfg.output.summary import Summary


def written(data: Any, **layout: Any) -> str:
    """Write plain data as JSON, in the letters of its texts where standard output is UTF-8, else in ASCII.

    JSON is read as UTF-8, whatever encoding standard output has: only ASCII means the same in both.

    Args:
        data: What `json.dumps` takes.
        layout: More for `json.dumps`.
    """
    return json.dumps(data, ensure_ascii=not _is_utf8(), **layout)


def _is_utf8() -> bool:
    # A text in memory has no encoding.
    return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name.startswith("utf-8")


VERSION = 1


def render(reports: Iterable[FileReport], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per file."""
    yield f'{{"version": {VERSION}, "kubernetes": {written(summary.kubernetes)}, "files": ['
    separator = "\n"
    for report in reports:
        summary.count(report)
        yield separator + written(_file(report))
        separator = ",\n"
    counts = {
        "files": summary.files,
        "documents": summary.documents,
        "accepted": summary.accepted,
        "refused": summary.refused,
        "skipped": summary.skipped,
        "unreadable": summary.unreadable,
        "silenced": summary.silenced,
    }
    yield f'\n], "summary": {written(counts)}}}\n'


def _file(report: FileReport) -> dict[str, object]:
    shown: dict[str, object] = {"path": report.path, "verdict": report.verdict}
    if report.reason is not None:
        shown["reason"] = report.reason
    shown["documents"] = [_document(document) for document in report.documents]
    return shown if report.fixing is None else shown | _fixing(report, report.fixing)


def _fixing(report: FileReport, fixing: Fixing) -> dict[str, object]:
    """Return what fixes made of a file as plain data; the new text only where it does not stand in the file."""
    is_shown = report.is_changed and not fixing.is_written
    return {
        "fixed": [
            {"rule": one.rule, "title": one.title, "line": one.line, "safe": one.is_safe, "provenBy": one.proven_by}
            for one in fixing.made
        ],
        "unfixed": [
            {"rule": one.rule, "title": one.title, "line": one.line, "why": one.why, "reason": one.reason}
            for one in fixing.left
        ],
        "written": fixing.is_written,
        "unwritten": fixing.unwritten,
        "text": report.text if is_shown else None,
    }


def _document(document: DocumentReport) -> dict[str, object]:
    shown: dict[str, object] = {
        "index": document.number,
        "line": document.line,
        "apiVersion": document.api_version,
        "kind": document.kind,
        "kubernetes": document.kubernetes,
        "verdict": document.verdict,
    }
    if document.key is not None:
        shown["key"] = document.key
    shown["findings"] = [finding(one) for one in document.findings]
    return shown


def finding(one: Finding) -> dict[str, object]:
    """Return one finding as plain data; without its fix where that would show what looks like a secret."""
    fix = offered(one)
    return {
        "rule": one.rule,
        "class": one.finding_class,
        "severity": one.severity,
        "path": one.path,
        "place": one.place or one.path,
        "message": one.message,
        "help": one.help,
        "start": {"line": one.start.line, "column": one.start.column},
        "end": {"line": one.end.line, "column": one.end.column},
        "fix": None if fix is None else _fix(fix),
    }


def _fix(fix: Fix) -> dict[str, object]:
    return {
        "title": fix.title,
        "safe": fix.is_safe,
        "edits": [
            {
                "start": {"line": edit.span.start.line, "column": edit.span.start.column},
                "end": {"line": edit.span.end.line, "column": edit.span.end.column},
                "replacement": edit.replacement,
            }
            for edit in fix.edits
        ],
    }
