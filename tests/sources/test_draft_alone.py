"""A document edited by itself: the same edits as in the whole text, with less read again."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schedcfg.document import parse
from schedcfg.document.edit import Allowance, Draft, draft
from schedcfg.document.edit.splices import applied
from schedcfg.errors import EditConflict
from schedcfg.sources.draft_alone import draft_alone
from schedcfg.sources.in_place import edit_of_file
from tests.document.edit_operations import choose
from tests.document.edit_texts import YamlText

TEXT = """\
# the first
a: {x: 1}
---
# about b
b:  # B
- 1  # one
- name: |+
    text

# behind
---
c: 3
"""


def edited(text: str, made: Draft) -> str:
    """Return a text with the changes of a draft of a part of it."""
    edits = [edit_of_file(edit, made.original, text) for edit in made.edits]
    assert None not in edits
    return applied(text, [edit for edit in edits if edit is not None])


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("\n", "\r\n"), TEXT.replace("\n", "\r"), f"--- #\n{TEXT}"])
@pytest.mark.parametrize("index", [0, 1, 2])
def test_the_file_changes_as_if_it_were_edited_as_a_whole(text: str, index: int) -> None:
    one, other = draft_alone(parse(text).documents[index]), Draft(text, index)
    for made in (one, other):
        made.insert(("new",), [{"y": 1}])
        made.remove_leaving_comments((("a", "b", "c")[index],))
    assert edited(text, one) == other.text
    assert one.data == other.data


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_random_edits_are_those_of_the_whole_text(seed: int) -> None:
    random = Random(seed)
    text = "---\n".join(YamlText(random).text().rstrip("\n") + "\n" for _ in range(3))
    documents = parse(text).documents
    if len(documents) != 3 or parse(text).error is not None:
        return
    one, other = draft_alone(documents[1]), Draft(text, 1)
    for _ in range(6):
        call = choose(random, other.data)
        if call is not None:
            try:
                getattr(other, call.name)(*call.arguments)
            except EditConflict:
                continue
            getattr(one, call.name)(*call.arguments)
    assert one.data == other.data
    assert parse(edited(text, one)).documents[1].data == other.data


def test_places_are_those_of_the_file() -> None:
    span = draft_alone(parse(TEXT).documents[2]).original_span(("c",))
    assert span is not None
    assert TEXT[span.start.offset : span.end.offset] == "c"
    assert span.start.line == 12


def test_what_cannot_be_read_behind_a_document_is_no_matter() -> None:
    text = f"{TEXT}---\nd: [\n"
    made = draft_alone(parse(text).documents[0])
    made.replace(("a", "x"), 2)
    assert edited(text, made) == text.replace("x: 1", "x: 2")


def test_what_belongs_to_the_next_document_is_read_with_the_whole_text() -> None:
    text = "a: 1\n...\n%TAG ! tag:example.com,2000:\n---\nb: 2\n"
    made = draft_alone(parse(text).documents[0])
    made.replace(("a",), 3)
    assert edited(text, made) == text.replace("a: 1", "a: 3")


def test_changes_end_where_too_much_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies, and drafts of other documents, share what is left."""
    monkeypatch.setattr(draft, "_MOST", 3 * len("a: 1\n"))
    allowance = Allowance()
    one, other = (Draft("a: 1\n", allowance=allowance) for _ in range(2))
    one.replace(("a",), 2)
    one.copy().replace(("a",), 3)
    other.replace(("a",), 4)
    for made in (one, other):
        with pytest.raises(EditConflict, match="too many places to change"):
            made.replace(("a",), 5)
    assert (one.text, other.text) == ("a: 2\n", "a: 4\n")


def test_little_of_a_long_text_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT + "---\nd: 4\n" * 500
    monkeypatch.setattr(draft, "_MOST", 10 * len(text))
    allowance = Allowance()
    for document in parse(text).documents[3:]:
        draft_alone(document, allowance).replace(("d",), 5)
