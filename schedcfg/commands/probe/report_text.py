"""What both reports for people have in common: the head, findings, tables whose middle may be left out, figures."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from schedcfg.commands.effective.layout import TextLayout, in_columns, measure
from schedcfg.commands.effective.pipeline import bar
from schedcfg.commands.effective.text import advice, refusal
from schedcfg.commands.probe.findings import ProbeFinding, ProbeReport, errors_first
from schedcfg.document.texts import listing, printable
from schedcfg.findings import Severity, Verdict
from schedcfg.output.terminal import BLUE, CYAN, DIM, RED, YELLOW, path_label, width

Item = TypeVar("Item")


def excerpt(items: Sequence[Item], first: int, last: int) -> tuple[Sequence[Item], int, Sequence[Item]]:
    """Return a list without its middle, if it is longer than both parts together.

    Args:
        items: Best first.
        first: How many of its beginning are shown, at least.
        last: How many of its end, at least 1.

    Returns:
        The beginning, all of it where it is short; how many are left out; the end, empty where none are.
    """
    # A line in the place of a single line would be no gain.
    between = len(items) - first - last
    return (items, 0, ()) if between <= 1 else (items[:first], between, items[-last:])


_FIRST, _LAST = 20, 5
"""How many rows are shown of the best and of the worst; JSON has them all."""


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[Item]):
    """A column."""

    head: str  # Its first line
    cell: Callable[[Item], str]
    is_number: bool = True
    is_dispensable: bool = False  # Whether it is left out where the paper is too narrow


def table_lines(
    columns: Sequence[TableColumn[Item]],
    items: Sequence[Item],
    thing: str,
    paper: TextLayout,
    ends: tuple[int, int] = (_FIRST, _LAST),
) -> Iterator[str]:
    """Yield the lines of a table: its head, the best rows, how many are left out, the worst rows.

    Args:
        columns: From left to right.
        items: A row each, best first.
        thing: What a row is, in the plural.
        paper: How wide it may be.
        ends: How many rows are shown of the best, and of the worst.
    """
    best, between, worst = excerpt(items, *ends)
    head, *rows = _fitting(columns, [*best, *worst], paper)
    yield paper.heading(head)
    yield from rows[: len(best)]
    if between:
        yield f"  … {between:,} {thing} between; --output json has all"
    yield from rows[len(best) :]


def bar_of(value: int, most: int) -> str:
    """Return a bar for a share of the most there can be; values beyond its ends fill it, or leave it empty."""
    return bar(min(max(value / most, 0), 1)) if most else ""


def _fitting(columns: Sequence[TableColumn[Item]], items: Sequence[Item], paper: TextLayout) -> list[str]:
    """Return the rows aligned; while they do not fit, the first column that can be spared is left out."""
    cells = [_cells(column, items) for column in columns]
    rows = list(in_columns(list(zip(*cells, strict=True))))
    spare = next((column for column in columns if column.is_dispensable), None)
    if spare is None or max(map(measure, rows)) <= paper.columns:
        return rows
    return _fitting([column for column in columns if column is not spare], items, paper)


def _cells(column: TableColumn[Item], items: Sequence[Item]) -> list[str]:
    cells = [column.head, *map(column.cell, items)]
    if not column.is_number:
        return cells
    widest = max(map(measure, cells))
    return [" " * (widest - measure(cell)) + cell for cell in cells]


_THOUSAND = 1000
_PREFIXES = ("", "k", "M", "G", "T", "P", "E")
_SMALL = 10
"""Milliseconds below which a tenth counts."""

_LONGEST = 60
"""Columns of a name: kubelets' names have 63 letters at most, and few have half of that."""


