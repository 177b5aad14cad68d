"""Remedies become fixes where there is something to edit."""

import pickle

from schedcfg.document import parse
from schedcfg.document.span import Edit
from schedcfg.findings import Act, Fix, Remedy, RemedyChange
from schedcfg.rules.remedies import fix

TEXT = "parallelism: 0\n"


def fix_of(*changes: RemedyChange) -> Fix:
    (document,) = parse(TEXT).documents
    return fix(Remedy("Mend it", changes), document)


def test_a_change_becomes_an_edit() -> None:
    made = fix_of(RemedyChange(Act.REPLACE, ("parallelism",), 16))
    assert [edit.replacement for edit in made.edits] == ["16"]


def test_where_nothing_changes_there_are_no_edits() -> None:
    assert fix_of().edits == ()
    assert fix_of(RemedyChange(Act.SET, ("a",), 1), RemedyChange(Act.REMOVE, ("a",))).edits == ()


def test_what_cannot_be_edited_has_no_edits() -> None:
    assert fix_of(RemedyChange(Act.REMOVE, ("profiles",))).edits == ()


def test_edits_are_worked_out_once_and_only_if_someone_asks() -> None:
    asked = []

    def edits() -> tuple[Edit, ...]:
        asked.append(1)
        return fix_of(RemedyChange(Act.REPLACE, ("parallelism",), 16)).edits

    late = Fix("Mend it", is_safe=True, edits=edits)
    unsafe = late.made_unsafe()
    assert (hash(late), asked) == (hash(Fix("Mend it", is_safe=True, edits=())), [])
    assert late.edits == late.edits == unsafe.edits
    assert asked == [1]
    assert (late.is_safe, unsafe.is_safe) == (True, False)


def test_a_fix_goes_to_other_processes_as_its_edits() -> None:
    made = fix_of(RemedyChange(Act.REPLACE, ("parallelism",), 16))
    again = pickle.loads(pickle.dumps(made))
    assert (again, again.edits) == (made, made.edits)
    assert again != made.made_unsafe()
