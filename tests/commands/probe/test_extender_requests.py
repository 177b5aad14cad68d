"""What extenders are sent."""

import json
from pathlib import Path

import pytest

from schedcfg.commands.probe.extender.results import ExtenderVerb
from tests.commands.probe.extender_server import all_names, extender, probe

FILTER = {"filterVerb": "filter"}


def written(path: Path, value: object) -> str:
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_slashes_behind_the_prefix_are_trimmed() -> None:
    with extender({"/scheduler/filter": {}}) as server:
        probe({"urlPrefix": f"{server.url}/scheduler///", **FILTER})
    assert server.paths() == ["/scheduler/filter"]


def test_the_users_objects_keep_what_they_hold(tmp_path: Path) -> None:
    node = {"kind": "Node", "metadata": {"name": "n", "labels": {"a": "b"}, "myOwn": [1]}, "other": {"x": None}}
    nodes = written(tmp_path / "nodes.json", node)
    with extender({"/filter": {}}) as server:
        probe({"urlPrefix": server.url, **FILTER}, nodes=nodes)
    (sent,) = server.asked[0].body["Nodes"]["items"]
    assert sent["metadata"] | node["metadata"] == sent["metadata"]  # type: ignore[operator]
    assert sent["other"] == {"x": None}
    assert "kind" not in sent


def test_the_built_in_pod_requests_what_extenders_manage() -> None:
    managed = [{"name": "example.com/gpu", "ignoredByScheduler": True}]
    with extender({"/filter": all_names}) as server:
        one = {"urlPrefix": server.url, "nodeCacheCapable": True, "managedResources": managed, **FILTER}
        found = probe(one)
    assert found.trials[0].interested
    (asked,) = server.asked
    assert asked.body["Pod"]["spec"]["containers"][0]["resources"]["requests"]["example.com/gpu"] == "1"
    assert found.built_in == ("nodes", "pod")


def test_whole_nodes_offer_it_too() -> None:
    with extender({"/filter": {}}) as server:
        probe({"urlPrefix": server.url, "managedResources": [{"name": "example.com/gpu"}], **FILTER})
    for node in server.asked[0].body["Nodes"]["items"]:
        assert node["status"]["allocatable"]["example.com/gpu"] == "8"


@pytest.mark.parametrize("capable", [True, False])
def test_what_preemption_asks(capable: bool) -> None:
    with extender({"/preempt": {}}) as server:
        one = {"urlPrefix": server.url, "nodeCacheCapable": capable, "preemptVerb": "preempt"}
        found = probe(one, include=frozenset({ExtenderVerb.PREEMPT}))
    body = server.asked[0].body
    assert list(body) == ["Pod", "NodeNameToVictims", "NodeNameToMetaVictims"]
    victims = body["NodeNameToMetaVictims" if capable else "NodeNameToVictims"]
    assert body["NodeNameToVictims" if capable else "NodeNameToMetaVictims"] is None
    assert tuple(victims) == found.nodes
    for node, its in victims.items():
        (pod,) = its["Pods"]
        assert its["NumPDBViolations"] == 0
        assert set(pod) == {"UID"} if capable else pod["spec"]["nodeName"] == node


def test_what_binding_asks() -> None:
    with extender({"/filter": all_names, "/bind": {}}) as server:
        one = {"urlPrefix": server.url, "nodeCacheCapable": True, "bindVerb": "bind", **FILTER}
        found = probe(one, include=frozenset({ExtenderVerb.BIND}))
    assert server.paths() == ["/filter", "/bind"]
    body = server.asked[1].body
    pod = server.asked[0].body["Pod"]["metadata"]
    assert body == {
        "PodName": pod["name"],
        "PodNamespace": pod["namespace"],
        "PodUID": pod["uid"],
        "Node": found.nodes[0],
    }
