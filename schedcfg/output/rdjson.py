"""The Reviewdog Diagnostic Format: comments on a change, with suggestions."""

from collections.abc import Iterable, Iterator
from functools import partial

from schedcfg.document.secrets import Secrets
from schedcfg.document.span import Span
from schedcfg.findings import FileReport, Finding, Severity, Verdict
from schedcfg.output.finding_text import joined, severity, utf8, with_help
from schedcfg.output.links import file_name, items, line, rule_page, site
from schedcfg.output.summary import Summary

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one object, a diagnostic per line. Columns are bytes, and a range does not have its end."""
    source = {"name": "schedcfg"} | ({"url": url} if (url := site()) else {})
    yield f'{{"source": {line(source)}, "diagnostics": ['
    yield from items(reports, partial(_diagnostics, summary=summary), summary)
    yield "\n]}\n"


def _diagnostics(report: FileReport, summary: Summary) -> Iterator[dict[str, object]]:
    path = file_name(report.path).path
    if report.verdict is Verdict.UNREADABLE:
        yield {"message": report.reason or "unreadable", "location": {"path": path}, "severity": "ERROR"}
    for document in report.documents:
        for finding in document.findings:
            yield _diagnostic(path, report.text or "", finding, summary)


def _diagnostic(path: str, text: str, finding: Finding, summary: Summary) -> dict[str, object]:
    diagnostic: dict[str, object] = {
        "message": with_help(finding),
        "location": {"path": path, "range": _range(text, Span(finding.start, finding.end))},
        "severity": _SEVERITIES[severity(finding)],
        "code": {"value": finding.rule},
    }
    page = rule_page(finding.rule)
    if finding.rule in summary.cards() and page:
        diagnostic["code"] = {"value": finding.rule, "url": page}
    # A suggestion is one click, without an explanation: only what changes nothing else is offered.
    if (fix := finding.offered_fix) and fix.is_safe:
        edit = joined(fix, text)
        if not Secrets.of(text).is_in(edit.span):
            diagnostic["suggestions"] = [{"range": _range(text, edit.span), "text": edit.replacement}]
    return diagnostic


def _range(text: str, span: Span) -> dict[str, object]:
    start, end = ({"line": place.line, "column": utf8(text, place)} for place in span)
    return {"start": start, "end": end}
