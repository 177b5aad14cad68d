"""Texts are quoted and folded as Go does it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document.golang.text import (
    fold_name,
    harmless,
    one_line,
    quoted,
    without_lone_surrogates,
)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", '""'),
        ('say "hi"\\', r'"say \"hi\"\\"'),
        ("\a\b\f\n\r\t\v", r'"\a\b\f\n\r\t\v"'),
        ("\x00\x1b\x7f", r'"\x00\x1b\x7f"'),
        ("\x85\xa0\xad\u200b", r'"\u0085\u00a0\u00ad\u200b"'),
        ("\U000e0001", r'"\U000e0001"'),
        ("'ä漢🙂'", "\"'ä漢🙂'\""),
    ],
)
def test_quoted_as_strconv_quotes(text: str, written: str) -> None:
    assert quoted(text) == written
    assert quoted(text.encode()) == written


def test_bytes_that_are_no_utf8_are_shown() -> None:
    assert harmless(b"\xff\xc3ok") == r"\xff\xc3ok"


@given(st.binary(max_size=60), st.integers(0, 10))
def test_nothing_that_a_terminal_would_obey_is_left(raw: bytes, longest: int) -> None:
    assert harmless(raw, longest).isprintable()
    assert one_line(raw.decode("latin-1"), longest).isprintable()


def test_keys_in_any_case() -> None:
    assert fold_name("FilterVerb") == fold_name("filterverb")
    assert fold_name("\u212aube\u017f") == "kubes"
    assert fold_name("\u0130") == "\u0130"


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    assert without_lone_surrogates("a\ud800b🙂") == "a\ufffdb🙂"
