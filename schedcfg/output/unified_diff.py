"""Two texts of a file as a unified diff that `git apply` and `patch` take.

What differs between two long lists of lines, in time that grows with their number.

`difflib` compares each line with all that are like it: minutes for some megabytes of comments. Here lines are first
matched that are there equally often in both, each with the one of its number; `difflib` compares what is between them.
"""

import difflib
import os
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import Match, SequenceMatcher
from itertools import islice, takewhile
from operator import eq
from pathlib import PurePath

from schedcfg.output.terminal import BOLD, CYAN, GREEN, RED, Paint, painter
from schedcfg.patterns import pattern

_MOST = 100
"""So many lines between two matches are compared by `difflib`; of more, all differ."""


class LongMatcher(SequenceMatcher[str]):
    """Matches the lines of long texts."""

    def __init__(self, before: list[str], after: list[str]) -> None:
        # What `difflib` prepares for its own search is not needed.
        super().__init__(None, (), ())
        self.a, self.b = before, after
        self._found: list[Match] | None = None

    def get_matching_blocks(self) -> list[Match]:
        """Return the stretches of lines that are in both, in order; an empty one at the end."""
        if self._found is None:
            self._found = [*_joined_matches(_pairs(self.a, self.b)), Match(len(self.a), len(self.b), 0)]
        return self._found


def _pairs(before: list[str], after: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of lines that match, in order."""
    head = _alike(before, after)
    tail = _alike(before[head:][::-1], after[head:][::-1])
    ends = len(before) - tail, len(after) - tail
    yield from ((number, number) for number in range(head))
    one, other = head, head
    for left, right in [*_anchors(before, after, head, ends), ends]:
        if max(left - one, right - other) <= _MOST:
            matcher = SequenceMatcher(None, before[one:left], after[other:right], autojunk=False)
            for a, b, size in matcher.get_matching_blocks():
                yield from ((one + a + number, other + b + number) for number in range(size))
        if (left, right) != ends:
            yield left, right
        one, other = left + 1, right + 1
    yield from zip(range(ends[0], len(before)), range(ends[1], len(after)), strict=True)


def _alike(before: list[str], after: list[str]) -> int:
    """Return with how many equal lines both begin."""
    return sum(takewhile(bool, map(eq, before, after)))


def _anchors(before: list[str], after: list[str], start: int, ends: tuple[int, int]) -> list[tuple[int, int]]:
    """Match lines that are there equally often in both, between `start` and the ends, as far as they are in order."""
    counts = [Counter(lines[start:end]) for lines, end in zip((before, after), ends, strict=True)]
    places: dict[str, list[int]] = defaultdict(list)
    for number in range(ends[1] - 1, start - 1, -1):
        places[after[number]].append(number)
    pairs = [
        (number, places[line].pop())
        for number, line in enumerate(before[start : ends[0]], start)
        if counts[0][line] == counts[1][line]
    ]
    return _longest_rise(pairs)


def _longest_rise(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the most pairs of which the second numbers rise, as the first do."""
    lasts: list[int] = []
    which: list[int] = []
    earlier: list[int | None] = []
    for number, (_, right) in enumerate(pairs):
        at = bisect_left(lasts, right)
        earlier.append(which[at - 1] if at else None)
        lasts[at : at + 1] = [right]
        which[at : at + 1] = [number]
    found = []
    step = which[-1] if which else None
    while step is not None:
        found.append(pairs[step])
        step = earlier[step]
    return found[::-1]


def _joined_matches(pairs: Iterator[tuple[int, int]]) -> Iterator[Match]:
    """Join matches that follow each other."""
    begun: tuple[int, int, int] | None = None
    for one, other in pairs:
        if begun and (one, other) == (begun[0] + begun[2], begun[1] + begun[2]):
            begun = (begun[0], begun[1], begun[2] + 1)
            continue
        if begun:
            yield Match(*begun)
        begun = (one, other, 1)
    if begun:
        yield Match(*begun)


_LINE = pattern(r"[^\n]*\n|[^\n]+")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_COLOURS = {"+": GREEN, "-": RED, "@": CYAN}
_NO_FILE = "/dev/null"
_CONTEXT = 3
_MANY = 2000
"""Lines; what differs between more is found by another way, which takes less time."""


def render(path: str, before: str | None, after: str, *, coloured: bool) -> Iterator[str]:
    """Yield the lines of a diff, its heading too where nothing differs.

    Lines end at LF only, so that a CR before it is part of the line, as `git` has it.

    Args:
        path: The file.
        before: Its text; None where there is no file yet.
        after: Its new text.
        coloured: Whether lines are painted.
    """
    paint = painter(coloured=coloured)
    old = _NO_FILE if before is None else _name("a", path)
    yield from (paint(BOLD, f"{sign} {name}") + "\n" for sign, name in (("---", old), ("+++", _name("b", path))))
    for line in _changes(_LINE.findall(before or ""), _LINE.findall(after)):
        yield from _painted(line, paint)


def _changes(before: list[str], after: list[str]) -> Iterator[str]:
    """Yield the lines of a diff behind its heading."""
    if max(len(before), len(after)) <= _MANY:
        # difflib's own heading is left out.
        yield from islice(difflib.unified_diff(before, after), 2, None)
        return
    for group in LongMatcher(before, after).get_grouped_opcodes(_CONTEXT):
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                yield from (f" {line}" for line in before[start:end])
                continue
            yield from (f"-{line}" for line in before[start:end])
            yield from (f"+{line}" for line in after[new_start:new_end])


def _range(start: int, end: int) -> str:
    """Return lines as a diff names them: an empty range by the line before it."""
    if end - start == 1:
        return f"{start + 1}"
    return f"{start + (end > start)},{end - start}"


def _painted(line: str, paint: Paint) -> Iterator[str]:
    """Color a line without its end."""
    content = line.rstrip("\r\n")
    end = line[len(content) :]
    yield paint(_COLOURS.get(line[0], ""), content) if line[0] in _COLOURS else content
    yield end if end.endswith("\n") else f"{end}\n\\ No newline at end of file\n"


def _name(side: str, path: str) -> str:
    """Return the name of one side as git writes it: odd letters escaped, and a tab behind a name with spaces."""
    name = f"{side}/{PurePath(path).as_posix().lstrip('/')}"
    if not name.isprintable() or '"' in name or "\\" in name:
        return f'"{"".join(map(_quote, name))}"'
    return f"{name}\t" if " " in name else name


def _quote(letter: str) -> str:
    octal = "" if letter.isprintable() else "".join(f"\\{byte:03o}" for byte in os.fsencode(letter))
    return _SHORT.get(letter) or octal or letter
