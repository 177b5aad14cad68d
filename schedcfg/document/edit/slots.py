"""Where entries and items stand, with the signs in front of them: what the tree's nodes do not tell."""

import re
from typing import NamedTuple

from schedcfg.document.nodes import Mapping, Node, Scalar, Sequence

BREAK = r"(?>\r\n|[\r\n\x85\u2028\u2029])"
"""What ends a line for YAML 1.1."""
_TOKEN = re.compile(r"#[^\r\n\x85\u2028\u2029]*|[&!][^\s,\[\]{}]*|[^\s\ufeff]")
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*\s*)*")
_LAST_PROPERTY = re.compile(r"(?:[&!][^\s,\[\]{}]*(?:\s+(?=[&!]))?)*")
_BLANK_LINES = re.compile(rf"(?:{BREAK}[ \t]*(?={BREAK}))*")

Collection = Mapping | Sequence


class Slot(NamedTuple):
    """One entry of a mapping or item of a list, as it is written.

    Attributes:
        parent: The collection.
        number: Which of its entries or items, from 0.
        key: The key; None for an item.
        value: The value.
        start: Offset of its first character: the dash, a `?`, or the key or value itself.
        after: Offset behind the sign in front of its value (a dash or colon): there a value is put where none is.
        end: Offset behind its last content; comments behind that do not count.
    """

    parent: Collection
    number: int
    key: Node | None
    value: Node
    start: int
    after: int
    end: int


def parts(node: Node) -> int:
    """Tell how many entries or items a node has; 0 for scalars and aliases."""
    if isinstance(node, Mapping):
        return len(node.entries)
    return len(node.items) if isinstance(node, Sequence) else 0


def slots(text: str, parent: Collection) -> list[Slot]:
    """Give all entries or items of a collection."""
    return [slot(text, parent, index) for index in range(parts(parent))]


def slot(text: str, parent: Collection, index: int) -> Slot:
    """Give one entry or item of a collection."""
    cursor = _begin(text, parent) if index == 0 else slot_end(text, parent, index - 1)
    if isinstance(parent, Mapping):
        key, value = parent.entries[index]
        mark = _sign(text, cursor, key.start, "?")
        start = key.start if mark is None else mark
        colon = _sign(text, key.end, max(value.start, key.end), ":")
        after = key.end if colon is None else colon + 1
        return Slot(parent, index, key, value, start, after, _end(text, value, after))
    item = parent.items[index]
    if parent.flow:
        return Slot(parent, index, None, item, item.start, item.start, _end(text, item, item.start))
    dash = _sign(text, cursor, item.start, "-")
    start = item.start if dash is None else dash
    return Slot(parent, index, None, item, start, start + 1, _end(text, item, start + 1))


def slot_end(text: str, parent: Collection, index: int) -> int:
    """Tell where an entry or item ends."""
    if isinstance(parent, Mapping):
        key, value = parent.entries[index]
        colon = _sign(text, key.end, max(value.start, key.end), ":")
        return _end(text, value, key.end if colon is None else colon + 1)
    return _end(text, parent.items[index], parent.items[index].end)


def content_start(text: str, node: Node) -> int:
    """Tell where a node begins, behind its anchor and tag."""
    found = _PROPERTIES.match(text, node.start)
    return node.start if found is None or is_bare(node) else min(found.end(), max(node.end, node.start))


def sign_end(text: str, slot: Slot) -> int:
    """Tell where the sign in front of a value ends, and the value's anchor and tag if it has them."""
    found = _LAST_PROPERTY.match(text, slot.value.start)
    return found.end() if found and found[0] else slot.after


def is_bare(node: Node) -> bool:
    """Tell whether nothing is written for a node, as behind `plugins:`."""
    return isinstance(node, Scalar) and node.start == node.end


def is_bracketed(text: str, node: Node) -> bool:
    """Tell whether a node is written in brackets or braces; a lone pair in a list, `[a: b]`, is not."""
    if not isinstance(node, Mapping | Sequence) or not node.flow:
        return False
    return text[content_start(text, node)] in "{["


def _begin(text: str, parent: Collection) -> int:
    """Tell from where on the first entry or item is looked for: behind an opening bracket."""
    if is_bracketed(text, parent):
        return content_start(text, parent) + 1
    first = parent.entries[0][0] if isinstance(parent, Mapping) else parent.items[0]
    return min(parent.start, first.start)


def _end(text: str, node: Node, otherwise: int) -> int:
    """Tell where a node's content ends; `otherwise` where there is none."""
    if is_bare(node):
        return otherwise
    if isinstance(node, Scalar) and node.block:
        return _end_of_block_scalar(text, node)
    if isinstance(node, Mapping | Sequence) and parts(node) and not is_bracketed(text, node):
        return slot_end(text, node, parts(node) - 1)
    return node.end


def _end_of_block_scalar(text: str, node: Scalar) -> int:
    """Tell where a block scalar ends: with `+` the blank lines behind it are content."""
    header = re.match(r"[|>][-+0-9]*", text[content_start(text, node) : node.end])
    blank = _BLANK_LINES.match(text, node.end)
    return blank.end() if blank and header and "+" in header[0] else node.end


def _sign(text: str, start: int, end: int, sign: str) -> int | None:
    """Find a sign between nodes, where besides it there are only spaces, comments and properties."""
    for found in _TOKEN.finditer(text, start, end):
        if found[0] == sign:
            return found.start()
    return None
