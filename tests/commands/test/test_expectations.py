"""What holds of Pods that were placed, what does not, and what could not be otherwise."""

from collections.abc import Mapping
from typing import Any

import pytest

from schedcfg.commands.test import outcome as outcomes
from schedcfg.commands.test.expectations import CannotFail, ConditionCheck, check_expectation
from schedcfg.commands.trial.answer.summary import Summarizer
from schedcfg.commands.trial.results import NodeReason, Placement, PodOutcome, TrialCluster, TrialRun
from schedcfg.configuration.decode.scheduler_test import conditions, long_expectation
from schedcfg.models.scheduler_test import Expectation
from schedcfg.models.validators import validated
from tests.commands.trial.made_trials import cluster, node, placement, pod, pods

FULL = "0/4 nodes are available: 3 Insufficient memory, 1 node(s) had untolerated taint {gpu: true}."
ZONE = "topology.kubernetes.io/zone"


def labeled(made: dict[str, Any], **labels: str) -> dict[str, Any]:
    made["metadata"].setdefault("labels", {}).update(labels)
    return made


# Four nodes in two zones, one of them without a zone; `old` and an agent run; web, db and a large Pod come.
WHERE = cluster(
    node("n1", "a"),
    node("n2", "a"),
    node("n3", "b"),
    labeled(node("n4"), gpu="true"),
    labeled(pod("old", "n3"), app="old"),
    pod("agent", "n4", owner="DaemonSet/agent"),
    [labeled(one, app="web") for one in pods("web", 3)],
    [labeled(one, app="db", tier="1") for one in pods("db", 2)],
    labeled(pod("big"), app="big"),
    labeled(pod("shop/web"), app="web"),
)
SCORED = Placement(
    pod="default/db-0",
    outcome=PodOutcome.BOUND,
    node="n3",
    scores={"n3": {"NodeResourcesFit": 40, "ImageLocality": 0}, "n1": {"NodeResourcesFit": 20}},
    totals={"n3": 140, "n1": 90},
)
RUN = TrialRun(
    placements=(
        placement("web-0", "n1"),
        placement("web-1", "n1"),
        placement("web-2", "n2"),
        SCORED,
        placement("db-1", "n4"),
        placement("big", None, FULL, [NodeReason(node="n1", message="no such luck", plugin="Custom")]),
        placement("shop/web", "n2"),
    ),
    evicted=(Placement(pod="default/old", outcome=PodOutcome.EVICTED, node="n3"),),
)


def checks(written: Mapping[str, Any], where: TrialCluster = WHERE, run: TrialRun = RUN) -> list[ConditionCheck]:
    """Return whether each condition of an expectation holds, as it is written in files."""
    expectation = validated(Expectation, long_expectation(dict(written)))
    outcome = outcomes.RunOutcome(where, run, Summarizer(where), "1.29")
    checked = check_expectation(expectation, ("tests", 0), outcomes.TestedPods(where), outcome)
    assert [one.path for one in checked] == [("tests", 0, key) for key in conditions(expectation)]
    return [one.check for one in checked]


