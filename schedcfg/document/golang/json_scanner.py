"""The syntax of JSON, as strict as Go's scanner (`encoding/json/scanner.go`), and what it objects to.

`tokens` takes a whole text apart; `read_first_value` reads as a `Decoder` does, which stops behind one value.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, NoReturn, TypeAlias

from schedcfg.document.golang.text import quoted_character
from schedcfg.patterns import pattern

MAX_DEPTH = 10_000
"""How many nested collections Go allows."""

_DEEPEST = 500
"""How many this program reads: some Pythons could read more, none of them all."""

_SPACE = " \t\r\n"

Token: TypeAlias = tuple[str, int, int]
"""Its kind, the offset of its first character, and the offset just after it.

The kind is `KEY`, `STRING`, `NUMBER`, `LITERAL`, or the character itself: `{`, `}`, `[` or `]`.
"""

KEY, STRING, NUMBER, LITERAL = "key", "string", "number", "literal"

_STRING = r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*'
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?P<fraction>\.[0-9]+)?(?P<exponent>[eE][-+]?[0-9]+)?"
_TOKEN = pattern(rf'[ \t\r\n]*(?:({_STRING}")|([][{{}},:])|({_NUMBER})|(true|false|null))')
_KINDS = (None, STRING, None, NUMBER, None, None, LITERAL)
"""The kind that each group of `_TOKEN` represents; a mark is its own kind."""

_SPACES = pattern(f"[{_SPACE}]*")
_START_OF_STRING = pattern(_STRING)
_WRITTEN_NUMBER = pattern(_NUMBER)
_HEX_DIGITS = pattern("[0-9a-fA-F]{0,4}")
_LITERALS = {word[0]: word for word in ("true", "false", "null")}


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


def decoder_error(raw: bytes) -> str | None:
    """Return the error of Go's `Decoder` about the first value of a text; None where it reads one.

    Nothing at all is `EOF`, a value that does not end `unexpected EOF`. Go names the very character at which it
    fails, also within numbers, literals and escapes, and takes each byte for a character of Latin-1.
    """
    if not raw.strip(_SPACE.encode()):
        return "EOF"
    text = raw.decode("latin-1")
    try:
        _read_value(text)
    except JsonSyntaxError as error:
        offset, objection = _within_token(text, error)
        if offset >= len(text):
            return "unexpected EOF"
        return f"invalid character {quoted_character(text[offset])} {objection}"
    return None


def _read_value(text: str) -> None:
    """Read the first value to its end; Go never looks at what follows it."""
    depth = 0
    for kind, start, _ in tokens(text):
        if kind == NUMBER:
            _check_end_of_number(text, start)
        depth += (kind in _OPENED) - (kind in {"}", "]"})
        if depth > MAX_DEPTH:
            raise JsonSyntaxError(start, "exceeded max depth")
        if depth == 0:
            return


def _check_end_of_number(text: str, start: int) -> None:
    """Check that a number does not go on behind its last digit, as `1.` and `1e+` do."""
    match = _WRITTEN_NUMBER.match(text, start)
    assert match is not None
    rest = text[match.end() : match.end() + 2]
    if match["exponent"] is None and rest[:1] in {"e", "E"}:
        sign = rest[1:] in {"+", "-"}
        raise JsonSyntaxError(match.end() + 1 + sign, "in exponent of numeric literal")
    if match["exponent"] is None and match["fraction"] is None and rest[:1] == ".":
        raise JsonSyntaxError(match.end() + 1, "after decimal point in numeric literal")


def _within_token(text: str, error: JsonSyntaxError) -> tuple[int, str]:
    """Return the character at which Go fails where a token has begun, and its message."""
    offset, objection = error.offset, error.objection
    first = text[offset : offset + 1]
    if objection == "in string escape code" and first == "u":
        digits = _HEX_DIGITS.match(text, offset + 1)
        return digits.end() if digits else offset, "in \\u hexadecimal character escape"
    if objection != _BEFORE_VALUE.objection:
        return offset, objection
    if first == "-":
        return offset + 1, "in numeric literal"
    for index, expected in enumerate(_LITERALS.get(first, "")):
        if text[offset + index : offset + index + 1] != expected:
            return offset + index, f"in literal {_LITERALS[first]} (expecting '{expected}')"
    return offset, objection


class JsonNumber(str):
    """A number as it is written: `5`, `5.0`, `1e1` are different things to Go."""

    __slots__ = ()


class JsonObject(list[tuple[str, object]]):
    """An object's entries, in order; keys may be repeated."""


class NotJson(Exception):  # noqa: N818
    """A text is no JSON; the message is Go's."""


class TooDeep(Exception):  # noqa: N818
    """A text is nested deeper than this program reads, though not than Go does."""


class FirstValue(NamedTuple):
    """What was read."""

    value: object  # Objects, lists, texts, numbers, booleans and None
    rest: str  # What follows it, without the space around; kube-scheduler never looks at it


def read_first_value(raw: bytes) -> FirstValue:
    """Read the first value of a text as a tree that keeps what types decide about: repeated keys, written numbers.

    Raises:
        NotJson: if there is none.
        TooDeep: if it is nested too deep.
    """
    text = raw.decode("utf-8", "replace")
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        value, end = _READER.raw_decode(text, start)
    except (ValueError, RecursionError):
        raise _objection(raw) from None
    if sum(map(text.count, _OPENED)) > _DEEPEST and _is_too_deep(value):
        raise _objection(raw)
    if isinstance(value, JsonNumber) and text[end : end + 1] in {".", "e", "E"}:
        # Python takes `1` out of `1e]`, which is wrong, and `1e2` out of `1e2e`, as Go does.
        error = decoder_error(raw)
        if error is not None:
            raise NotJson(error)
    return FirstValue(value, text[end:].strip(_SPACE))


def _is_too_deep(value: object) -> bool:
    """Return whether collections are nested deeper than this program reads."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for outer in level if isinstance(outer, list) for inner in _inside(outer)]
    return any(isinstance(inner, list) for inner in level)


def _inside(collection: list[object]) -> Iterable[object]:
    return (inner for _, inner in collection) if isinstance(collection, JsonObject) else collection


def _objection(raw: bytes) -> NotJson | TooDeep:
    error = decoder_error(raw)
    return TooDeep() if error is None else NotJson(error)


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


_READER = json.JSONDecoder(
    object_pairs_hook=JsonObject, parse_int=JsonNumber, parse_float=JsonNumber, parse_constant=_refuse
)
