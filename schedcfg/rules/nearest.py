"""The known name that a wrong one is a misspelling of."""

from collections.abc import Iterable

_FAR = 3
"""From this many wrong letters on, two names have nothing to do with each other."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is another spelling of this one: other case, or one or two letters off."""
    folded = name.lower()
    near = [
        (distance, candidate) for candidate in known if (distance := _distance(folded, candidate.lower(), _FAR)) < _FAR
    ]
    return min(near)[1] if near else None


def _distance(one: str, other: str, limit: int) -> int:
    """Count the letters to insert, drop, change or swap between two names, up to a limit."""
    # One letter more or less, or another one: of the letters in use at most two change. Most names end here.
    if abs(len(one) - len(other)) >= limit or len({*one} ^ {*other}) > 2 * (limit - 1):
        return limit
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, other_letter in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other_letter))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == other_letter:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) >= limit:
            return limit
    return row[-1]
