"""Objects of a cluster as somebody chose them, and what they have to do with schedulers."""

import pytest

from schedcfg.integrations.cluster_objects import ClusterObject, chosen, granting
from schedcfg.sources.manifests.pod import Fields


def workload(kind: str, name: str, **spec: object) -> Fields:
    template = {"spec": {"schedulerName": "default-scheduler", **spec}}
    data: Fields = {"apiVersion": "apps/v1", "metadata": {"name": name, "namespace": "a", "uid": "1"}}
    return {**data, "spec": {"template": template} if kind != "Pod" else template["spec"], "status": {"replicas": 1}}


SCHEDULER = [{"name": "x", "image": "registry.k8s.io/kube-scheduler:v1.33.3"}]


def test_what_the_api_server_adds_is_left_out() -> None:
    found = chosen(workload("Deployment", "web", containers=[]), "Deployment")
    assert found.data["metadata"] == {"name": "web", "namespace": "a"}
    assert "status" not in found.data
    assert found.spec == {"containers": []}
    assert not found.requests_scheduler
    assert chosen(workload("Deployment", "web", schedulerName="batch"), "Deployment").requests_scheduler
    assert found.path == "cluster/a/deployment/web"


@pytest.mark.parametrize(
    ("kind", "owner", "expected"),
    [("Pod", "ReplicaSet", True), ("Pod", "Node", False), ("Pod", None, False), ("Deployment", "Operator", False)],
)
def test_pods_of_workloads_are_known(kind: str, owner: str | None, expected: bool) -> None:
    data = workload(kind, "x", containers=SCHEDULER)
    metadata = {"name": "x", "namespace": "a", "ownerReferences": [{"kind": owner}] if owner else []}
    found = chosen({**data, "metadata": metadata}, kind)
    assert found.may_run_scheduler
    assert found.is_of_workload is expected


def binding(name: str, subject: dict[str, str], role: str = "view", namespace: str = "") -> ClusterObject:
    kind = "RoleBinding" if namespace else "ClusterRoleBinding"
    reference = {"kind": "ClusterRole", "name": role}
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    return ClusterObject({"kind": kind, "metadata": metadata, "roleRef": reference, "subjects": [subject]})


def test_what_grants_rights_to_an_account() -> None:
    objects = [
        binding("own", {"kind": "ServiceAccount", "name": "batch", "namespace": "a"}, "scheduler"),
        binding("same-namespace", {"kind": "ServiceAccount", "name": "batch"}, namespace="a"),
        binding("group", {"kind": "Group", "name": "system:serviceaccounts:a"}),
        binding("other", {"kind": "ServiceAccount", "name": "other", "namespace": "a"}, "admin"),
        binding("other-group", {"kind": "Group", "name": "system:serviceaccounts:b"}),
        ClusterObject({"kind": "ClusterRole", "metadata": {"name": "scheduler"}}),
        ClusterObject({"kind": "ClusterRole", "metadata": {"name": "admin"}}),
        ClusterObject({"kind": "ServiceAccount", "metadata": {"name": "batch", "namespace": "a"}}),
        ClusterObject({"kind": "ServiceAccount", "metadata": {"name": "batch", "namespace": "b"}}),
    ]
    found = [one.path.removeprefix("cluster/") for one in granting(objects, {("a", "batch")})]
    assert found == [
        "clusterrolebinding/own",
        "a/rolebinding/same-namespace",
        "clusterrolebinding/group",
        "clusterrole/scheduler",
        "a/serviceaccount/batch",
    ]
