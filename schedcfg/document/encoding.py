"""Bytes to text, as YAML's reader does it."""

import codecs
from typing import NoReturn

from schedcfg.document.span import Lines
from schedcfg.errors import UnreadableInput

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
