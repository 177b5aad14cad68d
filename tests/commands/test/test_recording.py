"""What happens now, written as expectations: it holds again, says nothing that hangs on luck, and changes only that."""

from typing import Any

from schedcfg.commands.test import outcome as outcomes
from schedcfg.commands.test.expectations import check_expectation
from schedcfg.commands.test.recording import recorded, rerecorded
from schedcfg.commands.trial.answer.summary import Summarizer
from schedcfg.commands.trial.results import Placement, PodOutcome, TrialCluster, TrialRun
from schedcfg.configuration.decode.scheduler_test import long_expectation
from schedcfg.models.scheduler_test import Expectation
from schedcfg.models.validators import validated
from tests.commands.trial.made_trials import cluster, node, placement, pod, pods, run

ZONE = "topology.kubernetes.io/zone"
FULL = "0/4 nodes are available: 3 Insufficient memory, 1 Insufficient cpu."


def labeled(made: dict[str, Any], **labels: str) -> dict[str, Any]:
    made["metadata"].setdefault("labels", {}).update(labels)
    return made


def web(number: int = 4) -> list[dict[str, Any]]:
    return [labeled(one, app="web", track="x") for one in pods("web", number)]


NODES = [node("n1", "a"), node("n2", "a"), node("n3", "b"), labeled(node("n4", "b"), gpu="true")]


def outcomes_of(where: TrialCluster, runs: tuple[TrialRun, ...]) -> list[outcomes.RunOutcome]:
    summarizer = Summarizer(where)
    return [outcomes.RunOutcome(where, one, summarizer, "1.33") for one in runs]


def record(where: TrialCluster, *runs: TrialRun) -> list[dict[str, Any]]:
    """Record some runs; what is recorded holds in each of them."""
    tested, became = outcomes.TestedPods(where), outcomes_of(where, runs)
    found = recorded(tested, became)
    for written in found:
        expectation = validated(Expectation, long_expectation(written))
        checked = [check for outcome in became for check in check_expectation(expectation, (), tested, outcome)]
        assert checked
        assert all(one.check.holds for one in checked), written
    return found


def test_pods_of_one_workload_need_no_selector() -> None:
    placed = run({"web-0": "n1", "web-1": "n2", "web-2": "n3", "web-3": "n1"})
    assert record(cluster(NODES, web()), placed) == [
        {
            "placed": "all",
            "notOn": {"gpu": "true"},
            "perNode": {"most": 2},
            "nodesUsed": 3,
            "skew": {"by": ZONE, "most": 2},
        },
        {"evicted": "none"},
    ]


def test_workloads_are_selected_by_a_label_of_their_own_or_their_name() -> None:
    others = [labeled(one, track="x") for one in pods("db", 2)]
    places = {"web-0": "n1", "web-1": "n2", "db-0": "n4", "db-1": "n4"}
    first, second, last = record(cluster(NODES, web(2), others), run(places))
    assert (first["pods"], first["on"]) == ({"app": "web"}, {ZONE: "a"})
    assert (second["pods"], second["on"]) == ("db", {"gpu": "true"})
    assert last == {"evicted": "none"}


def test_what_differs_between_runs_becomes_a_range_or_nothing() -> None:
    one = run({"web-0": "n1", "web-1": "n1", "web-2": "n2", "web-3": None}, FULL)
    other = run({"web-0": "n1", "web-1": "n2", "web-2": None, "web-3": None}, FULL)
    (said, _) = record(cluster(NODES, web()), one, other)
    assert said["placed"] == {"least": 2, "most": 3}
    assert said["pending"] == {"plugin": "NodeResourcesFit", "reason": "Insufficient memory", "least": 1, "most": 2}
    assert not said.keys() & {"on", "notOn", "perNode", "skew"}
    assert said["nodesUsed"] == 2


def test_nodes_that_were_as_good_are_as_good() -> None:
    where = cluster(NODES, pod("web"))
    totals = {"n1": 100, "n2": 90, "n3": 100}
    tie = Placement(pod="default/web", outcome=PodOutcome.BOUND, node="n1", totals=totals)
    (said, _) = record(where, TrialRun(placements=(tie,)))
    assert said == {"placed": "all", "on": ["n1", "n3"]}
    alone = Placement(pod="default/web", outcome=PodOutcome.BOUND, node="n1", totals={**totals, "n1": 101})
    (said, _) = record(where, TrialRun(placements=(alone,)))
    assert said == {"placed": "all", "on": "n1"}


def test_pods_without_a_node_are_recorded_with_what_all_of_them_lack() -> None:
    (said, last) = record(cluster(NODES, web(2)), run({"web-0": None, "web-1": None}, FULL))
    assert said == {"placed": "none", "pending": {"plugin": "NodeResourcesFit", "reason": "Insufficient memory"}}
    assert last == {"evicted": "none"}
    differing = TrialRun(placements=(placement("web-0", None, FULL), placement("web-1", None, "nothing known")))
    (said, _) = record(cluster(NODES, web(2)), differing)
    assert said["pending"] == "all"


def test_who_had_to_leave_is_counted() -> None:
    where = cluster(NODES, pod("old", "n1"), pod("urgent"))
    gone = Placement(pod="default/old", outcome=PodOutcome.EVICTED, node="n1")
    assert record(where, run({"urgent": "n1"}, evicted=(gone,)))[-1] == {"evicted": 1}
    assert record(where, run({"urgent": "n1"}, evicted=(gone,)), run({"urgent": "n2"}))[-1] == {"evicted": {"most": 1}}


def update(written: dict[str, Any], key: str, where: TrialCluster, *runs: TrialRun) -> Any:
    expectation = validated(Expectation, long_expectation(written))
    return rerecorded(expectation, key, outcomes.TestedPods(where), outcomes_of(where, runs))


def test_a_condition_is_written_anew_in_its_own_terms() -> None:
    where = cluster(NODES, web())
    now = run({"web-0": "n1", "web-1": "n1", "web-2": "n2", "web-3": "n3"})
    assert update({"placed": 1}, "placed", where, now) == "all"
    assert update({"nodesUsed": 1}, "nodesUsed", where, now) == 3
    assert update({"nodesFree": 3}, "nodesFree", where, now) == 1
    assert update({"perNode": {"most": 1}}, "perNode", where, now) == {"most": 2}
    assert update({"skew": {"by": "node", "most": 0}}, "skew", where, now) == {"by": "node", "most": 2}
    assert update({"skew": {"by": ZONE, "most": 1}}, "skew", where, now) == {"by": ZONE, "most": 2}
    assert update({"evicted": 1}, "evicted", where, now) == "none"
    assert update({"notOn": "n1"}, "notOn", where, now) == {"gpu": "true"}


def test_a_condition_that_cannot_be_said_otherwise_stays() -> None:
    where = cluster(NODES, web(2))
    now = run({"web-0": "n1", "web-1": "n1"})
    assert update({"apart": "node"}, "apart", where, now) is None
    assert update({"pending": "all"}, "pending", where, now) is None
    assert update({"score": {"node": "n1", "least": 3}}, "score", where, now) is None
    assert update({"nodesUsed": 2}, "nodesUsed", where, now, run({"web-0": "n1", "web-1": "n2"})) is None
