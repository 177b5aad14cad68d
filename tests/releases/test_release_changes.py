"""The algebra between releases: what it does, and what it refuses."""

from typing import Any

import pytest

from schedcfg import releases
from schedcfg.releases.default_plugins import (
    append,
    edited,
    insert_after,
    remove,
    restate,
    reweigh,
    unweighted,
    weighted,
)
from schedcfg.releases.following import following
from schedcfg.releases.gate_history import ALPHA, BETA, LOCKED, Flags, Gates, LazyMapping
from schedcfg.releases.release import Flag, Release

LAST = releases.at(releases.NEWEST)
REFS = weighted(A=0, B=2, C=0)


def next_release(**changes: Any) -> Release:
    return following(LAST, number=LAST.number + 1, source_version=f"v1.{LAST.number + 1}.0", **changes)


def test_without_changes_everything_stays() -> None:
    release = next_release()
    assert release.name == f"1.{LAST.number + 1}"
    assert release.api_versions == LAST.api_versions
    assert release.plugins == LAST.plugins
    assert dict(release.feature_gates) == dict(LAST.feature_gates)
    assert dict(release.flags) == dict(LAST.flags)
    assert release.leader_election_locks == ("leases",)


def test_a_version_that_is_new_comes_last() -> None:
    release = next_release(serves={"v2": {"multiPoint": unweighted("PrioritySort")}})
    assert release.api_versions == ("v1", "v2")
    assert release.default_plugins["v2"] == {"multiPoint": (("PrioritySort", 0),)}


def test_a_version_that_goes_takes_its_default_plugins() -> None:
    release = next_release(
        stops_serving=("v1",), serves={"v2": {"bind": unweighted("DefaultBinder")}}, removed_plugins={}
    )
    assert release.default_plugins.keys() == {"v2"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"plugins_added": ("NodeName",)}, "already there"),
        ({"plugins_removed": ("NoSuch",)}, "not there"),
        ({"serves": {"v1": {}}}, "already served"),
        ({"stops_serving": ("v1beta1",)}, "not served"),
        ({"stops_serving": ("v1",)}, "removed_plugins speaks of a version that is not served"),
        ({"deprecated": {"v1beta3": "Use `v1`."}}, "deprecated speaks of a version that is not served"),
        ({"default_plugins": {"v1beta3": {}}}, "not kept"),
        ({"conflicting_score_plugins": {"v1beta3": frozenset()}}, "conflicting_score_plugins speaks of a version"),
        ({"policy": False}, "policy does not change"),
        ({"serves_insecure_port": False}, "serves_insecure_port does not change"),
    ],
)
def test_untrue_changes_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        next_release(**changes)


def test_no_release_is_left_out() -> None:
    with pytest.raises(AssertionError, match=rf"1\.{LAST.number + 2} does not follow 1\.{LAST.number}"):
        following(LAST, number=LAST.number + 2, source_version=f"v1.{LAST.number + 2}.0")


def test_gates() -> None:
    before = {"A": ALPHA, "B": BETA, "C": LOCKED}
    after = Gates(added={ALPHA: ("D",)}, changed={BETA: ("A",)}, removed=("C",)).after(before)
    assert after == {"A": BETA, "B": BETA, "D": ALPHA}
    assert before == {"A": ALPHA, "B": BETA, "C": LOCKED}


@pytest.mark.parametrize(
    "changes",
    [
        Gates(added={BETA: ("A",)}),
        Gates(added={BETA: ("D",), ALPHA: ("D",)}),
        Gates(added={BETA: ("A",)}, removed=("A",)),
        Gates(changed={ALPHA: ("A",)}),
        Gates(changed={ALPHA: ("D",)}),
        Gates(changed={BETA: ("A",)}, removed=("A",)),
        Gates(removed=("D",)),
    ],
)
def test_untrue_changes_of_gates_are_refused(changes: Gates) -> None:
    with pytest.raises(AssertionError, match="gate"):
        changes.after({"A": ALPHA, "B": BETA})


def test_flags() -> None:
    one, other = Flag("bool", "false", "misc", no_opt_default="true"), Flag("string", "", "misc")
    after = Flags(added={"c": other}, changed={"a": {"default": "true"}}, removed=("b",)).after({"a": one, "b": one})
    assert after == {"a": Flag("bool", "true", "misc", no_opt_default="true"), "c": other}


@pytest.mark.parametrize(
    "changes",
    [
        Flags(added={"a": Flag("string", "", "misc")}),
        Flags(changed={"a": {"section": "misc"}}),
        Flags(changed={"b": {"section": "logs"}}),
        Flags(removed=("b",)),
    ],
)
def test_untrue_changes_of_flags_are_refused(changes: Flags) -> None:
    with pytest.raises(AssertionError, match="flag"):
        changes.after({"a": Flag("bool", "false", "misc")})


def test_later_is_worked_out_once_and_late() -> None:
    calls = []

    def work_out() -> dict[str, int]:
        calls.append(1)
        return {"a": 1}

    table = LazyMapping(work_out)
    assert not calls
    assert (table["a"], len(table), list(table), table.get("b")) == (1, 1, ["a"], None)
    assert calls == [1]


@pytest.mark.parametrize(
    ("edit", "wanted"),
    [
        (append("D", 1), weighted(A=0, B=2, C=0, D=1)),
        (insert_after("A", "D"), weighted(A=0, D=0, B=2, C=0)),
        (insert_after(None, "D", 3), weighted(D=3, A=0, B=2, C=0)),
        (remove("B"), weighted(A=0, C=0)),
        (reweigh("B", 3), weighted(A=0, B=3, C=0)),
        (restate(unweighted("C", "A")), weighted(C=0, A=0)),
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
        reweigh("Z", 1),
        reweigh("B", 2),
        restate(REFS),
    ],
)
def test_untrue_edits_are_refused(edit: Any) -> None:
    with pytest.raises(AssertionError):
        edit(REFS)


def test_edited_touches_only_the_points_named() -> None:
    before = {"filter": REFS, "bind": unweighted("X")}
    after = edited(before, {"filter": (remove("A"), append("A")), "score": (append("S", 1),)})
    assert after == {"filter": weighted(B=2, C=0, A=0), "bind": unweighted("X"), "score": weighted(S=1)}
    assert before == {"filter": REFS, "bind": unweighted("X")}
