"""Text on a terminal: the palette, how wide letters are, how many columns there are, what must not be sent to it."""

import shutil
import sys
import unicodedata
from enum import StrEnum
from typing import NamedTuple

_END = "\x1b[0m"
_NO_TERMINAL = 100


class Colour(StrEnum):
    """The palette."""

    RED = "\x1b[31m"
    GREEN = "\x1b[32m"
    YELLOW = "\x1b[33m"
    BLUE = "\x1b[34m"
    CYAN = "\x1b[36m"
    BOLD = "\x1b[1m"
    DIM = "\x1b[2m"


class Ink(NamedTuple):
    """Writes in colour, or without where there is to be none."""

    coloured: bool

    def __call__(self, colour: Colour, text: str) -> str:
        """Colour a text."""
        return f"{colour}{text}{_END}" if self.coloured and text.strip() else text


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
