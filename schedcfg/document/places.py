"""Where a path leads in a tree."""

from typing import NamedTuple

from schedcfg.document import scalars
from schedcfg.document.nodes import Alias, Mapping, Node, Scalar, Sequence
from schedcfg.document.span import Path


class Found(NamedTuple):
    """What a path led to."""

    steps: int
    key: Node | None  # The key that the last of them is under; None in a list and for the root
    value: Node  # What is there; an alias where one is written


def find(root: Node, path: Path) -> Found:
    """Follow a path as far as it exists, through aliases and merges."""
    found = Found(0, None, root)
    for step in path:
        entry = _step(resolved(found.value), step)
        if entry is None:
            break
        found = Found(found.steps + 1, *entry)
    return found


def resolved(node: Node | None) -> Node | None:
    """Follow an alias to what it represents."""
    while isinstance(node, Alias):
        node = node.target
    return node


def _step(node: Node | None, step: str | int) -> tuple[Node | None, Node] | None:
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return None, node.items[step]
    if isinstance(node, Mapping) and isinstance(step, str):
        if node.lookup is None:
            node.lookup = {}
            _index(node, node.lookup, [])
        return node.lookup.get(step)
    return None


def _index(node: Mapping, lookup: dict[str, tuple[Node, Node]], within: list[Node]) -> None:
    """Note all keys of a mapping, merged ones too; of a repeated key the last, as in the data."""
    if node in within:
        return
    within.append(node)
    for key, value in node.entries:
        if isinstance(key, Scalar) and key.merge:
            parts = reversed(value.items) if isinstance(value, Sequence) else [value]
            for part in map(resolved, parts):
                if isinstance(part, Mapping):
                    _index(part, lookup, within)
        elif isinstance(scalar := resolved(key), Scalar):
            text = scalars.key_text(scalar.value)
            if text is not None:
                lookup[text] = (key, value)
    within.pop()
