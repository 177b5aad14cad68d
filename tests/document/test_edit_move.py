"""`Draft.move`: exact texts."""

import pytest

from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict


@pytest.mark.parametrize(
    ("text", "path", "to", "expected"),
    [
        ("a: 1 # own\nb: 2", ("a",), ("c",), "b: 2\nc: 1 # own"),
        ("a: 1\n# own\n'b' : 'x' # own\nc: 1\n", ("b",), ("d", "b"), "a: 1\nc: 1\nd:\n  # own\n  'b' : 'x' # own\n"),
        (
            "a:\n    # own\n    b:\n        # inner\n        - x   # own\nc:\n    d: 1\n",
            ("a", "b"),
            ("c", "e"),
            "a: {}\nc:\n    d: 1\n    # own\n    e:\n        # inner\n        - x   # own\n",
        ),
        (
            "a:\n  k: |2\n     x\n    y\n",
            ("a", "k"),
            ("m", "o", "p"),
            "a: {}\nm:\n  o:\n    p: |2\n       x\n      y\n",
        ),
        ("a: |+\n  x\n\n# c\nb: 1\n", ("a",), ("c", "a"), "# c\nb: 1\nc:\n  a: |+\n    x\n\n"),
        ("? a # own\n: 1\nb: 2\n", ("a",), ("c", "x"), "b: 2\nc:\n  ? x # own\n  : 1\n"),
        ("a:\n  b: |\n    x", ("a", "b"), ("c",), "a: {}\nc: |-\n  x"),
        ("a: 1\r\nb: |+\r\n  x\r\n", ("b",), ("c", "d"), "a: 1\r\nc:\r\n  d: |+\r\n    x\r\n"),
        # items
        ("a:\n- x\n# own\n- k: 1\n  l: 2 # own\n", ("a", 1), ("a", 0), "a:\n# own\n- k: 1\n  l: 2 # own\n- x\n"),
        ("a:\n- x # own\n- z\nb: []\n", ("a", 0), ("b", 0), "a:\n- z\nb:\n- x # own\n"),
        # an item becomes an entry, an entry an item
        ("a:\n  - k: 1 # k\n    l: 2\n  - x\n", ("a", 0), ("b",), "a:\n  - x\nb:\n  k: 1 # k\n  l: 2\n"),
        ("a:\n  k: 1 # k\n  l: 2\nb: 1\n", ("a",), ("c", 0), "b: 1\nc:\n  - k: 1 # k\n    l: 2\n"),
        ("a: # a\n- k\n- l\nb: 1\n", ("a",), ("c", 0), "b: 1\nc:\n- # a\n  - k\n  - l\n"),
        ("a: 'x' # own\nb: [] # b\n", ("a",), ("b", 0), "b: # b\n  - 'x' # own\n"),
        # brackets
        ("a: {b: 'x', c: 1}\nd: {e: [1]}\n", ("a", "b"), ("d", "f"), "a: {c: 1}\nd: {e: [1], f: 'x'}\n"),
        ("a: {b: 'x', c: 1}\nd:\n  e: 1\n", ("a", "b"), ("d", "f"), "a: {c: 1}\nd:\n  e: 1\n  f: 'x'\n"),
        ("a: [b: 'x', c]\nd:\n- e\n", ("a", 0), ("d", 1), "a: [c]\nd:\n- e\n- {b: 'x'}\n"),
        ("a:\n  k: [1]\nd: {e: 1}\n", ("a", "k"), ("d", "k"), "a: {}\nd: {e: 1, k: [1]}\n"),
        ('{"a": 1, "b": 1.50, "c": {}}', ("b",), ("c", "d"), '{"a": 1, "c": {"d": 1.5}}'),
        (
            '{\n  "a": {\n    "n": [\n      1.50\n    ]\n  },\n  "b": 1\n}',
            ("a", "n"),
            ("n",),
            '{\n  "a": {},\n  "b": 1,\n  "n": [\n    1.50\n  ]\n}',
        ),
    ],
)
def test_move(text: str, path: tuple[str | int, ...], to: tuple[str | int, ...], expected: str) -> None:
    draft = Draft(text)
    draft.move(path, to)
    assert draft.text == expected


def test_comments_have_no_place_in_brackets() -> None:
    draft = Draft("a:\n  k: 1 # own\nd: {e: 1}\n")
    with pytest.raises(EditConflict, match="has comments, which cannot be kept"):
        draft.move(("a", "k"), ("d", "k"))
    assert draft.text == draft.original
    assert draft.edits == ()


def test_a_move_whose_second_half_fails_leaves_the_draft() -> None:
    draft = Draft("a: 1\nb: 2\n")
    with pytest.raises(EditConflict, match="`b` already exists"):
        draft.move(("a",), ("b",))
    assert draft.text == draft.original
