"""The scanner takes JSON apart, and objects to what is none in Go's words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document.golang.json_scanner import JsonSyntaxError, tokens

FRAGMENTS = ['"a"', '"', "\\", "\\u00e9", "\\u1", "1", "-", ".", "e", "+", "0", "true", "tru", "null", *"{}[]:, \nx"]
TEXTS = st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join)


def test_tokens_have_their_places() -> None:
    assert list(tokens(' {"a": [1.5e3, null], "b" : "\\""}\n')) == [
        ("{", 1, 2),
        ("key", 2, 5),
        ("[", 7, 8),
        ("number", 8, 13),
        ("literal", 15, 19),
        ("]", 19, 20),
        ("key", 22, 25),
        ("string", 28, 32),
        ("}", 32, 33),
    ]


def test_depth_is_the_callers_business() -> None:
    assert len(list(tokens("[" * 20_000 + "]" * 20_000))) == 40_000


@pytest.mark.parametrize(
    ("text", "offset", "objection"),
    [
        ("", 0, "looking for beginning of value"),
        ("{} x", 3, "after top-level value"),
        ("[1 2]", 3, "after array element"),
        ('{"a" 1}', 5, "after object key"),
        ('{"a":1 "b"}', 7, "after object key:value pair"),
        ('{"a":1,}', 7, "looking for beginning of object key string"),
        ("[1,]", 3, "looking for beginning of value"),
        ('"a\tb"', 2, "in string literal"),
        ('"a', 2, "in string literal"),
        (r'"\x"', 2, "in string escape code"),
    ],
)
def test_the_token_that_is_wrong(text: str, offset: int, objection: str) -> None:
    with pytest.raises(JsonSyntaxError) as caught:
        list(tokens(text))
    assert (caught.value.offset, caught.value.objection) == (offset, objection)


@given(TEXTS | st.text(max_size=20))
def test_what_the_scanner_takes_python_reads(text: str) -> None:
    try:
        json.loads(text, parse_constant=lambda word: json.loads(f"{word}!"))
    except ValueError:
        with pytest.raises(JsonSyntaxError):
            list(tokens(text))
    else:
        assert list(tokens(text))
