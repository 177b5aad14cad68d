"""`Draft.replace`, `rename`, `set` and `annotate`: exact texts."""

import pytest

from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("k: v1beta1   # c\n", "v1", "k: v1   # c\n"),
        ("k: 'x'\n", "it's", "k: 'it''s'\n"),
        ('k: "x"\n', "it's", 'k: "it\'s"\n'),
        ("k: 'x'\n", "two\nlines", 'k: "two\\nlines"\n'),
        ("k: x\n", "yes", 'k: "yes"\n'),
        ("k: x\n", "a: b", 'k: "a: b"\n'),
        ("k: x\n", "a #b", 'k: "a #b"\n'),
        ("k: 'x'\n", 5, "k: 5\n"),
        ("k: 5\n", "5", 'k: "5"\n'),
        ("k: 5\n", 16.0, "k: 16\n"),
        ("k: 5\n", None, "k: null\n"),
        ("k:\n", True, "k: true\n"),
        ("k: # c\n", 1, "k: 1 # c\n"),
        ("k: 'x\n  y' # c\nl: 1\n", "z", "k: 'z' # c\nl: 1\n"),
        ("k: x\n  y\nl: 1\n", "z", "k: z\nl: 1\n"),
        ("k: >- # c\n  x\nl: 1\n", "new", "k: new # c\nl: 1\n"),
        ("k: !!str 5\n", "6", 'k: !!str "6"\n'),
        ("k: !!int '5'\n", "x", "k: 'x'\n"),
        ("k: &a 5\n", 6, "k: &a 6\n"),
        ("a: &a 1\nk: *a\n", 6, "a: &a 1\nk: 6\n"),
        ("? k\n", 6, "? k\n: 6\n"),
        ("? k\n: 5\n", 6, "? k\n: 6\n"),
        ('{"k": 1}', 1.0, '{"k": 1.0}'),
        ('{"k": "x"}', "é\n", '{"k": "é\\n"}'),
        ('{\n  "k": 1\n}', {"a": [1]}, '{\n  "k": {\n    "a": [\n      1\n    ]\n  }\n}'),
        ('{"k":[1],"l":2}', {"a": [1, 2]}, '{"k":{"a":[1,2]},"l":2}'),
        ("k: 1 # c\n", {"a": ["b"], "c": {}}, "k: # c\n  a:\n    - b\n  c: {}\n"),
        ("k: {a: 1}\n", {"b": "x: y"}, 'k: {b: "x: y"}\n'),
        ("k:\n  - a\n  - b\n# c\n", [], "k: []\n# c\n"),
        ("k: # c\n  - a\n", 1, "k: 1 # c\n"),
        ("k: # c\n- a\nl:\n- b\n", ["x", {"y1": 2}], "k: # c\n- x\n- y1: 2\nl:\n- b\n"),
        ("k:\r\n  a: 1\r\nl: 2\r\n", {"b": 1, "c": 2}, "k:\r\n  b: 1\r\n  c: 2\r\nl: 2\r\n"),
    ],
)
def test_replace(text: str, value: object, expected: str) -> None:
    draft = Draft(text)
    draft.replace(("k",), value)
    assert draft.text == expected


def test_replace_an_item_and_the_root() -> None:
    draft = Draft("a:\n-   name: x\n    w: 1\n-   y\n")
    draft.replace(("a", 0), {"n1": 1, "m": 2})
    draft.replace(("a", 1), [3, 4])
    assert draft.text == "a:\n-   n1: 1\n    m: 2\n-   - 3\n    - 4\n"
    draft.replace((), {"x": [1]})
    assert draft.text == "x:\n- 1\n"


def test_what_stands_there_already_is_no_edit() -> None:
    draft = Draft("a: 'x' # c\nb: 1\n")
    draft.replace(("a",), "x")
    draft.replace(("b",), 1)
    assert draft.edits == ()


def test_comments_inside_are_not_written_over() -> None:
    draft = Draft("a:\n  b: 1 # c\n")
    with pytest.raises(EditConflict, match="there are comments in the text"):
        draft.replace(("a",), {"x": 1})
    with pytest.raises(EditConflict, match="there are comments in the text"):
        Draft("a: [ # c\n  1]\n").replace(("a",), 1)
    assert draft.text == draft.original


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("k: 1\n", "new", "new: 1\n"),
        ("'k': 1\n", "it's", "'it''s': 1\n"),
        ('"k" : [a]\n', "new", '"new" : [a]\n'),
        ("k: 1\n", "yes", '"yes": 1\n'),
        ("? k # c\n: 1\n", "new", "? new # c\n: 1\n"),
        ("&x k: 1\n", "new", "&x new: 1\n"),
        ("---\n{k: 1, l: 2}\n", "new", "---\n{new: 1, l: 2}\n"),
        ('{"k": 1}', "new", '{"new": 1}'),
    ],
)
def test_rename(text: str, key: str, expected: str) -> None:
    draft = Draft(text)
    draft.rename(("k",), key)
    assert draft.text == expected


def test_rename_to_a_key_that_is_there() -> None:
    draft = Draft("a: 1\nb: 2\n")
    with pytest.raises(EditConflict, match="`b` already exists"):
        draft.rename(("a",), "b")


def test_set_replaces_or_inserts() -> None:
    draft = Draft("a:\n  b: 1\nl: [1]\n")
    draft.set(("a", "b"), 2)
    draft.set(("a", "c", 0, "d"), 3)
    draft.set(("l", 1), 4)
    assert draft.text == "a:\n  b: 2\n  c:\n    - d: 3\nl: [1, 4]\n"


def test_annotate() -> None:
    draft = Draft("a:\n  # old\n  - b: 1\n    c: 2\nd: {e: 1}\n")
    draft.annotate(("a", 0), "above the item")
    draft.annotate(("a", 0, "b"), "above the dash")
    draft.annotate(("a", 0, "c"), "two\nlines")
    draft.annotate(("d", "e"), "not in braces")
    assert draft.text == (
        "a:\n  # old\n  # above the item\n  # above the dash\n  - b: 1\n    # two\n    # lines\n    c: 2\nd: {e: 1}\n"
    )


def test_annotate_does_nothing_in_json() -> None:
    draft = Draft('{"a": 1}')
    draft.annotate(("a",), "why")
    assert draft.text == '{"a": 1}'
