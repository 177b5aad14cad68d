"""A cluster that is read through kubectl, and what files say beside it."""

import json
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.trial.inputs.given_cluster import _RESOURCES, GivenCluster, of_cluster
from schedcfg.integrations.kubectl import Kubectl, KubectlFailed
from tests.commands.trial.worlds import Object, made, names, placed, pod, workload, written
from tests.stand_in import StandIn

FORBIDDEN = 'Error from server (Forbidden): limitranges is forbidden: User "dev" cannot list resource "limitranges"\n'
ABSENT = 'error: the server doesn\'t have a resource type "podgroups"\n'


def stored(data: Object, **metadata: Any) -> Object:
    """Return an object as an API server has it."""
    data["metadata"] |= {"resourceVersion": "5", "uid": f"uid-{data['metadata']['name']}", **metadata}
    return data


NODES = [
    stored(
        made("Node", name, status={"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}}),
        labels={"kubernetes.io/hostname": name},
    )
    for name in ("n1", "n2")
]
PODS = [
    stored(pod("running", nodeName="n1", priority=7), namespace="default"),
    stored(pod("waiting"), namespace="default"),
]


class FakeCluster:
    """A kubectl that lists what a test says."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = StandIn(folder, "kubectl")

    def lists(self, resource: str, *objects: Object) -> None:
        path = self._folder / f"{resource}.json"
        path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}), encoding="utf-8")
        self._program.answers("get", resource, file=path)

    def refuse(self, resource: str, message: str) -> None:
        self._program.answers("get", resource, errors=message, status=1)

    def rest(self) -> None:
        """Let all other resources be empty."""
        for resource in _RESOURCES:
            if not (self._folder / f"{resource.qualified}.json").exists():
                self.lists(resource.qualified)

    @property
    def calls(self) -> list[list[str]]:
        return self._program.calls

    def read(self, *pods: str) -> GivenCluster:
        return of_cluster(Kubectl(str(self._folder / "kubectl")), pods, "1.29")


@pytest.fixture
def cluster(tmp_path: Path) -> FakeCluster:
    return FakeCluster(tmp_path)


def test_a_cluster_and_a_sketch(cluster: FakeCluster) -> None:
    cluster.lists("nodes", *NODES)
    cluster.lists("pods", *PODS)
    cluster.lists(
        "priorityclasses.scheduling.k8s.io", stored(made("PriorityClass", "high", "scheduling.k8s.io/v1", value=9))
    )
    cluster.rest()
    given = cluster.read("2:cpu=1,priorityClass=high")
    assert list(placed(given)) == ["pod-0", "pod-1"]
    assert placed(given)["pod-0"]["spec"]["priority"] == 9
    assert names(given, "Node") == ["n1", "n2"]
    (running,) = [one for one in given.cluster.objects if one["kind"] == "Pod"]
    assert running["spec"] == PODS[0]["spec"]
    assert given.notes == (
        "left out: 1 Pod of the cluster without a node; name those that are to be placed in a file",
        "priority 9 from PriorityClass high: 2 Pods",
    )
    listed = {call[1] for call in cluster.calls}
    assert len(cluster.calls) == len(_RESOURCES)
    assert not listed & {"secrets", "configmaps"}
    assert all(call[0] == "get" for call in cluster.calls)


def test_what_cannot_be_listed_is_said(cluster: FakeCluster) -> None:
    cluster.lists("nodes", *NODES)
    cluster.refuse("limitranges", FORBIDDEN)
    cluster.refuse("podgroups.scheduling.k8s.io", ABSENT)
    cluster.rest()
    (note,) = cluster.read("1:cpu=1").notes
    assert note.startswith("limitranges of the cluster are not read, and count as if there were none: ")
    assert "(Forbidden)" in note
    assert "--verb=list --resource=limitranges" in note


@pytest.mark.parametrize("resource", ["nodes", "pods"])
def test_nodes_and_pods_are_needed(cluster: FakeCluster, resource: str) -> None:
    cluster.refuse(resource, FORBIDDEN)
    cluster.lists("nodes", *NODES)
    cluster.rest()
    with pytest.raises(KubectlFailed, match="Forbidden"):
        cluster.read("1:cpu=1")


def test_files_win_over_the_cluster(cluster: FakeCluster, tmp_path: Path) -> None:
    cluster.lists("nodes", *NODES)
    cluster.lists("pods", *PODS)
    cluster.rest()
    larger = made("Node", "n1", status={"allocatable": {"cpu": "64", "memory": "8Gi", "pods": "10"}})
    larger["metadata"]["labels"] = {"kubernetes.io/hostname": "n1"}
    given = cluster.read(written(tmp_path, larger, pod("running")))
    assert list(placed(given)) == ["running"]
    first = next(one for one in given.cluster.objects if one["metadata"]["name"] == "n1")
    assert first["status"]["allocatable"]["cpu"] == "64"
    assert "as in the files, and not as in the cluster: 1 Node" in given.notes


def test_a_workload_with_pods_in_the_cluster_gets_those_that_it_lacks(cluster: FakeCluster, tmp_path: Path) -> None:
    owner = {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "db", "uid": "uid-db", "controller": True}
    there = stored(pod("db-0", nodeName="n1"), namespace="default", ownerReferences=[owner])
    cluster.lists("nodes", *NODES)
    cluster.lists("pods", there)
    cluster.lists("statefulsets.apps", stored(workload("StatefulSet", "db", replicas=1), namespace="default"))
    cluster.rest()
    given = cluster.read(written(tmp_path, workload("StatefulSet", "db", replicas=3)))
    assert list(placed(given)) == ["db-1", "db-2"]
    assert "1 of 3 Pods of StatefulSet default/db are there already" in given.notes


def test_answers_of_any_shape_are_read(cluster: FakeCluster) -> None:
    cluster.lists("nodes", *NODES, {"kind": "Node"}, {"apiVersion": "v1", "kind": "Node", "metadata": []})
    odd: Any = [7, None, {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "x"}, "spec": "y"}]
    cluster.lists("pods", *odd)
    cluster.lists(
        "persistentvolumeclaims",
        {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "c"}, "spec": None},
    )
    cluster.rest()
    assert list(placed(cluster.read("1:cpu=1"))) == ["pod-0"]
