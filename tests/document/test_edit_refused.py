"""What a `Draft` refuses, with help and the place; and how its edits tell what was done."""

import re

import pytest

from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict
from tests.document.edit_operations import applied

ALIAS = "a: &x {b: 1}\nc: *x\n"
MERGE = "a: &x\n  b: 1\nc:\n  <<: *x\n  d: 2\n"
TWICE = "a: 1\na: 2\n"
TEMPLATE = "a: ${PORT}\nb: <no value>\nc: '{{ .x }}'\n"


@pytest.mark.parametrize(
    ("text", "call", "message", "at"),
    [
        (ALIAS, ("replace", ("a", "b"), 2), "`a.b` is the value of &x, which *x in line 2 repeats", "*x"),
        (ALIAS, ("insert", ("a", "n"), 2), "`a.n` is the value of &x", "*x"),
        (ALIAS, ("remove", ("a",)), "the alias *x in line 2 repeats `a`", "*x"),
        (ALIAS, ("move", ("a",), ("d",)), "the alias *x in line 2 repeats", "*x"),
        (ALIAS, ("replace", ("c", "b"), 2), "`c` is an alias: *x has the value of &x", "*x"),
        (ALIAS, ("insert", ("c", "n"), 2), "`c` is an alias: *x has the value of &x", "*x"),
        (MERGE, ("replace", ("c", "b"), 2), "`c.b` comes from a merge", "<<: *x\n  d: 2"),
        (MERGE, ("insert", ("c", "b", "n"), 2), "`c.b` comes from a merge", "<<: *x\n  d: 2"),
        (TWICE, ("replace", ("a",), 3), "`a` is repeated 2 times; the last one counts", "a: 1\na"),
        (TWICE, ("remove", ("a",)), "`a` is repeated 2 times", "a: 1\na"),
        (TEMPLATE, ("replace", ("a",), 3), "`a` is a template: ${PORT}", "${PORT}"),
        (TEMPLATE, ("set", ("b",), 3), "`b` is a template", "<no value>"),
        ("a: {{ .x }}\nb: 1\n", ("replace", ("b",), 2), "a collection cannot be a key", "{ .x }"),
        ("a: 1\n", ("remove", ()), "the whole document cannot be removed", "a: 1"),
        ("a: 1\n", ("remove", ("b",)), "there is no `b`", "a: 1"),
        ("a: [1]\n", ("rename", ("a", 0), "b"), "`a[0]` is not an entry of a mapping", "1"),
        ("a: [1]\n", ("insert_after", ("a", 0), "b", 1), "is not an entry of a mapping", "1"),
        ("    a: 1\n", ("remove", ("a",)), "`a` cannot be changed safely", "1"),
    ],
)
def test_refused(text: str, call: tuple[object, ...], message: str, at: str) -> None:
    draft = Draft(text)
    name, *arguments = call
    with pytest.raises(EditConflict, match=re.escape(message)) as caught:
        getattr(draft, str(name))(*arguments)
    conflict = caught.value
    assert conflict.help
    assert text[conflict.start : conflict.end] == at
    assert draft.text == text
    assert draft.edits == ()


@pytest.mark.parametrize("text", ["", "# only a comment\n", "a: [1\n", "{{- if .x }}\na: 1\n", "a: 1\n---\nb: [\n"])
def test_texts_without_a_readable_document(text: str) -> None:
    with pytest.raises(EditConflict) as caught:
        Draft(text)
    assert caught.value.help


def test_no_such_document() -> None:
    with pytest.raises(EditConflict, match="does not contain this document"):
        Draft("a: 1\n", 1)


def test_aliases_elsewhere_do_not_matter() -> None:
    draft = Draft("a: &x {b: 1}\nc: *x\nd: {e: 1}\nf: '{{ .x }}'\n")
    draft.replace(("d", "e"), 2)
    draft.replace(("f",), "y")
    draft.replace(("c",), 3)
    draft.remove(("a",))
    assert draft.text == "c: 3\nd: {e: 2}\nf: 'y'\n"


def test_a_merged_mapping_gets_entries_of_its_own() -> None:
    draft = Draft(MERGE)
    draft.insert(("c", "e"), 1)
    draft.remove(("c", "d"))
    assert draft.text == "a: &x\n  b: 1\nc:\n  <<: *x\n  e: 1\n"


def test_edits_are_small_and_apply_to_the_original() -> None:
    draft = Draft("apiVersion: v1beta2 # c\nl:\n- a\n- b\nz: 1\n")
    draft.replace(("apiVersion",), "v1beta3")
    draft.insert(("l", 1), "n1")
    draft.remove(("z",))
    assert [(edit.span.start.offset, edit.span.end.offset, edit.replacement) for edit in draft.edits] == [
        (18, 19, "3"),
        (30, 30, "\n- n1"),
        (35, 40, ""),
    ]
    assert draft.edits[0].span.start[:2] == (1, 19)
    assert applied(draft) == draft.text


def test_an_edit_taken_back_is_none() -> None:
    draft = Draft("a: 1\nb: 2\n")
    draft.insert(("c",), 3)
    draft.remove(("c",))
    draft.rename(("a",), "x")
    draft.rename(("x",), "a")
    assert draft.text == draft.original
    assert draft.edits == ()


def test_has_and_get() -> None:
    draft = Draft("a: [{b: null}]\n")
    assert draft.has(("a", 0, "b"))
    assert not draft.has(("a", 1))
    assert not draft.has(("a", "b"))
    assert draft.get(("a", 0)) == {"b": None}
    assert draft.get(()) == draft.data
    with pytest.raises(KeyError):
        draft.get(("a", -1))
