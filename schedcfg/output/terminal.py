"""Text on a terminal: colors, widths, tables, and what must not be sent to it."""

import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

_NO_TERMINAL = 100


def width(text: str) -> int:
    """Count terminal columns: wide letters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def columns() -> int:
    """Count the columns of the terminal; 100 where standard output is none."""
    return shutil.get_terminal_size((_NO_TERMINAL, 0)).columns if sys.stdout.isatty() else _NO_TERMINAL


def printable(text: str) -> str:
    """Write what a terminal would obey, and letters without a shape, as escapes."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


RED, YELLOW, CYAN, BLUE, BOLD = "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[34m", "\x1b[1m"
GREEN, DIM = "\x1b[32m", "\x1b[2m"
_END = "\x1b[0m"

Paint = Callable[[str, str], str]
"""`paint(BOLD, "text")`: the text in a color, or as it is where there are none."""


def painter(*, coloured: bool) -> Paint:
    """Choose between colors and none."""
    return _coloured if coloured else _plain


def _coloured(colour: str, text: str) -> str:
    return f"{colour}{text}{_END}" if text else text


def _plain(_colour: str, text: str) -> str:
    return text


_GAP = "  "
_LINE = 120
"""How wide a table may be."""

_LEAST = 30
"""How wide its last column is at least."""

_LABEL = re.compile(r".*?\S {2,}")
"""The text before two or more blanks: the rest of the text continues under itself."""


def table(heads: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[str]], paint: Paint) -> Iterator[str]:
    """Yield the lines of a table; longer cells are wrapped, a line break in one is kept.

    Args:
        heads: The columns' headings; none for a table without them.
        widths: How wide each column but the last may be; the last has the rest of the line.
        rows: The cells of each row.
        paint: For the headings and the first column.
    """
    shown = [heads, *rows] if heads else rows
    columns = [[_wrapped(row[column], width) for row in shown] for column, width in enumerate(widths)]
    actual = [max(len(line) for cell in column for line in cell) for column in columns]
    last = max(_LEAST, _LINE - sum(actual) - len(_GAP) * len(actual))
    columns.append([_wrapped(row[-1], last) for row in shown])
    for number, cells in enumerate(zip(*columns, strict=True)):
        for first, *others in zip_longest(*cells, fillvalue=""):
            head = paint(BOLD, first.ljust(actual[0]))
            rest = [text.ljust(width) for text, width in zip(others, [*actual[1:], 0], strict=True)]
            is_heading = bool(heads) and number == 0
            yield _GAP.join([head, *(paint(BOLD, text) if is_heading else text for text in rest)]).rstrip() + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """Break a cell into lines, at least one."""
    lines = []
    for part in text.split("\n"):
        label = _LABEL.match(part)
        hanging = " " * label.end() if label is not None else ""
        lines += textwrap.wrap(
            part, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        ) or [""]
    return lines


def paragraph(text: str, indent: int, width: int = 100) -> str:
    """Wrap a text, every line indented, with a line break at the end."""
    return "".join(f"{' ' * indent}{line}".rstrip() + "\n" for line in _wrapped(text, width - indent))


def labelled(label: str, text: str, indent: int, paint: Paint) -> str:
    """Wrap a text behind its label, under itself; colors count for nothing in the width."""
    plain = paragraph(f"{label}{_GAP}{text}", indent)
    return plain.replace(label.rstrip(), paint(CYAN, label.rstrip()), 1)
