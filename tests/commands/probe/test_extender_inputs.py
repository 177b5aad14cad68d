"""The Pod and the nodes that users give, in all the forms in which they come."""

import json
from pathlib import Path
from typing import Any

import pytest

from schedcfg.errors import UnreadableInput
from tests.commands.probe.extender_server import extender, probe

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop, uid: u-1}\nspec: {containers: [{name: a}]}\n"
TEMPLATE = "{metadata: {labels: {app: web}}, spec: {containers: [{name: a}]}}"
HEAD = "metadata: {name: web, namespace: shop}\n"
WORKLOADS = {
    **{
        kind: f"kind: {kind}\n{HEAD}spec: {{template: {TEMPLATE}}}\n"
        for kind in ("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController", "Job")
    },
    "CronJob": f"kind: CronJob\n{HEAD}spec: {{jobTemplate: {{spec: {{template: {TEMPLATE}}}}}}}\n",
}
NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: %s}\n"


def sent(tmp_path: Path, **texts: str) -> Any:
    """What an extender gets."""
    files = {}
    for name, text in texts.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        files[name] = str(tmp_path / f"{name}.yaml")
    with extender({"/filter": {}}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter"}, **files)
    assert set(found.built_in) == {"pod", "nodes"} - texts.keys()
    return server.asked[0].body


def test_a_pod(tmp_path: Path) -> None:
    pod = sent(tmp_path, pod=POD)["Pod"]
    assert pod["metadata"] == {"name": "web", "namespace": "shop", "uid": "u-1"}
    assert pod["spec"] == {"containers": [{"name": "a"}]}


@pytest.mark.parametrize("kind", WORKLOADS)
def test_the_pod_of_a_workload(kind: str, tmp_path: Path) -> None:
    pod = sent(tmp_path, pod=WORKLOADS[kind])["Pod"]
    assert pod["metadata"].pop("uid")
    assert pod["metadata"] == {"name": "web", "namespace": "shop", "labels": {"app": "web"}}
    assert pod["status"] == {"phase": "Pending"}
    assert "template" not in pod["spec"]


def test_the_first_pod_of_several_documents(tmp_path: Path) -> None:
    pod = sent(tmp_path, pod=f"kind: Service\nmetadata: {{name: s}}\n---\n{POD}---\n{WORKLOADS['Job']}")["Pod"]
    assert pod["metadata"]["uid"] == "u-1"


@pytest.mark.parametrize(
    "text",
    [
        NODE % "a" + "---\n" + NODE % "b",
        "kind: NodeList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n",
        "kind: List\nitems:\n- {kind: Node, metadata: {name: a}}\n- {kind: Pod, metadata: {name: x}}\n"
        "- {kind: Node, metadata: {name: b}}\n",
        '{"kind": "NodeList", "items": [{"metadata": {"name": "a"}}, {"kind": "Node", "metadata": {"name": "b"}}]}',
    ],
)
def test_nodes(text: str, tmp_path: Path) -> None:
    nodes = sent(tmp_path, nodes=text)["Nodes"]["items"]
    assert [node["metadata"]["name"] for node in nodes] == ["a", "b"]
    assert all("kind" not in node for node in nodes)


WRONG_PODS = {
    "kind: Service\n": "it does not contain a Pod, but Service",
    "kind: [Pod]\n": "it does not contain a Pod, but",
    "": "it does not contain a Pod, but nothing",
    **dict.fromkeys(
        (
            "kind: Pod\nspec: {}\n",
            "kind: Pod\nspec: {containers: [a]}\n",
            "kind: Pod\nspec: {containers: [{resources: {requests: [cpu]}}]}\n",
            "kind: Pod\nspec: {containers: [], initContainers: 5}\n",
            "kind: Pod\nmetadata: [a]\nspec: {containers: []}\n",
            "kind: Pod\nmetadata: {name: 5}\nspec: {containers: []}\n",
            "kind: Pod\nstatus: 5\nspec: {containers: []}\n",
        ),
        "the Pod is not one of Kubernetes",
    ),
    "kind: Pod\nspec: {containers: [], x: .inf}\n": "a number that JSON cannot express",
    "kind: [\n": "pod.yaml:1",
}
WRONG_NODES = {
    "it does not contain a Node, but Pod": POD,
    "a Node has no `metadata.name`": "kind: Node\n",
    "there are two nodes `a`": NODE % "a" + "---\n" + NODE % "a",
}


@pytest.mark.parametrize("text", WRONG_PODS)
def test_wrong_pods(text: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput) as refused:
        sent(tmp_path, pod=text)
    assert WRONG_PODS[text] in str(refused.value)
    assert "pod.yaml" in str(refused.value)


@pytest.mark.parametrize("words", WRONG_NODES)
def test_wrong_nodes(words: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput) as refused:
        sent(tmp_path, nodes=WRONG_NODES[words])
    assert words in str(refused.value)
    assert refused.value.help


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(UnreadableInput, match=r"missing\.yaml cannot be read: there is no such file"):
        probe({"urlPrefix": "http://127.0.0.1:1", "filterVerb": "filter"}, pod="missing.yaml")


def test_built_in_nodes_with_names_of_ones_own() -> None:
    names = tuple(f"worker-{number}" for number in range(300))
    with extender({"/filter": {"Nodes": {"items": []}}}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter"}, names=names)
    assert (found.nodes, found.built_in) == (names, ("nodes", "pod"))
    nodes = server.asked[0].body["Nodes"]["items"]
    assert [node["metadata"]["labels"]["kubernetes.io/hostname"] for node in nodes] == list(names)


def test_files_with_many_nodes_are_read(tmp_path: Path) -> None:
    annotations = {"padding": "x" * 100_000}
    nodes = [{"metadata": {"name": f"node-{number}", "annotations": annotations}} for number in range(90)]
    (tmp_path / "nodes.json").write_text(json.dumps({"kind": "NodeList", "items": nodes}), encoding="utf-8")
    with extender({"/filter": lambda body: {"Nodes": body["Nodes"]}}) as server:
        found = probe({"urlPrefix": server.url, "filterVerb": "filter"}, nodes=str(tmp_path / "nodes.json"))
    assert found.feasible is not None
    assert len(found.feasible) == 90
