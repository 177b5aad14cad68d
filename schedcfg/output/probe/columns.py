"""Tables of what was measured: columns that may be missing, and a middle that may be left out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from schedcfg.output.probe.excerpt import Excerpt, excerpt
from schedcfg.show.layout import Paper, in_columns, measure
from schedcfg.show.pipeline import bar

Item = TypeVar("Item")

_FIRST, _LAST = 20, 5
"""How many rows are shown of the best and of the worst; JSON has them all."""


@dataclass(frozen=True, slots=True)
class Column(Generic[Item]):
    """A column.

    Attributes:
        head: What stands above it.
        cell: Gives a row's cell.
        is_number: Whether its cells stand at the right.
        is_dispensable: Whether it is left out where the paper is too narrow.
    """

    head: str
    cell: Callable[[Item], str]
    is_number: bool = True
    is_dispensable: bool = False


def lines(columns: Sequence[Column[Item]], items: Sequence[Item], thing: str, paper: Paper) -> Iterator[str]:
    """Yield the lines of a table: its head, the best rows, how many are left out, the worst rows.

    Args:
        columns: From left to right.
        items: A row each, best first.
        thing: What a row is, in the plural.
        paper: How wide it may be.
    """
    part = excerpt(items, _FIRST, _LAST)
    head, *rows = _fitting(columns, part, paper)
    yield paper.heading(head)
    yield from rows[: len(part.first)]
    if part.between:
        yield f"  … {part.between:,} {thing} between; --output json has all"
    yield from rows[len(part.first) :]


def bar_of(value: int, most: int) -> str:
    """Draw a share of the most there can be; values beyond its ends fill it, or leave it empty."""
    return bar(min(max(value / most, 0), 1)) if most else ""


def _fitting(columns: Sequence[Column[Item]], part: Excerpt[Item], paper: Paper) -> list[str]:
    """Align the rows; while there is no room, the first column that can be spared is left out."""
    rows = _aligned(columns, part.shown)
    spare = next((column for column in columns if column.is_dispensable), None)
    if spare is None or max(map(measure, rows)) <= paper.columns:
        return rows
    return _fitting([column for column in columns if column is not spare], part, paper)


def _aligned(columns: Sequence[Column[Item]], items: Sequence[Item]) -> list[str]:
    cells = [_cells(column, items) for column in columns]
    return list(in_columns(list(zip(*cells, strict=True))))


def _cells(column: Column[Item], items: Sequence[Item]) -> list[str]:
    cells = [column.head, *map(column.cell, items)]
    if not column.is_number:
        return cells
    widest = max(map(measure, cells))
    return [" " * (widest - measure(cell)) + cell for cell in cells]
