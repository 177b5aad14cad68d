"""The report as a page: what is refused first, findings beside the lines that they are about, fixes as differences.

A page is passed on more easily than a log, so that it shows less of a file than an editor: the configurations in which
something was found; of manifests and other files only the lines around that; and stars for what looks like a secret.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from schedcfg.cards import RuleCard
from schedcfg.document.edit.splices import applied
from schedcfg.document.secrets import Secrets
from schedcfg.document.span import Edit, Span, lines_of
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
from schedcfg.output import json_report
from schedcfg.output.finding_text import SAFE, mark, weight_name
from schedcfg.output.guard import each
from schedcfg.output.html.changed_lines import Hunk, hunks, shown_line, split_lines
from schedcfg.output.html.excerpts import ShownLines, excerpts, lines_around
from schedcfg.output.html.page import Page, packed_if_long, render_page, titled
from schedcfg.output.html.templates import macros, visible
from schedcfg.output.summary import Summary, counted, numbers_of
from schedcfg.output.unified_diff import CONTEXT

WEIGHTS = (FindingClass.REFUSED.value, *(severity.value for severity in Severity))
"""All that findings can be, the worst first."""

_MEANINGS = {
    ("refused",): "kube-scheduler does not start with the file, wherever it runs",
    ("error", "warning"): "it is not refused, but probably does not do what you intend, or does not start everywhere",
    ("info",): "it is not refused, and may do what you intend",
}

_FEW_FILES, _FEW_FIXES = 12, 20
"""More are folded."""


class StyledWord(NamedTuple):
    """A word, and the class of what shows it."""

    name: str
    look: str


_SAFE, _UNSAFE = StyledWord("safe", "added"), StyledWord("unsafe", "changed")
_FIXES = {
    _SAFE: "the scheduler behaves as before; `--fix` makes it, and proves that",
    _UNSAFE: "it may change what the scheduler does, rests on a guess, or cannot be proven; "
    "only `--unsafe-fixes` makes it",
}


class FixedLines(NamedTuple):
    """What a fix does to the lines of a file."""

    kind: StyledWord  # Whether `--fix` makes it, or only `--unsafe-fixes`
    hunks: tuple[Hunk, ...]


class ShownFinding(NamedTuple):
    """A finding on the page."""

    finding: Finding
    document: DocumentReport
    line_id: str  # Of its line on the page; empty where that is not shown
    fix: FixedLines | None

    @property
    def weight(self) -> int:
        """The place of its weight among all: the worst is 0."""
        return WEIGHTS.index(weight_name(self.finding))


class ShownFile(NamedTuple):
    """A file in which something was found.

    Attributes:
        report: What.
        anchor: With which the ids of what is shown of it begin.
        findings: The worst first.
        excerpts: The lines that are shown, in order.
        marked: The number of a line → that line, with what findings are about marked.
        command: What makes the safe fixes; empty where there are none.
    """

    report: FileReport
    anchor: str
    findings: tuple[ShownFinding, ...]
    excerpts: tuple[ShownLines, ...]
    marked: Mapping[int, Markup]
    command: str

    @classmethod
    def of(cls, report: FileReport, number: int) -> "ShownFile":
        """Return what a page shows of a file, the number of which is its place among all."""
        masked, anchor = Secrets.of(report.text or "").masked, f"f{number}"
        shown = () if report.text is None else tuple(_excerpts(report, masked))
        lines = {one.line + at for one in shown for at in range(len(one.lines))}
        found = [
            ShownFinding(
                finding,
                document,
                f"{anchor}-{finding.start.line}" if finding.start.line in lines else "",
                _fixed_lines(finding, document, report, masked),
            )
            for document in report.documents
            for finding in document.findings
        ]
        is_fixable = report.fixing is None and any(one.fix is not None and one.fix.kind is _SAFE for one in found)
        command = shlex.join(["schedcfg", "validate", report.path, "--fix"])
        return cls(
            report,
            anchor,
            tuple(sorted(found, key=lambda one: one.weight)),
            shown,
            dict(_marked(found, split_lines(masked))),
            command if is_fixable else "",
        )

    @property
    def looks(self) -> dict[int, str]:
        """The number of a line → the heaviest of the weights of what was found there."""
        return {one.finding.start.line: weight_name(one.finding) for one in reversed(self.findings)}

    @property
    def numbers(self) -> Iterator[tuple[str, str]]:
        """The weights of its findings, each with how many there are of it."""
        for weight in WEIGHTS:
            some = [one.finding for one in self.findings if weight_name(one.finding) == weight]
            yield from ((weight, number) for number in numbers_of(some))


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield a page."""
    files = list(each(reports, lambda report: [_without_secrets(report)], summary))
    written = "".join(json_report.render(files, summary, colored=colored))
    numbers = iter(range(len(files)))
    drawn = list(each(files, lambda report: _shown(report, next(numbers)), summary))
    shown = sorted((one for one in drawn if isinstance(one, ShownFile)), key=lambda one: one.findings[0].weight)
    others = [one for one in drawn if isinstance(one, FileReport)]
    cards = summary.cards()
    found = {one.finding.rule for file in shown for one in file.findings}
    rules = {rule: cards[rule] for rule in sorted(found & cards.keys())}
    content = Markup("").join(_content(shown, others, rules, summary))
    title = titled("Would kube-scheduler start?", [report.path for report in files])
    embedded = {"report": packed_if_long(written)}
    yield from render_page(Page(title, "schedcfg validate", "validate", embedded, content=content))


