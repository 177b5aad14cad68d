"""Remedies become fixes where there is something to edit."""

from schedcfg.diagnostics import Act, Change, Fix, Remedy
from schedcfg.document import parse
from schedcfg.operations.remedies import fix

TEXT = "parallelism: 0\n"


def fix_of(*changes: Change) -> Fix | None:
    (document,) = parse(TEXT).documents
    return fix(Remedy("Mend it", changes), document)


def test_a_change_becomes_an_edit() -> None:
    made = fix_of(Change(Act.REPLACE, ("parallelism",), 16))
    assert made is not None
    assert [edit.replacement for edit in made.edits] == ["16"]


def test_a_fix_without_edits_is_none() -> None:
    assert fix_of() is None
    assert fix_of(Change(Act.SET, ("a",), 1), Change(Act.REMOVE, ("a",))) is None


def test_what_cannot_be_edited_has_no_fix() -> None:
    assert fix_of(Change(Act.REMOVE, ("profiles",))) is None
