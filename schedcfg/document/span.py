"""Positions and spans in a text, its lines, and edits of it.

The place of a value in a document: keys and indices from the root, and how upstream writes them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Annotated, NamedTuple, Protocol, TypeAlias

from schedcfg.patterns import pattern


class Position(NamedTuple):
    """A place in a file.

    Attributes:
        line: From 1.
        column: From 1, in characters: Unicode code points.
        offset: Code points before it in the whole text, from 0 (a byte order mark counts as one).
    """

    line: Annotated[int, {"minimum": 1}]
    column: Annotated[int, {"minimum": 1}]
    offset: Annotated[int, {"json": None}]


class Span(NamedTuple):
    """A stretch of text from `start` up to, not including, `end`."""

    start: Position
    end: Position


@dataclass(frozen=True, slots=True)
class Edit:
    """One change to a text: what is in the span is replaced. Edits of a text do not touch each other.

    Attributes:
        span: A stretch of the text as it was; empty where something is only put in.
        replacement: What is there afterwards; empty where something is only taken out.
    """

    __json__ = ("start", "end", "replacement")

    span: Span
    replacement: str = field(metadata={"content": True})

    @property
    def start(self) -> Position:
        """The first character that is replaced."""
        return self.span.start

    @property
    def end(self) -> Position:
        """The place behind the last one."""
        return self.span.end


BREAK = pattern(r"\r\n|\n|\r")
"""Ends a line."""

MARK = "\ufeff"
"""The byte order mark."""


_FEW = 8
"""So many lines are counted before all are found."""


class Lines:
    """The lines of a text, found on demand.

    Lines end where editors end them: at LF, CR LF or CR. YAML 1.1 also counts NEL, LS and PS; they are
    ordinary characters here, so that a line number leads to the same place in an editor.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._asked = 0

    @cached_property
    def starts(self) -> list[int]:
        """Offset of the first character of every line."""
        if "\r" in self.text:
            return [0, *(match.end() for match in BREAK.finditer(self.text))]
        lengths = [len(line) + 1 for line in self.text.split("\n")]
        return [0, *accumulate(lengths[:-1])]

    def number(self, offset: int) -> int:
        """Return the line of an offset, from 1, without finding all lines where that can be avoided."""
        self._asked += 1
        if self._asked <= _FEW and "\r" not in (before := self.text[:offset]):
            return before.count("\n") + 1
        return self.position(offset).line

    def position(self, offset: int) -> Position:
        """Return line and column of an offset; one beyond the text counts as its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1, offset)

    def span(self, start: int, end: int) -> Span:
        """Return the positions of the stretch from `start` up to `end`."""
        return Span(self.position(start), self.position(max(start, end)))

    def first_line_of(self, span: Span) -> Span:
        """Return a span cut after its first line, without spaces at the end."""
        start, end = span.start.offset, span.end.offset
        match = BREAK.search(self.text, start, end)
        return self.span(start, start + len(self.text[start : match.start() if match else end].rstrip()))


@lru_cache(maxsize=4)
def lines_of(text: str) -> Lines:
    """Return the lines of a text, found once for all who ask one after the other."""
    return Lines(text)


def before(text: str, position: Position) -> str | None:
    """Return what is before a place in its line; None where it is no place of the text."""
    begin = position.offset - position.column + 1
    return text[begin : position.offset] if begin >= 0 and position.offset <= len(text) else None


LONGEST_LINE = 5000
"""Characters of a line that is shown, or identifies what is in it: those of JSON can be as long as the text."""


def is_long_line(text: str, position: Position) -> bool:
    """Return whether the line of a place is too long to be shown."""
    starts = lines_of(text).starts
    if position.line > len(starts):
        return False
    end = starts[position.line] if position.line < len(starts) else len(text)
    return end - starts[position.line - 1] > LONGEST_LINE


def source_line(text: str, position: Position) -> str:
    """Return the line of a place, without the byte order mark; empty where the text is not known."""
    begun = before(text, position)
    if begun is None:
        return ""
    match = BREAK.search(text, position.offset)
    line = begun + text[position.offset : match.start() if match else len(text)]
    return line.removeprefix(MARK) if position.line == 1 else line


Path: TypeAlias = tuple[str | int, ...]
"""Keys and list indices from the root of a document; `()` is the root itself."""


class Key(str):
    """A step that is a map's key rather than a field: upstream's `field.Path.Key` puts it in brackets, plain or not."""

    __slots__ = ()


_PLAIN_KEY = pattern(r"[A-Za-z_$][\w$-]*\Z")


def render(path: Path) -> str:
    """Write a path as upstream's `field.Path` does, e.g. `profiles[0].pluginConfig[1].args`.

    A key that could be mistaken for several (`a.b/c`) is in brackets, as upstream writes map keys.
    """
    parts: list[str] = []
    for step in path:
        if not parts:
            parts.append(f"[{step}]" if isinstance(step, int) else step)
        elif isinstance(step, int | Key) or not _PLAIN_KEY.match(step):
            parts.append(f"[{step}]")
        else:
            parts.append(f".{step}")
    return "".join(parts)


def leaves(data: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Yield every single value with its path, keys sorted; a list of single values counts as one."""
    if isinstance(data, dict) and data:
        for key in sorted(data):
            yield from leaves(data[key], (*path, key))
    elif isinstance(data, list) and any(isinstance(item, dict | list) for item in data):
        for index, item in enumerate(data):
            yield from leaves(item, (*path, index))
    else:
        yield path, data


def follow(data: object, path: Path) -> object:
    """Return what a path leads to in plain data; None where it leads nowhere."""
    for step in path:
        if isinstance(data, dict) and isinstance(step, str):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
            data = data[step]
        else:
            return None
    return data


class Arrangement(Protocol):
    """Where each field of an excerpt is in its document; see `excerpt.Parts`."""

    @property
    def implied(self) -> Mapping[str, object]:
        """Entries that are the same in every excerpt, although nobody writes them."""

    @property
    def places(self) -> tuple[Path, ...]:
        """The paths in the document of all its parts, whether they are written there or not."""

    def host_path(self, path: Path) -> Path:
        """Return the path in the document of a path in the excerpt."""

    def own_path(self, path: Path) -> Path | None:
        """Return the path in the excerpt of a path in the document; None where it is of no part."""

    def data(self, host: object) -> dict[str, object]:
        """Return the excerpt of a document's data."""
