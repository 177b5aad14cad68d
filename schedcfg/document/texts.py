"""Texts in plain data, and how they are shown.

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


_MAY_SHOW_SECRET = pattern(
    r"[=@…]|--(?=[\w-]{0,40}(?:token|pass|pwd|secret|cred|key|auth|cookie))|earer |asic |PRIVATE", re.IGNORECASE
)
"""Without one of these, nothing in a sentence is a secret."""


def shown_name(text: str) -> str:
    """Return a name that a file writes, such as a kind, without what looks like a secret."""
    if ":" not in text and _MAY_SHOW_SECRET.search(text) is None:
        return text
    from schedcfg.document.secrets import hide  # noqa: PLC0415 - few names do

    return hide(text)


def printable(text: str) -> str:
    """Return a text in one line, without what looks like a secret.

    Line breaks, control characters and letters without a shape are escapes there.
    """
    if _MAY_SHOW_SECRET.search(text):
        from schedcfg.document.secrets import hide_in_sentence  # noqa: PLC0415 - few texts do

        text = hide_in_sentence(text)
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


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
