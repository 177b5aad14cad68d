"""Places of a text as editors count them: lines from 0, columns in units of the encoding that was agreed on."""

from collections.abc import Iterable

from lsprotocol import types

from schedcfg.document.span import BREAK, Edit, lines_of

_LARGEST_OF_ONE_UNIT = "\uffff"


class TextPositions:
    """The positions of one text.

    Args:
        text: The text.
        encoding: What columns are counted in: UTF-16 unless client and server agree on something else.
    """

    def __init__(self, text: str, encoding: str = types.PositionEncodingKind.Utf16) -> None:
        self._text, self._starts = text, lines_of(text).starts
        self._encoding, self._is_plain = encoding, text.isascii() or encoding == types.PositionEncodingKind.Utf32

    def position(self, offset: int) -> types.Position:
        """Return the position of an offset in code points."""
        place = lines_of(self._text).position(offset)
        begun = self._text[place.offset - place.column + 1 : place.offset]
        return types.Position(place.line - 1, len(begun) if self._is_plain else self._units(begun))

    def range(self, start: int, end: int) -> types.Range:
        """Return the range from one offset up to another."""
        return types.Range(self.position(start), self.position(end))

    def text_edits(self, edits: Iterable[Edit]) -> list[types.TextEdit]:
        """Return edits of the text as the editor takes them."""
        return [
            types.TextEdit(self.range(edit.span.start.offset, edit.span.end.offset), edit.replacement) for edit in edits
        ]

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position; one behind the end of its line, or of the text, counts as that end."""
        if position.line >= len(self._starts):
            return len(self._text)
        start = self._starts[position.line]
        end = self._starts[position.line + 1] if position.line + 1 < len(self._starts) else len(self._text)
        line = self._text[start:end]
        match = BREAK.search(line)
        line = line if match is None else line[: match.start()]
        if self._is_plain:
            return start + min(position.character, len(line))
        units = 0
        for index, character in enumerate(line):
            if units >= position.character:
                return start + index
            units += self._units(character)
        return start + len(line)

    def _units(self, text: str) -> int:
        if self._encoding == types.PositionEncodingKind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(character > _LARGEST_OF_ONE_UNIT for character in text)
