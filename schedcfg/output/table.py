"""Columns of text for a terminal."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from schedcfg.output.colours import BOLD, Paint

_GAP = "  "


def table(heads: Sequence[str], widths: Sequence[int], rows: Sequence[Sequence[str]], paint: Paint) -> Iterator[str]:
    """Yield the lines of a table; longer cells are wrapped, a line break in one is kept.

    Args:
        heads: The columns' headings.
        widths: How wide a column may be; it is narrower where nothing in it is so wide.
        rows: The cells of each row.
        paint: For the headings and the first column.
    """
    cells = [[_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)] for row in (heads, *rows)]
    actual = [max(len(line) for row in cells for line in row[column]) for column in range(len(heads))]
    for number, row in enumerate(cells):
        for line in zip_longest(*row, fillvalue=""):
            padded = [text.ljust(width) for text, width in zip(line, actual, strict=True)]
            head = paint(BOLD, _GAP.join(padded) if number == 0 else padded[0])
            yield (head if number == 0 else _GAP.join([head, *padded[1:]])).rstrip() + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """Break a cell into lines, at least one; what stands behind two blanks continues under itself."""
    lines = []
    for part in text.split("\n"):
        head, gap, _ = part.partition(_GAP)
        hanging = " " * len(head + gap) if gap else ""
        lines += textwrap.wrap(
            part, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        ) or [""]
    return lines


def paragraph(text: str, indent: int, width: int = 100) -> str:
    """Wrap a text, every line indented, with a line break at the end."""
    return "".join(f"{' ' * indent}{line}".rstrip() + "\n" for line in _wrapped(text, width - indent))
