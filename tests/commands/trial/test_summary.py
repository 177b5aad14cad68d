"""What a run means: how full the nodes are, who has none, and what counts as the same Pod."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from schedcfg.commands.trial.answer.identical_pods import identical_pods
from schedcfg.commands.trial.answer.summary import EvictedPod, RunSummary, Summarizer, summaries
from schedcfg.commands.trial.pod_requests import requests_of, written_amount
from schedcfg.commands.trial.results import Placement, PodOutcome, Trial, TrialCluster, TrialRun
from tests.commands.trial.made_trials import any_trial, cluster, node, placement, pod, pods, run


def container(**fields: Any) -> dict[str, Any]:
    requests = {key: value for key, value in fields.items() if key in {"cpu", "memory"}}
    return {"name": "c", "resources": {"requests": requests}, **{k: v for k, v in fields.items() if k not in requests}}


@pytest.mark.parametrize(
    ("spec", "release", "cpu"),
    [
        ({"containers": [container(cpu="100m"), container(cpu="0.2")]}, "1.29", "300m"),
        ({"containers": [container(cpu="1")], "initContainers": [container(cpu="3"), container(cpu="2")]}, "1.29", "3"),
        ({"containers": [container(cpu="1")], "overhead": {"cpu": "250m"}}, "1.22", "1250m"),
        # A sidecar counts beside the containers, and beside the init containers that are started after it.
        (
            {
                "containers": [container(cpu="1")],
                "initContainers": [container(cpu="2", restartPolicy="Always"), container(cpu="2")],
            },
            "1.29",
            "4",
        ),
        (
            {"containers": [container(cpu="1")], "initContainers": [container(cpu="2", restartPolicy="Always")]},
            "1.27",
            "2",
        ),
        # What is requested for the Pod as a whole counts where the release has that switched on.
        ({"containers": [container(cpu="1")], "resources": {"requests": {"cpu": "5"}}}, "1.29", "1"),
        ({"containers": [container(cpu="1")], "resources": {"requests": {"cpu": "5"}}}, "1.37", "5"),
        ({"containers": [container(cpu="1.0001")]}, "1.29", "1001m"),
        ({"containers": [container(cpu="much"), container(cpu=True), "no container"]}, "1.29", "0"),
        ({"containers": {"cpu": 3}, "initContainers": "none", "overhead": []}, "1.29", "0"),
    ],
)
def test_requests_are_counted_as_the_scheduler_does(spec: dict[str, Any], release: str, cpu: str) -> None:
    requested = requests_of({"metadata": {"name": "a"}, "spec": spec}, release)
    assert written_amount("cpu", requested.get("cpu", Fraction(0))) == cpu
    assert requested["pods"] == 1


def test_a_pod_that_is_resized_has_what_it_requests_and_what_it_has() -> None:
    status = {"containerStatuses": [{"name": "c", "allocatedResources": {"cpu": "3"}}]}
    resized = {"metadata": {"name": "a"}, "spec": {"containers": [container(cpu="1")]}, "status": status}
    assert requests_of(resized, "1.29")["cpu"] == 1
    assert requests_of(resized, "1.33")["cpu"] == 3


def one(where: TrialCluster, what: TrialRun) -> RunSummary:
    return Summarizer(where).summary(what, "1.29")


def test_a_node_has_what_was_there_and_what_came() -> None:
    where = cluster(
        node("a", "z1"),
        node("b"),
        node("c"),
        pod("old", "a", cpu="1", memory="1Gi"),
        pod("victim", "a", cpu="4"),
        pod("agent", "b", owner="DaemonSet/agent", cpu="100m"),
        pods("web", 3, cpu="1500m"),
    )
    gone = Placement(pod="default/victim", outcome=PodOutcome.EVICTED, node="a")
    found = one(where, run({"web-0": "a", "web-1": "a", "web-2": None}, evicted=(gone,)))
    first, second, third = found.nodes
    assert (first.pods, first.placed, first.zone) == (3, 2, "z1")
    assert dict(first.requested) == {"cpu": 4, "memory": 2**30, "pods": 3}
    assert first.share("cpu") == Fraction(1, 2)
    assert first.free("cpu") == 4
    assert (second.pods, second.is_empty, third.is_empty) == (1, True, True)
    assert found.empty == ("b", "c")
    assert [(zone.zone, zone.nodes, zone.placed) for zone in found.zones] == [("z1", 1, 2), (None, 2, 0)]
    assert [(group.pods.name, dict(group.nodes), dict(group.without)) for group in found.groups] == [
        ("default/web", {"a": 2}, {PodOutcome.UNSCHEDULABLE: 1})
    ]
    assert (found.bound, found.pods, found.evicted) == (2, 3, (EvictedPod(gone.pod, gone.node),))


def test_pods_that_have_ended_take_nothing() -> None:
    ended = {**pod("job", "a", cpu="4"), "status": {"phase": "Succeeded"}}
    assert one(cluster(node("a"), ended), run({})).nodes[0].requested == {"pods": 0}


def test_pods_without_a_node_are_grouped_by_the_reason() -> None:
    where = cluster(node("a"), pods("web", 3), pod("db"))
    placements = (
        placement("web-0", None, "x"),
        placement("web-1", "a"),
        placement("web-2", None, "x"),
        placement("db", None, "y"),
        Placement(pod="default/gated", outcome=PodOutcome.GATED),
    )
    found = one(where, TrialRun(placements=placements))
    assert [(group.outcome, group.message, group.pods) for group in found.unplaced] == [
        (PodOutcome.UNSCHEDULABLE, "x", ("default/web-0", "default/web-2")),
        (PodOutcome.UNSCHEDULABLE, "y", ("default/db",)),
        (PodOutcome.GATED, "", ("default/gated",)),
    ]


def names(*objects: dict[str, Any]) -> list[tuple[str, int]]:
    return [(group.name, len(group.pods)) for group in identical_pods(objects)]


def test_identical_pods_have_one_name() -> None:
    assert names(*pods("web", 2, cpu="1"), *pods("web", 1, cpu="2")) == [("default/web", 2), ("default/web-0", 1)]
    assert names(pod("a/web-0"), pod("b/web-0")) == [("a/web-0", 1), ("b/web-0", 1)]
    twice = names(*pods("web", 2, cpu="1"), *[pod(f"web-{n}", cpu="2") for n in (7, 8)])
    assert twice == [("default/web (as web-0)", 2), ("default/web (as web-7)", 2)]


def test_what_a_controller_numbers_is_the_same() -> None:
    def of_set(index: int) -> dict[str, Any]:
        made = pod(f"db-{index}", owner="StatefulSet/db")
        made["metadata"]["labels"] = {"app": "db", "apps.kubernetes.io/pod-index": str(index)}
        made["spec"]["hostname"] = f"db-{index}"
        made["spec"]["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": f"data-db-{index}"}}]
        return made

    def of_node(name: str) -> dict[str, Any]:
        made = pod(f"agent-{name}", owner="DaemonSet/agent")
        fields = [{"key": "metadata.name", "operator": "In", "values": [name]}]
        required = {"nodeSelectorTerms": [{"matchFields": fields}]}
        made["spec"]["affinity"] = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}
        return made

    assert names(of_set(0), of_set(1)) == [("default/db", 2)]
    assert names(of_node("a"), of_node("b")) == [("default/agent", 2)]
    other = of_set(1)
    other["spec"]["volumes"][0]["persistentVolumeClaim"]["claimName"] = "shared"
    assert len(names(of_set(0), other)) == 2


@given(made=any_trial())
def test_totals_agree_with_placements(made: Trial) -> None:
    for variant, runs in summaries(made, Summarizer(made.cluster)):
        assert len(runs) == len(variant.runs)
        for told, found in zip(variant.runs, runs, strict=True):
            bound = [one for one in told.placements if one.outcome is PodOutcome.BOUND]
            assert found.bound == len(bound) == sum(node.placed for node in found.nodes)
            assert found.pods == len(told.placements)
            assert sum(len(group.pods) for group in found.unplaced) == len(told.placements) - len(bound)
            for node_usage in found.nodes:
                assert all(number >= 0 for number in node_usage.requested.values())
                assert node_usage.pods == node_usage.requested["pods"] >= node_usage.placed
                assert node_usage.is_empty is (node_usage.pods == 0)
            if found.zones:
                assert sum(zone.pods for zone in found.zones) == sum(node.pods for node in found.nodes)
