"""Why each node does not take a Pod: asked about one node at a time, of a scheduler that answers late, or oddly."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from schedcfg.commands.trial import node_reasons
from schedcfg.commands.trial.api.store import Object
from schedcfg.commands.trial.decisions import PodProgress
from schedcfg.commands.trial.node_reasons import (
    UNSCHEDULABLE,
    FitMessage,
    FoundReasons,
    NodeReasons,
    fit_message,
    plugin_of,
)
from schedcfg.commands.trial.results import NodeReason, Placement, PodOutcome, TrialCluster
from tests.commands.trial.made_trials import cluster, node, pod, pods

Verdict = Callable[[str, str], str]
"""Pod and node → why the node does not take it; empty where it does."""


class AnsweringScheduler:
    """Answers as a scheduler does, about the nodes as it has seen them: some requests later than they changed."""

    def __init__(self, where: TrialCluster, verdict: Verdict, lag: int = 0, *, heeds_cordons: bool = True) -> None:
        self.store = where.store()
        self.requests = 0
        self.priorities: set[Any] = set()
        self._verdict = verdict
        self._heeds_cordons = heeds_cordons
        self._seen = [self._now()] * (lag + 1)

    def _now(self) -> dict[str, bool]:
        return {data["metadata"]["name"]: bool(data["spec"].get("unschedulable")) for data in self.store.all("nodes")}

    async def offer(self, pod: Object) -> PodProgress:
        self.requests += 1
        self.priorities.add(pod["spec"].get("preemptionPolicy"))
        self._seen = [*self._seen[1:], self._now()]
        made = {**pod, "metadata": dict(pod["metadata"])}
        self.store.create(self.store.collection("pods"), made)
        found = Counter[str]()
        for name, is_cordoned in self._seen[0].items():
            reason = self._verdict(pod["metadata"]["name"], name)
            if is_cordoned and self._heeds_cordons:
                reason = UNSCHEDULABLE
            if not reason:
                return PodProgress(PodOutcome.BOUND, name)
            found.update(reason.split(" + "))
        counted = ", ".join(sorted(f"{number} {reason}" for reason, number in found.items()))
        message = f"0/{len(self._seen[0])} nodes are available: {counted}. preemption: not eligible."
        return PodProgress(PodOutcome.UNSCHEDULABLE, message=message)


def ask(where: TrialCluster, scheduler: AnsweringScheduler, rejecting: Any = lambda _: ()) -> FoundReasons:
    async def all_of_it() -> FoundReasons:
        placements = []
        for one in where.pods:
            progress = await scheduler.offer(one)
            name = f"default/{one['metadata']['name']}"
            placements.append(Placement(pod=name, outcome=progress.outcome, message=progress.message))
        return await NodeReasons(scheduler.store, scheduler.offer, rejecting).of(placements, where.pods)

    return asyncio.run(all_of_it())


def mixed(pod_name: str, node_name: str) -> str:
    return {"a": "Insufficient cpu + Insufficient memory", "b": "node(s) had untolerated taint {x: y}"}.get(
        node_name, f"my own reason about {pod_name[:1]}"
    )


@pytest.mark.parametrize("lag", [0, 1, 2, 3])
def test_each_node_gives_its_own_reason(lag: int) -> None:
    where = cluster(node("a"), node("b"), node("c"), pod("one", cpu="1"), pods("more", 2, cpu="2"))
    scheduler = AnsweringScheduler(where, mixed, lag)
    found = ask(where, scheduler)
    assert found.reasons["default/one"] == (
        NodeReason(node="a", message="Insufficient cpu, Insufficient memory", plugin="NodeResourcesFit"),
        NodeReason(node="b", message="node(s) had untolerated taint {x: y}", plugin="TaintToleration"),
        NodeReason(node="c", message="my own reason about o", plugin=None),
    )
    assert found.reasons["default/more-0"] == found.reasons["default/more-1"]
    assert found.notes == ()
    assert scheduler.priorities == {None, "Never"}, "no Pod has to leave for a question"


def test_identical_pods_are_asked_about_once() -> None:
    few = AnsweringScheduler(where := cluster(node("a"), node("b"), pods("web", 1, cpu="1")), mixed)
    ask(where, few)
    many = AnsweringScheduler(where := cluster(node("a"), node("b"), pods("web", 40, cpu="1")), mixed)
    assert len(ask(where, many).reasons) == 40
    assert many.requests - 40 == few.requests - 1


def test_pods_with_claims_of_their_own_are_asked_about_each() -> None:
    numbered = [pod(f"db-{number}", owner="StatefulSet/db") for number in range(2)]
    for number, one in enumerate(numbered):
        one["spec"]["volumes"] = [{"name": "v", "persistentVolumeClaim": {"claimName": f"data-db-{number}"}}]
    where = cluster(node("a"), node("b"), numbered)

    def by_claim(pod_name: str, node_name: str) -> str:
        return "volume" if (pod_name == "db-0") is (node_name == "a") else "Insufficient cpu"

    found = ask(where, AnsweringScheduler(where, by_claim)).reasons
    assert [reason.message for reason in found["default/db-0"]] == ["volume", "Insufficient cpu"]
    assert [reason.message for reason in found["default/db-1"]] == ["Insufficient cpu", "volume"]


def test_the_log_knows_the_plugin_of_an_own_reason() -> None:
    where = cluster(node("a"), node("c"), pod("one"))
    found = ask(where, AnsweringScheduler(where, mixed), lambda _: {"NodeUnschedulable", "MyPlugin"})
    assert [reason.plugin for reason in found.reasons["default/one"]] == ["MyPlugin", "MyPlugin"]


def test_a_cordoned_node_stays_one() -> None:
    cordoned = node("z")
    cordoned["spec"]["unschedulable"] = True
    where = cluster(node("a"), cordoned, pod("one"))
    found = ask(where, AnsweringScheduler(where, mixed))
    assert [(reason.node, reason.plugin) for reason in found.reasons["default/one"]] == [
        ("a", "NodeResourcesFit"),
        ("z", "NodeUnschedulable"),
    ]


def test_one_reason_for_all_needs_no_question() -> None:
    where = cluster([node(f"n{number}") for number in range(9)], pod("one"))
    scheduler = AnsweringScheduler(where, lambda *_: "Insufficient cpu")
    found = ask(where, scheduler)
    assert {reason.message for reason in found.reasons["default/one"]} == {"Insufficient cpu"}
    assert len(found.reasons["default/one"]) == 9
    assert scheduler.requests == 1


def test_nothing_is_said_where_cordons_refuse_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_reasons, "_PAUSE", 0.0)
    where = cluster(node("a"), node("b"), pod("one"))
    scheduler = AnsweringScheduler(where, mixed, heeds_cordons=False)
    assert ask(where, scheduler).reasons == {}
    assert scheduler.requests < 20


def test_nothing_is_said_of_a_pod_that_finds_a_node_after_all() -> None:
    where = cluster(node("a"), node("b"), node("c"), pod("one"), pod("two", cpu="1"))
    tries = Counter[str]()

    def fickle(pod_name: str, node_name: str) -> str:
        tries[pod_name] += 1
        return "" if pod_name == "one" and tries[pod_name] > 5 and node_name == "b" else mixed(pod_name, node_name)

    found = ask(where, AnsweringScheduler(where, fickle))
    assert set(found.reasons) == {"default/two"}


def test_too_many_pods_and_nodes_are_not_asked_about() -> None:
    where = cluster([node(f"n{number}") for number in range(150)], pod("one", cpu="1"), pods("web", 3, cpu="2"))
    scheduler = AnsweringScheduler(where, lambda _, name: f"Insufficient {name}")
    found = ask(where, scheduler)
    assert set(found.reasons) == {"default/one"}
    assert found.skipped == 3
    assert "3 Pods" in found.notes[0]
    same = AnsweringScheduler(where, lambda *_: "Insufficient cpu")
    assert len(ask(where, same).reasons) == 4, "that needs no question"
    assert ask(cluster(pod("one")), AnsweringScheduler(cluster(), mixed)).reasons == {}


NEW = (
    "0/5 nodes are available: 1 node(s) had untolerated taint {dedicated: x}, 1 node(s) were unschedulable, "
    "3 Insufficient cpu, 3 Insufficient memory. preemption: 0/5 nodes are available: 5 Preemption is not helpful for "
    "scheduling."
)
OLD = (
    "0/3 nodes are available: 1 node(s) had taint {a: b}, that the pod didn't tolerate, "
    "2 node(s) didn't match Pod's node affinity/selector."
)


def test_reasons_are_counted() -> None:
    assert fit_message(NEW) == FitMessage(
        5,
        {
            "node(s) had untolerated taint {dedicated: x}": 1,
            UNSCHEDULABLE: 1,
            "Insufficient cpu": 3,
            "Insufficient memory": 3,
        },
    )
    assert fit_message(OLD) == FitMessage(
        3,
        {
            "node(s) had taint {a: b}, that the pod didn't tolerate": 1,
            "node(s) didn't match Pod's node affinity/selector": 2,
        },
    )


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no nodes available to schedule pods",
        '0/5 nodes are available: persistentvolumeclaim "nope" not found. not found',
        "0/x nodes are available: 1 Insufficient cpu.",
        "0/5 nodes are available: ",
        "Scheduling is blocked due to non-empty scheduling gates",
    ],
)
def test_what_counts_nothing_is_no_count(message: str) -> None:
    assert fit_message(message) is None


def counted(nodes: int, **reasons: int) -> FitMessage:
    return FitMessage(nodes, {UNSCHEDULABLE if reason == "cordoned" else reason: n for reason, n in reasons.items()})


def test_a_reason_of_all_nodes() -> None:
    assert counted(5, a=5).same_for_all == ("a",)
    assert counted(5, a=4, b=1).same_for_all == ()
    assert counted(5, a=5, b=5).same_for_all == (), "a node may have both, or one twice"
    assert counted(1, a=1, b=1).same_for_all == ("a", "b")


def test_the_reasons_of_the_only_open_node() -> None:
    assert counted(5, cordoned=4, a=1, b=1).of_only(UNSCHEDULABLE) == ("a", "b")
    assert counted(5, cordoned=5).of_only(UNSCHEDULABLE) == ()
    assert counted(5, cordoned=3, a=2).of_only(UNSCHEDULABLE) is None, "two nodes are open"
    assert counted(5, cordoned=3, a=1, b=1).of_only(UNSCHEDULABLE) is None
    assert counted(5, cordoned=4).of_only(UNSCHEDULABLE) is None, "a node says nothing"
    assert counted(5, a=5).of_only(UNSCHEDULABLE) is None, "cordons refuse nothing"
    assert counted(1, a=1).of_only(UNSCHEDULABLE) == ("a",)


@pytest.mark.parametrize(
    ("reason", "plugin"),
    [
        ("Insufficient nvidia.com/gpu", "NodeResourcesFit"),
        ("Too many pods", "NodeResourcesFit"),
        ("node(s) had taint {a: b}, that the pod didn't tolerate", "TaintToleration"),
        ("node(s) had untolerated taint(s)", "TaintToleration"),
        ("node(s) didn't match pod topology spread constraints (missing required label)", "PodTopologySpread"),
        ("node(s) had volume node affinity conflict", "VolumeBinding"),
        ("node(s) exceed max volume count", None),
        ("my own reason", None),
    ],
)
def test_the_plugin_of_a_reason(reason: str, plugin: str | None) -> None:
    assert plugin_of(reason) == plugin
