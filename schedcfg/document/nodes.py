"""The tree of a document with places: what `data` is made from, and where spans come from.

Offsets count code points from 0 in the whole text. `locate` follows a path to its place.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from schedcfg.document import scalars
from schedcfg.document.span import Path


@dataclass(slots=True, eq=False, repr=False)
class Scalar:
    """A scalar as Go sees it before the detour through JSON."""

    start: int  # Offset of its first character, of its anchor or tag if it has one
    end: int
    value: object  # Str, int, float, bool or None
    problem: str | None = None  # Why its explicit tag does not fit; None where all is well
    merge: bool = False  # Whether as a key it merges another mapping (`<<`)
    block: bool = False  # Whether it is written after `|` or `>`


@dataclass(slots=True, eq=False, repr=False)
class Sequence:
    """A list."""

    start: int  # Offset of its first character, of its anchor or tag if it has one
    end: int
    flow: bool
    items: list["Node"] = field(default_factory=list)


@dataclass(slots=True, eq=False, repr=False)
class Mapping:
    """A mapping."""

    start: int  # Offset of its first character, of its anchor or tag if it has one
    end: int
    flow: bool
    entries: list[tuple["Node", "Node"]] = field(default_factory=list)
    key: "Node | None" = None
    lookup: "dict[str, tuple[Node, Node]] | None" = None  # Key → its entry, made at the first look-up


@dataclass(slots=True, eq=False, repr=False)
class Alias:
    """An alias, `*name`."""

    start: int
    end: int
    name: str  # Without the star
    target: "Node | None"  # What it represents; None where no such anchor is before it


Node: TypeAlias = Scalar | Sequence | Mapping | Alias


class Root(NamedTuple):
    """A document as a tree."""

    start: int  # Offset of its content; of its `---` if it is empty
    node: Node


def blocks(roots: Iterable[Node]) -> list[tuple[int, int]]:
    """List start and end of every item and entry, in order; of those that begin together, the outermost first.

    Args:
        roots: The trees read from a text.
    """
    return sorted((block for root in roots for block in _blocks(root)), key=lambda block: (block[0], -block[1]))


def walk(root: Node) -> Iterator[Node]:
    """Yield all nodes of a tree, outer ones first; keys are among them."""
    pending = [root]
    for node in pending:
        yield node
        if isinstance(node, Sequence):
            pending.extend(node.items)
        elif isinstance(node, Mapping):
            pending.extend(part for entry in node.entries for part in entry)


def _blocks(root: Node) -> Iterator[tuple[int, int]]:
    """Yield start and end of every item, and of every entry from its key to the end of its value."""
    for node in walk(root):
        if isinstance(node, Sequence):
            yield from ((item.start, item.end) for item in node.items)
        elif isinstance(node, Mapping):
            yield from ((key.start, max(key.end, value.end)) for key, value in node.entries)


def block_scalars(roots: Iterable[Node]) -> list[Scalar]:
    """List the scalars that are written after `|` or `>`, in order.

    Args:
        roots: The trees read from a text.
    """
    found = [node for root in roots for node in walk(root) if isinstance(node, Scalar) and node.block]
    return sorted(found, key=lambda scalar: scalar.start)


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
