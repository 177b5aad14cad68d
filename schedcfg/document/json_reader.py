"""JSON text to nodes, as strictly as Go's encoding/json."""

import json
import re
from collections.abc import Iterator
from typing import NoReturn

from schedcfg.document import syntax
from schedcfg.document.budget import too_deep
from schedcfg.document.defect import DefectKind, Fault
from schedcfg.document.nodes import Mapping, Node, Root, Scalar, Sequence
from schedcfg.document.plain import MAX_DEPTH

_SPACE = re.compile(r"[ \t\r\n]*")
_STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?P<point>\.[0-9]+)?(?P<exponent>[eE][-+]?[0-9]+)?")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS = {"true": True, "false": False, "null": None}
_WORD = re.compile("true|false|null")


def read(text: str) -> Iterator[Root]:
    """Read a JSON text as the tree of its only document.

    Raises:
        Fault: SYNTAX or TOO_DEEP.
    """
    reader = _Reader(text)
    reader.skip_space()
    start, node = reader.offset, reader.value(0)
    reader.skip_space()
    if reader.offset < len(text):
        reader.fail("after top-level value")
    yield Root(start, node)


class _Reader:
    def __init__(self, text: str) -> None:
        self.offset = 0
        self._text = text

    def skip_space(self) -> str:
        """Go to the next character that is no space, and give it; empty at the end."""
        found = _SPACE.match(self._text, self.offset)
        self.offset = found.end() if found else self.offset
        return self._text[self.offset : self.offset + 1]

    def fail(self, words: str) -> NoReturn:
        """Object to the character at the present offset, in Go's words."""
        found = self._text[self.offset : self.offset + 1]
        go = f"invalid character {found!r} {words}" if found else "unexpected end of JSON input"
        line = syntax.line_around(self._text, self.offset)
        if syntax.has_template(line):
            message, help_ = "this is a template, not JSON", syntax.RENDER
        elif words == "after top-level value":
            message, help_ = (
                "there is more text after the end of the JSON",
                "Delete it: JSON holds one object.",
            )
        else:
            message = "this is not valid JSON, and a text that starts with { is read as JSON"
            help_ = "To have it read as YAML, begin with a line `---`."
        end = min(self.offset + 1, len(self._text))
        raise Fault(DefectKind.SYNTAX, f"{message} ({go})", self.offset, end, help=help_)

    def value(self, depth: int) -> Node:
        """Read one value, which starts at the present offset; `depth` collections stand around it."""
        first = self._text[self.offset : self.offset + 1]
        if first in {"{", "["} and depth == MAX_DEPTH:
            raise too_deep(self.offset, self.offset + 1)
        if first == "{":
            return self._object(depth + 1)
        if first == "[":
            return self._array(depth + 1)
        if first == '"':
            return self._string()
        return self._number_or_word()

    def _object(self, depth: int) -> Mapping:
        node = Mapping(self.offset, self.offset, flow=True)
        self.offset += 1
        if self.skip_space() != "}":
            while True:
                if self.skip_space() != '"':
                    self.fail("looking for beginning of object key string")
                key = self._string()
                self._expect(":", "after object key")
                self.skip_space()
                node.entries.append((key, self.value(depth)))
                if self.skip_space() == "}":
                    break
                self._expect(",", "after object key:value pair")
        self.offset += 1
        node.end = self.offset
        return node

    def _array(self, depth: int) -> Sequence:
        node = Sequence(self.offset, self.offset, flow=True)
        self.offset += 1
        if self.skip_space() != "]":
            while True:
                self.skip_space()
                node.items.append(self.value(depth))
                if self.skip_space() == "]":
                    break
                self._expect(",", "after array element")
        self.offset += 1
        node.end = self.offset
        return node

    def _expect(self, character: str, otherwise: str) -> None:
        if self.skip_space() != character:
            self.fail(otherwise)
        self.offset += 1

    def _string(self) -> Scalar:
        found = _STRING.match(self._text, self.offset)
        if found is None:
            self._fail_in_string()
        start, self.offset = found.span()
        # Go puts the replacement character for half a surrogate pair.
        return Scalar(start, self.offset, _SURROGATE.sub("\ufffd", json.loads(found[0])))

    def _fail_in_string(self) -> NoReturn:
        """Find the character that the string stumbles over."""
        whole = re.compile(_STRING.pattern[:-1]).match(self._text, self.offset)
        self.offset = whole.end() if whole else len(self._text)
        if self._text[self.offset : self.offset + 1] == "\\":
            self.offset += 1
            self.fail("in string escape code")
        self.fail("in string literal")

    def _number_or_word(self) -> Scalar:
        start = self.offset
        number = _NUMBER.match(self._text, start)
        word = _WORD.match(self._text, start)
        found = number or word
        if found is None:
            self.fail("looking for beginning of value")
        self.offset = found.end()
        if number is None:
            return Scalar(start, self.offset, _WORDS[found[0]])
        return Scalar(start, self.offset, _number(number))


def _number(found: re.Match[str]) -> int | float:
    """Read a number as it is written: 16.0 stays a float. An endless integer becomes infinite."""
    if found["point"] or found["exponent"]:
        return float(found[0])
    try:
        return int(found[0])
    except ValueError:  # more digits than Python reads
        return float(found[0])