def _shown(report: FileReport, number: int) -> Iterator[ShownFile | FileReport]:
    """Yield a file as it is shown: in which nothing was found, only its report."""
    has_findings = any(document.findings for document in report.documents)
    yield ShownFile.of(report, number) if has_findings else report


def _content(
    shown: Sequence[ShownFile], others: Sequence[FileReport], rules: Mapping[str, RuleCard], summary: Summary
) -> Iterator[Markup]:
    """Yield what is on the page: the answer, what is refused, what could not be read, advice, the rules."""
    template = macros("validate.html")
    everything = [one for file in shown for one in file.findings]
    yield template.opening(_answer(summary), summary.headline, list(_meanings(everything)))
    has_open_fixes = sum(one.fix is not None for one in everything) <= _FEW_FIXES
    draw = partial(template.found, is_open=len(shown) <= _FEW_FILES, has_open_fixes=has_open_fixes, rules=rules)
    yield from (draw(file) for file in shown if file.report.verdict is Verdict.REFUSED)
    yield template.unread([report for report in others if report.verdict is Verdict.UNREADABLE])
    yield from (draw(file) for file in shown if file.report.verdict is not Verdict.REFUSED)
    fine = [report for report in others if report.verdict is not Verdict.UNREADABLE]
    title = f"Nothing found in {counted(len(fine), 'other file' if shown else 'file')}"
    yield template.others(fine, title, not shown and len(fine) <= _FEW_FILES)
    yield macros("elements.html").rules(rules.values())


def _answer(summary: Summary) -> StyledWord | None:
    """Return the answer to the question of the title; None where there is none."""
    if summary.refused:
        return StyledWord("No.", "error")
    is_clear = summary.accepted and not summary.unreadable and not summary.errors
    return StyledWord("Yes.", "added") if is_clear else None


def _meanings(found: Sequence[ShownFinding]) -> Iterator[tuple[str, str]]:
    """Yield what the words on the badges mean, of those that are on the page."""
    weights = {weight_name(one.finding) for one in found}
    for words, meaning in _MEANINGS.items():
        if known := [word for word in words if word in weights]:
            yield " and ".join(known).capitalize(), meaning
    fixes = {one.fix.kind for one in found if one.fix is not None}
    yield from ((f"{kind.name} fix".capitalize(), meaning) for kind, meaning in _FIXES.items() if kind in fixes)


def _without_secrets(report: FileReport) -> FileReport:
    """Return a report whose new text, which JSON holds where `--diff` does not write it, has no secrets."""
    is_shown = report.text is not None and report.is_changed
    return replace(report, text=Secrets.of(report.text or "").masked) if is_shown else report


def _fixed_lines(finding: Finding, document: DocumentReport, report: FileReport, masked: str) -> FixedLines | None:
    fix = finding.offered_fix
    if fix is None:
        return None
    kind = _SAFE if mark(finding, document, report.fixing) == SAFE else _UNSAFE
    return FixedLines(kind, _changed(report.text or "", masked, fix.edits))


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


def _marked(found: Iterable[ShownFinding], lines: Sequence[str]) -> Iterator[tuple[int, Markup]]:
    """Yield the lines that findings are about by their numbers, with the letters that are meant marked."""
    by_line: dict[int, list[Span]] = {}
    for one in found:
        by_line.setdefault(one.finding.start.line, []).append(Span(one.finding.start, one.finding.end))
    for number, spans in by_line.items():
        line = lines[number - 1] if number <= len(lines) else ""
        # Of a line that is too long, only that is shown.
        yield number, _with_marks(line, number, spans) if shown_line(line) == line else Markup.escape(shown_line(line))


def _with_marks(line: str, number: int, spans: Iterable[Span]) -> Markup:
    parts, at = list[str](), 0
    for start, end in sorted(spans):
        begin = start.column - 1
        behind = len(line) if end.line > number else max(end.column - 1, begin + 1)
        if at <= begin < len(line):
            parts += [visible(line[at:begin]), Markup("<mark>{}</mark>").format(visible(line[begin:behind]))]
            at = min(behind, len(line))
    return Markup("").join([*parts, visible(line[at:])])
