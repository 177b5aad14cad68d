"""One comment."""

from typing import NamedTuple

from schedcfg.document.span import Span


class Comment(NamedTuple):
    """One comment.

    Attributes:
        text: What stands behind the `#`, without spaces around it.
        span: From the `#` to the end of the line.
        own_line: Whether nothing else stands in its line.
    """

    text: str
    span: Span
    own_line: bool
