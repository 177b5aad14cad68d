"""The controllers that are absent from the control plane of a recording."""

from typing import Any

from tools.record.played_controllers import ClusterState, actions
from tools.record.worlds import node, pod


def keyed(*objects: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(one["metadata"].get("namespace", ""), one["metadata"]["name"]): one for one in objects}


def claim(name: str = "data", **spec: Any) -> dict[str, Any]:
    wanted = {"accessModes": ["ReadWriteOnce"], "storageClassName": "c", "resources": {"requests": {"storage": "2Gi"}}}
    metadata = {"name": name, "namespace": "default", "uid": f"uid-{name}"}
    return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": {**wanted, **spec}}


def volume(name: str, size: str, **spec: Any) -> dict[str, Any]:
    described = {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": size}, "storageClassName": "c", **spec}
    metadata = {"name": name, "resourceVersion": "1"}
    return {"metadata": metadata, "spec": described, "status": {"phase": "Available"}}


def storage_class(mode: str, provisioner: str = "disks.example") -> dict[str, Any]:
    return {"metadata": {"name": "c"}, "provisioner": provisioner, "volumeBindingMode": mode}


def bound(state: ClusterState) -> list[tuple[str, str]]:
    """Return which claims get which volumes."""
    return [
        (one.manifest["metadata"]["name"], one.manifest["spec"]["volumeName"])
        for one in actions(state)
        if one.manifest.get("kind") == "PersistentVolumeClaim"
    ]


def test_pods_that_end_are_gone() -> None:
    ending = pod("a", node="n")
    ending["metadata"] |= {"deletionTimestamp": "2026-01-01T00:00:00Z", "uid": "u"}
    assert [one.verb for one in actions(ClusterState(pods=keyed(ending)))] == ["delete"]


def test_the_smallest_volume_that_is_large_enough_is_bound() -> None:
    volumes = keyed(volume("small", "1Gi"), volume("large", "9Gi"), volume("middle", "2000Mi"), volume("fits", "3Gi"))
    assert bound(ClusterState(claims=keyed(claim()), volumes=volumes)) == [("data", "fits")]


def test_two_claims_do_not_get_one_volume() -> None:
    state = ClusterState(claims=keyed(claim("a"), claim("b")), volumes=keyed(volume("one", "3Gi")))
    assert bound(state) == [("a", "one")]


def test_a_class_that_waits_gets_a_volume_once_a_node_is_selected() -> None:
    classes = keyed(storage_class("WaitForFirstConsumer"))
    waiting = claim()
    assert bound(ClusterState(claims=keyed(waiting), storage_classes=classes)) == []
    waiting["metadata"]["annotations"] = {"volume.kubernetes.io/selected-node": "n"}
    assert bound(ClusterState(claims=keyed(waiting), storage_classes=classes)) == [("data", "pvc-uid-data")]


def test_a_volume_can_be_reached_where_its_class_and_its_node_say() -> None:
    allowed = [{"matchLabelExpressions": [{"key": "zone", "values": ["a", "b"]}]}]
    classes = keyed(storage_class("WaitForFirstConsumer") | {"allowedTopologies": allowed})
    chosen = claim()
    chosen["metadata"]["annotations"] = {"volume.kubernetes.io/selected-node": "n"}
    nodes = keyed(node("n", labels={"zone": "b"}))
    made = next(actions(ClusterState(nodes=nodes, claims=keyed(chosen), storage_classes=classes))).manifest
    (term,) = made["spec"]["nodeAffinity"]["required"]["nodeSelectorTerms"]
    assert term == {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["b"]}]}


def test_without_a_provisioner_nothing_is_made() -> None:
    classes = keyed(storage_class("Immediate", "kubernetes.io/no-provisioner"))
    assert bound(ClusterState(claims=keyed(claim()), storage_classes=classes)) == []


def test_a_budget_allows_what_is_healthy_beyond_what_it_wants() -> None:
    pods = [pod(name, node="n", labels={"app": "a"}, ready=name != "c") for name in "abc"]
    for one in pods:
        one["metadata"]["uid"] = one["metadata"]["name"]
        one["status"] = {"startTime": "2026-01-01T00:00:00Z", **one.get("status", {})}
    budget = {"metadata": {"name": "b", "namespace": "default"}, "spec": {"selector": {"matchLabels": {"app": "a"}}}}
    for spec, allowed in (({"minAvailable": 1}, 1), ({"minAvailable": "50%"}, 0), ({"maxUnavailable": 2}, 1)):
        written = budget | {"spec": {**budget["spec"], **spec}}
        (done,) = actions(ClusterState(pods=keyed(*pods), budgets=keyed(written)))
        assert done.manifest["status"]["disruptionsAllowed"] == allowed
        assert list(actions(ClusterState(pods=keyed(*pods), budgets=keyed(done.manifest)))) == []


def test_claims_of_templates_come_and_go_with_their_pod() -> None:
    entry = {"name": "gpu", "resourceClaimTemplateName": "t"}
    user = pod("a", resourceClaims=[entry])
    user["metadata"]["uid"] = "12345678"
    template = {"apiVersion": "resource.k8s.io/v1", "metadata": {"name": "t", "namespace": "default"}}
    templates = keyed(template | {"spec": {"spec": {"devices": {}}}})
    made, written = actions(ClusterState(pods=keyed(user), claim_templates=templates))
    assert made.manifest["metadata"]["name"] == "a-gpu-12345"
    assert written.manifest["status"]["resourceClaimStatuses"][0]["resourceClaimName"] == "a-gpu-12345"
    (gone,) = actions(ClusterState(resource_claims=keyed(made.manifest)))
    assert gone.verb == "delete"


def test_pods_start_on_their_node_each_after_the_one_before() -> None:
    running = pod("old", node="n", ready=True)
    new = [pod(name, node="n") for name in "ab"]
    every = [running, *new, pod("pending")]
    for one in every:
        one["metadata"]["uid"] = one["metadata"]["name"]
    state = ClusterState(pods=keyed(*every))
    begun = [
        (one.verb, one.manifest["metadata"]["name"], one.manifest["status"]["startTime"]) for one in actions(state)
    ]
    assert begun == [("write_status", "a", "2026-01-01T00:00:01Z"), ("write_status", "b", "2026-01-01T00:00:02Z")]
