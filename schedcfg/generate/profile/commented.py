"""Data on its way to a file, with the comments that go above its entries."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from schedcfg.document.path import Path


class Commented(NamedTuple):
    """Plain data, with comments.

    Attributes:
        data: The data.
        comments: Path in the data → what is said above it; `()` is said above all of it.
    """

    data: dict[str, Any]
    comments: Mapping[Path, str]

    def below(self, path: Path) -> dict[Path, str]:
        """Give the comments, as they are called where the data stands at a path."""
        return {(*path, *inner): comment for inner, comment in self.comments.items()}
