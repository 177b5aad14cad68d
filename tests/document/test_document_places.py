"""`locate`: from a path to its place."""

import pytest

from schedcfg.document import parse

TEXT = """\
# head
a: 1   # one
b:
  # above c
  - c: 'x # y'
    "d": [1, {e: f}]

  - &anchor
    g: |
      text # no comment

  # tail

h: *anchor
i:
  <<: *anchor
j:
k: word
   goes on
"""


def cut(text, span):
    return None if span is None else text[span.start.offset : span.end.offset]


@pytest.mark.parametrize(
    ("path", "found", "key", "value"),
    [
        (("a",), 1, "a", "1"),
        (("b", 0), 2, None, "c: 'x # y'\n    \"d\": [1, {e: f}]"),
        (("b", 0, "c"), 3, "c", "'x # y'"),
        (("b", 0, "d"), 3, '"d"', "[1, {e: f}]"),
        (("b", 0, "d", 1), 4, None, "{e: f}"),
        (("b", 0, "d", 1, "e"), 5, "e", "f"),
        (("b", 0, "d", 2), 3, '"d"', "[1, {e: f}]"),
        (("b", 1, "g"), 3, "g", "|\n      text # no comment"),
        (("b", "x", "y"), 1, "b", TEXT[TEXT.index("- c:") : TEXT.index("\n\n  # tail")]),
        (("b", -1), 1, "b", TEXT[TEXT.index("- c:") : TEXT.index("\n\n  # tail")]),
        (("h",), 1, "h", "*anchor"),
        (("h", "g"), 2, "g", "|\n      text # no comment"),
        (("i", "g"), 2, "g", "|\n      text # no comment"),
        (("j",), 1, "j", ""),
        (("k",), 1, "k", "word\n   goes on"),
        (("zzz",), 0, None, TEXT[TEXT.index("a: 1") :].rstrip()),
    ],
)
def test_locate(path, found, key, value):
    (document,) = parse(TEXT).documents
    place = document.locate(path)
    assert place.path == path[:found]
    assert cut(TEXT, place.key) == key
    assert cut(TEXT, place.value) == value


def test_an_empty_value_is_placed_behind_its_colon():
    (document,) = parse("a:\nb:\n").documents
    assert document.locate(("a",)).value.start[:2] == (1, 3)
    assert document.locate(("a",)).value.end[:2] == (1, 3)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("x: 1\r\na: b\r\n", (2, 4, 9)),
        ("x: 1\ra: b\r", (2, 4, 8)),
        ("\ufeffa: b\n", (1, 5, 4)),
        ("\ufeffx: 1\na: b\n", (2, 4, 9)),
        ("x: 日本😀\na: b\n", (2, 4, 10)),
        ("'日😀': &x 1\n'a': b\n", (2, 6, 16)),
        ("x: 'a\u2028b'\na: b\n", (2, 4, 12)),
        ("x: y\u2028a: b\n", (1, 9, 8)),
        ("x:\t1\na:\tb\n", (2, 4, 8)),
        ('{"x": "\\u00e9",\n "a": "b"}', (2, 7, 22)),
        ("- &p\n  a: b\n- *p\n", (2, 6, 10)),
    ],
)
def test_positions_count_code_points(text, place):
    (document,) = parse(text).documents
    path = ("a",) if isinstance(document.data, dict) else (0, "a")
    span = document.locate(path).value
    assert span.start == place
    assert cut(text, span).strip('"') == "b"


def test_places_in_later_documents():
    first, second = parse("a: 1\n---\na: 2\n").documents
    assert first.locate(("a",)).value.start.line == 1
    assert second.locate(("a",)).value.start.line == 3


def test_the_first_line_of_a_span():
    text = "a:\n  b: 1   \n  c: 2\n"
    (document,) = parse(text).documents
    assert cut(text, document.first_line_of(document.locate(("a",)).value)) == "b: 1"


def test_a_lone_pair_in_a_list_ends_with_its_value():
    text = "a: [b: c  , d]\n"
    (document,) = parse(text).documents
    assert cut(text, document.locate(("a", 0)).value) == "b: c"
