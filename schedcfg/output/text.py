"""The report for people: place, rule, reason, the source line with the span underlined, what to do."""

from collections.abc import Iterable, Iterator

from schedcfg.document.span import source_line
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
from schedcfg.output import fixes
from schedcfg.output.finding_text import position
from schedcfg.output.finding_text import shown as column
from schedcfg.output.secrets import masked
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import BLUE, BOLD, CYAN, RED, YELLOW, Paint, painter, width

_WIDEST = 160
"""Longer source lines are cut around the span."""


def render(reports: Iterable[FileReport], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a block per finding; nothing for a file in which all is well."""
    paint = painter(coloured=coloured)
    for report in reports:
        if report.verdict is Verdict.UNREADABLE:
            yield f"{paint(BOLD, report.path)}: {paint(RED, 'unreadable')}: {report.reason}\n\n"
        yield from fixes.lines(report, paint)
        for document in report.documents:
            for finding in document.findings:
                yield block(report, document, finding, paint)


def block(report: FileReport, document: DocumentReport, finding: Finding, paint: Paint) -> str:
    """Return one finding as it is shown: its message, its source line, and the help."""
    label, colour = weight(finding)
    place = f"{report.path}:{position(report, finding)}"
    release = f" ({document.kubernetes})" if document.kubernetes else ""
    mark = " ".join(
        filter(None, (paint(colour, f"{label}[{finding.rule}]"), fixes.mark(finding, document, report.fixing)))
    )
    lines = [f"{paint(BOLD, place)}: {mark}{release}: {finding.message}"]
    lines += _source(report.text or "", finding, colour, paint)
    if finding.help:
        lines.append(f"  {paint(CYAN, 'help')}: {finding.help}")
    return "\n".join(lines) + "\n\n"


def weight(finding: Finding) -> tuple[str, str]:
    """Return how much a finding weighs, and the colour of that."""
    if finding.finding_class is FindingClass.REFUSED:
        return "refused", RED
    return {
        Severity.ERROR: ("error", RED),
        Severity.WARNING: ("warning", YELLOW),
        Severity.INFO: ("info", BLUE),
    }[finding.severity]


def _source(text: str, finding: Finding, colour: str, paint: Paint) -> list[str]:
    line = source_line(text, finding.start)
    if not line.strip():
        return []
    start = column(text, finding.start) - 1
    one_line = finding.end.line == finding.start.line
    end = column(text, finding.end) - 1 if one_line else len(line)
    shown, start, end = _cut(masked(line, start), start, max(end, start + 1))
    number = str(finding.start.line)
    bar = paint(BLUE, "|")
    gutter = " " * len(number)
    carets = "^" * max(width(shown[start:end]), 1)
    padding = "".join("\t" if letter == "\t" else " " * width(letter) for letter in shown[:start])
    return [
        f"  {paint(BLUE, number)} {bar} {shown}",
        f"  {gutter} {bar} {padding}{paint(colour, carets)}",
    ]


def _cut(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Shorten a long line around its span."""
    end = min(end, len(line))
    if len(line) <= _WIDEST:
        return line, start, end
    left = max(0, start - _WIDEST // 4)
    right = min(len(line), left + _WIDEST)
    prefix, suffix = "…" if left else "", "…" if right < len(line) else ""
    return prefix + line[left:right] + suffix, start - left + len(prefix), min(end, right) - left + len(prefix)