WEB, DB, BIG = {"app": "web"}, {"app": "db"}, "big"
HOLDING: list[dict[str, Any]] = [
    {"placed": 6},
    {"pods": WEB, "placed": "all"},
    {"pods": "web", "placed": 4},
    {"pods": "default/web", "placed": 3},
    {"pods": "shop/web", "placed": 1},
    {"pods": "web-1", "placed": 1},
    {"pods": {"app": "db", "tier": "1"}, "placed": {"least": 1}},
    {"pods": BIG, "placed": "none"},
    {"pending": 1},
    {"pods": BIG, "pending": "all"},
    {"pods": BIG, "pending": {"plugin": "NodeResourcesFit", "reason": "Insufficient memory"}},
    {"pods": BIG, "pending": {"plugin": "TaintToleration"}},
    {"pods": BIG, "pending": {"plugin": "Custom", "reason": "such luck"}},
    {"pending": {"reason": "Insufficient", "exactly": 1}},
    {"pods": DB, "pending": "none"},
    {"pods": WEB, "on": ["n1", "n2"]},
    {"pods": WEB, "on": {ZONE: "a"}},
    {"pods": "web-2", "on": "n2"},
    {"pods": WEB, "notOn": {"gpu": "true"}},
    {"pods": WEB, "notOn": "n3"},
    {"pods": WEB, "together": ZONE},
    {"pods": DB, "apart": "node"},
    {"pods": DB, "apart": ZONE},
    {"pods": WEB, "perNode": 2},
    {"pods": WEB, "perNode": {"least": 2, "most": 3}},
    {"pods": DB, "perNode": {"most": 1}},
    {"pods": WEB, "nodesUsed": 2},
    {"pods": WEB, "nodesUsed": {"most": 3}},
    {"nodesFree": "none"},
    {"pods": WEB, "skew": {"by": "node", "most": 2}},
    {"evicted": 1},
    {"pods": {"app": "old"}, "evicted": "all"},
    {"pods": WEB, "evicted": "none"},
    {"pods": "db-0", "score": {"plugin": "NodeResourcesFit", "node": "n3", "exactly": 40}},
    {"pods": "db-0", "score": {"node": "n1", "least": 90, "most": 90}},
    {"pods": WEB, "placed": "all", "on": {ZONE: "a"}, "nodesUsed": 2, "evicted": "none"},
]


@pytest.mark.parametrize("written", HOLDING, ids=str)
def test_what_holds(written: dict[str, Any]) -> None:
    assert [check.holds for check in checks(written)] == [True] * len(written.keys() - {"pods"})


FAILING: list[tuple[dict[str, Any], str, str, list[str]]] = [
    ({"placed": "all"}, "7 of 7 Pods placed", "6 of 7 Pods placed", ["big"]),
    ({"pods": DB, "placed": "none"}, "0 of 2 Pods placed", "2 of 2", []),
    ({"pods": WEB, "placed": {"most": 3}}, "3 at most of 4 Pods placed", "4 of 4", []),
    ({"pods": BIG, "placed": {"least": 1}}, "1 at least of 1 Pod", "0 of 1 Pod placed", ["big"]),
    ({"pods": DB, "pending": "all"}, "2 of 2 Pods refused by all nodes", "0 of 2 Pods", ["db-0", "db-1"]),
    ({"pods": BIG, "pending": "none"}, "0 of 1 Pod", "1 of 1 Pod", []),
    (
        {"pods": BIG, "pending": {"plugin": "NodeAffinity"}},
        *("1 of 1 Pod refused by NodeAffinity", "refused by Custom, NodeResourcesFit, TaintToleration: 0/4", ["big"]),
    ),
    (
        {"pods": BIG, "pending": {"reason": "Insufficient cpu"}},
        *("because of “Insufficient cpu”", "1 Pod refused by Custom, NodeResourcesFit", ["big"]),
    ),
    ({"pods": BIG, "pending": {"plugin": "Custom", "reason": "missing"}}, "by Custom because of", "0/4", ["big"]),
    ({"pods": WEB, "on": "n1"}, "Pods with app=web on n1", "web-2 on n2, shop/web on n2", ["web-2", "shop/web"]),
    ({"pods": BIG, "on": "n1"}, "`big` on n1", "big without a node", ["big"]),
    ({"pods": DB, "on": {ZONE: "b"}}, f"on nodes with {ZONE}=b", "db-1 on n4", ["db-1"]),
    ({"pods": DB, "notOn": {"gpu": "true"}}, "not on nodes with gpu=true", "db-1 on n4", ["db-1"]),
    ({"pods": BIG, "notOn": "n1"}, "`big` not on n1", "none of them has a node", ["big"]),
    ({"pods": WEB, "together": "node"}, "Pods with app=web on one node", "2 in n1, 2 in n2", []),
    ({"pods": DB, "together": ZONE}, f"with one {ZONE}", f"1 in b, 1 in n4 without {ZONE}", []),
    ({"together": "node"}, "all Pods on one node", "big without a node", ["big"]),
    ({"pods": WEB, "apart": "node"}, "no two of Pods with app=web on one node", "2 in n1, 2 in n2", []),
    ({"pods": WEB, "apart": ZONE}, "no two of", "4 in a", []),
    ({"pods": WEB, "perNode": {"most": 1}}, "1 at most of Pods with app=web", "n1 has 2, n2 has 2", []),
    ({"pods": DB, "perNode": 2}, "2 of Pods with app=db on each node that has any", "n3 has 1, n4 has 1", []),
    ({"pods": WEB, "nodesUsed": 1}, "1 of 4 nodes used by Pods with app=web", "2 of 4 nodes", []),
    ({"nodesUsed": {"least": 5}}, "5 at least of 4 nodes used by all Pods", "4 of 4 nodes", []),
    ({"nodesFree": {"least": 1}}, "1 at least of 4 nodes free", "0 of 4 nodes free", []),
    ({"pods": WEB, "skew": {"by": "node", "most": 1}}, "a skew of 1 at most", "n1 has 2, n2 has 2, n3 has 0", []),
    ({"pods": WEB, "skew": {"by": ZONE, "most": 1}}, f"spread by {ZONE}", "a has 4, b has 0", []),
    ({"evicted": "none"}, "0 of 9 Pods evicted", "1 of 9 Pods evicted: old from n3", ["old"]),
    ({"pods": WEB, "evicted": {"least": 1}}, "1 at least of 4 Pods evicted", "0 of 4", []),
    (
        {"pods": "db-0", "score": {"plugin": "NodeResourcesFit", "node": "n3", "least": 50}},
        *("a score of 50 at least by NodeResourcesFit on n3 for `db-0`", "db-0 has 40", ["db-0"]),
    ),
    ({"pods": "db-0", "score": {"node": "n1", "most": 89}}, "89 at most on n1", "db-0 has 90", ["db-0"]),
    # A Pod without a score fails: neither a plugin that does not exist nor a node that is left out scores by nothing.
    ({"pods": DB, "score": {"node": "n3", "least": 0}}, "0 at least on n3", "db-1 has none", ["db-1"]),
    ({"pods": "db-0", "score": {"plugin": "Nobody", "node": "n3", "most": 100}}, "by Nobody", "has none", ["db-0"]),
    ({"pods": "db-0", "score": {"node": "n2", "least": 0}}, "on n2", "db-0 has none", ["db-0"]),
]


