"""A text with what is found out about it only when someone asks: lines, trees, comments."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from schedcfg.document.comment import Comment
from schedcfg.document.defect import Fault
from schedcfg.document.lines import Lines
from schedcfg.document.plain import is_json
from schedcfg.document.span import Span

if TYPE_CHECKING:
    # Trees are made for the few texts that are asked for places.
    from schedcfg.document.nodes import Node, Root


class Source:
    """A text, shared by the stream and its documents."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_json = is_json(text)
        self.lines = Lines(text)
        self._read_to_the_end = True

    @cached_property
    def roots(self) -> "list[Node]":
        """The trees of all documents, up to the first syntax error.

        Made on demand, even if the text was read before: few texts are asked for places, and trees are large.
        """
        return list(self._kept())

    def trees(self) -> "Iterator[Root]":
        """Read the text into trees, anew each time.

        Raises:
            Fault: where the text cannot be read, after the trees before that.
        """
        if self.is_json:
            from schedcfg.document import json_reader  # noqa: PLC0415 - few texts need a tree

            return json_reader.read(self.text)
        from schedcfg.document import yaml_nodes  # noqa: PLC0415 - likewise

        return yaml_nodes.read(self.text)

    def _kept(self) -> "Iterator[Node]":
        try:
            yield from (root.node for root in self.trees())
        except Fault:
            self._read_to_the_end = False

    def block_behind(self, offset: int) -> Span | None:
        """Tell where the item or entry stands that begins first behind an offset; None where nothing more begins."""
        from schedcfg.document import blocks  # noqa: PLC0415 - few texts are asked for blocks

        found = blocks.behind(offset, self.roots)
        return None if found is None else self.lines.span(*found)

    @cached_property
    def comments(self) -> dict[int, Comment]:
        """Line → the comment in it; where reading stopped, only up to the last document before that."""
        if self.is_json or "#" not in self.text:
            return {}
        from schedcfg.document import comments  # noqa: PLC0415 - few texts are asked for comments

        found: dict[int, Comment] = {}
        last = self.roots[-1].end if self.roots else 0
        limit = len(self.text) if self._read_to_the_end else last
        for start, end in comments.find(self.text, self.roots, limit):
            span = self.lines.span(start, end)
            before = self.text[start - span.start.column + 1 : start]
            written = self.text[start + 1 : end].strip()
            found[span.start.line] = Comment(written, span, own_line=not before.strip(" \t\ufeff"))
        return found
