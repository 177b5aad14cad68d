"""What Go's scanner objects to in a text that is no JSON, in its words (`encoding/json/scanner.go`).

Only texts that Python's reader refuses are walked through here, so that the quick way stays quick.
"""

import re

MAX_DEPTH = 10_000
"""How many collections Go lets stand inside each other."""

_SPACE = b" \t\r\n"
_PLAIN = re.compile(rb'[^"\\\x00-\x1f]*')
_DIGITS = re.compile(rb"[0-9]*")
_LITERALS = {b"t": b"true", b"f": b"false", b"n": b"null"}
_NAMED = {"\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}
_LAST_PLAIN_CONTROL = 0x7F


class _Objection(Exception):  # noqa: N818
    """Go stops reading."""


def objection(raw: bytes) -> str | None:
    """Say what Go objects to in the first value of a text; None where it reads one.

    Nothing at all is `EOF`, a value that does not end `unexpected EOF`.
    """
    if not raw.strip(_SPACE):
        return "EOF"
    try:
        _Walk(raw).value()
    except _Objection as found:
        return str(found)
    return None


class _Walk:
    """A way through a text, by bytes; without recursion, so that depth costs no stack."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.at = 0
        self.open: list[bytes] = []

    def value(self) -> None:
        """Walk through one value and what it holds."""
        begun = self._begin()
        while self.open:
            if begun:
                begun = self._first()
            elif self._next():
                begun = self._begin()
        # A number ends only with what follows it, which Go does not mind at the top.

    def _begin(self) -> bool:
        """Walk into a value; tell whether it is a collection that was opened."""
        char = self._visible()
        if char in {b"{", b"["}:
            self.open.append(char)
            if len(self.open) > MAX_DEPTH:
                raise _fault(char, "exceeded max depth")
            self.at += 1
            return True
        if char == b'"':
            self._string()
        elif char in _LITERALS:
            self._literal(_LITERALS[char])
        elif char == b"-" or char.isdigit():
            self._number()
        else:
            raise _fault(char, "looking for beginning of value")
        return False

    def _first(self) -> bool:
        """Walk on behind an opening bracket; as `_begin`."""
        char = self._visible()
        if self.open[-1] == b"[":
            if char == b"]":
                self._close()
                return False
            return self._begin()
        if char == b"}":
            self._close()
            return False
        self._key()
        return self._begin()

    def _next(self) -> bool:
        """Walk on behind a value; tell whether another one follows in the same collection."""
        char = self._visible()
        is_list = self.open[-1] == b"["
        if char == (b"]" if is_list else b"}"):
            self._close()
            return False
        if char != b",":
            raise _fault(char, "after array element" if is_list else "after object key:value pair")
        self.at += 1
        if not is_list:
            self._key()
        return True

    def _close(self) -> None:
        self.open.pop()
        self.at += 1

    def _key(self) -> None:
        char = self._visible()
        if char != b'"':
            raise _fault(char, "looking for beginning of object key string")
        self._string()
        char = self._visible()
        if char != b":":
            raise _fault(char, "after object key")
        self.at += 1

    def _string(self) -> None:
        self.at += 1
        while True:
            found = _PLAIN.match(self.raw, self.at)
            assert found is not None
            self.at = found.end()
            char = self._char()
            self.at += 1
            if char == b'"':
                return
            if char != b"\\":
                raise _fault(char, "in string literal")
            self._escape()

    def _escape(self) -> None:
        char = self._char()
        self.at += 1
        if char == b"u":
            for _ in range(4):
                digit = self._char()
                if digit not in b"0123456789abcdefABCDEF":
                    raise _fault(digit, "in \\u hexadecimal character escape")
                self.at += 1
        elif char not in b'"\\/bfnrt':
            raise _fault(char, "in string escape code")

    def _literal(self, word: bytes) -> None:
        for expected in word.decode():
            char = self._char()
            if char != expected.encode():
                raise _fault(char, f"in literal {word.decode()} (expecting '{expected}')")
            self.at += 1

    def _number(self) -> None:
        if self._char() == b"-":
            self.at += 1
        if self._char() == b"0":
            self.at += 1
        else:
            self._digits("in numeric literal")
        if self.raw[self.at : self.at + 1] == b".":
            self.at += 1
            self._digits("after decimal point in numeric literal")
        if self.raw[self.at : self.at + 1] in {b"e", b"E"}:
            self.at += 1
            if self._char() in b"+-":
                self.at += 1
            self._digits("in exponent of numeric literal")

    def _digits(self, where: str) -> None:
        if not self._char().isdigit():
            raise _fault(self._char(), where)
        found = _DIGITS.match(self.raw, self.at)
        assert found is not None
        self.at = found.end()

    def _visible(self) -> bytes:
        """Give the next byte that is no space."""
        while self.raw[self.at : self.at + 1] in {b" ", b"\t", b"\r", b"\n"}:
            self.at += 1
        return self._char()

    def _char(self) -> bytes:
        if self.at >= len(self.raw):
            raise _Objection("unexpected EOF")
        return self.raw[self.at : self.at + 1]


def _fault(char: bytes, where: str) -> _Objection:
    return _Objection(f"invalid character {_quoted(char[0])} {where}")


def _quoted(byte: int) -> str:
    """Quote a byte as Go's `quoteChar`, which takes it for a character of Latin-1."""
    char = chr(byte)
    if char == "'":
        return "'\\''"
    if char == "\\":
        return "'\\\\'"
    if char in _NAMED:
        return f"'{_NAMED[char]}'"
    if char.isprintable():
        return f"'{char}'"
    return f"'\\x{byte:02x}'" if byte <= _LAST_PLAIN_CONTROL else f"'\\u{byte:04x}'"
