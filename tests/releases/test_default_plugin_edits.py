"""How default plugins that come with a feature gate are put into a list, and what is refused."""

from typing import Any

import pytest

from schedcfg.releases.default_plugins import append, edited, insert_after, remove

REFS = (("A", 0), ("B", 2), ("C", 0))


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (append("D", 1), (("A", 0), ("B", 2), ("C", 0), ("D", 1))),
        (insert_after("A", "D"), (("A", 0), ("D", 0), ("B", 2), ("C", 0))),
        (insert_after(None, "D", 3), (("D", 3), ("A", 0), ("B", 2), ("C", 0))),
        (remove("B"), (("A", 0), ("C", 0))),
    ],
)
def test_edits(edit: Any, wanted: Any) -> None:
    assert edit(REFS) == wanted


@pytest.mark.parametrize(
    "edit",
    [
        append("A"),
        insert_after("Z", "D"),
        insert_after("A", "B"),
        remove("Z"),
    ],
)
def test_untrue_edits_are_refused(edit: Any) -> None:
    with pytest.raises(AssertionError):
        edit(REFS)


def test_edited_touches_only_the_points_named() -> None:
    before = {"filter": REFS, "bind": (("X", 0),)}
    after = edited(before, {"filter": (remove("A"), append("A")), "score": (append("S", 1),)})
    assert after == {"filter": (("B", 2), ("C", 0), ("A", 0)), "bind": (("X", 0),), "score": (("S", 1),)}
    assert before == {"filter": REFS, "bind": (("X", 0),)}
