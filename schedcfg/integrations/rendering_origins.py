"""Where a line of what was rendered comes from: found by its text, and by the lines around it.

A line counts as that of a file if it is there unchanged, but for its indentation, or as what a template's line makes
where its actions are filled in. Of several such lines, that with the most neighbors alike is meant; if two have as
many, none is.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from schedcfg.document.span import BREAK, Lines, Span
from schedcfg.integrations.rendering_tools import SourceFile
from schedcfg.patterns import pattern

_AROUND = 8
"""Lines in each direction that are compared."""
_LITERAL, _FILLED_IN = 3, 1
"""What a line that is the same counts, and one that an action made."""
_ACTION = pattern(r"\{\{(?>(?:(?!\{\{|\}\}).)*)\}\}")
_WORD = pattern(r"\w")
_DASHES = pattern(r"(?:\s*- )*\s*")
_VALUE = pattern(r"\.Values((?:\.[A-Za-z_]\w*)+)")


class LineOrigin(NamedTuple):
    """Where a finding about a rendered text belongs."""

    file: SourceFile
    span: Span
    # The names behind `.Values` that an action there puts in; empty where it is no single value
    value: tuple[str, ...] = ()


class _RenderedLine(NamedTuple):
    """A line without what may differ in a rendering."""

    content: str
    begin: int  # The column of the content, from 0
    pieces: tuple[str, ...]  # What is written around actions of templates; one piece where there are none


def _line(written: str) -> _RenderedLine:
    start = _DASHES.match(written)
    begin = 0 if start is None else start.end()
    content = written[begin:].rstrip()
    return _RenderedLine(content, begin, tuple(_ACTION.split(content)))


class Origins:
    """Finds where lines of one rendered text come from.

    Args:
        rendered: The text.
    """

    def __init__(self, rendered: str) -> None:
        self._text = rendered
        self._rendered = [_line(line) for line in BREAK.split(rendered)]
        self._files: dict[str, _IndexedFile] = {}

    def find(self, span: Span, files: Iterable[SourceFile]) -> LineOrigin | None:
        """Return where a place of the text comes from; None where that is not certain.

        Args:
            span: The place.
            files: Where it may come from; if several are as likely, the first.
        """
        number = span.start.line - 1
        wanted = self._rendered[number]
        if not _WORD.search(wanted.content):
            return None
        best, found = 0, None
        for file in files:
            indexed = self._files.get(file.path)
            if indexed is None or indexed.file is not file:
                indexed = self._files[file.path] = _IndexedFile(file)
            scored = [(self._score(indexed, other, number), other) for other in indexed.like(wanted)]
            highest = max((score for score, _ in scored), default=0)
            if highest > best:
                lines = [other for score, other in scored if score == highest]
                best, found = highest, (indexed, lines[0]) if len(lines) == 1 else None
        return None if found is None else _origin(*found, wanted, span)

    def _score(self, file: "_IndexedFile", line: int, number: int) -> int:
        total = _alike(file.lines[line], self._rendered[number])
        for step in (-1, 1):
            own, other = number, line
            for _ in range(_AROUND):
                own, other = own + step, file.next_output_line(other + step, step)
                if not (0 <= own < len(self._rendered) and 0 <= other < len(file.lines)):
                    break
                more = _alike(file.lines[other], self._rendered[own])
                if not more:
                    break
                total += more
        # An action alone makes too much: without a neighbor it says nothing.
        return total if total > _FILLED_IN else 0


class _IndexedFile:
    """A file, its lines by their content."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.lines = [_line(line) for line in BREAK.split(file.text)]
        self._by_content: defaultdict[str, list[int]] = defaultdict(list)
        self._templates: list[int] = []
        for number, line in enumerate(self.lines):
            if len(line.pieces) == 1:
                self._by_content[line.content].append(number)
            elif _WORD.search("".join(line.pieces)):
                self._templates.append(number)

    def like(self, wanted: _RenderedLine) -> list[int]:
        """Return the lines that may have made another."""
        return [
            *self._by_content[wanted.content],
            *(template for template in self._templates if _alike(self.lines[template], wanted)),
        ]

    def next_output_line(self, number: int, step: int) -> int:
        """Return the next line that makes one of the output: not empty, a comment or only an action."""
        while 0 <= number < len(self.lines):
            line = self.lines[number]
            if line.content and not (len(line.pieces) > 1 and not any(map(str.strip, line.pieces))):
                break
            number += step
        return number


def _alike(source: _RenderedLine, rendered: _RenderedLine) -> int:
    """Return how much speaks for it that a line made another; 0 where it did not."""
    if len(source.pieces) == 1:
        return _LITERAL if source.content == rendered.content else 0
    first, *between, last = source.pieces
    content = rendered.content
    if not content.startswith(first):
        return 0
    place = len(first)
    for piece in between:
        place = content.find(piece, place)
        if place < 0:
            return 0
        place += len(piece)
    return _FILLED_IN if content[place:].endswith(last) else 0


def _origin(indexed: _IndexedFile, number: int, rendered: _RenderedLine, span: Span) -> LineOrigin:
    lines, line = Lines(indexed.file.text), indexed.lines[number]
    start = lines.starts[number]
    first = span.start.column - 1 - rendered.begin
    # What begins at the dash of an item has its place before the content.
    first = max(first, 0)
    literal = len(line.pieces[0]) if len(line.pieces) > 1 else len(line.content)
    if first >= literal and len(line.pieces) > 1:
        actions = list(_ACTION.finditer(line.content))
        action = actions[0]
        named = {match[1] for match in _VALUE.finditer(action[0])}
        value = tuple(named.pop().split(".")[1:]) if len(named) == 1 and len(actions) == 1 else ()
        offset = start + line.begin
        return LineOrigin(indexed.file, lines.span(offset + action.start(), offset + action.end()), value)
    is_inside = span.end.line == span.start.line and len(line.pieces) == 1
    last = span.end.column - 1 - rendered.begin if is_inside else len(line.content)
    offset = start + line.begin
    return LineOrigin(indexed.file, lines.span(offset + first, offset + max(last, first)))
