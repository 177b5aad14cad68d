"""The report for people: place, rule, reason, the source line with the span underlined, what to do."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from schedcfg.document.span import is_long_line, source_line
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FileReport, Finding
from schedcfg.output import finding_text
from schedcfg.output.assumed import Assumed
from schedcfg.output.finding_text import position, weight
from schedcfg.output.finding_text import shown as column
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import BLUE, BOLD, CYAN, Paint, columns, painter, path_label, width

_WIDEST = 160
"""Longer source lines are cut around the span, on a terminal those that are wider than it."""

_TAB = "    "

_LONG_HELP = 120
"""Help that is longer is shown once in a file, however many findings have it."""


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield a block per finding; nothing for a file in which all is well, or that cannot be read.

    Files of the same text with the same findings, as fleets have them, are one block with a list.
    """
    paint = painter(colored=colored)
    copies, assumed = _Copies(paint), Assumed(paint)

    def blocks(report: FileReport) -> Iterator[str]:
        found = "".join(_of_file(report, paint))
        if found and not copies.takes(report, found):
            yield from copies.listed()
            once = assumed.once(report)
            yield found if once is report else "".join(_of_file(once, paint))

    def last() -> Iterator[str]:
        """Yield what is only complete when all files were seen."""
        yield from copies.listed()
        yield from (f"{line}\n\n" for line in assumed.lines())

    return chain(each(reports, blocks, summary), last())


def _of_file(report: FileReport, paint: Paint) -> Iterator[str]:
    yield from finding_text.lines(report, paint)
    helped: dict[str, str] = {}
    for document in report.documents:
        for finding in document.findings:
            yield block(report, document, _with_short_help(report, finding, helped), paint)


def _with_short_help(report: FileReport, finding: Finding, helped: dict[str, str]) -> Finding:
    """Return a finding whose help, where it is long and was shown before, only names the place where that was.

    `helped` holds the long helps of this file, and the place of the finding that showed each.
    """
    if finding.help is None or len(finding.help) < _LONG_HELP:
        return finding
    place = position(report, finding)
    first = helped.setdefault(finding.help, place)
    return finding if first == place else replace(finding, help=f"The same as for {first} above.")


class _Copies:
    """Files whose text and findings are those of a file shown before."""

    def __init__(self, paint: Paint) -> None:
        self._paint = paint
        self._shown: dict[tuple[int, int, int], str] = {}
        self._original = ""
        self._paths: list[str] = []

    def takes(self, report: FileReport, found: str) -> bool:
        """Return whether a report repeats an earlier one; if so, it is listed later."""
        if report.text is None:
            return False
        alike = (hash(report.text), len(report.text), hash(found.replace(path_label(report.path), "")))
        original = self._shown.setdefault(alike, report.path)
        if original == report.path or (self._paths and self._original != original):
            return False
        self._original = original
        self._paths.append(report.path)
        return True

    def listed(self) -> Iterator[str]:
        """Yield the list of the copies that came since the last list."""
        if self._paths:
            number = f"{len(self._paths)} more file{'s have' if len(self._paths) > 1 else ' has'}"
            head = f"{self._paint(BOLD, path_label(self._original))}: {number} the same text and the same findings:"
            yield "\n  ".join([head, *map(path_label, self._paths)]) + "\n\n"
            self._paths = []


def block(report: FileReport, document: DocumentReport, finding: Finding, paint: Paint) -> str:
    """Return one finding as it is shown: its message, its source line, and the help."""
    label, color = weight(finding)
    place = f"{path_label(report.path)}:{position(report, finding)}"
    release = f" ({printable(document.release_phrase)})" if document.kubernetes else ""
    mark = " ".join(
        filter(None, (paint(color, f"{label}[{finding.rule}]"), finding_text.mark(finding, document, report.fixing)))
    )
    lines = [f"{paint(BOLD, place)}: {mark}{release}: {printable(finding.message)}"]
    lines += source_lines(report.text or "", finding, color, paint)
    if finding.help:
        lines.append(f"  {paint(CYAN, 'help')}: {printable(finding.help)}")
    return "\n".join(lines) + "\n\n"


class SourceParts(NamedTuple):
    """The source line of a finding, or what is around its span."""

    before: str
    meant: str
    behind: str


def source_parts(text: str, finding: Finding, room: int = _WIDEST) -> SourceParts | None:
    """Return the source line of a finding as it may be shown; None where it cannot be.

    Args:
        text: The file's text.
        finding: The finding.
        room: Columns that there are: what is meant is kept, and of the rest of a longer line what is next to it.
    """
    line = "" if is_long_line(text, finding.start) else source_line(text, finding.start)
    if not line.strip():
        return None
    from schedcfg.document.secrets import Secrets  # noqa: PLC0415 - most files have no findings

    start = column(text, finding.start) - 1
    one_line = finding.end.line == finding.start.line
    end = max(column(text, finding.end) - 1 if one_line else len(line), start + 1)
    shown = Secrets.of(text).source_line(finding.start)
    parts = SourceParts(*(_visible(part) for part in (shown[:start], shown[start:end], shown[end:])))
    return parts if width("".join(parts)) <= room else _cut(parts, room)


def source_lines(text: str, finding: Finding, color: str, paint: Paint) -> list[str]:
    """Return the source line of a finding, and what is meant underlined; nothing where the line cannot be shown."""
    number = str(finding.start.line)
    parts = source_parts(text, finding, min(columns(_WIDEST), _WIDEST) - len(f"  {number} | "))
    if parts is None:
        return []
    bar = paint(BLUE, "|")
    gutter = " " * len(number)
    carets = "^" * max(width(parts.meant), 1)
    return [
        f"  {paint(BLUE, number)} {bar} {''.join(parts)}",
        f"  {gutter} {bar} {' ' * width(parts.before)}{paint(color, carets)}",
    ]


def _visible(source: str) -> str:
    """Write a part of a source line: a tab is as wide everywhere."""
    return printable(source.replace("\t", _TAB))


def _cut(parts: SourceParts, room: int) -> SourceParts:
    meant = _first(parts.meant, max(room - room // 4, 1))
    left = room - width(meant)
    before = _last(parts.before, max(room // 4, left - width(parts.behind)))
    return SourceParts(before, meant, _first(parts.behind, left - width(before)))


def _first(text: str, room: int) -> str:
    """Return so much of the beginning of a text as there is room for."""
    if width(text) <= room:
        return text
    kept = text[: max(room - width(_CUT), 0)]
    while kept and width(kept + _CUT) > room:
        kept = kept[:-1]
    return kept + _CUT


def _last(text: str, room: int) -> str:
    """Return so much of the end of a text as there is room for."""
    return _first(text[::-1], room)[::-1]


_CUT = "…"
"""Is in the place of what is left out."""
