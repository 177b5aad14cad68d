"""The Pods that controllers make of workloads."""

from pathlib import Path

import pytest

from schedcfg.commands.trial.inputs.given_objects import GivenObject
from schedcfg.commands.trial.inputs.workloads import chosen_nodes, daemon_spec
from schedcfg.commands.trial.node_selection import matches_labels, matches_requirement
from schedcfg.errors import SchedcfgError
from tests.commands.trial.worlds import CONTAINERS, Object, made, names, placed, pod, read, workload

CLAIM = {"metadata": {"name": "data", "labels": {"tier": "x"}}, "spec": {"accessModes": ["ReadWriteOnce"]}}


def owner_of(data: Object) -> tuple[str, str]:
    (reference,) = data["metadata"]["ownerReferences"]
    assert reference["controller"] is True
    return reference["kind"], reference["name"]


def test_a_deployment_has_a_replica_set(tmp_path: Path) -> None:
    given = read(tmp_path, workload("Deployment", "web", replicas=2))
    (name,) = names(given, "ReplicaSet")
    (replica_set,) = [one for one in given.cluster.objects if one["kind"] == "ReplicaSet"]
    digest = replica_set["metadata"]["labels"]["pod-template-hash"]
    assert name == f"web-{digest}"
    assert list(placed(given)) == ["web-0", "web-1"]
    first = placed(given)["web-0"]
    assert owner_of(first) == ("ReplicaSet", name)
    assert first["metadata"]["ownerReferences"][0]["uid"] == replica_set["metadata"]["uid"]
    assert first["metadata"]["labels"] == {"app": "web", "pod-template-hash": digest}
    assert replica_set["spec"]["selector"]["matchLabels"] == first["metadata"]["labels"]


def test_the_hash_follows_the_template(tmp_path: Path) -> None:
    def digest(replicas: int, priority: str) -> str:
        data = workload("Deployment", "web", replicas=replicas)
        data["spec"]["template"]["spec"] = {"containers": CONTAINERS, "restartPolicy": priority}
        (name,) = names(read(tmp_path, data), "ReplicaSet")
        return name

    assert digest(1, "Always") == digest(5, "Always") != digest(1, "Never")


def test_a_stateful_set_has_ordinals_and_claims(tmp_path: Path) -> None:
    data = workload("StatefulSet", "db", replicas=2, ordinals={"start": 3}, volumeClaimTemplates=[CLAIM])
    given = read(tmp_path, data)
    assert list(placed(given)) == ["db-3", "db-4"]
    second = placed(given)["db-4"]
    assert second["metadata"]["labels"]["apps.kubernetes.io/pod-index"] == "4"
    assert second["spec"]["volumes"] == [{"name": "data", "persistentVolumeClaim": {"claimName": "data-db-4"}}]
    claims = {one["metadata"]["name"]: one for one in given.cluster.objects if one["kind"] == "PersistentVolumeClaim"}
    assert claims["data-db-3"]["metadata"]["labels"] == {"tier": "x", "app": "db"}


def test_jobs_have_as_many_pods_as_run_at_a_time(tmp_path: Path) -> None:
    indexed = workload("Job", "i", "batch/v1", parallelism=5, completions=2, completionMode="Indexed")
    given = read(tmp_path, workload("Job", "j", "batch/v1", parallelism=3), indexed)
    assert list(placed(given)) == ["j-0", "j-1", "j-2", "i-0", "i-1"]
    last = placed(given)["i-1"]
    assert last["metadata"]["labels"]["batch.kubernetes.io/job-completion-index"] == "1"
    assert owner_of(last) == ("Job", "i")


def test_a_cron_job_runs_once(tmp_path: Path) -> None:
    template = {"spec": workload("Job", "x", "batch/v1", parallelism=2)["spec"]}
    given = read(tmp_path, made("CronJob", "c", "batch/v1", spec={"jobTemplate": template}))
    assert list(placed(given)) == ["c-0", "c-1"]
    assert "one run of each CronJob: 1 CronJob" in given.notes


def test_what_has_no_pods_is_said(tmp_path: Path) -> None:
    given = read(
        tmp_path,
        pod("a"),
        workload("Deployment", "none", replicas=0),
        workload("Job", "stopped", "batch/v1", suspend=True),
    )
    assert given.notes == (
        "Deployment default/none has 0 replicas: no Pods",
        "Job default/stopped is suspended, and has no Pods",
    )


def test_pods_that_are_there_count(tmp_path: Path) -> None:
    replica_set = workload("ReplicaSet", "web-abc", replicas=3)
    replica_set["metadata"] |= {
        "ownerReferences": [{"kind": "Deployment", "apiVersion": "apps/v1", "name": "web", "controller": True}],
        "labels": {"pod-template-hash": "abc"},
    }
    running = pod("web-abc-x1", labels={"app": "web"}, nodeName="node-0")
    running["metadata"]["ownerReferences"] = [
        {"kind": "ReplicaSet", "apiVersion": "apps/v1", "name": "web-abc", "controller": True}
    ]
    given = read(tmp_path, workload("Deployment", "web", replicas=3), replica_set, running)
    assert list(placed(given)) == ["web-1", "web-2"]
    assert owner_of(placed(given)["web-2"]) == ("ReplicaSet", "web-abc")
    assert placed(given)["web-2"]["metadata"]["labels"]["pod-template-hash"] == "abc"
    assert "1 of 3 Pods of Deployment default/web are there already" in given.notes


