"""Reports in columns: as wide as the terminal, tables whose cells are aligned, with or without colors."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, zip_longest
from typing import Generic, NamedTuple, TypeVar

from schedcfg.output.terminal import BOLD, END, Paint, width, wrap
from schedcfg.output.terminal import columns as terminal_columns
from schedcfg.patterns import pattern

_COLORS = pattern(r"\x1b\[\d*m")
_NARROWEST, _WIDEST = 60, 160
_GAP = "  "


class TextLayout(NamedTuple):
    """The width and colors of a text report."""

    paint: Paint  # Colors words, or does not
    columns: int

    @classmethod
    def of(cls, paint: Paint, columns: int) -> "TextLayout":
        """Return the layout for a terminal; very narrow or wide ones are not fitted: the text would be illegible."""
        return cls(paint, min(max(columns, _NARROWEST), _WIDEST))

    def heading(self, text: str) -> str:
        """Write a section's heading."""
        return self.paint(BOLD, text)

    def wrapped(self, pieces: Sequence[str], first: str = "", hang: int = 0) -> Iterator[str]:
        """Yield words in lines that fit; a word is never cut, so one that is too long is alone.

        Args:
            pieces: May be colored.
            first: What the first line begins with.
            hang: By how many columns the following lines are indented.
        """
        line, used, is_empty = first, measure(first), True
        for piece in pieces:
            needed = measure(piece)
            if not is_empty and used + 1 + needed > self.columns:
                yield line.rstrip()
                line, used, is_empty = " " * hang, hang, True
            line += piece if is_empty else f" {piece}"
            used += needed + (not is_empty)
            is_empty = False
        yield line.rstrip()


def measure(text: str) -> int:
    """Count the columns of a text that may be colored."""
    return width(_COLORS.sub("", text))


_WORD = pattern(r" *[^ ]+")
_MARK = pattern(r" *(?:\[[ x]\] |[-+~!*] )?")
"""What the following lines of a list's item are indented by; those of others by two more."""
_LEAST_FITTED = 40
"""Lines of a narrower terminal are left to it."""


def fitted(pieces: Iterable[str], columns: int) -> Iterator[str]:
    """Yield a report whose lines fit: longer ones go on in the next line, indented, between two words.

    A word that is longer than a line is left to the terminal, as is a line in a terminal that is very narrow.

    Args:
        pieces: Of whole lines or not, with colors or without.
        columns: Of the terminal; 0 where there is none, and lines stay as they are.
    """
    if not columns:
        yield from pieces
        return
    begun = ""
    for piece in pieces:
        whole, end, rest = (begun + piece).rpartition("\n")
        begun = rest
        yield "".join(f"{_fitted(line, columns)}\n" for line in whole.split("\n")) if end else ""
    yield _fitted(begun, columns)


def _fitted(line: str, columns: int) -> str:
    if columns < _LEAST_FITTED or measure(line) <= columns:
        return line
    plain = _COLORS.sub("", line)
    mark = _MARK.match(plain)
    assert mark is not None  # it may be empty
    hang = " " * (mark.end() + (0 if mark[0].strip() else len(_GAP)))
    lines, used, color = [""], 0, ""
    for piece in _WORD.findall(line):
        is_next = used + measure(piece) > columns and lines[-1].strip()
        word = piece.lstrip(" ") if is_next else piece
        if is_next:
            lines[-1] += END if color else ""
            lines.append(hang + color)
            used = len(hang)
        lines[-1] += word
        used += measure(word)
        color = "" if (last := [color, *_COLORS.findall(word)][-1]) == END else last
    return "\n".join(lines)


def padded(text: str, columns: int) -> str:
    """Fill a text that may be colored up to so many columns."""
    return text + " " * (columns - measure(text))


def listed(pieces: Iterable[str]) -> list[str]:
    """Return words with commas behind all but the last."""
    all_pieces = list(pieces)
    return [f"{piece}," for piece in all_pieces[:-1]] + all_pieces[-1:]


def in_columns(rows: Iterable[Sequence[str]], indent: str = _GAP) -> Iterator[str]:
    """Yield rows with their cells aligned to the left, two columns between them."""
    all_rows = list(rows)
    widths = [max(map(measure, cells)) for cells in zip(*all_rows, strict=True)]
    for row in all_rows:
        yield (indent + _GAP.join(map(padded, row, widths))).rstrip()


_LINE = 120
"""How wide a table of wrapped cells may be."""

_LEAST, _LEAST_COLUMN = 30, 12
"""How wide its last column is at least beside the others, and the one before it."""

_BELOW = "    "
"""Indents a last column for which the line is too short."""

_HANGING = len("1.37  ")
"""Blanks before a word of a last column, mostly."""


def wrapped_table(
    heads: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[str]], paint: Paint
) -> Iterator[str]:
    """Yield the lines of a table, with line breaks; longer cells are wrapped, a line break in one is kept.

    Args:
        heads: The columns' headings; none for a table without them.
        widths: How wide each column but the last may be; the last has the rest of the line.
        rows: The cells of each row.
        paint: For the headings and the first column.
    """
    line = min(terminal_columns(_LINE), _LINE)
    shown = [heads, *rows] if heads else rows
    cells = [[wrap(row[column], width) for row in shown] for column, width in enumerate(widths)]
    actual = [max(len(part) for cell in column for part in cell) for column in cells]
    last = line - sum(actual) - len(_GAP) * len(actual)
    longest = max((len(word) for row in shown for word in row[-1].split()), default=0)
    if last < max(_LEAST, longest + _HANGING):
        # The line is too short for the last column, which is below the others.
        rest = max(_LEAST_COLUMN, line - sum(actual[:-1]) - len(_GAP) * len(actual[:-1]))
        cells[-1] = [wrap(row[-2], rest) for row in shown]
        below = [wrap(row[-1], line - len(_BELOW)) for row in shown]
    else:
        cells.append([wrap(row[-1], last) for row in shown])
        below = [[""] for _ in shown]
    emphases = [partial(paint, BOLD) if heads and number == 0 else str for number in range(len(shown))]
    lines_of_rows = [
        [(paint(BOLD, first), *map(emphasis, others)) for first, *others in zip_longest(*row, fillvalue="")]
        for emphasis, row in zip(emphases, zip(*cells, strict=True), strict=True)
    ]
    aligned = in_columns(chain.from_iterable(lines_of_rows), indent="")
    for emphasis, lines, under in zip(emphases, lines_of_rows, below, strict=True):
        yield from (f"{text}\n" for text in islice(aligned, len(lines)))
        yield from (f"{_BELOW}{emphasis(text)}\n" for text in under if text)


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


def fitted_table(
    columns: Sequence[TableColumn[Item]],
    items: Sequence[Item],
    thing: str,
    paper: TextLayout,
    ends: tuple[int, int] = (_FIRST, _LAST),
) -> Iterator[str]:
    """Yield the lines of a table, without line breaks: its head, the best rows, how many are left out, the worst rows.

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
