"""Comments, which the parser drops: found again between the scalars."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.document.span import Span
from schedcfg.patterns import pattern

if TYPE_CHECKING:
    from schedcfg.document.nodes import Node, Scalar


class Comment(NamedTuple):
    """One comment."""

    text: str  # What is behind the `#`, without spaces around it
    span: Span  # From the `#` to the end of the line
    own_line: bool  # Whether nothing else is in its line


_REST_OF_LINE = pattern(r"[^\r\n\x85\u2028\u2029]*")


def find(text: str, roots: "Iterable[Node]", limit: int) -> Iterator[int]:
    """Yield the offset of every comment, in order.

    Args:
        text: The whole text.
        roots: The trees read from it; a `#` inside their scalars is no comment.
        limit: Where reading stopped; what comes after it is not looked at.
    """
    from schedcfg.document.nodes import Scalar, walk  # noqa: PLC0415 - few texts need a tree

    scalars = (node for root in roots for node in walk(root) if isinstance(node, Scalar) and node.end > node.start)
    taken = sorted(_content(text, scalar) for scalar in scalars)
    taken.append((limit, limit))
    offset = 0
    for start, end in taken:
        while (sign := text.find("#", offset, start)) >= 0:
            offset = end_of(text, sign)
            yield sign
        offset = max(offset, end)


def end_of(text: str, start: int) -> int:
    """Return where a comment ends."""
    match = _REST_OF_LINE.match(text, start)
    return match.end() if match else len(text)


def text_of(text: str, start: int) -> str:
    """Return what is behind the `#` of a comment, without spaces around it."""
    return text[start + 1 : end_of(text, start)].strip()


def _content(text: str, node: "Scalar") -> tuple[int, int]:
    """Return a scalar's stretch; a comment behind the `|` of a block scalar is not part of it."""
    if not node.block:
        return node.start, node.end
    header = _REST_OF_LINE.match(text, node.start)
    start = header.end() if header else node.start
    return start, max(start, node.end)
