"""Pods that have to leave for others: those that have started last, and what the command says of it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.commands.trial.results import TrialRun
from schedcfg.commands.trial.run import run
from tests.commands.trial import programs
from tests.commands.trial.test_controllers import found, settled, store_of
from tests.commands.trial.try_command import CONFIGURATION, Trial
from tests.commands.trial.worlds import Object, pod

CASES = Path(__file__).with_name("cases")
PREEMPTS = 97
"""The strategy of a program that lets others leave."""
_THERE = """\
apiVersion: v1
kind: Pod
metadata: {name: there}
spec: {nodeName: node-0, containers: [{name: c, image: x, resources: {requests: {cpu: "3"}}}]}
"""
_VIP = """\
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: critical}
value: 1000
---
apiVersion: v1
kind: Pod
metadata: {name: vip}
spec: {priorityClassName: critical, containers: [{name: c, image: x, resources: {requests: {cpu: "3"}}}]}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return programs.executable(tmp_path / "preempting", programs.OTHER_FITS)


def placed(name: str, **more: object) -> Object:
    data = pod(name, **more)
    data["metadata"]["namespace"] = "default"
    return data


def status(data: Object) -> tuple[str, str]:
    return data["status"]["phase"], data["status"]["startTime"]


def bind(name: str) -> Callable[..., object]:
    def change(data: Object) -> None:
        data["spec"]["nodeName"] = "n"

    return lambda store: store.update(store.collection("pods"), ("default", name), change)


def test_pods_start_in_the_order_in_which_they_came_to_a_node() -> None:
    store = store_of(placed("a"), placed("b"), placed("c"))
    assert "startTime" not in found(store, "pods", "a").get("status", {})
    settled(store, bind("c"), bind("a"), bind("b"))
    began = {name: status(found(store, "pods", name)) for name in "abc"}
    assert {phase for phase, _ in began.values()} == {"Running"}
    assert sorted("abc", key=lambda name: began[name][1]) == ["c", "a", "b"]


def test_pods_that_are_there_have_started_before_those_that_come() -> None:
    old, older = placed("old", nodeName="n"), placed("older", nodeName="n")
    older["status"] = {"phase": "Running", "startTime": "2026-01-01T00:00:00Z", "podIP": "10.0.0.7"}
    ended = placed("ended", nodeName="n")
    ended["status"] = {"phase": "Failed"}
    store = store_of(old, older, ended, placed("new"))
    settled(store, bind("new"))
    assert found(store, "pods", "older")["status"] == older["status"], "what a kubelet wrote stays"
    assert found(store, "pods", "ended")["status"]["phase"] == "Failed"
    assert status(found(store, "pods", "old")) < status(found(store, "pods", "new"))


def test_a_pod_that_leaves_does_not_start() -> None:
    leaving = placed("leaving", nodeName="n")
    leaving["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"
    assert "status" not in found(store_of(leaving), "pods", "leaving")


def tried(program: Path, nodes: str, case: str) -> TrialRun:
    where = read_cluster([nodes], [str(CASES / case)], "1.33").cluster
    return asyncio.run(run(programs.request(program, PREEMPTS), where))


@pytest.mark.parametrize(
    ("nodes", "case", "left"),
    [
        ("1:cpu=4,memory=16Gi", "youngest-victim.yaml", {"default/young"}),
        ("1:cpu=6,memory=16Gi", "youngest-of-six.yaml", {"default/p5"}),
        ("2:cpu=2,memory=16Gi", "youngest-victim.yaml", {"default/young"}),
    ],
)
def test_the_youngest_pod_leaves(program: Path, nodes: str, case: str, left: set[str]) -> None:
    assert {one.pod for one in tried(program, nodes, case).placements if one.outcome == "evicted"} == left


@pytest.mark.parametrize(
    ("pods", "status", "said"),
    [(f"{_THERE}---\n{_VIP}", 1, ": 1 Pod placed; 1 Pod had to leave\n"), (_VIP, 0, ": 1 Pod placed\n")],
)
def test_the_status_is_one_where_a_pod_had_to_leave(
    schedcfg: Callable[..., Any], program: Path, tmp_path: Path, pods: str, status: int, said: str
) -> None:
    trial = Trial(schedcfg, tmp_path)
    configuration = trial.file("preempts.yaml", f"{CONFIGURATION}percentageOfNodesToScore: {PREEMPTS}\n")
    done = trial(
        configuration=configuration,
        nodes="1:cpu=4,memory=8Gi",
        pods=trial.file("pods.yaml", pods),
        program=("--binary", program),
    )
    assert done.status == status, done.err
    assert said in done.out
