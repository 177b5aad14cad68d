"""The best and the worst of many."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Excerpt(NamedTuple, Generic[Item]):
    """What is shown of a long list.

    Attributes:
        first: Its beginning; all of it where it is short.
        between: How many are left out.
        last: Its end; empty where none are left out.
    """

    first: Sequence[Item]
    between: int
    last: Sequence[Item]

    @property
    def shown(self) -> list[Item]:
        """All that is shown, in order."""
        return [*self.first, *self.last]


def excerpt(items: Sequence[Item], first: int, last: int) -> Excerpt[Item]:
    """Leave out the middle of a list that is longer than both parts together.

    Args:
        items: Best first.
        first: How many of its beginning are shown, at least.
        last: How many of its end, at least 1.
    """
    # One line that says that one line is missing would be no gain.
    between = len(items) - first - last
    if between <= 1:
        return Excerpt(items, 0, ())
    return Excerpt(items[:first], between, items[-last:])


def listing(names: Sequence[str], first: int) -> str:
    """Name the first ones, and say how many more there are: `a, b and 3 more`."""
    rest = len(names) - first
    shown = ", ".join(names if rest <= 1 else names[:first])
    return f"{shown} and {rest:,} more" if rest > 1 else shown
