"""The syntax of JSON, as strict as Go's scanner (`encoding/json/scanner.go`), and what it objects to."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from schedcfg.patterns import pattern

MAX_DEPTH = 10_000
"""How many nested collections Go allows."""

Token: TypeAlias = tuple[str, int, int]
"""Its kind, the offset of its first character, and the offset just after it.

The kind is `KEY`, `STRING`, `NUMBER`, `LITERAL`, or the character itself: `{`, `}`, `[` or `]`.
"""

KEY, STRING, NUMBER, LITERAL = "key", "string", "number", "literal"

_STRING = r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*'
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_TOKEN = pattern(rf'[ \t\r\n]*(?:({_STRING}")|([][{{}},:])|({_NUMBER})|(true|false|null))')
_KINDS = (None, STRING, None, NUMBER, LITERAL)
"""The kind that each group of `_TOKEN` represents; a mark is its own kind."""

_SPACES = pattern(r"[ \t\r\n]*")
_START_OF_STRING = pattern(_STRING)


class JsonSyntaxError(ValueError):
    """A text that is no JSON.

    Attributes:
        offset: The place where nothing begins that is allowed there; the text's length where something is missing.
        objection: Go's message behind `invalid character …`, unless the character is part of a token.
    """

    def __init__(self, offset: int, objection: str) -> None:
        super().__init__(objection)
        self.offset = offset
        self.objection = objection


class _State(NamedTuple):
    """The tokens that are allowed at one point of the text."""

    objection: str  # Go's message about a character that begins none of them
    # The tokens that may follow, and the states behind them; None behind values and closing brackets, where it depends
    # on what encloses them
    following: "Mapping[str, _State | None]"


_VALUES: Mapping[str, _State | None] = dict.fromkeys((STRING, NUMBER, LITERAL, "{", "["))
_BEFORE_VALUE = _State("looking for beginning of value", _VALUES)
_BEHIND_KEY = _State("after object key", {":": _BEFORE_VALUE})
_BEFORE_KEY = _State("looking for beginning of object key string", {STRING: _BEHIND_KEY})
_BEHIND_TOP = _State("after top-level value", {})
_OPENED = {
    "{": _BEFORE_KEY._replace(following={STRING: _BEHIND_KEY, "}": None}),
    "[": _BEFORE_VALUE._replace(following={**_VALUES, "]": None}),
}
"""Opening bracket → the state after it."""
_FILLED = {
    "{": _State("after object key:value pair", {",": _BEFORE_KEY, "}": None}),
    "[": _State("after array element", {",": _BEFORE_VALUE, "]": None}),
}
"""Opening bracket → the state behind a value inside."""


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text that holds one value, but for commas and colons, however deep it is.

    Raises:
        JsonSyntaxError: where the text is no JSON, or has more in it than the value.
    """
    offset, state, enclosing = 0, _BEFORE_VALUE, [_BEHIND_TOP]
    while match := _TOKEN.match(text, offset):
        group = match.lastindex or 0
        kind = _KINDS[group] or match[group]
        if kind not in state.following:
            break
        following, end = state.following[kind], match.end()
        if following is not None:
            if kind == STRING:
                yield KEY, match.start(group), end
            state = following
        else:
            yield kind, match.start(group), end
            if kind in _OPENED:
                enclosing.append(_FILLED[kind])
                state = _OPENED[kind]
            else:
                if kind in "}]":
                    enclosing.pop()
                state = enclosing[-1]
        offset = end
    spaces = _SPACES.match(text, offset)
    offset = spaces.end() if spaces else offset
    if offset < len(text) or state is not _BEHIND_TOP:
        raise _error(text, offset, state)


def _error(text: str, offset: int, state: _State) -> JsonSyntaxError:
    """Return the error for a character that begins no token, or none that is allowed there."""
    begun = _START_OF_STRING.match(text, offset)
    if begun is None or STRING not in state.following:
        return JsonSyntaxError(offset, state.objection)
    if text[begun.end() : begun.end() + 1] == "\\":
        return JsonSyntaxError(begun.end() + 1, "in string escape code")
    return JsonSyntaxError(begun.end(), "in string literal")
