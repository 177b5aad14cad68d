"""Bytes to text."""

import pytest

from schedcfg.document import decode_text, parse
from schedcfg.errors import UnreadableInput


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", ""),
        ("ä: 😀\n".encode(), "ä: 😀\n"),
        ("\ufeffa: 1\n".encode(), "\ufeffa: 1\n"),
        ("\ufeffa: ä\n".encode("utf-16-le"), "\ufeffa: ä\n"),
        ("\ufeffa: 😀\n".encode("utf-16-be"), "\ufeffa: 😀\n"),
    ],
)
def test_decode_text(raw, text):
    assert decode_text(raw) == text


@pytest.mark.parametrize(
    ("raw", "words", "place"),
    [
        (b"a: 1\nb: \xff\n", "0xff is not valid UTF-8", (2, 4)),
        ("ä: ".encode() + b"\xc3", "0xc3 is not valid UTF-8", (1, 4)),
        (b"\xed\xa0\x80", "0xed is not valid UTF-8", (1, 1)),
        (b"a: \0", "binary", (1, 4)),
        ("a: 1".encode("utf-16-le"), "binary", (1, 2)),
        ("\ufeffa\r\nb\0".encode("utf-16-le"), "binary", (2, 2)),
        ("\ufeffa".encode("utf-16-be") + b"\xd8", "not valid UTF-16", (1, 3)),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(raw, words, place):
    with pytest.raises(UnreadableInput) as caught:
        decode_text(raw)
    assert words in str(caught.value)
    assert (caught.value.line, caught.value.column) == place
    assert caught.value.help


def test_utf_16_is_read_like_utf_8():
    (document,) = parse(decode_text("\ufeffa: [1, ä]\n".encode("utf-16-be"))).documents
    assert document.data == {"a": [1, "ä"]}
    assert document.locate(("a", 1)).value.start == (1, 9, 8)
