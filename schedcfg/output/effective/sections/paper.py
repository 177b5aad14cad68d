"""What a section writes on: so many columns, in colour or not."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from schedcfg.output.colours import BOLD, Paint
from schedcfg.output.terminal import width

_COLOURS = re.compile(r"\x1b\[\d+m")
_NARROWEST, _WIDEST = 60, 160
_GAP = "  "


class Paper(NamedTuple):
    """Lays out words and columns.

    Attributes:
        paint: Colours words, or does not.
        columns: How wide it is.
    """

    paint: Paint
    columns: int

    @classmethod
    def of(cls, paint: Paint, columns: int) -> "Paper":
        """Make paper for a terminal; one that is very narrow or wide is not fitted, as nobody could read that."""
        return cls(paint, min(max(columns, _NARROWEST), _WIDEST))

    def heading(self, text: str) -> str:
        """Write a section's heading."""
        return self.paint(BOLD, text)

    def wrapped(self, words: Sequence[str], first: str = "", hang: int = 0) -> Iterator[str]:
        """Yield words in lines that fit; a word is never cut, so one that is too long stands alone.

        Args:
            words: May be coloured.
            first: What the first line begins with.
            hang: By how many columns the following lines are indented.
        """
        line, used, is_empty = first, measure(first), True
        for word in words:
            needed = measure(word)
            if not is_empty and used + 1 + needed > self.columns:
                yield line.rstrip()
                line, used, is_empty = " " * hang, hang, True
            line += word if is_empty else f" {word}"
            used += needed + (not is_empty)
            is_empty = False
        yield line.rstrip()


def measure(text: str) -> int:
    """Count the columns of a text that may be coloured."""
    return width(_COLOURS.sub("", text))


def padded(text: str, columns: int) -> str:
    """Fill a text that may be coloured up to so many columns."""
    return text + " " * (columns - measure(text))


def listed(words: Iterable[str]) -> list[str]:
    """Put commas behind all words but the last."""
    all_words = list(words)
    return [f"{word}," for word in all_words[:-1]] + all_words[-1:]


def in_columns(rows: Iterable[Sequence[str]], indent: str = _GAP) -> Iterator[str]:
    """Yield rows with their cells aligned to the left, two columns between them."""
    all_rows = list(rows)
    widths = [max(map(measure, cells)) for cells in zip(*all_rows, strict=True)]
    for row in all_rows:
        yield (indent + _GAP.join(map(padded, row, widths))).rstrip()
