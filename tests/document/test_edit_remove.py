"""`Draft.remove`, `remove_leaving_comments` and `remove_repeated`: exact texts."""

import pytest

from schedcfg.document.edit import Draft
from schedcfg.document.edit import draft as draft_module
from schedcfg.document.excerpt import Part, Parts
from schedcfg.errors import EditConflict


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("# head\na: 1 # own\nb: 2\n", ("a",), "# head\nb: 2\n"),
        ("a: 1\n# own\n# own too\nb: # own\n  # inner\n  c: 1 # own\n# next\nd: 1\n", ("b",), "a: 1\n# next\nd: 1\n"),
        ("a: 1\n# apart\n\n# own\nb: 1\n", ("b",), "a: 1\n# apart\n"),
        ("a:\n    # deeper\n  # own\n  b: 1\n  c: 2\n", ("a", "b"), "a:\n    # deeper\n  c: 2\n"),
        # the last entry or item
        ("a:\n  b: 1\nc: 2\n", ("a", "b"), "a: {}\nc: 2\n"),
        ("a: # a\n# own\n- b # own\n# after\n", ("a", 0), "a: [] # a\n# after\n"),
        ("a:\n  - b: 1 # own\n", ("a", 0, "b"), "a:\n  - {}\n"),
        ("a: &x\n  b: 1\n", ("a", "b"), "a: &x {}\n"),
        ("# head\na: 1 # own\n# end\n", ("a",), "# head\n{}\n# end\n"),
        ("a: 1\n", ("a",), "---\n{}\n"),
        ("- a\n", (0,), "[]\n"),
        # the first entry behind a dash
        ("- a: x # own\n  b: 1\n- c\n", (0, "a"), "- b: 1\n- c\n"),
        ("- a: x\n  # of b\n  b: 1\n", (0, "a"), "- # of b\n  b: 1\n"),
        ("- - a\n  - b # x\n", (0, 0), "- - b # x\n"),
        # blank lines
        ("a: 1\n\nb: 2\n\nc: 3\n", ("b",), "a: 1\n\nc: 3\n"),
        ("a: 1\n\nb: 2\n\nc: 3\n", ("c",), "a: 1\n\nb: 2\n"),
        ("a: 1\n\nb: 2\n\nc: 3\n", ("a",), "b: 2\n\nc: 3\n"),
        ("a:\n  - 1\n\n  - 2\n", ("a", 0), "a:\n  - 2\n"),
        ("   \n    a: 1\n\n    b: 2\n   \n   ", ("b",), "   \n    a: 1\n   \n   "),
        # ends of the text
        ("a: 1\nb: 2", ("b",), "a: 1"),
        ("a: 1\r\nb: 2\r\n", ("a",), "b: 2\r\n"),
        ("\ufeffa: 1\nb: 2\n", ("a",), "\ufeffb: 2\n"),
        ("a: 1\nb: 2\n---\nc: 3\n", ("b",), "a: 1\n---\nc: 3\n"),
        # in brackets
        ("a: {b: 1, c: [x, y]}\n", ("a", "c", 1), "a: {b: 1, c: [x]}\n"),
        ("a: {b: 1, c: [x, y]} # c\n", ("a", "b"), "a: {c: [x, y]} # c\n"),
        ("a: [ x ]\n", ("a", 0), "a: []\n"),
        ("a: [x, y,]\n", ("a", 1), "a: [x,]\n"),
        ("a: [b: c, d]\n", ("a", 0, "b"), "a: [{}, d]\n"),
        ("a: [\n  x, # own\n  y # cy\n]\n", ("a", 0), "a: [\n  y # cy\n]\n"),
        ("a: [\n  x, # cx\n  # own\n  y # own\n]\n", ("a", 1), "a: [\n  x # cx\n]\n"),
        ('{"a": 1, "b": 2}', ("b",), '{"a": 1}'),
        ('{\n  "a": 1,\n  "b": [\n    1\n  ]\n}\n', ("b",), '{\n  "a": 1\n}\n'),
    ],
)
def test_remove(text: str, path: tuple[str | int, ...], expected: str) -> None:
    draft = Draft(text)
    draft.remove(path)
    assert draft.text == expected


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        (
            "a: 1\n# above\nb: # b\n    # inner\n    c: 1 # c\nd: 1\n",
            ("b",),
            "a: 1\n# above\n# b\n# inner\n# c\nd: 1\n",
        ),
        ("a: 1\nb: 2 # b\n", ("b",), "a: 1\n# b\n"),
        ("a: 1\nb: 2 # b", ("b",), "a: 1\n# b"),
        ("a:\n  b: 1 # b\nc: 1\n", ("a", "b"), "a: {}\n  # b\nc: 1\n"),
        ("- a: x # a\n  b: 1\n", (0, "a"), "- # a\n  b: 1\n"),
        ("- a: x # a\n", (0, "a"), "- # a\n  {}\n"),
        ("# head\na: 1 # x\n# end\n", ("a",), "# head\n# x\n{}\n# end\n"),
        ("a: [\n  x, # cx\n  y # cy\n]\n", ("a", 1), "a: [\n  x # cx\n  # cy\n]\n"),
        ("a: [x, y] # c\n", ("a", 1), "a: [x] # c\n"),
    ],
)
def test_remove_leaving_comments(text: str, path: tuple[str | int, ...], expected: str) -> None:
    draft = Draft(text)
    draft.remove_leaving_comments(path)
    assert draft.text == expected


def test_remove_repeated() -> None:
    draft = Draft("a: 1 # one\nb:\n  c: 1 # x\n  # y\n  c: 2\na:\n  - 2\na: 3\n")
    draft.remove_repeated(("a",))
    draft.remove_repeated(("b", "c"))
    draft.remove_repeated(("b",))
    assert draft.text == "# one\nb:\n  # x\n  # y\n  c: 2\na: 3\n"
    assert draft.document.defects == ()


def test_each_repeated_entry_takes_some_of_the_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: 1\n" * 20
    monkeypatch.setattr(draft_module, "_MOST", 5 * len(text))
    draft = Draft(text)
    with pytest.raises(EditConflict, match="too many places to change"):
        draft.remove_repeated(("a",))
    assert draft.text == text


def test_what_stands_before_the_first_entry_is_kept() -> None:
    """A document that is an item of a list comes with its dash blanked out."""
    whole = "items:\n- a: 1\n  # of b\n  b: 2\n"
    draft = Draft("      \n  a: 1\n  # of b\n  b: 2\n")
    draft.remove(("a",))
    (edit,) = draft.edits
    edited = whole[: edit.span.start.offset] + edit.replacement + whole[edit.span.end.offset :]
    assert edited == "items:\n- # of b\n  b: 2\n"


def test_too_many_changes_are_reported_where_the_part_of_a_document_is(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "kind: Any\nspec:\n  cfg:\n    a: 1\n    b: 2\n"
    monkeypatch.setattr(draft_module, "_MOST", 1)
    draft = Draft(text, 0, Parts((Part((), ("spec", "cfg")),), {}))
    with pytest.raises(EditConflict) as refused:
        draft.remove(("b",))
    assert text[refused.value.start : refused.value.end] == "2"
