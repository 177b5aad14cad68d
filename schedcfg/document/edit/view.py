"""A text as it is looked at for one edit: its tree, its lines and its comments."""

import re
from functools import cached_property

from schedcfg.document.comment import Comment
from schedcfg.document.edit.slots import BREAK, Slot, parts, slot
from schedcfg.document.nodes import Mapping, Node, Sequence
from schedcfg.document.source import Source

_BREAK = re.compile(BREAK)
_BREAK_CHARACTERS = "\r\n\x85\u2028\u2029"
_BOM = "\ufeff"
_SPACE = " \t" + _BREAK_CHARACTERS


class View:
    """One document of a text, with what edits ask about places in it.

    Attributes:
        text: The whole text.
        is_json: Whether it is read as JSON.
        root: The tree of the document.
    """

    def __init__(self, source: Source, index: int) -> None:
        self._source = source
        self.text = source.text
        self.is_json = source.is_json
        self.root: Node = source.roots[index]

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        """All comments of the text, in order."""
        return tuple(self._source.comments.values())

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

    def line_start(self, offset: int) -> int:
        """Tell where the line of an offset begins, behind a byte order mark."""
        start = max(self.text.rfind(sign, 0, offset) for sign in _BREAK_CHARACTERS) + 1
        return start + (start == 0 and self.text.startswith(_BOM))

    def line(self, offset: int) -> int:
        """Tell the number of the line of an offset, from 1."""
        return self._source.lines.number(offset)

    def line_end(self, offset: int) -> int:
        """Tell where the line of an offset ends, before its line break."""
        found = _BREAK.search(self.text, offset)
        return found.start() if found else len(self.text)

    def next_line(self, offset: int) -> int:
        """Tell where the line after that of an offset begins; the end of the text if there is none."""
        found = _BREAK.search(self.text, offset)
        return found.end() if found else len(self.text)

    def previous_end(self, offset: int) -> int:
        """Tell where the line before that of an offset ends; the beginning of the text if there is none."""
        start = self.line_start(offset)
        if start == 0 or self.text[start - 1] == _BOM:
            return start
        return start - (2 if self.text.startswith("\r\n", start - 2) else 1)

    def eol(self, offset: int) -> str:
        """Give the line break of the line of an offset; in the last line that of the line before."""
        found = _BREAK.search(self.text, offset)
        if found is None:
            start = self.line_start(offset)
            found = _BREAK.match(self.text, self.previous_end(offset)) if start else None
        return found[0] if found else "\n"

    def column(self, offset: int) -> int:
        """Tell how many characters stand before an offset in its line."""
        return offset - self.line_start(offset)

    def indentation(self, offset: int) -> str:
        """Give the spaces that the line of an offset begins with."""
        line = self.text[self.line_start(offset) : self.line_end(offset)]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def begins_line(self, offset: int) -> bool:
        """Tell whether only spaces stand before an offset in its line."""
        return not self.text[self.line_start(offset) : offset].strip(" \t")

    def is_blank(self, offset: int) -> bool:
        """Tell whether the line of an offset holds nothing but spaces."""
        return not self.text[self.line_start(offset) : self.line_end(offset)].strip(" \t")

    def on_one_line(self, start: int, end: int) -> bool:
        """Tell whether no line break stands between two offsets."""
        return _BREAK.search(self.text, start, end) is None

    def comments_within(self, start: int, end: int) -> list[Comment]:
        """Give the comments that begin between two offsets."""
        return [one for one in self.comments if start <= one.span.start.offset < end]

    def written(self, comment: Comment) -> str:
        """Give a comment as it is written, from its `#` on."""
        return self.text[comment.span.start.offset : comment.span.end.offset].rstrip()

    def slot(self, parent: Mapping | Sequence, index: int) -> Slot:
        """Give one entry or item of a collection."""
        return slot(self.text, parent, index)
