"""Lines of files in pages: what differs between two texts, and what of a text is shown."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from schedcfg.document.span import BREAK, LONGEST_LINE
from schedcfg.output.unified_diff import grouped_opcodes


@dataclass(frozen=True, slots=True)
class Hunk:
    """Changed lines, and those around them.

    Attributes:
        before: The number of the first line in the text before, from 1.
        after: The number of the first line in the text after.
        lines: Each behind its sign: `-` goes, `+` comes, a blank stays.
    """

    before: int = field(metadata={"minimum": 1})
    after: int = field(metadata={"minimum": 1})
    lines: tuple[str, ...] = field(metadata={"content": True})

    @property
    def numbered(self) -> Iterator["NumberedLine"]:
        """The lines, each with its numbers."""
        before, after = self.before, self.after
        for line in self.lines:
            sign = line[0]
            is_before, is_after = sign != "+", sign != "-"
            yield NumberedLine(sign, str(before) if is_before else "", str(after) if is_after else "", line[1:])
            before, after = before + is_before, after + is_after


class NumberedLine(NamedTuple):
    """A line of a hunk."""

    sign: str  # `-` goes, `+` comes, a blank stays
    before: str  # Its number in the text before; empty where it comes
    after: str  # Its number in the text after; empty where it goes
    text: str


def hunks(before: str, after: str, line: int = 1) -> Iterator[Hunk]:
    """Yield what differs between two texts, from which secrets are gone already.

    Args:
        before: The text before, or a part of it.
        after: The text after, or the same part.
        line: The number of the first line of the part.
    """
    old, new = _with_ends(before), _with_ends(after)
    for group in grouped_opcodes(old, new):
        shown: list[str] = []
        for tag, start, end, new_start, new_end in group:
            kept = " " if tag == "equal" else "-"
            shown += [kept + shown_line(line) for line in old[start:end]]
            shown += [] if tag == "equal" else ["+" + shown_line(line) for line in new[new_start:new_end]]
        yield Hunk(group[0][1] + line, group[0][3] + line, tuple(shown))


def shown_line(line: str) -> str:
    """Return a line as a page shows it: without its end, and only how long it is where that is too much."""
    line = line.rstrip("\r\n")
    return line if len(line) <= LONGEST_LINE else f"… {len(line):,} characters"


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, without their ends, numbered as findings number them."""
    return BREAK.split(text)


def _with_ends(text: str) -> list[str]:
    """Return lines with their ends, so that a change of these shows."""
    starts = [0, *(found.end() for found in BREAK.finditer(text))]
    lines = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return lines if lines[-1] else lines[:-1]
