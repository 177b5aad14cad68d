"""PodGroups: who comes together, why a group does not fit, and which groups a release ignores."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.commands.trial.api.kinds import Kinds
from schedcfg.commands.trial.group_notes import group_notes
from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.commands.trial.pod_groups import PodGroups
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import Placement, PodOutcome, TrialCluster, TrialRun, UnplacedGroup
from schedcfg.commands.trial.run import run
from schedcfg.releases.default_plugins import with_feature_gates
from tests.commands.trial import made_trials, programs
from tests.commands.trial.test_reports import shown
from tests.commands.trial.worlds import Object, made, pod

CASES = Path(__file__).with_name("cases")
GROUPS = 98
"""The strategy of a program that places groups."""


def member(name: str, group: str) -> Object:
    data = pod(name, schedulingGroup={"podGroupName": group})
    data["metadata"]["namespace"] = "default"
    return data


def group(name: str, parent: str | None = None, kind: str = "PodGroup", **spec: Any) -> Object:
    version = "v1alpha3" if kind == "CompositePodGroup" else "v1beta1"
    above = {} if parent is None else {"parentCompositePodGroupName": parent}
    data = made(kind, name, f"scheduling.k8s.io/{version}", spec={**above, **spec})
    data["metadata"]["namespace"] = "default"
    return data


def gang(count: int) -> dict[str, Any]:
    return {"schedulingPolicy": {"gang": {"minCount": count}}}


def names(lists: list[list[Object]]) -> list[list[str]]:
    return [[one["metadata"]["name"] for one in those] for those in lists]


def test_pods_of_a_group_come_together() -> None:
    objects = (group("a"), group("b", "both"), group("c", "both"), group("both", kind="CompositePodGroup"))
    groups = PodGroups(TrialCluster(Kinds(), objects, ()).store())
    alone = pod("alone")
    pods = [member("b0", "b"), alone, member("a0", "a"), member("c0", "c"), member("a1", "a"), member("d0", "gone")]
    assert names(groups.together(pods)) == [["b0", "c0"], ["alone"], ["a0", "a1"], ["d0"]]


def test_groups_in_a_circle_are_read() -> None:
    objects = (
        group("a", "x"),
        group("x", "y", kind="CompositePodGroup"),
        group("y", "x", kind="CompositePodGroup"),
    )
    groups = PodGroups(TrialCluster(Kinds(), objects, ()).store())
    assert names(groups.together([member("a0", "a"), member("a1", "a")])) == [["a0", "a1"]]


def placement(name: str, message: str, node: str | None = None) -> Placement:
    outcome = PodOutcome.UNSCHEDULABLE if node is None else PodOutcome.BOUND
    return Placement(pod=f"default/{name}", outcome=outcome, node=node, message=message)


REFUSED = {"conditions": [{"type": "PodGroupInitiallyScheduled", "status": "False", "message": "two of three"}]}


@pytest.mark.parametrize(
    ("status", "messages", "found"),
    [
        (REFUSED, ("group: two of three", "0/2 nodes"), "two of three. b: 0/2 nodes"),
        (REFUSED, ("0/2 nodes", "two of three"), "two of three. a: 0/2 nodes"),
        (REFUSED, ("group: two of three", ""), "two of three"),
        ({"conditions": [{"status": "True", "message": "all"}]}, ("", "0/2 nodes"), None),
        ({}, ("", ""), None),
    ],
)
def test_a_group_that_does_not_fit_has_one_message(
    status: Object, messages: tuple[str, str], found: str | None
) -> None:
    refused = {**group("g"), "status": status}
    groups = PodGroups(TrialCluster(Kinds(), (refused,), ()).store())
    pods = [member("a", "g"), member("b", "g")]
    placements = {("default", name): placement(name, said) for name, said in zip("ab", messages, strict=True)}
    unplaced = list(groups.unplaced(pods, placements))
    assert [one.message for one in unplaced] == ([] if found is None else [found])
    placements["default", "a"] = placement("a", "", "n")
    assert not list(groups.unplaced(pods, placements)), "some of its Pods have a node"


def tried(folder: Path, nodes: str, flags: tuple[str, ...] = ("--feature-gates=GenericWorkload=true",)) -> TrialRun:
    program = programs.executable(folder / "kube-scheduler", programs.OTHER_FITS)
    where = read_cluster([nodes], [str(CASES / "gang.yaml")], "1.37").cluster
    configuration = {"percentageOfNodesToScore": GROUPS}
    return asyncio.run(run(TrialRequest(str(program), "1.37", configuration, flags=flags), where))


def test_a_group_that_does_not_fit_comes_again_as_a_whole(tmp_path: Path) -> None:
    first, second = (tried(tmp_path, "3:cpu=5,memory=16Gi") for _ in range(2))
    assert first.groups == second.groups
    assert [one.message for one in first.placements] == [one.message for one in second.placements]
    (found,) = first.groups
    assert found.pods == tuple(f"default/train-{number}" for number in range(4))
    begin = "minCount (4) cannot be satisfied: 3 scheduled, 0 remaining"
    assert found.message == f"{begin}. train-3: 0 nodes are available: no room."
    assert {one.outcome for one in first.placements} == {PodOutcome.UNSCHEDULABLE}


def test_a_group_that_fits_is_placed(tmp_path: Path) -> None:
    found = tried(tmp_path, "4:cpu=5,memory=16Gi")
    assert [one.node for one in found.placements] == ["node-0", "node-1", "node-2", "node-3"]
    assert found.groups == ()


def test_without_the_gate_pods_are_in_no_group(tmp_path: Path) -> None:
    found = tried(tmp_path, "3:cpu=5,memory=16Gi", ())
    assert [one.node for one in found.placements] == ["node-0", "node-1", "node-2", None]


def test_a_group_that_does_not_fit_is_one_block() -> None:
    where = made_trials.cluster(made_trials.node("a"), made_trials.pods("train", 2, cpu="5"))
    pods = ("default/train-0", "default/train-1")
    whole = UnplacedGroup(group="default/train", message="one of two. train-1: 0/1 nodes", pods=pods)
    placements = (
        placement("train-0", "one of two"),
        placement("train-1", "0/1 nodes are available: 1 Insufficient cpu."),
    )
    found = shown(made_trials.trial(where, TrialRun(placements=placements, groups=(whole,))))
    assert "PodGroup train does not fit: train (2 Pods)\n    one of two. train-1: 0/1 nodes" in found
    assert "no node takes" not in found
    assert "help" not in found, "what is free at the end was taken while the group was tried"


ON = {"GenericWorkload": True}


@pytest.mark.parametrize(
    ("release", "gates", "objects", "notes"),
    [
        (
            "1.33",
            {},
            [group("g", **gang(1)), member("a", "g")],
            [
                "1 Pod of PodGroup default/g is placed one by one, as if in no PodGroup: Kubernetes 1.33 reads none;"
                " 1.36 is the first that does, with its feature gate GenericWorkload"
            ],
        ),
        (
            "1.37",
            {},
            [group("g", **gang(2)), member("a", "g"), member("b", "h")],
            [
                "2 Pods of PodGroups default/g, default/h are placed one by one, as if in no PodGroup: the feature gate"
                " GenericWorkload is off in Kubernetes 1.37; --feature-gates=GenericWorkload=true switches it on"
            ],
        ),
        (
            "1.36",
            ON,
            [group("g", **gang(1)), member("a", "g")],
            [
                "`schedulingPolicy.gang` of PodGroup default/g is ignored: the feature gate GangScheduling is off in"
                " Kubernetes 1.36; --feature-gates=GangScheduling=true switches it on"
            ],
        ),
        (
            "1.37",
            ON,
            [group("g", "both"), member("a", "g")],
            [
                "`parentCompositePodGroupName` of PodGroup default/g is ignored: the feature gate CompositePodGroup is"
                " off in Kubernetes 1.37;"
                " --feature-gates=CompositePodGroup=true,TopologyAwareWorkloadScheduling=true switches it on"
            ],
        ),
        ("1.37", ON, [member("a", "g")], ["PodGroup default/g is not given, and the scheduler waits for it: 1 Pod"]),
        (
            "1.37",
            ON,
            [group("g", **gang(3)), member("a", "g"), member("b", "g")],
            ["PodGroup default/g has 2 Pods, and its `minCount` is 3: the scheduler waits for more"],
        ),
        ("1.37", ON, [group("g", **gang(2)), member("a", "g"), member("b", "g")], []),
        ("1.29", {}, [group("g"), pod("alone")], []),
    ],
)
def test_what_becomes_of_groups_is_said_before_the_run(
    release: str, gates: dict[str, bool], objects: list[Object], notes: list[str]
) -> None:
    there = tuple(one for one in objects if one["kind"] != "Pod")
    where = TrialCluster(Kinds(), there, tuple(one for one in objects if one["kind"] == "Pod"))
    assert list(group_notes(where, with_feature_gates(releases.at(release), gates))) == notes


@pytest.mark.parametrize(
    ("flags", "is_on"),
    [((), False), (("--feature-gates=GenericWorkload=true",), True), (("--feature-gates=AllBeta=true",), True)],
)
def test_gates_of_a_request_are_those_of_its_flags(flags: tuple[str, ...], is_on: bool) -> None:
    assert TrialRequest("x", "1.37", flags=flags).gated_release.enables("GenericWorkload") is is_on


def test_composite_groups_are_served_in_the_only_version_that_has_them() -> None:
    kinds = Kinds()
    composite = kinds.at("scheduling.k8s.io", "compositepodgroups")
    assert composite is not None
    assert composite.versions == ("v1alpha3",)
    given = read_cluster(["1:cpu=4"], [str(CASES / "composite-groups.yaml")], "1.37")
    (found,) = [one for one in given.cluster.objects if one["kind"] == "CompositePodGroup"]
    assert found["spec"]["priority"] == 0, "admission sets it as that of PodGroups"
