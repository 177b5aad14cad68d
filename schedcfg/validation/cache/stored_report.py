"""The report on a file as JSON that a later run reads back, the same in all that can be seen of it.

Not the JSON of `--output json`: that is for others, and leaves out what they need not know. Nothing in it can run code.
"""

import json
from functools import lru_cache
from typing import Any, NamedTuple

from schedcfg.document import decode_text
from schedcfg.document.span import Edit, Position, Span
from schedcfg.errors import UnreadableInput
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Fix, Severity, Standard, Verdict


def written(report: FileReport) -> str:
    """Return a report as JSON, without its path, and without its text but for an empty one."""
    documents = [_document(document) for document in report.documents]
    has_text = bool(report.text)
    value = [report.verdict, documents, report.reason, report.silenced, has_text, None if has_text else report.text]
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def read(stored: str, path: str, raw: bytes) -> FileReport | None:
    """Return a report that was written; None where it is none.

    Args:
        stored: What `written` returned.
        path: The path of the file.
        raw: Its bytes.
    """
    try:
        known = _known(stored)
        text = decode_text(raw) if known.has_text else known.text
    except (ValueError, TypeError, UnreadableInput):
        return None
    return FileReport(path, known.verdict, known.documents, known.reason, text, None, known.silenced)


class _Known(NamedTuple):
    """All of a report but for what is in the file."""

    verdict: Verdict
    documents: tuple[DocumentReport, ...]
    reason: str | None
    silenced: int
    has_text: bool
    text: str | None


@lru_cache(maxsize=1024)
def _known(stored: str) -> _Known:
    """Read a report; those of a fleet are often the same."""
    verdict, documents, *rest = json.loads(stored)
    return _Known(Verdict(verdict), tuple(map(_read_document, documents)), *rest)


def _document(report: DocumentReport) -> list[Any]:
    return [
        *(report.number, report.line, report.api_version, report.kind, report.kubernetes, report.verdict),
        *([_finding(finding) for finding in report.findings], report.key, report.is_related),
    ]


def _read_document(stored: list[Any]) -> DocumentReport:
    number, line, api_version, kind, kubernetes, verdict, findings, key, is_related = stored
    found = tuple(map(_read_finding, findings))
    return DocumentReport(number, line, api_version, kind, kubernetes, Verdict(verdict), found, key, is_related)


def _finding(finding: Finding) -> list[Any]:
    fix = finding.fix
    return [
        *(finding.rule, finding.finding_class, finding.severity, finding.path, finding.message, finding.help),
        *(finding.start, finding.end, None if fix is None else [fix.title, fix.is_safe, fix.edits], finding.place),
        finding.standard,
    ]


def _read_finding(stored: list[Any]) -> Finding:
    rule, finding_class, severity, path, message, help_, start, end, fix, place, standard = stored
    return Finding(
        *(rule, FindingClass(finding_class), Severity(severity), path, message, help_),
        *(Position(*start), Position(*end), None if fix is None else _read_fix(fix), place),
        None if standard is None else Standard(*standard),
    )


def _read_fix(stored: list[Any]) -> Fix:
    title, is_safe, edits = stored
    return Fix(
        title,
        is_safe,
        tuple(Edit(Span(Position(*start), Position(*end)), replacement) for (start, end), replacement in edits),
    )
