"""`parse`: a text to its documents, with places and comments on demand."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, Self

from schedcfg.document import comments
from schedcfg.document.comments import Comment
from schedcfg.document.defect import Defect, Fault
from schedcfg.document.plain import NeedsFullParser, Plain, is_json, is_unit
from schedcfg.document.span import Arrangement, Lines, Path, Span
from schedcfg.document.texts import decode_text, encoding_of
from schedcfg.errors import UnreadableInput
from schedcfg.patterns import pattern

if TYPE_CHECKING:
    from schedcfg.document.nodes import Node, Root


_CONTENT = pattern(r"\S")


class SourceText:
    """A text, shared by the stream and its documents."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_json = is_json(text)
        self.is_unit = is_unit(text)
        self.lines = Lines(text)
        self._read_to_the_end = True

    @property
    def can_be_edited(self) -> bool:
        """Whether a change of its data can be written as an edit: of YAML and JSON."""
        return not self.is_unit

    @cached_property
    def roots(self) -> "list[Node]":
        """The trees of all documents, up to the first syntax error.

        Made on demand, even if the text was read before: few texts need places, and trees are large.
        """
        return list(self._kept())

    def trees(self) -> "Iterator[Root]":
        """Read the text into trees by the full parser, again at each call.

        Raises:
            Fault: where the text cannot be read, after the trees before that.
        """
        if self.is_json:
            from schedcfg.document import json_reader  # noqa: PLC0415 - imported only where it is needed

            return json_reader.read(self.text)
        if self.is_unit:
            from schedcfg.document import units  # noqa: PLC0415 - few texts are units

            return units.trees(self.text)
        from schedcfg.document import yaml_nodes  # noqa: PLC0415 - imported only where it is needed

        return yaml_nodes.read(self.text)

    @cached_property
    def yaml_error(self) -> Defect | None:
        """What stops the reader of YAML in a text, although it is JSON; None where nothing does."""
        from schedcfg.document import yaml_nodes  # noqa: PLC0415 - imported only where it is needed

        try:
            list(yaml_nodes.read(self.text))
        except Fault as fault:
            return self.defect(fault)
        return None

    def defect(self, fault: Fault) -> Defect:
        """Return a fault with its place in lines and columns."""
        return Defect(fault.kind, fault.message, self.lines.span(fault.start, fault.end), fault.path, fault.help)

    def _kept(self) -> "Iterator[Node]":
        try:
            yield from (root.node for root in self.trees())
        except Fault:
            self._read_to_the_end = False

    def block_behind(self, offset: int) -> Span | None:
        """Return the place of the first item or entry that begins behind an offset; None where nothing more begins."""
        number = bisect_right(self._blocks, offset, key=itemgetter(0))
        return self.lines.span(*self._blocks[number]) if number < len(self._blocks) else None

    @cached_property
    def _blocks(self) -> list[tuple[int, int]]:
        from schedcfg.document import nodes  # noqa: PLC0415 - few texts need blocks

        return nodes.blocks(self.roots)

    def block_scalar_before(self, offset: int) -> str | None:
        """Return the block scalar, as written, behind which only blank lines come before an offset; None for none."""
        number = bisect_right(self._block_scalars, offset, key=itemgetter(0)) - 1
        if number < 0:
            return None
        start, end, behind = self._block_scalars[number]
        return self.text[start:end] if offset <= behind else None

    @cached_property
    def _block_scalars(self) -> list[tuple[int, int, int]]:
        """Start and end of each, and where the next content behind it begins, in order."""
        from schedcfg.document import nodes  # noqa: PLC0415 - imported only where it is needed

        scalars = nodes.block_scalars(self.roots)
        edges = ((scalar, _CONTENT.search(self.text, scalar.end)) for scalar in scalars)
        return [(one.start, one.end, len(self.text) if next_ is None else next_.start()) for one, next_ in edges]

    @cached_property
    def comment_starts(self) -> "array[int]":
        """Where each comment begins, in order; where reading stopped, only up to the last document before that."""
        if self.is_json or "#" not in self.text:
            return array("q")
        last = self.roots[-1].end if self.roots else 0
        limit = len(self.text) if self._read_to_the_end else last
        return array("q", comments.find(self.text, self.roots, limit))

    def comment(self, start: int) -> Comment:
        """Return the comment that begins at an offset."""
        span = self.lines.span(start, comments.end_of(self.text, start))
        before = self.text[start - span.start.column + 1 : start]
        return Comment(comments.text_of(self.text, start), span, own_line=not before.strip(" \t\ufeff"))

    @cached_property
    def comments(self) -> dict[int, Comment]:
        """Line → the comment in it."""
        return {found.span.start.line: found for found in map(self.comment, self.comment_starts)}


class Place(NamedTuple):
    """Where a path leads."""

    path: Path
    key: Span | None  # The key it is under; None for list items and the root
    # The value, from its anchor or tag on; for an alias the alias itself. A block collection ends with its last
    # content, without blank lines and comments after it.
    value: Span


