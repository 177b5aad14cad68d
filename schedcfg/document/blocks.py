"""Blocks: items of lists and entries of mappings, as they stand in the text."""

from collections.abc import Iterable, Iterator

from schedcfg.document.nodes import Mapping, Node, Sequence


def behind(offset: int, roots: Iterable[Node]) -> tuple[int, int] | None:
    """Find the item or entry that begins first behind an offset; of those that begin together, the outermost.

    Args:
        offset: An offset in the text.
        roots: The trees read from it.

    Returns:
        Its start and end; None where nothing more begins.
    """
    later = ((start, -end) for root in roots for start, end in _blocks(root) if start > offset)
    first = min(later, default=None)
    return None if first is None else (first[0], -first[1])


def _blocks(root: Node) -> Iterator[tuple[int, int]]:
    """Yield start and end of every item, and of every entry from its key to the end of its value."""
    pending: list[Node] = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, Sequence):
            yield from ((item.start, item.end) for item in node.items)
            pending.extend(node.items)
        elif isinstance(node, Mapping):
            yield from ((key.start, max(key.end, value.end)) for key, value in node.entries)
            pending.extend(part for entry in node.entries for part in entry)