def test_names_that_are_taken_get_the_kind(tmp_path: Path) -> None:
    given = read(tmp_path, pod("web-0"), workload("Deployment", "web", replicas=1))
    assert list(placed(given)) == ["web-0", "web-0-deployment"]


@pytest.mark.parametrize("replicas", [50_001, 10**15])
def test_workloads_are_bounded(tmp_path: Path, replicas: int) -> None:
    with pytest.raises(SchedcfgError, match="brings the number of Pods above 50,000"):
        read(tmp_path, workload("Deployment", "web", replicas=replicas))


def test_a_daemon_set_has_a_pod_for_each_node_that_it_tolerates(tmp_path: Path) -> None:
    nodes = [
        "2:cpu=4,memory=8Gi",
        "1:cpu=4,memory=8Gi,name=gpu,taint=gpu:NoSchedule",
        "1:cpu=1,memory=1Gi,name=slow,label.disk=hdd",
    ]
    data = workload("DaemonSet", "agent")
    data["spec"]["template"]["spec"] = {"containers": CONTAINERS, "nodeSelector": {"disk": "hdd"}}
    given = read(tmp_path, workload("DaemonSet", "log"), data, nodes=nodes)
    assert list(placed(given)) == ["log-node-0", "log-node-1", "log-slow-0", "agent-slow-0"]
    spec = placed(given)["log-node-1"]["spec"]
    (term,) = spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"]
    assert term == {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["node-1"]}]}
    tolerated = {one["key"] for one in spec["tolerations"] if one["effect"] == "NoSchedule"}
    assert "node.kubernetes.io/unschedulable" in tolerated
    assert "DaemonSet default/agent has a Pod for each of 1 nodes" in given.notes


def test_affinity_of_a_daemon_set_is_followed() -> None:
    terms = [{"matchExpressions": [{"key": "cores", "operator": "Gt", "values": ["8"]}]}, {}]
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}
    template = {"spec": {"containers": CONTAINERS, "affinity": {"nodeAffinity": required}}}
    spec = daemon_spec(GivenObject({"spec": {"template": template}}, "x"))
    nodes = [{"metadata": {"name": name, "labels": {"cores": name}}} for name in ("4", "8", "16", "many")]
    assert list(chosen_nodes(spec, nodes)) == ["16"]


@pytest.mark.parametrize(
    ("operator", "values", "expected"),
    [
        ("In", ["a"], [True, False, False]),
        ("NotIn", ["a"], [False, True, True]),
        ("Exists", [], [True, True, False]),
        ("DoesNotExist", [], [False, False, True]),
        ("Gt", ["1"], [False, False, False]),
        ("Lt", ["3"], [False, True, False]),
        ("Near", ["a"], [False, False, False]),
    ],
)
def test_requirements(operator: str, values: list[str], expected: list[bool]) -> None:
    requirement = {"key": "k", "operator": operator, "values": values}
    every: list[dict[str, object]] = [{"k": "a"}, {"k": "1"}, {}]
    assert [matches_requirement(requirement, labels) for labels in every] == expected


def test_selectors() -> None:
    assert matches_labels({}, {"a": "b"})
    assert not matches_labels(None, {"a": "b"})
    assert matches_labels({"matchLabels": {"a": "b"}}, {"a": "b", "c": "d"})
    assert not matches_labels({"matchLabels": {"a": "x"}}, {"a": "b"})


def test_what_is_wrong_with_a_template_is_said_once(tmp_path: Path) -> None:
    data = workload("Deployment", "web", replicas=20)
    data["spec"]["template"]["spec"] = {"containers": CONTAINERS, "priorityClassName": "nix"}
    with pytest.raises(SchedcfgError) as error:
        read(tmp_path, data, workload("Job", "j", "batch/v1", parallelism=2))
    (line,) = error.value.lines
    assert "Pod default/web-0: no PriorityClass nix is given" in line


@pytest.mark.parametrize(
    ("kind", "field"), [("ReplicaSet", "replicas"), ("Job", "parallelism"), ("Job", "completions")]
)
def test_a_count_below_zero_is_refused(tmp_path: Path, kind: str, field: str) -> None:
    with pytest.raises(SchedcfgError, match=rf"{kind} default/web: spec\.{field} must be 0 or more, and is -5"):
        read(tmp_path, workload(kind, "web", "batch/v1" if kind == "Job" else "apps/v1", **{field: -5}))


def test_of_workloads_that_are_each_others_each_has_its_pods(tmp_path: Path) -> None:
    one, other, own = (workload("ReplicaSet", name, replicas=1) for name in ("one", "other", "own"))
    for data, owner in ((one, "other"), (other, "one"), (own, "own")):
        reference = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": owner, "uid": "u", "controller": True}
        data["metadata"]["ownerReferences"] = [reference]
    assert sorted(placed(read(tmp_path, one, other, own))) == ["one-0", "other-0", "own-0"]
