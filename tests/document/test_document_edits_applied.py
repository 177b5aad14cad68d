"""Edits put together and carried out."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document.edit import Edit
from schedcfg.document.edit.splices import OriginalPlaces, applied, growth, merged
from schedcfg.document.span import Lines

TEXT = "one\ntwo\nthree\n"


def edit(start: int, end: int, replacement: str) -> Edit:
    return Edit(Lines(TEXT).span(start, end), replacement)


EDITS = st.lists(
    st.tuples(st.integers(0, len(TEXT)), st.integers(0, 4), st.text("ab\n", max_size=3)).map(
        lambda one: edit(one[0], min(one[0] + one[1], len(TEXT)), one[2])
    ),
    max_size=4,
)


@given(EDITS)
def test_together_they_do_what_they_do_one_by_one(edits: list[Edit]) -> None:
    together = merged(edits)
    if together is None:
        return
    text = TEXT
    in_order = sorted(edits, key=lambda one: (one.span.start.offset, one.span.end.offset))
    for one in reversed(in_order):
        text = text[: one.span.start.offset] + one.replacement + text[one.span.end.offset :]
    assert applied(TEXT, together) == text
    assert growth(together) == growth(edits) == len(text) - len(TEXT)
    for one, other in pairwise(together):
        assert one.span.end.offset < other.span.start.offset


@given(EDITS)
def test_what_is_kept_came_from_where_it_was(edits: list[Edit]) -> None:
    together = merged(edits)
    if together is None:
        return
    new = set()
    grown = 0
    for one in together:
        begin = one.span.start.offset + grown
        new |= set(range(begin, begin + len(one.replacement)))
        grown += growth([one])
    after = applied(TEXT, together)
    origins = OriginalPlaces(together)
    for offset, letter in enumerate(after):
        if offset in new:
            assert any(origins.of(offset) == one.span.start.offset for one in together)
        else:
            assert TEXT[origins.of(offset)] == letter
    assert origins.of(len(after)) == len(TEXT)


def test_overlapping_edits_are_no_edits() -> None:
    assert merged([edit(0, 3, "x"), edit(2, 4, "y")]) is None
    assert merged([edit(4, 7, "x"), edit(4, 4, "y")]) == (edit(4, 7, "yx"),)
