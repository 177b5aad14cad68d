"""Plain block YAML to nodes, without libyaml: the places of what `yaml_lines` has read.

Where each collection begins and ends was decided when the data was read. Keys and items come in the order of the
lines, so that here each of them only takes the next line.
"""

import re
from itertools import accumulate
from typing import Any, NamedTuple

from schedcfg.document import scalars, yaml_lines
from schedcfg.document.nodes import Mapping, Node, Scalar, Sequence
from schedcfg.patterns import pattern

_ITEM = pattern(r"[^, ]++")
"""One of a list in brackets: no other signs between its commas are read by lines."""


def read(text: str) -> Node:
    """Read the tree of a text, the same that `yaml_nodes` makes of it.

    Raises:
        NeedsFullParser: where `yaml_lines` does not read it.
    """
    data: Any = yaml_lines.read(text)[0].data
    start = yaml_lines.first_line(text)
    written = text[start:].split("\n")
    offsets = accumulate((len(line) + 1 for line in written), initial=start)
    matches = zip(offsets, map(yaml_lines.LINE.match, written), strict=False)
    found = ((offset, match) for offset, match in matches if match is not None and match.lastgroup != "indent")
    return _NodesOfLines([_WrittenLine(offset, match) for offset, match in found]).mapping(data)


class _WrittenLine(NamedTuple):
    """A line with a key, an item, or both."""

    offset: int  # Where it begins
    match: re.Match[str]

    def start(self, group: str) -> int:
        """Return the offset of a part."""
        return self.offset + self.match.start(group)

    def key(self) -> Scalar:
        """Return its key."""
        return Scalar(self.start("key"), self.offset + self.match.end("key"), self.match["key"])

    def value(self) -> Scalar | Sequence:
        """Return what is behind its key or dash; behind a colon that nothing follows, null."""
        kind = self.match.lastgroup or "key"
        start, end, content = self.start(kind), self.offset + self.match.end(kind), self.match[kind]
        if kind == "key":
            return Scalar(end + 1, end + 1, None)
        if kind == "plain":
            return Scalar(start, end, scalars.plain(content))
        # Quotes and brackets are part of the node.
        if kind != "items":
            return Scalar(start - 1, end + 1, content)
        items = _ITEM.finditer(content)
        nodes: list[Node] = [Scalar(start + one.start(), start + one.end(), scalars.plain(one[0])) for one in items]
        return Sequence(start - 1, end + 1, True, nodes)  # noqa: FBT003 - a field of a dataclass


class _NodesOfLines:
    """Makes nodes of lines.

    Args:
        lines: Those with content.
    """

    def __init__(self, lines: list[_WrittenLine]) -> None:
        self._lines = lines
        self._next = 0

    def mapping(self, data: dict[str, object]) -> Mapping:
        """Return the node of a mapping that begins in the next line."""
        node = Mapping(self._lines[self._next].start("key"), 0, flow=False)
        for value in data.values():
            line = self._take()
            node.entries.append((line.key(), self._value(value, line)))
        node.end = node.entries[-1][1].end
        return node

    def _value(self, data: object, line: _WrittenLine) -> Node:
        if isinstance(data, dict):
            return self.mapping(data)
        if isinstance(data, list) and line.match.lastgroup == "key":
            return self._sequence(data)
        return line.value()

    def _sequence(self, data: list[object]) -> Sequence:
        node = Sequence(self._lines[self._next].start("dash"), 0, flow=False)
        for item in data:
            node.items.append(self.mapping(item) if isinstance(item, dict) else self._take().value())
        node.end = node.items[-1].end
        return node

    def _take(self) -> _WrittenLine:
        self._next += 1
        return self._lines[self._next - 1]
