"""What the quick readers of ordinary texts share."""

from typing import NamedTuple


class OutOfTheOrdinary(Exception):  # noqa: N818
    """The text needs the careful reading: it has anchors, tags, odd keys, great depth, or an error."""


class Plain(NamedTuple):
    """A document that was read without its places.

    Attributes:
        start: Offset of its content.
        data: As `Document.data`.
    """

    start: int
    data: object