@pytest.mark.parametrize(("written", "expected", "found", "named"), FAILING, ids=lambda value: str(value)[:60])
def test_what_does_not_hold_shows_why_and_for_which_pods(
    written: dict[str, Any], expected: str, found: str, named: list[str]
) -> None:
    (check,) = checks(written)
    assert not check.holds
    assert expected in check.expected
    assert found in check.found
    if named:
        assert list(check.pods) == [name if "/" in name else f"default/{name}" for name in named]


CANNOT_FAIL: list[tuple[dict[str, Any], str, str]] = [
    ({"pods": {"app": "wbe"}, "placed": "all"}, "no Pod that comes is selected by Pods with app=wbe", "The Pods are"),
    ({"pods": "nobody", "placed": "none"}, "selected by `nobody`", "web-0"),
    ({"pods": "nobody", "evicted": "none"}, "selected by `nobody`", "web-0"),
    # Pods that run can be evicted, and nothing else is expected of them.
    ({"pods": {"app": "old"}, "placed": "all"}, "no Pod that comes", "The Pods are"),
    ({"pods": {"app": "old"}, "evicted": "none", "on": "n3"}, "no Pod that comes", "The Pods are"),
    ({"pods": DB, "placed": {"most": 2}}, "2 at most of 2 Pods placed: that holds whatever happens", "0 to 2"),
    ({"pods": BIG, "pending": {"most": 1}}, "that holds whatever happens", "0 to 1"),
    ({"pods": WEB, "notOn": "n9"}, "there is no node n9", "The nodes are n1, n2, n3, n4"),
    ({"pods": WEB, "on": ["n1", "n9"]}, "there is no node n9", "The nodes are n1"),
    ({"pods": WEB, "notOn": {"gpu": "false"}}, "there are no nodes with gpu=false", "Labels of nodes are gpu"),
    ({"pods": BIG, "together": "node"}, "`big` is one Pod only", "write `on`"),
    ({"pods": "web-1", "apart": "node"}, "`web-1` is one Pod only", "Select several"),
    ({"pods": WEB, "together": "rack"}, "no node has the label rack", "`node` means each node itself"),
    ({"pods": WEB, "skew": {"by": "rack", "most": 1}}, "no node has the label rack", "Labels of nodes are"),
    ({"pods": WEB, "perNode": {"most": 4}}, "4 at most of Pods with app=web", "It can be 1 to 4"),
    ({"pods": WEB, "perNode": {"least": 1}}, "1 at least", "It can be 1 to 4"),
    ({"pods": WEB, "nodesUsed": {"most": 4}}, "that holds whatever happens", "It can be 0 to 4"),
    ({"nodesFree": {"most": 4}}, "that holds whatever happens", "It can be 0 to 4"),
    ({"pods": WEB, "skew": {"by": "node", "most": 4}}, "a skew of 4 by node at most", "4 values and 4 Pods"),
    ({"pods": WEB, "skew": {"by": "gpu", "most": 1}}, "a skew of 1 by gpu at most", "1 value and 4 Pods"),
    ({"pods": WEB, "evicted": {"most": 4}}, "that holds whatever happens", "It can be 0 to 4"),
    ({"pods": WEB, "score": {"node": "n9", "least": 1}}, "there is no node n9", "The nodes are"),
]


