"""Nodes and Pods that are sketched in a line."""

import pytest

from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.commands.trial.inputs.sketch import MOST_NODES, MOST_PODS, is_sketch
from schedcfg.errors import SchedcfgError
from tests.commands.trial.worlds import NODES, names, placed


def refusal(nodes: list[str], pods: list[str]) -> str:
    with pytest.raises(SchedcfgError) as error:
        read_cluster(nodes, pods, "1.29")
    return error.value.sentence


def test_nodes_get_what_the_sketch_says() -> None:
    sketch = "3:cpu=8,memory=32Gi,nvidia.com/gpu=4,zone=a/b,label.disk=ssd,taint=gpu=yes:NoSchedule,taint=old:NoExecute"
    given = read_cluster([sketch], ["1:cpu=1"], "1.29")
    nodes = [one for one in given.cluster.objects if one["kind"] == "Node"]
    first, second, third = nodes
    assert [node["metadata"]["labels"]["topology.kubernetes.io/zone"] for node in nodes] == ["a", "b", "a"]
    assert second["metadata"]["labels"]["kubernetes.io/hostname"] == second["metadata"]["name"] == "node-1"
    assert third["metadata"]["labels"]["disk"] == "ssd"
    assert first["status"]["allocatable"] == {"cpu": "8", "memory": "32Gi", "nvidia.com/gpu": "4", "pods": "110"}
    assert first["spec"]["taints"] == [
        {"key": "gpu", "value": "yes", "effect": "NoSchedule"},
        {"key": "old", "effect": "NoExecute"},
    ]


def test_pods_get_what_the_sketch_says() -> None:
    place = "name=train,namespace=ml,label.app=x"
    rest = "priority=-7,scheduler=own,toleration=gpu=yes:NoSchedule"
    given = read_cluster([NODES], [f"2:cpu=500m,nvidia.com/gpu=1,{place},{rest}"], "1.29")
    pod = placed(given)["train-1"]
    assert pod["metadata"] == {"name": "train-1", "namespace": "ml", "labels": {"app": "x"}}
    spec = pod["spec"]
    assert spec["containers"][0]["resources"] == {
        "requests": {"cpu": "500m", "nvidia.com/gpu": "1"},
        "limits": {"nvidia.com/gpu": "1"},
    }
    assert (spec["priority"], spec["priorityClassName"], spec["schedulerName"]) == (-7, "priority-minus-7", "own")
    assert {"key": "gpu", "effect": "NoSchedule", "operator": "Equal", "value": "yes"} in spec["tolerations"]
    assert "priority -7 from PriorityClass priority-minus-7: 2 Pods" in given.notes


def test_names_go_on_in_the_next_sketch() -> None:
    given = read_cluster(["1:cpu=1,memory=1Gi", "1:cpu=2,memory=1Gi"], ["1:", "1:name=a", "1:"], "1.29")
    assert names(given, "Node") == ["node-0", "node-1"]
    assert list(placed(given)) == ["pod-0", "a-0", "pod-1"]


def test_the_same_sketches_make_the_same_objects() -> None:
    first, second = (read_cluster([NODES], ["5:cpu=1,priority=3"], "1.29").cluster for _ in range(2))
    assert (first.objects, first.pods) == (second.objects, second.pods)


def test_a_sketch_is_told_from_a_file_by_its_form() -> None:
    assert is_sketch("20:cpu=8")
    assert is_sketch("3:")
    assert not is_sketch("./20:cpu=8")
    assert not is_sketch("nodes.yaml")


def test_nodes_without_cpu_are_noted() -> None:
    given = read_cluster(["1:memory=1Gi"], ["1:"], "1.29")
    assert "the nodes of `1:memory=1Gi` have no cpu: only Pods that request none fit" in given.notes


@pytest.mark.parametrize(
    ("nodes", "pods", "part", "reason"),
    [
        ("20:cpu=8,memory=32G1", "1:", "`memory=32G1`", "no quantity"),
        ("20:cpu", "1:", "`cpu`", "there is no `=`"),
        ("20:cpu=1,cpu=2", "1:", "`cpu=2`", "second time"),
        ("20:cpu=-1", "1:", "`cpu=-1`", "negative"),
        ("20:memry=8", "1:", "`memry=8`", "Did you mean `memory`?"),
        ("20:nvidia.com/gpu=1.5", "1:", "`nvidia.com/gpu=1.5`", "no whole number"),
        ("20:a/b/c=1", "1:", "`a/b/c=1`", "at most one slash"),
        ("20:pods=x", "1:", "`pods=x`", "no quantity"),
        ("20:zone=a//b", "1:", "`zone=a//b`", "a zone is empty"),
        ("20:zone=a b", "1:", "`topology.kubernetes.io/zone=a b`", "the value of a label"),
        ("20:taint=a:Never", "1:", "`taint=a:Never`", "NoSchedule"),
        ("20:taint=a", "1:", "`taint=a`", "no taint"),
        ("20:name=A", "1:", "`name=A`", "no name"),
        ("0:cpu=1", "1:", "`0`", f"{MOST_NODES:,}"),
        (f"{MOST_NODES + 1}:cpu=1", "1:", f"`{MOST_NODES + 1}`", f"{MOST_NODES:,}"),
        (NODES, f"{MOST_PODS + 1}:", f"`{MOST_PODS + 1}`", f"{MOST_PODS:,}"),
        (NODES, "999999999999:", "`999999999999`", f"{MOST_PODS:,}"),
        (NODES, "1:priority=9999999999", "`priority=9999999999`", "1,000,000,000"),
        (NODES, "1:priority=1,priorityClass=a", "`priorityClass=a`", "already"),
        (NODES, "1:namespace=a.b", "`namespace=a.b`", "namespace"),
        (NODES, "1:pods=1", "`pods=1`", "not known"),
        (NODES, "1:cpu=\x1b[31m", r"`cpu=\x1b[31m`", "no quantity"),
    ],
)
def test_a_wrong_part_is_named(nodes: str, pods: str, part: str, reason: str) -> None:
    message = refusal([nodes], [pods])
    assert f"in {part}, " in message
    assert reason in message


def test_sketches_add_up_to_a_bound() -> None:
    message = refusal([f"{MOST_NODES}:cpu=1,memory=1Gi", "1:cpu=1,memory=1Gi"], ["1:"])
    assert message == f"there are {MOST_NODES + 1:,} nodes, and a trial takes {MOST_NODES:,} at most"


def test_without_nodes_or_pods_there_is_nothing_to_try() -> None:
    assert "there are no Pods" in refusal([NODES], [])
    assert "there are no nodes" in refusal([], ["1:"])


def test_a_sketch_without_a_number_is_explained() -> None:
    assert "A sketch begins with a number" in refusal(["cpu=8,memory=32Gi"], ["1:"])
