"""Lines and columns are those that an editor shows."""

import pytest

from schedcfg.document.span import Lines, source_line
from schedcfg.output.finding_text import shown, utf16
from tests.output.given_reports import finding, report_with, written

MARK = "\ufeff"


@pytest.mark.parametrize("mark", ["", MARK])
def test_the_caret_stands_below_what_is_meant(mark: str) -> None:
    text = f"{mark}parallelism: 0\nx: 1\n"
    at = text.index("0")
    first, line, caret, *_ = written("text", [report_with(text, finding(text, at, at + 1))]).splitlines()
    assert first.startswith("a.yaml:1:14: ")
    assert line == "  1 | parallelism: 0"
    assert caret == "    |              ^"


def test_a_mark_is_none_of_the_first_line_only() -> None:
    text = f"{MARK}a: 1\nb: {MARK}2\n"
    places = [Lines(text).position(text.index(letter)) for letter in "a1b2"]
    assert [shown(text, place) for place in places] == [1, 4, 1, 5]
    assert [utf16(text, place) for place in places] == [1, 4, 1, 5]
    assert [source_line(text, place) for place in places] == ["a: 1"] * 2 + [f"b: {MARK}2"] * 2


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_end_where_editors_end_them(newline: str) -> None:
    text = f"a: 1{newline}b: 2{newline}c: 3"
    places = [Lines(text).position(text.index(letter)) for letter in "abc"]
    assert [source_line(text, place) for place in places] == ["a: 1", "b: 2", "c: 3"]


@pytest.mark.parametrize("output", ["concise", "github", "junit", "step summary"])
def test_reports_do_not_count_the_mark(output: str) -> None:
    text = "parallelism: 0\n"
    with_it, without = (
        written(output, [report_with(one, finding(one, len(one) - 2, len(one) - 1))]) for one in (MARK + text, text)
    )
    assert with_it == without
