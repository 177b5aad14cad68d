"""Text on a terminal: colors, widths, paragraphs, and what must not be sent to it."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from schedcfg.document.texts import printable
from schedcfg.patterns import pattern

_NO_TERMINAL = 100


def width(text: str) -> int:
    """Count terminal columns: wide letters take two, combining ones none."""
    if text.isascii():
        return len(text)
    import unicodedata  # noqa: PLC0415 - few runs need its tables

    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def columns(otherwise: int = _NO_TERMINAL, stream: TextIO | None = None) -> int:
    """Count the columns of the terminal.

    Args:
        otherwise: How many there are where the stream is no terminal.
        stream: What is written to; None: standard output.
    """
    stream = stream or sys.stdout
    if not stream.isatty():
        return otherwise
    chosen = os.environ.get("COLUMNS", "")
    if chosen.isdecimal() and int(chosen):
        return int(chosen)
    try:
        return os.get_terminal_size(stream.fileno()).columns or otherwise
    except OSError:
        return otherwise


def percent(share: float) -> str:
    """Return a share, 0 to 1, in percent: `17.9%`; a small one does not seem to be nothing."""
    rounded = f"{share:.1%}"
    return "<0.1%" if share > 0 and rounded == "0.0%" else rounded


def path_label(path: str) -> str:
    """Return the name of a file as a line may begin with it: `./::error` is no command for the log of a CI."""
    shown = printable(path)
    return f"./{shown}" if shown.lstrip().startswith("::") else shown


_OBEYED = pattern(
    r"(?!\x1b\[[0-9;]*m)[\x00-\x09\x0b-\x1f\x7f-\x9f]|[\xad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b-\u200f"
    r"\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What no report has, but for its own colors: control characters, and those that change how the rest is read."""

_COMMAND = pattern(r"^(?P<blank>[ \t]*+):(?=:)|#(?=#\[)", re.MULTILINE)
"""What the log of a CI takes for a command: `::` at the beginning of a line, or `##[`."""


def escaped(pieces: Iterable[str]) -> Iterator[str]:
    """Return pieces of a report in which nothing is left that a terminal or the log of a CI obeys.

    What comes from outside has passed `printable` before, where it may not break lines. This is behind all of it.
    """
    return map(_escaped, pieces)


def _escaped(piece: str) -> str:
    # What is printable is not obeyed; most pieces are, and to know that is faster than to search them.
    shown = piece if piece.replace("\n", "").isprintable() else _OBEYED.sub(_as_escape, piece)
    return _COMMAND.sub(_as_words, shown) if "::" in shown or "##[" in shown else shown


def _as_words(found: re.Match[str]) -> str:
    return "\\x23" if found["blank"] is None else found["blank"] + "\\x3a"


def _as_escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


RED, YELLOW, CYAN, BLUE, BOLD = "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[34m", "\x1b[1m"
GREEN, DIM = "\x1b[32m", "\x1b[2m"
END = "\x1b[0m"

Paint = Callable[[str, str], str]
"""`paint(BOLD, "text")`: the text in a color, or as it is where there are none."""


def painter(*, colored: bool) -> Paint:
    """Choose between colors and none."""
    return _colored if colored else _plain


def _colored(color: str, text: str) -> str:
    return f"{color}{text}{END}" if text else text


def _plain(_color: str, text: str) -> str:
    return text


_GAP = "  "
_LABEL = pattern(r".*?\S {2,}")
"""The text before two or more blanks: the rest of the text continues under itself."""


def wrap(text: str, width: int) -> list[str]:
    """Break a cell into lines, at least one."""
    import textwrap  # noqa: PLC0415 - reports of findings need none

    lines = []
    for part in text.split("\n"):
        label = _LABEL.match(part)
        indent = 0 if label is None else label.end()
        # Behind a long label of a narrow column, little more than single words would fit.
        hanging = " " * (indent if 3 * indent <= width else 2)
        lines += textwrap.wrap(
            part, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        ) or [""]
    return lines


def paragraph(text: str, indent: int) -> str:
    """Wrap a text, every line indented, with a line break at the end."""
    width = min(columns(), _NO_TERMINAL) - indent
    return "".join(f"{' ' * indent}{line}".rstrip() + "\n" for line in wrap(text, width))


def labeled(label: str, text: str, indent: int, paint: Paint) -> str:
    """Wrap a text behind its label, under itself; colors count for nothing in the width."""
    plain = paragraph(f"{label}{_GAP}{text}", indent)
    return plain.replace(label.rstrip(), paint(CYAN, label.rstrip()), 1)
