"""Texts in plain data, how they are shown, and those that look like secrets.

Bytes to text, as YAML's reader does it.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from schedcfg.document.span import Lines, Path
from schedcfg.errors import UnreadableInput
from schedcfg.patterns import pattern


def texts(data: object, path: Path = ()) -> Iterator[tuple[str, Path]]:
    """Yield every text in plain data, keys left out, with its path.

    Args:
        data: Plain data.
        path: Where that is.
    """
    if isinstance(data, str):
        yield data, path
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from texts(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from texts(value, (*path, index))


def listing(names: Sequence[str], first: int) -> str:
    """Return the first names, and how many more there are, unless that is one: `a, b and 3 more`."""
    rest = len(names) - first
    shown = ", ".join(names if rest <= 1 else names[:first])
    return f"{shown} and {rest:,} more" if rest > 1 else shown


def printable(text: str) -> str:
    """Return a text in one line: line breaks, control characters and letters without a shape as escapes."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


SENSITIVE = "token|password|passwd|secret|keyData|privateKey|credential"
"""Parts of a key's name, in any case, that make its value a secret."""

_SECRET = pattern(SENSITIVE, re.IGNORECASE)
_SECRET_WORDS = SENSITIVE.lower().split("|")

WHERE_IT_IS = pattern(
    r"(file|path|dir|name|namespace|ref|url|mount|type|key|timeout|seconds|ttl|size|count|limit|length|izer|less)s?\Z",
    re.IGNORECASE,
)
"""Ends of names under which is where a secret is, or what it is like, rather than the secret."""

_WORD = pattern(r"[^\s\"'`<>]++")
"""What an address can be in: spaces and quotes end it."""
_SCHEME, _DIGESTS = "://", ("sha256:", "sha512:")
_CUT_LOGIN = pattern(r"[^/?#:@…]++:(?![0-9]*+(?:[/?#…]|\Z))")
"""A user and the beginning of a password, in an address whose end is cut off."""

_PARAMETER = pattern(r"(?<=[?&;#])(?P<name>[\w.~%-]++)=(?P<value>[^&;#\s\"'`<>]++)")
_SECRET_PARAMETER = pattern(rf"{SENSITIVE}|api[-_]?key|access[-_]?key|auth|jwt|sig|\A(?:key|code)\Z", re.IGNORECASE)


def may_name_secret(text: str) -> bool:
    """Return whether a text may have a word in it that makes a value a secret, in less time than a search takes."""
    if not text.isascii():
        return True  # Of other letters, some are ours in another case: the long s, the sign for Kelvin.
    small = text.lower()
    return any(word in small for word in _SECRET_WORDS)


def is_secret(path: Path) -> bool:
    """Return whether any key on the way to a value sounds like a secret."""
    return any(isinstance(step, str) and _SECRET.search(step) is not None for step in path)


def has_login(text: str) -> bool:
    """Return whether an address has a user or a password in it."""
    return bool(_logins(text))


def without_login(text: str) -> str:
    """Return a text whose addresses have no user, password or token: they are hidden."""
    parts, kept = [], 0
    for start, end in hidden_spans(text):
        parts += [text[kept:start], "***"]
        kept = end
    return "".join([*parts, text[kept:]]) if parts else text


def hidden_spans(text: str) -> list[tuple[int, int]]:
    """List, in order, where logins of addresses and values of secret parameters are: a scan from left to right."""
    logins = _logins(text)
    if "=" not in text:
        return logins
    values = [one.span("value") for one in _PARAMETER.finditer(text) if _SECRET_PARAMETER.search(one["name"])]
    found: list[tuple[int, int]] = []
    for start, end in sorted([*logins, *values]):
        # Parameters within a login, as a password may look like one, are hidden with it.
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def _logins(text: str) -> list[tuple[int, int]]:
    """List where users and passwords in addresses are.

    One ends at the last `@` of its word, as a password may have a `/` or an `@` in it; an address without a scheme has
    one where a `:` is before the `@`.
    """
    if "@" not in text and "…" not in text:
        return []
    words = ((word.start(), _login(word[0])) for word in _WORD.finditer(text))
    return [(start + login[0], start + login[1]) for start, login in words if login is not None]


def _login(word: str) -> tuple[int, int] | None:
    """Return where the login is in a word that may be an address; None where there is none."""
    scheme = word.find(_SCHEME)
    start = scheme + len(_SCHEME) if scheme >= 0 else 0
    end = word.rfind("@")
    if end < 0:
        cut = _CUT_LOGIN.match(word, start) if scheme >= 0 and "…" in word else None
        return None if cut is None else (start, word.index("…"))
    if "@" in word[:start]:
        start = 0
    is_login = scheme >= 0 or (":" in word[:end] and not word.startswith(_DIGESTS, end + 1))
    return (start, end) if is_login and start < end else None


_UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def decode_text(raw: bytes) -> str:
    """Return the bytes of a file as text: UTF-8, or UTF-16 where it starts with a byte order mark of that.

    A byte order mark stays in the text as U+FEFF, so that offsets agree with the file.

    Raises:
        UnreadableInput: with line and column of the first byte that is none of these, or of a NUL.
    """
    encoding = encoding_of(raw)
    if encoding == "utf-8" and (nul := raw.find(b"\0")) >= 0:
        _refuse(raw, nul, encoding, "it looks like binary data: it contains a NUL byte", "Use a text file in UTF-8.")
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
        found = f"the byte 0x{raw[error.start]:02x} is not valid {name}"
        _refuse(raw, error.start, encoding, found, "Save the file as UTF-8.")
    if "\0" in text:
        nul = len(text[: text.index("\0")].encode(encoding))
        _refuse(raw, nul, encoding, "it looks like binary data: it contains a NUL byte", "Use a text file in UTF-8.")
    return text


def encoding_of(raw: bytes) -> str:
    """Return the encoding of a text's bytes, as Python names it: `utf-8`, or what a byte order mark shows."""
    return _UTF_16.get(raw[:2], "utf-8")


def _refuse(raw: bytes, offset: int, encoding: str, found: str, help: str) -> NoReturn:  # noqa: A002
    before = raw[:offset].decode(encoding, "replace")
    place = Lines(before).position(len(before))
    raise UnreadableInput(found, help, line=place.line, column=place.column) from None
