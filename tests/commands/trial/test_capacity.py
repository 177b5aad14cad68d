"""Room of a cluster: `--without` a node, how many more of a Pod `--fill` it, how many nodes to `--add`."""

import json
from typing import Any

import pytest

from tests.commands.trial import programs
from tests.commands.trial.made_trials import pod
from tests.commands.trial.try_command import Trial, nodes_of


def answer(report: dict[str, Any]) -> dict[str, Any]:
    (one,) = report["answers"]
    assert isinstance(one, dict)
    return one


def cluster(trial: Trial, *pods: dict[str, Any], **more: dict[str, Any]) -> Any:
    """Write a file with three nodes of 4 CPUs, and Pods there."""
    items = [*(programs.node(f"node-{number}") for number in range(3)), *pods, *more.values()]
    return trial.file("cluster.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))


# A node that goes


def test_pods_of_a_node_that_goes_are_placed_elsewhere(trial: Trial) -> None:
    there = cluster(trial, pod("web-0", "node-0", "ReplicaSet/web", cpu="2"), pod("db-0", "node-1", "StatefulSet/db"))
    report = trial.placed("--without", "node-0", nodes=there, pods="1:cpu=1,name=new")
    placed = {one["pod"]: one["node"] for one in report["variants"][0]["runs"][0]["pods"]}
    assert placed == {"default/web-0": "node-1", "default/new-0": "node-1"}
    assert [node["name"] for node in report["variants"][0]["runs"][0]["nodes"]] == ["node-1", "node-2"]


def test_what_belongs_to_the_node_goes_with_it(trial: Trial) -> None:
    mirror = pod("kube-proxy-node-0", "node-0", cpu="1")
    mirror["metadata"]["annotations"] = {"kubernetes.io/config.mirror": "x"}
    ended = {**pod("job-0", "node-0", "Job/job"), "status": {"phase": "Succeeded"}}
    there = cluster(trial, pod("log-0", "node-0", "DaemonSet/log"), mirror, ended)
    done = trial("--without", "node-0", nodes=there)
    assert done.status == 0, done.err
    assert "all 3 Pods placed" in done.out
    assert "2 Pods of DaemonSets, or static, went with the node" in done.out


def test_what_drain_would_not_do_is_said(trial: Trial) -> None:
    budget = {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": "web", "namespace": "default"},
        "spec": {"maxUnavailable": 0, "selector": {"matchLabels": {"app": "web"}}},
        "status": {"disruptionsAllowed": 0, "currentHealthy": 1, "desiredHealthy": 1, "expectedPods": 1},
    }
    covered = pod("web-0", "node-0", "ReplicaSet/web", cpu="1")
    covered["metadata"]["labels"] = {"app": "web"}
    report = trial.placed("--without", "node-0", nodes=cluster(trial, covered, pod("alone", "node-0"), budget=budget))
    notes = "\n".join(report["notes"])
    assert "`kubectl drain` waits: PodDisruptionBudget default/web lets no Pod leave, such as default/web-0" in notes
    assert "`kubectl drain` needs --force, and nothing creates them again; placed all the same: default/alone" in notes


def test_a_node_that_goes_is_there_and_has_something_to_move(trial: Trial) -> None:
    done = trial("--without", "node-7")
    assert (done.status, "there is no node `node-7` that could go. Did you mean" in done.err) == (2, True)
    nothing = trial.run("--nodes", "2:cpu=4", "--without", "node-1")
    assert (nothing.status, "no Pod has to move from node-1: there is nothing to place" in nothing.err) == (2, True)


# How many more Pods fit


def test_as_many_of_a_pod_are_tried_as_fit(trial: Trial) -> None:
    report = trial.placed("--fill", "cpu=1,memory=1Gi,name=more")
    found = answer(report)
    assert (found["question"], found["number"], found["isExact"]) == ("fill", 5, True)
    assert found["sentence"].startswith("5 of Pod `more-0` fit; the next one does not: ")
    assert nodes_of(report).count(None) == 0, "those that do not fit are no Pods of the user"
    assert len(nodes_of(report)) == 8, "three of --pods, and what fits besides"


def test_all_that_fit_is_as_wished(trial: Trial) -> None:
    done = trial.run("--nodes", "2:cpu=4,memory=8Gi", "--fill", "3:cpu=1500m,toleration=a=b:NoSchedule")
    assert (done.status, "4 of Pod `pod-0` fit; the next one does not" in done.out) == (0, True)


def test_what_is_there_counts(trial: Trial) -> None:
    there = cluster(trial, pod("web-0", "node-0", cpu="3"), pod("web-1", "node-1", cpu="4"))
    assert answer(trial.placed("--fill", "cpu=1", nodes=there, pods="1:cpu=1"))["number"] == 4


def test_a_file_has_the_pod_as_well(trial: Trial) -> None:
    path = trial.file("more.json", json.dumps(programs.pod("more", cpu="2")))
    assert answer(trial.placed("--fill", path, nodes="3:cpu=4,memory=8Gi", pods="2:cpu=1"))["number"] == 5


def test_each_configuration_has_its_answer(trial: Trial) -> None:
    report = trial.placed("--fill", "cpu=1", "--against", "default")
    assert [one["variant"] for one in report["answers"]] == [str(trial.configuration), "default"]
    text = trial("--fill", "cpu=1", "--against", "default").out
    assert "  A: 5 of Pod" in text
    assert "  B: 5 of Pod" in text


# How many more nodes are enough


def test_as_few_nodes_are_added_as_are_enough(trial: Trial) -> None:
    report = trial.placed("--add", "20:cpu=2,memory=8Gi,name=more", pods="15:cpu=1")
    found = answer(report)
    assert (found["question"], found["number"], found["isExact"]) == ("add", 4, True)
    assert found["sentence"].startswith(
        "4 more nodes of `cpu=2,memory=8Gi,name=more` are enough; with one fewer, 1 Pod"
    )
    nodes = [node["name"] for node in report["variants"][0]["runs"][0]["nodes"]]
    assert nodes == ["node-0", "node-1", "more-0", "more-1", "more-2", "more-3"]


@pytest.mark.parametrize(
    ("pods", "number", "status", "sentence"),
    [
        ("8:cpu=1", 0, 0, "no more nodes are needed"),
        ("9:cpu=1", 1, 0, "1 more node of `cpu=2,memory=8Gi` is enough; with one fewer, 1 Pod has no node: "),
        ("13:cpu=1", None, 1, "even 2 more nodes of `cpu=2,memory=8Gi` are not enough: 1 Pod has no node: "),
    ],
)
def test_none_may_be_needed_and_all_too_few(
    trial: Trial, pods: str, number: int | None, status: int, sentence: str
) -> None:
    done = trial("--add", "2:cpu=2,memory=8Gi", "-o", "json", pods=pods)
    found = answer(done.report)
    assert (found["number"], done.status) == (number, status)
    assert found["sentence"].startswith(sentence)


def test_a_node_that_goes_is_replaced(trial: Trial) -> None:
    there = cluster(trial, *(pod(f"web-{number}", f"node-{number}", "ReplicaSet/web", cpu="4") for number in range(3)))
    found = answer(trial.placed("--without", "node-0", "--add", "5:cpu=4,memory=8Gi", nodes=there, pods="1:cpu=100m"))
    assert found["number"] == 2


def test_the_answer_is_on_the_page(trial: Trial) -> None:
    page = trial("--fill", "cpu=1", "-o", "html").out
    assert "5 of Pod" in page


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--fill", "cpu=1", "--add", "2:cpu=1"), "--fill and --add are two questions"),
        (("--add", "cpu=1"), "--add takes a sketch of nodes with the most that may be added"),
        (("--fill", "cpu=1", "--measure", "parallelism=1,2"), "--measure takes neither --fill nor --add"),
        (("--add", "2:cpu=1", "--against", "default"), "--add takes one configuration and one program"),
        (("--without", "node-0", "--save", "x.schedtest.yaml"), "--save takes neither"),
    ],
)
def test_questions_that_do_not_fit_together_are_refused(trial: Trial, options: tuple[str, ...], complaint: str) -> None:
    done = trial(*options)
    assert (done.status, complaint in done.err) == (2, True)
