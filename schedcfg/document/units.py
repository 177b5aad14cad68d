"""Unit files of systemd to nodes: sections, the assignments in them, and the words of a command line.

Each setting becomes a list, as it can be written several times: of texts, and of lists of words where systemd parts the
value into words. What resets a setting, an assignment of nothing, is an empty list there, and an empty text elsewhere.

Upstream, in github.com/systemd/systemd: `config_parse` in conf-parser.c, `config_parse_exec` in load-fragment.c,
`extract_first_word` in extract-word.c, `cunescape_one` in escape.c.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple, TypeVar, cast

from schedcfg.document.nodes import Mapping, Node, Root, Scalar, Sequence
from schedcfg.document.plain import Plain
from schedcfg.patterns import pattern

_LINE = pattern(r"(?P<content>[^\n]*?)\r?(?:\n|\Z)")
_COMMENT = pattern(r"[ \t]*[#;]")
_HEADER = pattern(r"\s*\[(?P<name>[^\]]*)\]\s*\Z")
_ASSIGNMENT = pattern(r"\s*(?P<key>[^\s=][^=]*?)\s*=\s*(?P<value>.*?)\s*\Z", re.DOTALL)
_WORD = pattern(r"""(?:\{\{[^{}]*\}\}|\{|[^\s'"\\{]+|\\.|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")+""", re.DOTALL)
"""A word; what a template has in braces belongs to one, as its value will."""
_ESCAPE = pattern(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{3}|.)", re.DOTALL)
_PART = pattern(r"""'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)"|""" + _ESCAPE.pattern, re.DOTALL)
_LETTERS = {
    **dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True)),
    **{letter: letter for letter in ("\\", '"', "'")},
    "s": " ",
}
_Collection = TypeVar("_Collection", Mapping, Sequence)

_SEPARATOR, _ESCAPED_SEPARATOR = ";", r"\;"
_WORDS = ("Exec", "Environment")
"""What the names of settings begin with whose values are parted into words; `EnvironmentFile` is one file."""
_ONE_WORD = "EnvironmentFile"


def read(text: str) -> Plain:
    """Read a unit file: a mapping of its sections."""
    root = next(trees(text))
    return Plain(root.start, data_of(root.node))


def trees(text: str) -> Iterator[Root]:
    """Yield the tree of a unit file."""
    root = Mapping(0, len(text), flow=False, lookup={})
    section: Mapping | None = None
    for line in logical_lines(text):
        header = _HEADER.match(line.text)
        if header is not None:
            key = line.scalar(*header.span("name"))
            section = _entry(root, key, Mapping(key.end, key.end, flow=False, lookup={}))
        elif section is not None and (assignment := _ASSIGNMENT.match(line.text)) is not None:
            key = line.scalar(*assignment.span("key"))
            values = _entry(section, key, Sequence(key.end, key.end, flow=False))
            values.items += _values(str(key.value), line, *assignment.span("value"))
            section.end = values.end = line.offset(assignment.end("value"))
    root.start = root.entries[0][0].start if root.entries else 0
    yield Root(root.start, root)


def _entry(parent: Mapping, key: Scalar, value: _Collection) -> _Collection:
    """Return what is under a key, the first time a value of its own: sections and settings may be written again."""
    assert parent.lookup is not None
    entry = parent.lookup.setdefault(str(key.value), (key, value))
    if entry[1] is value:
        parent.entries.append(entry)
    return cast("_Collection", entry[1])


def split_words(text: str) -> list[str]:
    """Return the words of a text, without the quotes around them or around parts of them."""
    return [_unquoted(match[0]) for match in _WORD.finditer(text)]


class LogicalLine(NamedTuple):
    """A line with those that continue it, parted by blanks."""

    text: str
    pieces: list[tuple[int, int]]  # Where in it each line begins, and where that is in the file

    def offset(self, index: int) -> int:
        """Return where in the file a place of it is; its end is behind what is before it."""
        start, offset = self.pieces[bisect_right(self.pieces, max(index - 1, 0), key=itemgetter(0)) - 1]
        return offset + index - start

    def words(self, start: int = 0, end: int | None = None) -> Iterator[Scalar]:
        """Yield its words, or those of a part of it, without quotes."""
        for match in _WORD.finditer(self.text, start, len(self.text) if end is None else end):
            yield self.scalar(*match.span(), _unquoted(match[0]))

    def scalar(self, start: int, end: int, value: str | None = None) -> Scalar:
        """Return a part of it, with a value of its own where it is not written as it is."""
        first = self.offset(start + 1) - 1
        return Scalar(first, max(first, self.offset(end)), self.text[start:end] if value is None else value)


def logical_lines(text: str) -> Iterator[LogicalLine]:
    """Yield lines put together where a backslash ends them; comments are left out, between continued lines too."""
    parts: list[str] = []
    pieces: list[tuple[int, int]] = []
    length = 0
    # What comes before a text that is read in its place is blank.
    begin = text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1
    for match in _LINE.finditer(text, begin):
        content = match["content"]
        if _COMMENT.match(content):
            continue
        is_continued = _ends_in_backslash(content)
        parts.append(f"{content[:-1]} " if is_continued else content)
        pieces.append((length, match.start()))
        length += len(content)
        if not is_continued:
            yield LogicalLine("".join(parts), pieces)
            parts, pieces, length = [], [], 0
    if parts:
        yield LogicalLine("".join(parts), pieces)


def _ends_in_backslash(line: str) -> bool:
    """Return whether the last backslash of a line escapes its end, rather than being escaped itself."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _values(name: str, line: LogicalLine, start: int, end: int) -> Iterator[Node]:
    """Yield what an assignment adds to a setting: command lines, words, or its text."""
    if not name.startswith(_WORDS) or name == _ONE_WORD:
        yield line.scalar(start, end)
        return
    words: list[Node] = []
    for word in line.words(start, end):
        if word.value == _SEPARATOR and word.end - word.start == len(_SEPARATOR):
            yield from _command(words)
            words = []
        else:
            words.append(word)
    yield from _command(words)
    if start == end:
        place = line.offset(start)
        yield Sequence(place, place, flow=True)


def _command(words: list[Node]) -> Iterator[Sequence]:
    if words:
        yield Sequence(words[0].start, words[-1].end, flow=True, items=words)


def _unquoted(word: str) -> str:
    if word == _ESCAPED_SEPARATOR:
        return _SEPARATOR
    return _PART.sub(_part, word)


def _part(part: re.Match[str]) -> str:
    """Return what a quoted text, or an escape, means; quotes inside others are letters."""
    quoted = part["single"] if part["double"] is None else part["double"]
    return _unescaped(part) if quoted is None else _ESCAPE.sub(_unescaped, quoted)


def _unescaped(escape: re.Match[str]) -> str:
    kind, digits = escape[0][1], escape[0][2:]
    if kind in "xuU" and digits:
        number = int(digits, 16)
    elif kind.isdigit() and digits:
        number = int(f"{kind}{digits}", 8)
    else:
        return _LETTERS.get(kind, escape[0])
    return chr(number) if number <= sys.maxunicode else escape[0]


def data_of(node: Node) -> object:
    """Return the data of a tree."""
    if isinstance(node, Mapping):
        return {key.value: data_of(value) for key, value in node.entries if isinstance(key, Scalar)}
    if isinstance(node, Sequence):
        return [data_of(item) for item in node.items]
    return node.value if isinstance(node, Scalar) else None
