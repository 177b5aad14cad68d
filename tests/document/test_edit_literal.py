"""Texts of several lines in edits: literal blocks stay literal blocks, and new texts become some."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document.edit import Draft

LINES = st.lists(st.text(string.ascii_letters + " #:-|'\"\t\u00e9\u2028\x85\ufeff", max_size=6), min_size=1, max_size=5)
TEXTS = LINES.map("\n".join)
AROUND = [
    "k: |\n  old\n",
    "k: |\n  old",
    "k: |+\n  old\n\n\n",
    "k: >-\n    old\nl: 1\n",
    "k: | # c\n  old\n# d\nl: 1\n",
]


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("k: |\n  x\n  y\nl: 1\n", "p\n\nq\n", "k: |\n  p\n\n  q\nl: 1\n"),
        ("k: |-\n    x\n", "p\nq\n", "k: |\n    p\n    q\n"),
        ("k: | # c\n  x\n\nl: 1\n", "p\nq", "k: |- # c\n  p\n  q\n\nl: 1\n"),
        ("k: |+\n  x\n\n\nl: 1\n", "p\n\n", "k: |+\n  p\n\nl: 1\n"),
        ("k: >\n  x\n", "p\n# q\n", "k: |\n  p\n  # q\n"),
        ("k: |\n  x", "p\nq\n", "k: |\n  p\n  q\n"),
        ("k: |\r\n  x\r\nl: 1\r\n", "p\nq\n", "k: |\r\n  p\r\n  q\r\nl: 1\r\n"),
        ("k: |\n  x\n", "one line", "k: one line\n"),
        ("k: |\n  x\n", "  p\nq\n", 'k: "  p\\nq\\n"\n'),
        ("k: |\n  x\n", "p\x07\n", 'k: "p\\u0007\\n"\n'),
    ],
)
def test_what_replaces_a_block(text: str, value: str, expected: str) -> None:
    draft = Draft(text)
    draft.replace(("k",), value)
    assert draft.text == expected


@pytest.mark.parametrize(
    ("text", "path", "value", "expected"),
    [
        ("a: 1\n", ("k",), "p\n\nq\n", "a: 1\nk: |\n  p\n\n  q\n"),
        ("a:\n- 1\n", ("a", 1), "p\nq", "a:\n- 1\n- |-\n  p\n  q\n"),
        ("a: []\n", ("a", 0), {"d": {"k": "p\n\nq\n\n"}}, "a:\n  - d:\n      k: |+\n        p\n\n        q\n\n"),
        ("a: {b: 1}\n", ("a", "k"), "p\nq\n", 'a: {b: 1, k: "p\\nq\\n"}\n'),
        ('{"a": 1}', ("k",), "p\nq\n", '{"a": 1, "k": "p\\nq\\n"}'),
    ],
)
def test_what_is_put_in(text: str, path: tuple[str | int, ...], value: object, expected: str) -> None:
    draft = Draft(text)
    draft.insert(path, value)
    assert draft.text == expected


@given(st.sampled_from(AROUND), TEXTS)
def test_any_text_finds_its_place(around: str, value: str) -> None:
    draft = Draft(around)
    draft.replace(("k",), value)
    draft.insert(("new",), {"inner": [value, {"deep": value}]})
    assert draft.data == {**Draft(around).data, "k": value, "new": {"inner": [value, {"deep": value}]}}
