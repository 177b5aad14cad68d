"""The places of a text's entries, with what belongs to each: its signs, its lines, its comments."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from schedcfg.document import scalars
from schedcfg.document.comments import Comment
from schedcfg.document.nodes import Alias, Mapping, Node, Scalar, Sequence, walk
from schedcfg.document.stream import SourceText
from schedcfg.patterns import pattern

BREAK = r"(?>\r\n|[\r\n\x85\u2028\u2029])"
"""What ends a line for YAML 1.1."""
_TOKEN = pattern(r"#[^\r\n\x85\u2028\u2029]*|[&!][^\s,\[\]{}]*|[^\s\ufeff]")
_PROPERTIES = pattern(r"(?:[&!][^\s,\[\]{}]*\s*)*")
_LAST_PROPERTY = pattern(r"(?:[&!][^\s,\[\]{}]*(?:\s+(?=[&!]))?)*")
_BLANK_LINES = pattern(rf"(?:{BREAK}[ \t]*(?={BREAK}))*")

Collection = Mapping | Sequence


class Slot(NamedTuple):
    """One entry of a mapping or item of a list, as it is written."""

    parent: Collection
    number: int  # Which of its entries or items, from 0
    key: Node | None  # The key; None for an item
    value: Node
    start: int  # Offset of its first character: the dash, a `?`, or the key or value itself
    after: int  # Offset behind the sign in front of its value (a dash or colon): there a value is put where none is
    end: int  # Offset behind its last content; comments behind that do not count


def parts(node: Node) -> int:
    """Return how many entries or items a node has; 0 for scalars and aliases."""
    if isinstance(node, Mapping):
        return len(node.entries)
    return len(node.items) if isinstance(node, Sequence) else 0


def slots(text: str, parent: Collection) -> list[Slot]:
    """Return all entries or items of a collection."""
    return [slot(text, parent, index) for index in range(parts(parent))]


def slot(text: str, parent: Collection, index: int) -> Slot:
    """Return one entry or item of a collection."""
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
    """Return where an entry or item ends."""
    if isinstance(parent, Mapping):
        key, value = parent.entries[index]
        colon = _sign(text, key.end, max(value.start, key.end), ":")
        return _end(text, value, key.end if colon is None else colon + 1)
    return _end(text, parent.items[index], parent.items[index].end)


def content_start(text: str, node: Node) -> int:
    """Return where a node begins, behind its anchor and tag."""
    match = _PROPERTIES.match(text, node.start)
    return node.start if match is None or is_bare(node) else min(match.end(), max(node.end, node.start))


def sign_end(text: str, slot: Slot) -> int:
    """Return where the sign in front of a value ends, and the value's anchor and tag if it has them."""
    match = _LAST_PROPERTY.match(text, slot.value.start)
    return match.end() if match and match[0] else slot.after


def is_bare(node: Node) -> bool:
    """Return whether nothing is written for a node, as behind `plugins:`."""
    return isinstance(node, Scalar) and node.start == node.end


def is_bracketed(text: str, node: Node) -> bool:
    """Return whether a node is written in brackets or braces; a lone pair in a list, `[a: b]`, is not."""
    if not isinstance(node, Mapping | Sequence) or not node.flow:
        return False
    return text[content_start(text, node)] in "{["


def _begin(text: str, parent: Collection) -> int:
    """Return from where on the first entry or item is looked for: behind an opening bracket."""
    if is_bracketed(text, parent):
        return content_start(text, parent) + 1
    first = parent.entries[0][0] if isinstance(parent, Mapping) else parent.items[0]
    return min(parent.start, first.start)


def _end(text: str, node: Node, otherwise: int) -> int:
    """Return where a node's content ends; `otherwise` where there is none."""
    if is_bare(node):
        return otherwise
    if isinstance(node, Scalar) and node.block:
        return _end_of_block_scalar(text, node)
    if isinstance(node, Mapping | Sequence) and parts(node) and not is_bracketed(text, node):
        return slot_end(text, node, parts(node) - 1)
    return node.end


def _end_of_block_scalar(text: str, node: Scalar) -> int:
    """Return where a block scalar ends: with `+` the blank lines behind it are content."""
    header = re.match(r"[|>][-+0-9]*", text[content_start(text, node) : node.end])
    blank = _BLANK_LINES.match(text, node.end)
    return blank.end() if blank and header and "+" in header[0] else node.end


