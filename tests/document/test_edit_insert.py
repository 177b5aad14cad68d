"""`Draft.insert` and `insert_after`: exact texts."""

import pytest

from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict


@pytest.mark.parametrize(
    ("text", "path", "value", "expected"),
    [
        # at the end of a mapping, behind the trailing comment, before comments and blank lines
        ("a: 1 # c\n\n# d\n", ("b",), 2, "a: 1 # c\nb: 2\n\n# d\n"),
        ("a:\n  b: 1\n\nc: 2\n", ("a", "d"), [1], "a:\n  b: 1\n  d:\n    - 1\n\nc: 2\n"),
        ("a: 1\n---\nb: 2\n", ("c",), 3, "a: 1\nc: 3\n---\nb: 2\n"),
        ("a: 1\n...\n", ("c",), 3, "a: 1\nc: 3\n...\n"),
        ("a: 1", ("b",), "x", "a: 1\nb: x"),
        ("a: 1\r\nb:\r\n- 2", ("c",), {"d": 1}, "a: 1\r\nb:\r\n- 2\r\nc:\r\n  d: 1"),
        ("a: 1\rb: 2\r", ("c",), 3, "a: 1\rb: 2\rc: 3\r"),
        ("\ufeffa: 1\n", ("c",), 1, "\ufeffa: 1\nc: 1\n"),
        ("a: |\n  x\n\n# c\n", ("b",), 1, "a: |\n  x\nb: 1\n\n# c\n"),
        ("a: |+\n  x\n\n\n# c\n", ("b",), 1, "a: |+\n  x\n\n\nb: 1\n# c\n"),
        ("a: |\n  x", ("b",), 1, "a: |-\n  x\nb: 1"),
        ("a: |\n  x", ("b",), "y\nz\n", "a: |-\n  x\nb: |\n  y\n  z\n"),
        ("a: 1\t# tab\n", ("b",), "ü", "a: 1\t# tab\nb: ü\n"),
        # indentation: siblings, else the document's
        ("a:\n    b:\n        c: 1\n", ("d", "e"), {"f": 1}, "a:\n    b:\n        c: 1\nd:\n    e:\n        f: 1\n"),
        ("a:\n- 1\nb: 2\n", ("c",), [{"x": 1, "z": 2}], "a:\n- 1\nb: 2\nc:\n- x: 1\n  z: 2\n"),
        ("a:\n  - 1\n", ("c",), [2], "a:\n  - 1\nc:\n  - 2\n"),
        (
            "  \n        a: 1\n        b:\n        - x",
            ("b", 1),
            "z",
            "  \n        a: 1\n        b:\n        - x\n        - z",
        ),
        # items
        (
            "a:\n-   x: 1\n    z: 2\n",
            ("a", 1),
            {"x": 3, "w": [4]},
            "a:\n-   x: 1\n    z: 2\n-   x: 3\n    w:\n    - 4\n",
        ),
        ("a:\n  # own\n  - b # c\n", ("a", 0), "z", "a:\n  - z\n  # own\n  - b # c\n"),
        ("- - a\n  - b\n- c\n", (0, 0), "z", "- - z\n  - a\n  - b\n- c\n"),
        ("- - a\n  - b\n- c\n", (0, 1), ["z"], "- - a\n  - - z\n  - b\n- c\n"),
        # nothing there yet
        ("a:\nb: 1\n", ("a", "c"), 2, "a:\n  c: 2\nb: 1\n"),
        ("a:  # c\nb: 1\n", ("a", 0), 2, "a:  # c\n  - 2\nb: 1\n"),
        ("a: ~ # c\n", ("a", "b"), 1, "a: # c\n  b: 1\n"),
        ("a: {}  # c\n", ("a", "b", "c"), 1, "a:  # c\n  b:\n    c: 1\n"),
        ("a: []  # c\n", ("a", 0), {"b": 1, "c": {}}, "a:  # c\n  - b: 1\n    c: {}\n"),
        ("a:\n  {}\n", ("a", "b"), 1, "a:\n  b: 1\n"),
        ("- {} # c\n-\n", (0, "a"), 1, "- a: 1 # c\n-\n"),
        ("- {} # c\n-\n", (1, "a"), 1, "- {} # c\n- a: 1\n"),
        ("a: { # c\n }\n", ("a", "b"), 1, "a: {b: 1 # c\n }\n"),
        ("---\n", ("a", "b"), 1, "---\na:\n  b: 1\n"),
        ("--- {}\n", ("a",), 1, "---\na: 1\n"),
        # in brackets
        ("a: {b: 1, c: [x, y]} # c\n", ("a", "c", 2), "z: z", 'a: {b: 1, c: [x, y, "z: z"]} # c\n'),
        ("a: [x,y]\n", ("a", 0), "z", "a: [z,x,y]\n"),
        ("a: [x, y, ]\n", ("a", 2), "z", "a: [x, y, z, ]\n"),
        ("a: { b: 1 }\n", ("a", "c"), {"d": [1]}, "a: { b: 1, c: {d: [1]} }\n"),
        ("a: {b: {}, c: , d}\n", ("a", "c", "e"), 1, "a: {b: {}, c: {e: 1}, d}\n"),
        ("a: [b: c, d]\n", ("a", 0, "e"), 1, "a: [{b: c, e: 1}, d]\n"),
        ("a: [\n  x, # cx\n  z # cz\n]\n", ("a", 2), "w", "a: [\n  x, # cx\n  z, # cz\n  w\n]\n"),
        ("a: [\n  x, # cx\n  z # cz\n]\n", ("a", 1), "w", "a: [\n  x, # cx\n  w,\n  z # cz\n]\n"),
        ("a: [\n  # own\n  x\n]\n", ("a", 0), "w", "a: [\n  w,\n  # own\n  x\n]\n"),
        # JSON
        ("{}", ("a", "b"), 1, '{"a": {"b": 1}}'),
        ('{"a":1,"b":[]}', ("b", 0), {"c": [1, 2]}, '{"a":1,"b":[{"c":[1,2]}]}'),
        (
            '{\n\t"a": {\n\t\t"x": []\n\t}\n}',
            ("a", "x", 0),
            {"q": 1},
            '{\n\t"a": {\n\t\t"x": [\n\t\t\t{\n\t\t\t\t"q": 1\n\t\t\t}\n\t\t]\n\t}\n}',
        ),
        ('{\r\n  "a": 1\r\n}\r\n', ("b",), {"c": 1}, '{\r\n  "a": 1,\r\n  "b": {\r\n    "c": 1\r\n  }\r\n}\r\n'),
    ],
)
def test_insert(text: str, path: tuple[str | int, ...], value: object, expected: str) -> None:
    draft = Draft(text)
    draft.insert(path, value)
    assert draft.text == expected


