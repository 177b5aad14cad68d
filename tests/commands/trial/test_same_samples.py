"""Values of `percentageOfNodesToScore` between which there is nothing to measure."""

from typing import Any

import pytest

from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.same_samples import same_sample_notes
from schedcfg.configuration.effective.facts import nodes_to_find

FIELD = "percentageOfNodesToScore"


@pytest.mark.parametrize(
    ("percentage", "nodes", "found"),
    [
        # Upstream: `TestNumFeasibleNodesToFind` in `pkg/scheduler/schedule_one_test.go`.
        (0, 10, 10),
        (40, 10, 10),
        (0, 1000, 420),
        (40, 1000, 400),
        (0, 6000, 300),
        (40, 6000, 2400),
        (5, 100, 100),
        (5, 150, 100),
        (100, 150, 150),
    ],
)
def test_how_many_nodes_are_looked_for(percentage: int, nodes: int, found: int) -> None:
    assert nodes_to_find(percentage, nodes) == found


def requests(*values: int | None, program: str = "p", **rest: Any) -> dict[str, TrialRequest]:
    return {f"{FIELD}={value}": TrialRequest(program, "1.29", {FIELD: value, **rest}) for value in values}


ALL = "whatever `percentageOfNodesToScore` is, the scheduler looks at all nodes where there are not more than 100"


@pytest.mark.parametrize("nodes", [2, 99, 100])
def test_up_to_a_hundred_nodes_nothing_differs(nodes: int) -> None:
    (note,) = same_sample_notes(requests(5, 0, 100, None), nodes)
    named = f"{FIELD}=5, {FIELD}=0, {FIELD}=100, {FIELD}=None"
    assert note == f"{named} cannot differ: {ALL}, and here are {nodes}; ratios other than 1 are noise"


def test_above_it_depends_on_the_numbers() -> None:
    assert list(same_sample_notes(requests(50, 100), 150)) == []
    (note,) = same_sample_notes(requests(5, 10, 100), 150)
    assert note.startswith(f"{FIELD}=5, {FIELD}=10 cannot differ: with 150 nodes, the scheduler looks for 100 ")
    (note,) = same_sample_notes(requests(42, 0), 1000)
    assert "looks for 420 suitable nodes" in note


def test_a_value_that_no_profile_uses() -> None:
    (note,) = same_sample_notes(requests(5, 100, profiles=[{FIELD: 50}]), 1000)
    assert "looks for 500 suitable nodes" in note
    assert "a profile's own value counts" in note
    assert list(same_sample_notes(requests(5, 100, profiles=[{FIELD: 50}, {}]), 1000)) == []


def test_what_differs_otherwise_is_measured() -> None:
    others = requests(5, program="p") | {"other": TrialRequest("q", "1.29", {FIELD: 100})}
    assert list(same_sample_notes(others, 10)) == []
    others = requests(5) | {"other": TrialRequest("p", "1.29", {FIELD: 100, "parallelism": 1})}
    assert list(same_sample_notes(others, 10)) == []
    assert list(same_sample_notes(requests(5), 10)) == []