def _sign(text: str, start: int, end: int, sign: str) -> int | None:
    """Find a sign between nodes, where besides it there are only spaces, comments and properties."""
    for match in _TOKEN.finditer(text, start, end):
        if match[0] == sign:
            return match.start()
    return None


_SMALL = pattern(r"\{[^{}\[\]\r\n:]*:[^{}\[\]\r\n]*\}")
"""A mapping in braces, in one line, with nothing but scalars in it."""


class Signs(NamedTuple):
    """How collections in brackets are written."""

    comma: str  # Between items: `, ` or `,`
    colon: str  # Behind keys in double quotes: `: ` or `:`
    keeps_small: bool


def signs_in(text: str) -> Signs:
    """Return how collections in brackets are written in a text."""
    comma = "," if re.search(r",[^\s]", text) and not re.search(r", ", text) else ", "
    colon = ":" if re.search(r'":\S', text) and not re.search(r'": ', text) else ": "
    return Signs(comma, colon, _SMALL.search(text) is not None)


_BREAK = pattern(BREAK)
_INDENTATION = pattern(r"[ \t]*")
_BREAK_CHARACTERS = "\r\n\x85\u2028\u2029"
_BOM = "\ufeff"
_SPACE = " \t" + _BREAK_CHARACTERS


class View:
    """One document of a text, with what edits need to know about places in it.

    Attributes:
        text: The whole text.
        is_json: Whether it is read as JSON.
        root: The tree of the document.

    Args:
        source: The text, with its trees.
        index: Which of its documents it is.
        original: The text before it was changed, of which this one has the style; None for that one.
    """

    def __init__(self, source: SourceText, index: int, original: "View | None" = None) -> None:
        self._known_numbers: dict[int, dict[str, int | None]] = {}
        self._source = source
        self._original = original
        self.text = source.text
        self.is_json = source.is_json
        self.root: Node = source.roots[index]

    @cached_property
    def signs(self) -> Signs:
        """How collections in brackets are written in the text."""
        return signs_in(self.text)

    @cached_property
    def aliases(self) -> tuple[Alias, ...]:
        """All aliases of the document."""
        return tuple(node for node in walk(self.root) if isinstance(node, Alias))

    @cached_property
    def steps(self) -> dict[type[Collection], Counter[int]]:
        """By how many columns the mappings, and the lists, of the document are indented below their keys."""
        if self._original is not None:
            return self._original.steps
        found: dict[type[Collection], Counter[int]] = {Mapping: Counter(), Sequence: Counter()}
        for node in walk(self.root):
            if isinstance(node, Mapping):
                for shape, counted in found.items():
                    counted.update(self.steps_of(node, shape))
        return found

    def steps_of(self, around: Node | None, shape: type[Collection]) -> Iterator[int]:
        """Yield how far the values of a mapping, or of the mappings in a list, are indented."""
        if isinstance(around, Sequence) and not around.flow:
            for inner in around.items:
                if isinstance(inner, Mapping):
                    yield from self.steps_of(inner, shape)
        if not isinstance(around, Mapping) or around.flow:
            return
        for number, (_, value) in enumerate(around.entries):
            if isinstance(value, shape) and not value.flow:
                start, inside = self.slot(around, number).start, self.slot(value, 0).start
                if not self.on_one_line(start, inside):
                    yield self.column(inside) - self.column(start)

    @cached_property
    def first(self) -> int:
        """Offset of the document's first entry or item."""
        if isinstance(self.root, Mapping | Sequence) and parts(self.root):
            return slot(self.text, self.root, 0).start
        return self.root.start

    @cached_property
    def extent(self) -> tuple[int, int]:
        """From the first to behind the last character that is no space: around a document there may be other text."""
        return len(self.text) - len(self.text.lstrip(_SPACE + _BOM)), len(self.text.rstrip(_SPACE))

    @cached_property
    def _breaks(self) -> list[tuple[int, int]]:
        """Where each line break begins and ends: no line is searched again for its ends, be it as long as the text."""
        return [match.span() for match in _BREAK.finditer(self.text)]

    def _break_behind(self, offset: int) -> tuple[int, int] | None:
        """Return the first line break that begins at an offset or behind it; None where the last line goes on there."""
        number = bisect_left(self._breaks, offset, key=itemgetter(0))
        return self._breaks[number] if number < len(self._breaks) else None

    def _indentation_end(self, start: int) -> int:
        """Return where the spaces end that a line begins with."""
        match = _INDENTATION.match(self.text, start)
        return start if match is None else match.end()

    def line_start(self, offset: int) -> int:
        """Return where the line of an offset begins, behind a byte order mark."""
        number = bisect_right(self._breaks, offset, key=itemgetter(1))
        start = self._breaks[number - 1][1] if number else 0
        return start + (start == 0 and self.text.startswith(_BOM))

    def line(self, offset: int) -> int:
        """Return the number of the line of an offset, from 1."""
        return self._source.lines.number(offset)

    def line_end(self, offset: int) -> int:
        """Return where the line of an offset ends, before its line break."""
        following = self._break_behind(offset)
        return len(self.text) if following is None else following[0]

    def next_line(self, offset: int) -> int:
        """Return where the line after that of an offset begins; the end of the text if there is none."""
        following = self._break_behind(offset)
        return len(self.text) if following is None else following[1]

    def previous_end(self, offset: int) -> int:
        """Return where the line before that of an offset ends; the beginning of the text if there is none."""
        start = self.line_start(offset)
        if start == 0 or self.text[start - 1] == _BOM:
            return start
        return start - (2 if self.text.startswith("\r\n", start - 2) else 1)

    def eol(self, offset: int) -> str:
        """Return the line break of the line of an offset; in the last line that of the line before."""
        found = self._break_behind(offset) or (self._breaks[-1] if self._breaks else None)
        return "\n" if found is None else self.text[slice(*found)]

    def column(self, offset: int) -> int:
        """Return how many characters come before an offset in its line."""
        return offset - self.line_start(offset)

    def indentation(self, offset: int) -> str:
        """Return the spaces that the line of an offset begins with."""
        start = self.line_start(offset)
        return self.text[start : self._indentation_end(start)]

    def begins_line(self, offset: int) -> bool:
        """Return whether only spaces come before an offset in its line."""
        return self._indentation_end(self.line_start(offset)) >= offset

    def is_blank(self, offset: int) -> bool:
        """Return whether the line of an offset holds nothing but spaces."""
        return self._indentation_end(self.line_start(offset)) == self.line_end(offset)

    def on_one_line(self, start: int, end: int) -> bool:
        """Return whether no line break is between two offsets."""
        following = self._break_behind(start)
        return following is None or following[0] >= end

    def comments_within(self, start: int, end: int) -> list[Comment]:
        """Return the comments that begin between two offsets."""
        starts = self._source.comment_starts
        begin, behind = (bisect_left(starts, offset) for offset in (start, end))
        return list(map(self._source.comment, starts[begin:behind]))

    def comments_before(self, offset: int) -> Iterator[Comment]:
        """Yield the comments that begin before an offset, the last first."""
        starts = self._source.comment_starts
        for number in reversed(range(bisect_left(starts, offset))):
            yield self._source.comment(starts[number])

    def written(self, comment: Comment) -> str:
        """Return a comment as it is written, from its `#` on."""
        return self.text[comment.span.start.offset : comment.span.end.offset].rstrip()

    def slot(self, parent: Mapping | Sequence, index: int) -> Slot:
        """Return one entry or item of a collection."""
        return slot(self.text, parent, index)

    def number(self, parent: Node, step: str | int) -> int | None:
        """Return which entry or item a step of a path means; None where there is none, or several are of that key."""
        if isinstance(parent, Sequence) and isinstance(step, int):
            return step if 0 <= step < len(parent.items) else None
        return self._numbers(parent).get(step) if isinstance(parent, Mapping) and isinstance(step, str) else None

    def key(self, slot: Slot) -> str | None:
        """Return the key of an entry; None where several have it, or it is none."""
        key = None if slot.key is None else _key(slot.key)
        numbers = self._numbers(slot.parent) if isinstance(slot.parent, Mapping) else {}
        return key if key is not None and numbers.get(key) is not None else None

    def _numbers(self, parent: Mapping) -> dict[str, int | None]:
        """Return the number of the entry with each key; None for a key that several have."""
        found = self._known_numbers.get(id(parent))
        if found is None:
            found = self._known_numbers[id(parent)] = {}
            for number, (node, _) in enumerate(parent.entries):
                key = _key(node)
                if key is not None:
                    found[key] = None if key in found else number
        return found


def _key(node: Node) -> str | None:
    """Return the text of a key that is written; None for a merge."""
    return scalars.key_text(node.value) if isinstance(node, Scalar) and not node.merge else None
