"""The report for people: place, rule, reason, the source line with the span underlined, what to do."""

import unicodedata
from collections.abc import Iterable, Iterator

from schedcfg.diagnostics import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
from schedcfg.output.colours import BLUE, BOLD, CYAN, RED, YELLOW, painter
from schedcfg.output.secrets import masked
from schedcfg.output.summary import Summary

_WIDEST = 160
"""Longer source lines are cut around the span."""


def render(reports: Iterable[FileReport], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield a block per finding; nothing for a file in which all is well."""
    for report in reports:
        summary.count(report)
        if report.verdict is Verdict.UNREADABLE:
            yield f"{_in(BOLD, report.path, coloured)}: {_in(RED, 'unreadable', coloured)}: {report.reason}\n\n"
        for document in report.documents:
            for finding in document.findings:
                yield _block(report, document, finding, coloured=coloured)


def _in(colour: str, text: str, coloured: bool) -> str:
    return painter(coloured=coloured)(colour, text)


def _block(report: FileReport, document: DocumentReport, finding: Finding, *, coloured: bool) -> str:
    word, colour = _weight(finding)
    place = f"{report.path}:{finding.start.line}:{finding.start.column}"
    judged = f" ({document.kubernetes})" if document.kubernetes else ""
    lines = [
        f"{_in(BOLD, place, coloured)}: {_in(colour, f'{word}[{finding.rule}]', coloured)}{judged}: {finding.message}"
    ]
    lines += _source(report.text or "", finding, colour, coloured=coloured)
    if finding.help:
        lines.append(f"  {_in(CYAN, 'help', coloured)}: {finding.help}")
    return "\n".join(lines) + "\n\n"


def _weight(finding: Finding) -> tuple[str, str]:
    if finding.finding_class is FindingClass.REFUSED:
        return "refused", RED
    return {
        Severity.ERROR: ("error", RED),
        Severity.WARNING: ("warning", YELLOW),
        Severity.INFO: ("info", BLUE),
    }[finding.severity]


def _source(text: str, finding: Finding, colour: str, *, coloured: bool) -> list[str]:
    line = _line_at(text, finding.start.offset)
    if not line.strip():
        return []
    start = finding.start.column - 1
    one_line = finding.end.line == finding.start.line
    end = finding.end.column - 1 if one_line else len(line)
    shown, start, end = _cut(masked(line, start), start, max(end, start + 1))
    number = str(finding.start.line)
    bar = _in(BLUE, "|", coloured)
    gutter = " " * len(number)
    carets = "^" * max(_width(shown[start:end]), 1)
    padding = "".join("\t" if letter == "\t" else " " * _width(letter) for letter in shown[:start])
    return [
        f"  {_in(BLUE, number, coloured)} {bar} {shown}",
        f"  {gutter} {bar} {padding}{_in(colour, carets, coloured)}",
    ]


def _line_at(text: str, offset: int) -> str:
    begin = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", begin)
    return text[begin : len(text) if end < 0 else end].rstrip("\r").lstrip("\ufeff")


def _cut(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Shorten a long line around its span."""
    end = min(end, len(line))
    if len(line) <= _WIDEST:
        return line, start, end
    left = max(0, start - _WIDEST // 4)
    right = min(len(line), left + _WIDEST)
    prefix, suffix = "…" if left else "", "…" if right < len(line) else ""
    return prefix + line[left:right] + suffix, start - left + len(prefix), min(end, right) - left + len(prefix)


def _width(text: str) -> int:
    """Count terminal columns: wide letters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
