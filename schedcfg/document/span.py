"""Positions in a text."""

from typing import NamedTuple


class Position(NamedTuple):
    """One place in a text.

    Attributes:
        line: Line number, from 1.
        column: Column in Unicode code points, from 1.
        offset: Code points before it in the whole text, from 0 (a byte order mark counts as one).
    """

    line: int
    column: int
    offset: int


class Span(NamedTuple):
    """A stretch of text from `start` up to, not including, `end`."""

    start: Position
    end: Position
