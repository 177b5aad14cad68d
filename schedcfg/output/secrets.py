"""Values that a report must not repeat: found in one scan of a text, from its beginning to its end."""

import re
from collections.abc import Iterator
from functools import lru_cache

from schedcfg.document.span import BREAK, Position, before, source_line
from schedcfg.document.texts import SENSITIVE, WHERE_IT_IS, hidden_spans, may_name_secret, without_login
from schedcfg.patterns import pattern

_SECRET_NAME = pattern(SENSITIVE, re.IGNORECASE)

_REST_OF_KEY = pattern(r"[\w.-]*+")
_SEPARATOR = pattern(r"[\"']?\s*+(?P<sign>[:=])\s*+")
_NO_VALUE = (",", "}")


def masked(line: str, start: int) -> str:
    """Hide the value of a key that sounds like a secret, and what is secret in an address.

    Args:
        line: A source line.
        start: Where the finding begins in it, from 0.
    """
    parts, kept = [], 0
    for begin, end in hidden_spans(line):
        parts += [line[kept:begin], "*" * (end - begin)]
        kept = end
    line = "".join([*parts, line[kept:]]) if parts else line
    value = _secret_value(line)
    return line if value is None else _hidden_from(line, value, start)


def masked_source(text: str, position: Position) -> str:
    """Return the line of a place with its secrets hidden, those too that a line above gives a name.

    Args:
        text: The whole text.
        position: Where the finding begins.
    """
    line = source_line(text, position)
    start = len(before(text, position) or "")
    if continues_secret(text, position):
        return _hidden_from(line, len(line) - len(line.lstrip(" \t-?:")), start)
    return masked(line, start)


def continues_secret(text: str, position: Position) -> bool:
    """Return whether the line of a place belongs to a value to which a line above gives the name of a secret."""
    return position.line in _lines_of_secrets(text)


def safe(name: str, value: object) -> object:
    """Return a value as it may be shown: hidden where its name sounds like a secret, addresses without their login.

    Args:
        name: Its path or key.
        value: A single value, or a list or mapping of them.
    """
    if isinstance(value, dict):
        return {key: safe(f"{name}.{key}", one) for key, one in value.items()}
    if isinstance(value, list):
        return [safe(name, one) for one in value]
    if not isinstance(value, str):
        return value
    return "(hidden)" if value and _SECRET_NAME.search(name) else without_login(value)


def _hidden_from(line: str, value: int, start: int) -> str:
    """Hide the rest of a line, of which so much stays that what is underlined is in it."""
    hidden = "*" * max(3, min(len(line) - value, 8))
    return line[:value] + hidden + " " * max(0, start - value - len(hidden))


def _secret_value(line: str) -> int | None:
    """Return where the value of the first key begins that sounds like a secret; None where there is none."""
    values = (value for _, value in _secret_keys(line))
    return next((value for value in values if value < len(line) and line[value] not in _NO_VALUE), None)


def _secret_keys(line: str) -> Iterator[tuple[int, int]]:
    """Yield where each key ends that sounds like a secret, and where its value begins; the scan never goes back."""
    position = 0
    while match := _SECRET_NAME.search(line, position):
        rest = _REST_OF_KEY.match(line, match.end())
        assert rest is not None
        position = rest.end()
        separator = _SEPARATOR.match(line, position)
        if separator is None:
            continue
        # `--token-ttl=10s` is no secret; after a colon, everything is that sounds like one.
        if separator["sign"] == ":" or not WHERE_IT_IS.search(line, match.start(), position):
            yield position, separator.end()


_INDENTATION = pattern(r"(?>(?:[ \t]|[-?](?=[ \t]))*)")
_FILE = pattern(r"\.[a-z]+\Z")
_ENTRY = pattern(r"(?:\"[^\"]*\"|'[^']*'|[^\s:#\"'{}\[\],][^:]*+):(?:\s|\Z)")


@lru_cache(maxsize=1)
def _lines_of_secrets(text: str) -> frozenset[int]:
    """Return the numbers, from 1, of the lines that continue the value of a key that sounds like a secret.

    These are the lines of a block, of a text in quotes, of a mapping or list below the key, and a value that is
    below its key.
    """
    found: set[int] = set()
    if not may_name_secret(text) or _SECRET_NAME.search(text) is None:
        return frozenset()  # as most texts have no such word
    column, is_open = -1, False  # of the last such key, and whether its value is still to come
    for number, line in enumerate(BREAK.split(text), 1):
        own, is_blank = _column(line), not line.strip()
        if column >= 0 and (is_blank or own > column or (is_open and _is_value(line))):
            found.add(number)
            is_open = is_open and is_blank
        else:
            column, is_open = _open(line, own)
    return frozenset(found)


def _column(line: str) -> int:
    """Return the column of the key of a line, behind the dashes of a list."""
    match = _INDENTATION.match(line)
    return 0 if match is None else match.end()


def _open(line: str, own: int) -> tuple[int, bool]:
    """Return the column of a key whose value may go on below a line, and whether it begins there; -1 for none."""
    key = next(_secret_keys(line), None)
    if key is None:
        is_key = line.lstrip().startswith("? ") and _SECRET_NAME.search(line) is not None
        return (own, True) if is_key else (-1, False)
    end, value = key
    is_open = value == len(line)
    # In JSON on one line, what is below belongs to something else; a file in a ConfigMap is no secret.
    is_elsewhere = (line[own : own + 1] in {"{", "["} and not is_open) or _FILE.search(line, 0, end)
    return (-1, False) if is_elsewhere else (own, is_open)


def _is_value(line: str) -> bool:
    """Check whether a line that is not indented further than the key above it is its value, and no other entry."""
    content = line.lstrip()
    return content.startswith(": ") or _ENTRY.match(content) is None
