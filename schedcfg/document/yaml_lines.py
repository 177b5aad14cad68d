"""Plain block YAML to plain data, line by line: most configurations have nothing else in them, and alike lines.

What a line says is worked out once and remembered, and libyaml is not needed. Whatever is not one of a few forms of
lines is left to it, so that nothing is read in two ways; `tests/document/test_yaml_lines.py` compares both.
"""

import re
from typing import Any, NamedTuple

from schedcfg.document import scalars
from schedcfg.document.plain import MAX_DEPTH, NeedsFullParser, Plain
from schedcfg.patterns import pattern

# Beside letters and digits, what means nothing inside of an unquoted value.
_LETTER = r"[A-Za-z0-9_./~+=,@%()*$-]"
_WORD = rf"{_LETTER}(?>(?:{_LETTER}|:(?={_LETTER}))*)"
_UNQUOTED = rf"(?=-*[A-Za-z0-9_./~+]){_WORD}(?>(?: {_WORD})*)"
_IN_BRACKETS = r"[A-Za-z0-9_][A-Za-z0-9_./-]*+"
# What may not be in it: a large set of characters takes longer to compile than all else of a line.
_COMMENT = r"#[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe-\U0010ffff]*"
LINE = pattern(
    rf"(?P<indent> *+)(?:(?P<dash>- ++))?(?:(?P<key>[A-Za-z_][A-Za-z0-9_./-]{{0,126}}+):(?: ++|$))?"
    rf"""(?:(?P<plain>{_UNQUOTED})|"(?P<double>[ !#-\[\]-~]*)"|'(?P<single>[ -&(-~]*)'"""
    rf"|\[(?P<items>(?:{_IN_BRACKETS}(?>(?:, ?{_IN_BRACKETS})*))?)\])?"
    rf"(?:(?:(?<= )|(?<!.)| ++){_COMMENT})? *+\Z"
)
"""What a line may say: its last part is its value, or the key whose value is below."""

_DEEPEST = MAX_DEPTH // 2
"""A list and the item in it are two."""
_REMEMBERED = 4096
_LONGEST_REMEMBERED = 128


class _BlockLine(NamedTuple):
    """What one line says."""

    indent: int  # The column of its dash, or else of its key
    is_item: bool
    key: str | None  # Its key; None for an item that is a single value
    column: int
    value: object  # Its value; a list is a tuple here, as every text gets a list of its own
    is_open: bool


class _BlockLines(dict[str, _BlockLine | None]):
    """Line → what it says; None for one that is empty, or a comment."""

    def __missing__(self, line: str) -> _BlockLine | None:
        block_line = _read_line(line)
        if len(line) <= _LONGEST_REMEMBERED:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[line] = block_line
        return block_line


_KNOWN = _BlockLines()


def _read_line(line: str) -> _BlockLine | None:
    match = LINE.match(line)
    if match is None:
        raise NeedsFullParser
    indent, dash, key, *_ = match.groups()
    has_value = match.lastgroup not in {"indent", "dash", "key"}
    if key is None and not has_value and dash is None:
        return None
    # A line without a key goes on with the value above; that of a dash alone is below, or nothing.
    if key is None and (dash is None or not has_value):
        raise NeedsFullParser
    if key is not None and scalars.PLAIN_AS_JSON[key] != key:
        raise NeedsFullParser
    column = len(indent) + len(dash or "")
    value = _value(match) if has_value else None
    return _BlockLine(len(indent), dash is not None, key, column, value, not has_value)


def _value(match: re.Match[str]) -> object:
    plain, double, single, items = match.group("plain", "double", "single", "items")
    if plain is not None:
        return scalars.PLAIN_AS_JSON[plain]
    if items is not None:
        return tuple(scalars.PLAIN_AS_JSON[item.strip()] for item in items.split(",")) if items else ()
    return single if double is None else double


def first_line(text: str) -> int:
    """Return where the first line with anything but spaces begins: above what is read in its place, all is blank."""
    return text.rfind("\n", 0, len(text) - len(text.lstrip(" \n"))) + 1


def read(text: str) -> list[Plain]:
    """Read a text of one document that is a block mapping, as most texts are.

    Raises:
        NeedsFullParser: where there is anything else in it.
    """
    start = first_line(text)
    lines = text[start:].split("\n")
    began = False
    try:
        for number, line in enumerate(lines):
            if line == "---" and not began:
                began = True
            elif (first := _KNOWN[line]) is not None:
                return [Plain(start + first.indent, _mapping(lines[number:], first.column))]
            start += len(line) + 1
    except scalars.UnsupportedValue:
        raise NeedsFullParser from None
    raise NeedsFullParser


def _mapping(lines: list[str], column: int) -> dict[str, object]:  # noqa: C901, PLR0912 - calls would double the time
    """Read the lines of a mapping whose keys are in a column."""
    known = _KNOWN
    root: dict[str, object] = {}
    inner: Any = root
    # What is around the innermost collection; a list that is directly below a key may be in the key's own column.
    around: list[tuple[int, Any]] = []
    waiting: str | None = None
    for line in lines:
        said = known[line]
        if said is None:
            continue
        indent, is_item, key, key_column, value, is_open = said
        if waiting is not None:
            if indent > column or (is_item and indent == column):
                if len(around) == _DEEPEST:
                    raise NeedsFullParser
                around.append((column, inner))
                below: list[object] | dict[str, object] = [] if is_item else {}
                inner[waiting] = below
                column, inner = indent, below
            waiting = None
        while indent < column:
            if not around:
                raise NeedsFullParser
            column, inner = around.pop()
        if not is_item and inner.__class__ is list and around and around[-1][0] == column:
            column, inner = around.pop()
        if indent != column or is_item is not (inner.__class__ is list):
            raise NeedsFullParser
        if value.__class__ is tuple:
            value = list(value)
        if key is None:
            inner.append(value)
            continue
        if is_item:
            around.append((column, inner))
            item: dict[str, object] = {}
            inner.append(item)
            column, inner = key_column, item
        elif key in inner:
            raise NeedsFullParser
        inner[key] = value
        if is_open:
            waiting = key
    return root