@pytest.mark.parametrize(("written", "message", "help_"), CANNOT_FAIL, ids=lambda value: str(value)[:60])
def test_what_cannot_fail_is_refused(written: dict[str, Any], message: str, help_: str) -> None:
    with pytest.raises(CannotFail) as refused:
        checks(written)
    assert message in refused.value.message
    assert help_ in refused.value.help


@pytest.mark.parametrize(
    "written",
    [
        {"notOn": "n2"},
        {"apart": "node"},
        {"perNode": {"most": 1}},
        {"skew": {"by": "node", "most": 1}},
        {"together": "node"},
        {"on": "n1"},
    ],
    ids=str,
)
def test_pods_that_have_no_node_are_nowhere_right(written: dict[str, Any]) -> None:
    where = cluster(node("n1"), node("n2"), pods("web", 2))
    nowhere = TrialRun(placements=(placement("web-0", None), placement("web-1", None)))
    (check,) = checks(written, where, nowhere)
    assert not check.holds
    assert check.found
    assert check.pods == ("default/web-0", "default/web-1")


@pytest.mark.parametrize("outcome", [PodOutcome.GATED, PodOutcome.WAITING, PodOutcome.UNSERVED])
def test_only_what_nodes_refuse_is_pending(outcome: PodOutcome) -> None:
    where = cluster(node("n1"), pod("web"))
    run = TrialRun(placements=(Placement(pod="default/web", outcome=outcome),))
    (placed, pending) = checks({"placed": "none", "pending": "all"}, where, run)
    assert (placed.holds, pending.holds) == (True, False)


def test_a_pod_that_came_and_had_to_leave_is_not_placed() -> None:
    where = cluster(node("n1"), pod("web"), pod("urgent"))
    gone = Placement(pod="default/web", outcome=PodOutcome.EVICTED, node="n1")
    run = TrialRun(placements=(gone, placement("urgent", "n1")))
    placed, evicted = checks({"placed": 1, "evicted": 1}, where, run)
    assert (placed.holds, evicted.holds, evicted.pods) == (True, True, ("default/web",))


def test_nodes_with_pods_that_come_with_nodes_are_free() -> None:
    where = cluster(node("n1"), node("n2"), node("n3"), pod("agent", "n2", owner="DaemonSet/agent"), pod("web"))
    (check,) = checks({"nodesFree": 2}, where, TrialRun(placements=(placement("web", "n1"),)))
    assert check.holds, check.found


def test_pods_of_a_deployment_are_selected_by_its_name() -> None:
    made = labeled(pod("web-5d4f-x2x", owner="ReplicaSet/web-5d4f"), **{"pod-template-hash": "5d4f"})
    where = cluster(node("n1"), made, pod("web-extra"))
    run = TrialRun(placements=(placement("web-5d4f-x2x", "n1"), placement("web-extra", "n1")))
    (check,) = checks({"pods": "web", "placed": "all"}, where, run)
    assert check.found == "1 of 1 Pod placed"
