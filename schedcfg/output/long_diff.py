"""What differs between two long lists of lines, in time that grows with their number.

`difflib` compares each line with all that are like it: minutes for some megabytes of comments. Here lines are first
matched that are there equally often in both, each with the one of its number; `difflib` compares what is between them.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import Match, SequenceMatcher
from itertools import takewhile
from operator import eq

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
            self._found = [*_joined(_pairs(self.a, self.b)), Match(len(self.a), len(self.b), 0)]
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


def _joined(pairs: Iterator[tuple[int, int]]) -> Iterator[Match]:
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
