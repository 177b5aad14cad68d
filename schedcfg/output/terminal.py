"""Text on a terminal: how wide letters are, how many columns there are, what must not be sent to it."""

import shutil
import sys
import unicodedata

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