class Document:
    """One document of a text.

    Attributes:
        index: Its number, from 0.
        is_json: Whether it was read as JSON.
        data: dict, list, str, int, float, bool and None, as in the JSON that Kubernetes decodes from it.
            Of a repeated key the last value is kept.
        defects: What Kubernetes' reader objects to although it leaves a tree.
    """

    __slots__ = ("__weakref__", "_places", "_source", "_start", "data", "defects", "index", "is_json")

    def __init__(
        self, source: SourceText, index: int, start: int, data: object, defects: tuple[Defect, ...] = ()
    ) -> None:
        self.index = index
        self.is_json = source.is_json
        self.data = data
        self.defects = defects
        self._source = source
        self._start = start
        self._places: dict[Path, Place] = {}

    @classmethod
    def empty(cls, text: str) -> Self:
        """Return the document that Kubernetes sees in a text without any: null."""
        return cls(SourceText(text), 0, 0, None)

    @property
    def arrangement(self) -> Arrangement | None:
        """Where each field is, if this is an excerpt of a document; None otherwise."""
        return None

    def again(self, stream: "Stream") -> "Document":
        """Return the document of the same place in another text."""
        return stream.documents[self.index]

    @property
    def source(self) -> SourceText:
        """The whole text that it was read from, with its trees and comments."""
        return self._source

    @property
    def text(self) -> str:
        """The whole text that it was read from."""
        return self._source.text

    @property
    def line(self) -> int:
        """Line of its first content, from 1; of its `---` if it is empty."""
        return self._source.lines.number(self._start)

    def locate(self, path: Path) -> Place:
        """Return where a path leads, or the longest part of it that exists.

        The first call for a text reads it again for its places; later ones are cheap.
        """
        place = self._places.get(path)
        if place is None:
            place = self._places[path] = self._located(path)
        return place

    def _located(self, path: Path) -> Place:
        from schedcfg.document import nodes as places  # noqa: PLC0415 - few texts need places

        span = self._source.lines.span
        roots = self._source.roots
        if self.index >= len(roots):
            return Place((), None, span(self._start, self._start))
        found = places.find(roots[self.index], path)
        return Place(
            path[: found.steps],
            None if found.key is None else span(found.key.start, found.key.end),
            span(found.value.start, found.value.end),
        )

    def first_line_of(self, span: Span) -> Span:
        """Return a span cut after its first line, so that it can be underlined."""
        return self._source.lines.first_line_of(span)

    def comment_on(self, line: int) -> Comment | None:
        """Return the comment in a line of the text (from 1), behind content or in a line of its own."""
        return self._source.comments.get(line)


class Stream:
    """A text and the documents read from it.

    Attributes:
        text: The whole text.
        documents: Those that could be read, in order; none for a text of comments only.
        error: What stopped reading; the documents before it are kept.
        source: The text with its trees and comments, which are made on demand.
        raw: The bytes that it was read from; None where it was given as text.
        reader: What reads a text as this one was read.
        blocks: The parts that are read of a text that is no YAML, each in its place; None for one read as a whole.
        undecodable: Why these bytes are no text, so that there is neither text nor document; None where they are one.
    """

    __slots__ = ("blocks", "documents", "error", "raw", "reader", "source", "text", "undecodable")

    def __init__(self, source: SourceText, documents: tuple[Document, ...], error: Defect | None) -> None:
        self.text = source.text
        self.documents = documents
        self.error = error
        self.source = source
        self.raw: bytes | None = None
        self.reader: Callable[[str], Stream] = parse
        self.blocks: tuple[Stream, ...] | None = None
        self.undecodable: UnreadableInput | None = None

    @property
    def encoding(self) -> str:
        """The encoding that it is written back in, as Python names it."""
        return "utf-8" if self.raw is None else encoding_of(self.raw)

    @property
    def comments(self) -> tuple[Comment, ...]:
        """All comments in order, up to the first syntax error; none in JSON."""
        if self.blocks is not None:
            return tuple(comment for block in self.blocks for comment in block.comments)
        return tuple(self.source.comments.values())

    @property
    def comment_texts(self) -> Iterator[str]:
        """Yield the texts of all comments in order, which takes less than finding their lines."""
        if self.blocks is not None:
            return (text for block in self.blocks for text in block.comment_texts)
        return (comments.text_of(self.text, start) for start in self.source.comment_starts)


def parse(text: str) -> Stream:
    """Read a text as Kubernetes' reader does; bad text becomes an `error` or `defects`, not an exception."""
    return read(SourceText(text))


def parse_bytes(raw: bytes) -> Stream:
    """Read the bytes of a file as `parse` reads a text; what is no text is `undecodable`, not an exception."""
    try:
        stream = parse(decode_text(raw))
    except UnreadableInput as error:
        stream = parse("")
        stream.undecodable = error
    stream.raw = raw
    return stream


def read(source: SourceText) -> Stream:
    """Read a text as `parse` does; its trees and comments are worked out once and shared."""
    try:
        read = _parse_fast(source)
    except NeedsFullParser:
        return _parse_full(source)
    documents = (Document(source, index, start, data) for index, (start, data) in enumerate(read))
    return Stream(source, tuple(documents), None)


def _parse_fast(source: SourceText) -> list[Plain]:
    """Read an ordinary text without building its tree."""
    if source.is_json:
        from schedcfg.document import json_plain  # noqa: PLC0415 - most texts are YAML

        return [json_plain.read(source.text)]
    if source.is_unit:
        from schedcfg.document import units  # noqa: PLC0415 - few texts are units

        return [units.read(source.text)]
    from schedcfg.document import yaml_plain  # noqa: PLC0415 - imports PyYAML, which takes its time

    return yaml_plain.read(source.text)


def _parse_full(source: SourceText) -> Stream:
    """Read a text through its tree, up to the first document that cannot be read."""
    from schedcfg.document import values  # noqa: PLC0415 - few texts need it

    dialect = values.JSON if source.is_json else values.YAML
    documents: list[Document] = []
    try:
        for start, root in source.trees():
            data, faults = values.decode(root, dialect, source.lines)
            defects = tuple(map(source.defect, faults))
            documents.append(Document(source, len(documents), start, data, defects))
    except Fault as fault:
        return Stream(source, tuple(documents), source.defect(fault))
    return Stream(source, tuple(documents), None)
