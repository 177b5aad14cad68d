"""What becomes of the outcomes of worlds in a recording, and how outcomes are compared."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tools.record.answers import read_rows
from tools.record.placements import PlacementRecording, difference, digest, exchanges_of, recorded
from tools.record.pod_by_pod import Outcome, together
from tools.record.stand_in_run import WrongTrialInputs
from tools.record.worlds import TrialCase, node, pod

CASE = TrialCase("theme/one", (node("a"), node("b")), (pod("p", cpu="1"),))


def entry(where: str, **more: Any) -> dict[str, Any]:
    return {"digest": digest(CASE), "outcomes": [{"pods": {"default/p": {"node": where}}}], **more}


def test_outcomes_that_chance_shows_are_added(tmp_path: Path) -> None:
    path = tmp_path / "placements.ndjson.xz"
    for where in "aba":
        recording = PlacementRecording(path, "1.29")
        recording.add(CASE, entry(where, tie=True))
        recording.write()
    nodes = [outcome["pods"]["default/p"]["node"] for outcome in recorded("1.29", path)["theme/one"]["outcomes"]]
    assert nodes == ["a", "b"]
    assert recorded("1.33", path) == {}


def test_outcomes_of_a_world_that_has_changed_are_forgotten(tmp_path: Path) -> None:
    recording = PlacementRecording(tmp_path / "placements.ndjson.xz", "1.29")
    recording.add(CASE, entry("a"))
    recording.add(CASE, {**entry("b"), "digest": "another"})
    recording.write()
    assert len(recorded("1.29", tmp_path / "placements.ndjson.xz")["theme/one"]["outcomes"]) == 1


def test_exchanges_are_kept_where_chance_decides_nothing(tmp_path: Path) -> None:
    path = tmp_path / "placements.ndjson.xz"
    recording = PlacementRecording(path, "1.29")
    recording.add(CASE, entry("a", exchanges=[{"at": 1}]))
    recording.write()
    assert [row["exchanges"] for row in read_rows(exchanges_of("1.29", path))] == [[{"at": 1}]]
    recording.add(CASE, entry("b", exchanges=[{"at": 2}]))
    recording.write()
    assert list(read_rows(exchanges_of("1.29", path))) == []


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("a", None),
        ("b", "\n  default/p: {'node': 'b'}, recorded: {'node': 'a'}"),
        (None, "the stand-in fails: there are no nodes"),
    ],
)
def test_an_outcome_that_no_control_plane_came_to_is_a_difference(where: str | None, expected: str | None) -> None:
    async def run(_case: TrialCase, _extender: str, _refused: frozenset[str]) -> Outcome:
        if where is None:
            raise WrongTrialInputs("there are no nodes")
        return Outcome({"default/p": {"node": where}}, ())

    assert asyncio.run(difference(CASE, run, "", entry("a"), 1)) == expected


@pytest.mark.parametrize(("where", "is_same"), [("ba", True), ("bbbbb", False)])
def test_where_chance_decides_one_of_several_runs_is_enough(where: str, is_same: bool) -> None:
    nodes = iter(where)

    async def run(_case: TrialCase, _extender: str, _refused: frozenset[str]) -> Outcome:
        return Outcome({"default/p": {"node": next(nodes)}}, ())

    assert (asyncio.run(difference(CASE, run, "", entry("a", tie=True), 1)) is None) == is_same
    assert list(nodes) == []


def test_pods_of_a_group_come_again_together() -> None:
    pods = [
        pod("a0", schedulingGroup={"podGroupName": "a"}),
        pod("alone"),
        pod("a1", schedulingGroup={"podGroupName": "a"}),
        pod("a0", namespace="other", schedulingGroup={"podGroupName": "a"}),
    ]
    found = [[one["metadata"]["name"] for one in those] for those in together(pods)]
    assert found == [["a0", "a1"], ["alone"], ["a0"]]
