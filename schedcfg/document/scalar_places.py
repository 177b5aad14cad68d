"""Where the characters of a scalar's value are in its text: in quotes, with escapes, folded, or plain."""

from typing import NamedTuple, Self

from schedcfg.document.span import BREAK, Lines, Position, Span
from schedcfg.patterns import pattern

_OPENING = pattern(r"""(?:[&!]\S*\s+)*(?:(?P<quote>["'])|(?P<block>[|>])[-+0-9]*[ \t]*(?:#[^\r\n]*)?)?""")
"""Anchor and tag, and the quote or the header of a block."""

_TOKENS = {
    '"': pattern(
        r"(?P<none>\\(?:\r\n|\n|\r)[ \t]*)|(?P<blank>\s+)"
        r"|(?P<escape>\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|x..|u.{4}|U.{8}|.))|(?P<letter>.)"
    ),
    "'": pattern(r"(?P<none>(?!))|(?P<blank>\s+)|(?P<escape>'')|(?P<letter>.)"),
    "": pattern(r"(?P<none>(?!))|(?P<blank>\s+)|(?P<escape>(?!))|(?P<letter>.)"),
}
"""Quote → what is one character of the value, or none; blanks with a line end among them are folded to fewer."""


class ScalarPlaces(NamedTuple):
    """The place in a file of each character of a scalar's value."""

    span: Span  # The whole scalar, its anchor and tag included
    lines: Lines  # Of the scalar as it is written
    starts: list[int]  # Where characters begin in it, one after the other
    ends: list[int]  # Where they end

    @classmethod
    def of(cls, text: str, span: Span, value: str) -> Self | None:
        """Return the places of a value's characters.

        Args:
            text: The file's text.
            span: Where the scalar is in it.
            value: What the reader of the file made of the scalar.

        Returns:
            None where the value is not written there, as that of an alias.
        """
        written = text[span.start.offset : span.end.offset]
        opening = _OPENING.match(written)
        assert opening is not None  # it may be empty
        quote = opening["quote"] or ""
        starts, ends = list[int](), list[int]()
        for token in _TOKENS[quote].finditer(written, opening.end(), len(written) - len(quote)):
            if token["none"] is not None:
                continue
            number = len(starts)
            length = 1
            if token["blank"] is not None:
                length = _folded(token[0]) if opening["block"] is None else _blanks(value, number, token[0])
            if token["letter"] is not None and value[number : number + 1] != token[0]:
                return None
            is_literal = length == len(token[0])
            starts += (token.start() + (place if is_literal else 0) for place in range(length))
            ends += (token.start() + place + 1 if is_literal else token.end() for place in range(length))
        # What is behind the last letter, as the line end that a block has, may be outside the scalar.
        left = value[len(starts) :]
        starts += (len(written) for _ in left)
        ends += (len(written) for _ in left)
        return cls(span, Lines(written), starts, ends) if len(starts) == len(value) and not left.strip() else None

    def span_of(self, start: int, end: int) -> Span:
        """Return where a stretch of the value is in the file.

        Args:
            start: The offset of its first character.
            end: The offset behind its last one; the same for an empty stretch.
        """
        if not self.starts:
            return self.span
        first = self.starts[start] if start < len(self.starts) else self.ends[-1]
        return Span(self._position(first), self._position(self.ends[end - 1] if end > start else first))

    def _position(self, offset: int) -> Position:
        within, begin = self.lines.position(offset), self.span.start
        column = within.column + (begin.column - 1 if within.line == 1 else 0)
        return Position(begin.line + within.line - 1, column, begin.offset + offset)


def _folded(written: str) -> int:
    """Count the characters that blanks become: a line end among them is a blank, and of several one is left out."""
    line_ends = len(BREAK.findall(written))
    return len(written) if line_ends == 0 else max(line_ends - 1, 1)


def _blanks(value: str, start: int, written: str) -> int:
    """Count the blanks of a value that come from those of a block: it depends on the lines how they are folded."""
    if BREAK.search(written) is None:
        return len(written)
    rest = value[start:]
    return len(rest) - len(rest.lstrip())
