"""One line of what is said about a file."""

from typing import NamedTuple

from schedcfg.output.colours import Paint

_COLUMN = 9


class Row(NamedTuple):
    """One line, indented below the file's.

    Attributes:
        word: What kind of thing it is; empty where it goes on with the line before.
        colour: Of the word.
        line: The line of the file that is meant; None where there is none.
        message: What is to be said.
    """

    word: str
    colour: str
    line: int | None
    message: str

    def shown(self, paint: Paint) -> str:
        """Write it: the word in a column of its own."""
        place = "" if self.line is None else f"line {self.line}: "
        return f"  {paint(self.colour, self.word)}{' ' * (_COLUMN - len(self.word))}{place}{self.message}\n"
