"""The report as a page: findings beside the source, and fixes as differences.

A page is passed on more easily than a log, so that it shows less of a file than an editor: the configurations in which
something was found; of manifests and other files only the lines around that; and stars for what looks like a secret.
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from schedcfg.document.edit.splices import applied
from schedcfg.document.secrets import Secrets
from schedcfg.document.span import Edit, Span, lines_of
from schedcfg.findings import FileReport
from schedcfg.output import json_report
from schedcfg.output.finding_text import SAFE, mark
from schedcfg.output.guard import each
from schedcfg.output.html.changed_lines import Hunk, hunks, split_lines
from schedcfg.output.html.excerpts import ShownLines, excerpts, lines_around
from schedcfg.output.html.page import Page, packed, packed_if_long, render_page, titled
from schedcfg.output.json_writer import to_json
from schedcfg.output.links import rule_page
from schedcfg.output.summary import Summary
from schedcfg.output.unified_diff import CONTEXT


@dataclass(frozen=True, slots=True)
class FixedLines:
    """What a fix does to the lines of a file.

    Attributes:
        document: The number of the document among those of the report, from 0.
        finding: The number of the finding there.
        safe: Whether `--fix` makes it; else only `--unsafe-fixes` does.
        hunks: The lines.
    """

    document: int
    finding: int
    safe: bool
    hunks: tuple[Hunk, ...]


@dataclass(frozen=True, slots=True)
class ShownSource:
    """What a page shows of a file besides its report.

    Attributes:
        excerpts: The lines that are shown, in order; none where nothing was found.
        fixes: Those that may be shown.
        command: What makes the safe ones; empty where there are none.
    """

    excerpts: tuple[ShownLines, ...]
    fixes: tuple[FixedLines, ...]
    command: str

    @classmethod
    def of(cls, report: FileReport) -> "ShownSource":
        """Return what a page shows of a file."""
        if report.text is None or not any(document.findings for document in report.documents):
            return cls((), (), "")
        masked = Secrets.of(report.text).masked
        fixes = tuple(_fixes(report, masked))
        command = shlex.join(["schedcfg", "validate", report.path, "--fix"])
        is_fixable = report.fixing is None and any(fix.safe for fix in fixes)
        return cls(tuple(_excerpts(report, masked)), fixes, command if is_fixable else "")


@dataclass(frozen=True, slots=True)
class LinkedRule:
    """A rule that found something.

    Attributes:
        title: What it finds.
        page: Where more is written about it.
    """

    title: str
    page: str


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield a page."""
    files = list(each(reports, lambda report: [_without_secrets(report)], summary))
    written = "".join(json_report.render(files, summary, colored=colored))
    sources = list(each(files, lambda report: [ShownSource.of(report)], summary))
    found = {finding.rule for report in files for document in report.documents for finding in document.findings}
    cards = summary.cards()
    rules = {rule: LinkedRule(cards[rule].title, rule_page(rule)) for rule in sorted(found & cards.keys())}
    embedded = {
        "report": packed_if_long(written),
        "sources": packed(to_json(sources)),
        "rules": to_json(rules),
        "closing": to_json({"text": summary.headline}),
    }
    title = titled("Would kube-scheduler start?", [report.path for report in files])
    yield from render_page(Page(title, "schedcfg validate", "validate", embedded))


def _without_secrets(report: FileReport) -> FileReport:
    """Return a report whose new text, which JSON holds where `--diff` does not write it, has no secrets."""
    is_shown = report.text is not None and report.is_changed
    return replace(report, text=Secrets.of(report.text or "").masked) if is_shown else report


def _fixes(report: FileReport, masked: str) -> Iterator[FixedLines]:
    for number, document in enumerate(report.documents):
        for place, finding in enumerate(document.findings):
            fix = finding.offered_fix
            if fix is not None:
                changed = _changed(report.text or "", masked, fix.edits)
                yield FixedLines(number, place, mark(finding, document, report.fixing) == SAFE, changed)


def _changed(text: str, masked: str, edits: Sequence[Edit]) -> tuple[Hunk, ...]:
    """Return the lines that edits change, and those around them; of long texts no others are looked at.

    Stars are as many as the letters that they hide, so that edits keep their places. What the edits write may only be a
    secret where they write it.
    """
    starts = lines_of(text).starts
    first, end = max(edits[0].span.start.line - CONTEXT, 1), edits[-1].span.end.line + CONTEXT
    begin = starts[first - 1]
    before = masked[begin : starts[end] if end < len(starts) else len(text)]
    after = Secrets(applied(before, [_moved(edit, begin) for edit in edits])).masked
    return tuple(hunks(before, after, first))


def _moved(edit: Edit, by: int) -> Edit:
    start, end = (place._replace(offset=place.offset - by) for place in edit.span)
    return Edit(Span(start, end), edit.replacement)


def _excerpts(report: FileReport, masked: str) -> Iterator[ShownLines]:
    """Yield the lines that are shown for the findings of a file, those that follow each other together."""
    lines = split_lines(masked)
    found = ((document, [finding.start.line for finding in document.findings]) for document in report.documents)
    return excerpts(lines, {line for document, places in found for line in lines_around(document, places, lines)})