def size(number: float, unit: str = "B") -> str:
    """Write a number of bytes in short, by powers of 1000: `1.4 MB`, `512 B`.

    Args:
        number: May be of any size, and negative; one that is not finite is written as `NaN`, `+Inf` or `-Inf`.
        unit: The unit after the prefix.
    """
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "+Inf" if number > 0 else "-Inf"
    shown = float(number)
    for prefix in _PREFIXES:
        # What would be rounded up to a thousand has the next prefix.
        if abs(round(shown, 1)) < _THOUSAND or prefix == _PREFIXES[-1]:
            break
        shown /= _THOUSAND
    if not prefix:
        return f"{shown:.0f} {unit}" if shown.is_integer() else f"{shown:.1f} {unit}"
    return f"{shown:,.1f} {prefix}{unit}"


def rate(bytes_per_second: float) -> str:
    """Write a rate in short: `1.4 MB/s`."""
    return size(bytes_per_second, "B/s")


def time(milliseconds: float) -> str:
    """Write a time in short: `0.8 ms`, `12 ms`, `1.5 s`, `30 s`."""
    if milliseconds < _SMALL:
        return f"{milliseconds:.1f} ms"
    if round(milliseconds) < _THOUSAND:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds / _THOUSAND:.1f}".removesuffix(".0") + " s"


def name(text: str, longest: int = _LONGEST) -> str:
    """Write a name that a server sent: harmless, and no longer than anybody reads.

    Args:
        text: Anything.
        longest: How many columns it may take.
    """
    shown = printable(text[: longest + 1])
    if width(shown) <= longest:
        return shown
    while width(shown) >= longest:
        shown = shown[:-1]
    return f"{shown}…"


_COLOURS = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.INFO: BLUE}
_NODES = 5
"""How many nodes are named."""

_PUNCTUATION = ",;:.()\"'`"


def blocks(findings: Iterable[ProbeFinding], paper: TextLayout) -> Iterator[str]:
    """Yield the findings, errors first, each with a line for everything that is known of it."""
    for finding in errors_first(findings):
        mark = paper.paint(_COLOURS[finding.severity], f"{finding.severity}[{finding.id}]")
        yield from paper.wrapped(_words(finding.message), f"  {mark} ", 4)
        nodes = listing(list(map(name, finding.nodes)), _NODES)
        if not _are_named(finding, nodes):
            yield from _line("nodes", DIM, nodes, paper)
        if finding.upstream:
            yield from _line("in the scheduler's log", DIM, finding.upstream, paper)
        if finding.help:
            yield from _line("help", CYAN, finding.help, paper)


def _are_named(finding: ProbeFinding, listed: str) -> bool:
    """Check whether a message names the nodes itself, as most do: each of a few, or as they would be listed."""
    if len(finding.nodes) > _NODES:
        return listed in finding.message
    return set(finding.nodes) <= {word.strip(_PUNCTUATION) for word in finding.message.split()}


def _line(label: str, colour: str, text: str, paper: TextLayout) -> Iterator[str]:
    first = f"    {paper.paint(colour, label)}: "
    yield from paper.wrapped(_words(text), first, min(measure(first), 10))


def _words(text: str) -> list[str]:
    """Return the words of a text that may come from a server."""
    return list(map(printable, text.split()))


def head(probe: ProbeReport, paper: TextLayout) -> Iterator[str]:
    """Yield the title, what `validate` finds, and what is about the file as a whole."""
    file = probe.file
    path = "standard input" if file.path == "-" else path_label(file.path)
    if file.verdict is Verdict.UNREADABLE:
        return
    if not file.documents:
        yield f"{paper.heading(path)}: {paper.paint(YELLOW, file.verdict)}: {file.reason}"
        return
    verdict, by = ("checked", "against") if probe.was_made else ("refused", "by")
    title = f"{path}: {verdict} {by} Kubernetes {probe.kubernetes}" if probe.kubernetes else f"{path}: {verdict}"
    yield paper.heading(title)
    yield paper.heading("=" * min(measure(title), paper.columns))
    for document in file.documents:
        if document.verdict is Verdict.REFUSED:
            yield from refusal(file, document, paper)
        else:
            yield from advice(document, paper)
    if not probe.was_made:
        yield "No request was sent."
    if probe.findings:
        yield ""
        yield from blocks(probe.findings, paper)
