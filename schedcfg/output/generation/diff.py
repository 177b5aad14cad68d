"""How a committed file differs from the one that would be generated."""

from collections.abc import Iterator

from schedcfg.output import unified_diff
from schedcfg.results.generation import Difference


def render(difference: Difference, *, coloured: bool) -> Iterator[str]:
    """Yield the lines of a unified diff from what is committed to what would be generated."""
    return unified_diff.render(difference.path, difference.committed, difference.generated, coloured=coloured)
