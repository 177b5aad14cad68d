"""Where the characters of a scalar's value are in its text, however it is written."""

import json

import pytest

from schedcfg.document import parse
from schedcfg.document.scalar_places import ScalarPlaces

VALUE = 'kind: A\nname: "b"  # it\'s\n\n  deeper:\n    - x\nlast: 1\n'
MARKED = ("kind", "A", "name", "deeper", "x", "last", "1")


def places_in(text: str) -> tuple[ScalarPlaces | None, str]:
    """Return the places of the value of `c`, and the value."""
    (document,) = parse(text).documents
    assert isinstance(document.data, dict)
    return ScalarPlaces.of(text, document.locate(("c",)).value, document.data["c"]), document.data["c"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "text",
    [
        f"c: {json.dumps(VALUE)}",
        json.dumps({"c": VALUE}),
        json.dumps({"c": "\u00fc\U0001f600\n" + VALUE}),
        'c: "kind: A\\nname: \\"b\\"  # it\'s\\n\\n\n  \\  deeper:\\n    - x\\n\\\n    last: 1\\n"',
        "c: &anchor !!str\n  '''kind'' A name last: 1 deeper x'",
        "c: 'kind A\n\n  name\n  deeper x\n\n\n  last 1'",
        "c: kind A\n  name deeper\n\n  x last\n  1\n",
        "c: >-  # folded\n  kind A\n  name\n\n    deeper\n    x\n\n  last\n  1\n",
        "c: |\n  kind: A\n  name: b\n    deeper: x\n  last: 1\n",
    ],
)
def test_each_word_is_where_it_is_written(text: str, line_end: str) -> None:
    text = text.replace("\n", line_end)
    places, value = places_in(text)
    assert places is not None
    for word in MARKED:
        start = value.index(word)
        span = places.span_of(start, start + len(word))
        assert text[span.start.offset : span.end.offset] == word
        before = text[: span.start.offset].split(line_end)
        assert (span.start.line, span.start.column) == (len(before), len(before[-1]) + 1)


def test_an_escape_is_marked_as_a_whole() -> None:
    text = json.dumps({"c": 'a "b" \U0001f600'})
    places, value = places_in(text)
    assert places is not None
    quoted, smiley = (
        places.span_of(value.index(part), value.index(part) + len(part)) for part in ('"b"', "\U0001f600")
    )
    assert text[quoted.start.offset : quoted.end.offset] == '\\"b\\"'
    assert text[smiley.start.offset : smiley.end.offset] == "\\ud83d\\ude00"


def test_what_is_empty_is_where_it_would_be() -> None:
    places, value = places_in("c: 'ab'")
    assert places is not None
    assert [places.span_of(place, place).start.column for place in (0, 1, len(value))] == [5, 6, 7]


def test_an_alias_has_no_places_of_its_own() -> None:
    assert places_in("a: &x 'kind: A'\nc: *x")[0] is None
