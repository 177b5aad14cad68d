"""Colours of a terminal."""

from collections.abc import Callable

RED, YELLOW, CYAN, BLUE, BOLD = "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[34m", "\x1b[1m"
GREEN, DIM = "\x1b[32m", "\x1b[2m"
_END = "\x1b[0m"

Paint = Callable[[str, str], str]
"""`paint(BOLD, "text")`: the text in a colour, or as it is where there are none."""


def painter(*, coloured: bool) -> Paint:
    """Choose between colours and none."""
    return _coloured if coloured else _plain


def _coloured(colour: str, text: str) -> str:
    return f"{colour}{text}{_END}" if text else text


def _plain(_colour: str, text: str) -> str:
    return text
