"""A table for the page of a GitHub Actions run, in Markdown."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from schedcfg.findings import FileReport, Verdict
from schedcfg.output.ci.file_names import named
from schedcfg.output.counting import counted
from schedcfg.output.documentation import rule_page
from schedcfg.output.summary import Summary
from schedcfg.output.told import position, well_formed, with_help, word

_ROWS = 200
"""As many rows are shown of each weight and in all: GitHub takes 1 MiB of a step."""

_CELL = 600
"""Longer cells are cut."""

_WEIGHTS = ("unreadable", "refused", "error", "warning", "info")
"""In the order of the table."""

_CODE = re.compile(r"`([^`]*)`")

_MARKUP = re.compile(r"[^\w\s.,:;()/='\"-]|_")


def render(reports: Iterable[FileReport], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a heading, what the findings add up to, and a table of them, the heaviest first."""
    rows: dict[str, list[str]] = defaultdict(list)
    found = 0
    for report in reports:
        summary.count(report)
        for weight, row in _rows(report, summary):
            found += 1
            if len(rows[weight]) < _ROWS:
                rows[weight].append(row)
    yield f"### schedcfg\n\n{_text(summary.line() or _all_well(summary))}\n\n"
    if found:
        yield "| | where | what |\n| --- | --- | --- |\n"
        shown = [row for weight in _WEIGHTS for row in rows[weight]][:_ROWS]
        yield from shown
        yield f"\n{counted(found - len(shown), 'more finding')}, in the log.\n" if found > len(shown) else ""
        yield "\n"


def _all_well(summary: Summary) -> str:
    return f"{counted(summary.accepted, 'file')} accepted, nothing to say."


def _rows(report: FileReport, summary: Summary) -> Iterator[tuple[str, str]]:
    path = named(report.path).path
    if report.verdict is Verdict.UNREADABLE:
        yield "unreadable", _row("unreadable", path, report.reason or "")
    for document in report.documents:
        for finding in document.findings:
            weight = word(finding)
            has_page = finding.rule in summary.cards()
            rule = f"[{finding.rule}]({rule_page(finding.rule)})" if has_page else _text(finding.rule)
            yield weight, _row(f"{weight} {rule}", f"{path}:{position(report, finding)}", with_help(finding))


def _row(first: str, where: str, what: str) -> str:
    return f"| {first} | {_text(where)} | {_text(what)} |\n"


def _text(text: str) -> str:
    """Write a text for a cell: what could be Markdown or HTML becomes a reference, what is code stays code."""
    cut = text if len(text) <= _CELL else text[: _CELL - 1] + "…"
    marked = _CODE.sub("\0\\1\1", str(well_formed(cut)).replace("\0", "").replace("\1", ""))
    lines = _MARKUP.sub(_reference, marked).splitlines()
    return "<br>".join(lines).replace("\0", "<code>").replace("\1", "</code>")


def _reference(found: re.Match[str]) -> str:
    letter = found[0]
    return letter if letter in "\0\1" else f"&#{ord(letter)};"