def test_insert_after() -> None:
    draft = Draft("a:\n  b: 1 # b\n\n  # c\n  c: 2\nd: 3\n")
    draft.insert_after(("a", "b"), "x", {"k": None})
    draft.insert_after(("a",), "true", "on")
    assert draft.text == 'a:\n  b: 1 # b\n  x:\n    k: null\n\n  # c\n  c: 2\n"true": "on"\nd: 3\n'


def test_insert_into_another_document() -> None:
    draft = Draft("a: 1\n---\nb: 2\n...\n# c\n---\nc: 3\n", 1)
    draft.insert(("z",), 1)
    assert draft.text == "a: 1\n---\nb: 2\nz: 1\n...\n# c\n---\nc: 3\n"


@pytest.mark.parametrize("path", [("a",), ("a", "b"), ("l", 2), ("l", "x"), ("new", 1), ()])
def test_no_place(path: tuple[str | int, ...]) -> None:
    draft = Draft("a: 1\nl: [1]\n")
    with pytest.raises(EditConflict) as caught:
        draft.insert(path, 1)
    assert caught.value.help
    assert caught.value.path == path
    assert draft.text == draft.original


def test_json_keeps_small_mappings_in_one_line_where_it_does_so_already() -> None:
    text = '{\n  "a": [\n    {"name": "x"}\n  ]\n}\n'
    draft = Draft(text)
    draft.insert(("b",), [{"name": "y", "weight": 1}, {"deep": {"c": [2]}}])
    assert draft.text == (
        '{\n  "a": [\n    {"name": "x"}\n  ],\n'
        '  "b": [\n    {"name": "y", "weight": 1},\n    {\n      "deep": {\n        "c": [2]\n      }\n    }\n  ]\n}\n'
    )
