"""What runs in a cluster, read through a kubectl that answers as that of a real API server (1.33.3) did."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.integrations.cluster_reading import NAMESPACED
from tests.called import Result
from tests.cli.contract_complaints import complaints
from tests.recorded_cluster import RECORDED, answering
from tests.stand_in import StandIn

Command = Callable[..., Result]

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
PACKER = f"""\
{V1}leaderElection:
  leaderElect: false
profiles:
  - schedulerName: packer
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
            resources:
              - {{name: cpu, weight: 1}}
"""
"""What Git has of the scheduler `packer`; in the cluster, the weight is 5."""

PACKER_THERE = "cluster/packer/configmap/packer[config.yaml]"
BATCH_THERE = "cluster/batch/configmap/batch-scheduler[config.yaml]"


@pytest.fixture
def kubectl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    monkeypatch.setenv("PATH", str(tmp_path))
    return StandIn(tmp_path, "kubectl")


def found(result: Result) -> dict[str, list[tuple[str, int, int]]]:
    """Return rule, line and column of each finding of a JSON report, by file."""
    files: list[dict[str, Any]] = json.loads(result.out)["files"]
    return {
        file["path"]: [
            (one["rule"], one["start"]["line"], one["start"]["column"])
            for document in file["documents"]
            for one in document["findings"]
        ]
        for file in files
    }


def test_what_runs_is_validated_together(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    result = schedcfg("validate", "--cluster", "--output", "json")
    assert result.status == 1
    files = found(result)
    assert files[BATCH_THERE] == [("ineffective-disable", 12, 19), ("number-not-allowed", 16, 27)]
    assert files["cluster/kube-system/configmap/old-scheduler[scheduler.yaml]"] == [("unserved-api-version", 1, 13)]
    assert files[PACKER_THERE] == [("outweighed-packing", 12, 19)]
    batch = {rule for rule, *_ in files["cluster/batch/deployment/batch-scheduler"]}
    assert batch == {"missing-rbac", "unknown-flag", "cluster-skew"}
    # What grants its rights is in the cluster.
    assert files["cluster/packer/deployment/packer"] == []
    assert [rule for rule, *_ in files["cluster/kube-system/pod/kube-scheduler-cp-1"]] == [
        "unseen-configuration",
        "config-file-type",
    ]
    assert not any("web" in path or "unrelated" in path for path in files)


def test_each_is_validated_against_its_own_release(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    by_themselves = schedcfg("validate", "--cluster", "--output", "json")
    releases = {one["path"]: one["documents"][0]["kubernetes"] for one in json.loads(by_themselves.out)["files"]}
    # That of its scheduler's image, else that of the API server.
    assert releases[BATCH_THERE] == "1.29"
    assert releases["cluster/kube-system/configmap/old-scheduler[scheduler.yaml]"] == "1.33"
    chosen = schedcfg("validate", "--cluster", "-k", "1.27", "--output", "json")
    releases = {one["path"]: one["documents"][0]["kubernetes"] for one in json.loads(chosen.out)["files"]}
    assert {releases[BATCH_THERE], releases["cluster/packer/deployment/packer"]} == {"1.27"}


def test_lines_of_values_are_shown(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    result = schedcfg("validate", "--cluster")
    assert f"{BATCH_THERE}:16:27: refused[number-not-allowed] (1.29)" in result.out
    assert "  16 | percentageOfNodesToScore: 130\n     |                           ^^^\n" in result.out
    assert "ssh cp-1 sudo cat /etc/kubernetes/scheduler/config.yaml | schedcfg validate -k 1.33 -" in result.out
    assert result.err.splitlines()[:4] == [
        "cluster: Kubernetes v1.33.3, 3 schedulers, 3 ConfigMaps with a configuration",
        "  lease batch/batch-scheduler is held by batch-scheduler-5d8f_91aa",
        "  lease kube-system/kube-scheduler is held by cp-1_7f3e",
        "  Pods request other schedulers than the default one: batch (1), gpu (2)",
    ]


def test_it_only_reads_and_no_secrets(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    schedcfg("validate", "--cluster", "--context", "here")
    calls = kubectl.calls
    assert {call[0] for call in calls} == {"get", "version"}
    assert {call[1].partition(".")[0] for call in calls if call[0] == "get"} == {
        *(name.partition(".")[0] for name in NAMESPACED),
        *("clusterroles", "clusterrolebindings", "pods", "leases"),
    }
    assert all(call[-1] == "--context=here" for call in calls)
    assert "secret" not in str(calls).lower()
    # No object is requested by its name, so that none is followed or changed.
    assert all(word.startswith("--") for call in calls for word in call[2:])


def test_namespaces_are_read_instead_of_all(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    result = schedcfg("validate", "--cluster", "--namespace", "packer")
    assert "--all-namespaces" not in str(kubectl.calls)
    assert sum("--namespace=packer" in call for call in kubectl.calls) == len(NAMESPACED) + 2
    # A binding may be in a namespace that was not read.
    assert "nothing is reported by missing-rbac and unserved-scheduler-name" in result.err
    assert "missing-rbac" not in result.out


def test_what_is_forbidden_is_reported_and_the_rest_is_validated(schedcfg: Command, kubectl: StandIn) -> None:
    message = (RECORDED / "forbidden.txt").read_text(encoding="utf-8").replace("configmaps", "clusterrolebindings")
    answering(kubectl.answers("get", "clusterrolebindings", errors=message, status=1))
    result = schedcfg("validate", "--cluster", "--output", "concise")
    assert result.status == 3
    assert (
        "schedcfg: cluster/clusterrolebindings cannot be read: `kubectl get clusterrolebindings` exited with status 1: "
        in result.err
    )
    assert "--verb=list --resource=clusterrolebindings` and a clusterrolebinding to it grant this" in result.err
    assert "refused[number-not-allowed]" in result.out
    assert "missing-rbac]" not in result.out


def test_effective_shows_every_configuration(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    result = schedcfg("effective", "--cluster", "--output", "json")
    files = {one["path"]: one for one in json.loads(result.out)["files"]}
    assert files[PACKER_THERE]["configuration"]["leaderElection"]["leaderElect"] is False
    assert files[BATCH_THERE]["configuration"] is None
    assert "fix" not in schedcfg("effective", "--cluster").err


def test_why_looks_into_every_configuration(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    result = schedcfg("why", "NodeResourcesFit", "--cluster", "--output", "json")
    files = {one["path"]: one for one in json.loads(result.out)["files"]}
    (packer,) = files[PACKER_THERE]["profiles"]
    assert (packer["name"], packer["runs"]) == ("packer", True)
    assert [one["rule"] for one in packer["findings"]] == ["outweighed-packing"]
    assert files[BATCH_THERE]["profiles"] is None
    assert '"edits"' not in result.out


@pytest.mark.parametrize(
    "arguments",
    [("validate",), ("effective",), ("why", "NodeResourcesFit"), ("diff", "packer.yaml"), ("upgrade", "--to", "1.34")],
    ids=lambda arguments: arguments[0],
)
def test_programs_see_what_people_see_of_the_cluster(
    schedcfg: Command, kubectl: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    answering(kubectl)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "packer.yaml").write_text(PACKER, encoding="utf-8")
    result = schedcfg(*arguments, "--cluster", "--output", "json")
    assert json.loads(result.out)["cluster"] == {
        "version": "v1.33.3",
        "leases": [
            {"namespace": "batch", "name": "batch-scheduler", "holder": "batch-scheduler-5d8f_91aa"},
            {"namespace": "kube-system", "name": "kube-scheduler", "holder": "cp-1_7f3e"},
        ],
        "schedulerNames": [{"name": "batch", "pods": 1}, {"name": "gpu", "pods": 2}],
        "undecided": [],
    }
    of_files = schedcfg("validate", "packer.yaml", "--output", "json")
    assert "cluster" not in json.loads(of_files.out)


@pytest.mark.parametrize(
    "text",
    [
        PACKER,
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: packer}\ndata:\n  config.yaml: |\n"
        + "".join(f"    {line}\n" for line in PACKER.splitlines()),
    ],
    ids=["of the same scheduler names", "of the same ConfigMap"],
)
def test_drift(schedcfg: Command, kubectl: StandIn, tmp_path: Path, text: str) -> None:
    answering(kubectl)
    file = tmp_path / "packer.yaml"
    file.write_text(text, encoding="utf-8")
    result = schedcfg("diff", "--cluster", file)
    assert result.status == 1
    assert f"→ {PACKER_THERE} (v1, Kubernetes 1.33)" in result.out
    assert "NodeResourcesFit: scoringStrategy.resources[cpu].weight: 1 → 5" in result.out
    file.write_text(text.replace("weight: 1", "weight: 5"), encoding="utf-8")
    same = schedcfg("diff", "--cluster", file)
    assert (same.status, same.out) == (0, "")


def test_two_clusters(schedcfg: Command, kubectl: StandIn, tmp_path: Path) -> None:
    """In the other cluster a weight differs, and a ConfigMap is gone."""
    answering(other_cluster(kubectl, tmp_path))
    result = schedcfg("diff", "--context", "test", "--to-context", "prod")
    assert result.status == 1
    packer, there = (f"{name}/packer/configmap/packer[config.yaml]" for name in ("test", "prod"))
    assert f"{there}: changes behavior\n{packer} (v1, Kubernetes 1.33) → {there} (v1, Kubernetes 1.33)\n" in result.out
    assert "~ NodeResourcesFit: scoringStrategy.resources[cpu].weight: 5 → 7" in result.out
    assert "test/kube-system/configmap/old-scheduler[scheduler.yaml]: is gone\n" in result.out
    # It is refused in both, for the same reasons.
    assert "batch-scheduler[" not in result.out
    assert result.err.splitlines()[-1] == (
        "2 files differ between test and prod: 1 is gone, 1 changes behavior, 1 finding gone"
    )
    report = json.loads(schedcfg("diff", "--to-context", "prod", "--output", "json").out)
    assert complaints("diff-git", report) == []
    assert (report["revision"], report["target"]) == ("current context", "prod")
    contexts = {call[-1] for call in kubectl.calls if call[-1].startswith("--context=")}
    assert contexts == {"--context=test", "--context=prod"}


def other_cluster(kubectl: StandIn, folder: Path) -> StandIn:
    """Answer for the context `prod` otherwise than for others."""
    found = json.loads((RECORDED / "configmaps.json").read_text(encoding="utf-8"))
    found["items"] = [item for item in found["items"] if item["metadata"]["name"] != "old-scheduler"]
    (packer,) = (item for item in found["items"] if item["metadata"]["name"] == "packer")
    packer["data"]["config.yaml"] = packer["data"]["config.yaml"].replace("weight: 5", "weight: 7")
    file = folder / "configmaps.prod.json"
    file.write_text(json.dumps(found), encoding="utf-8")
    return kubectl.answers("get", "configmaps", "--context=prod", file=file)


def test_a_cluster_does_not_differ_from_itself(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    result = schedcfg("diff", "--context", "a", "--to-context", "b")
    assert (result.status, result.out) == (0, "")
    assert result.err.endswith("nothing that has to do with schedulers differs between a and b\n")


def test_configurations_of_two_clusters_with_other_names(schedcfg: Command, kubectl: StandIn, tmp_path: Path) -> None:
    other_cluster(kubectl, tmp_path)
    file = tmp_path / "configmaps.prod.json"
    text = file.read_text(encoding="utf-8").replace('"name": "packer"', '"name": "packing"')
    file.write_text(text, encoding="utf-8")
    answering(kubectl)
    result = schedcfg("diff", "--context", "test", "--to-context", "prod")
    assert (
        "prod/packer/configmap/packing[config.yaml] (was test/packer/configmap/packer[config.yaml]): changes behavior"
        in result.out
    )


def test_what_cannot_be_read_of_one_of_two_clusters(schedcfg: Command, kubectl: StandIn) -> None:
    message = (RECORDED / "forbidden.txt").read_text(encoding="utf-8")
    answering(kubectl.answers("get", "configmaps", "--context=prod", errors=message, status=1))
    result = schedcfg("diff", "--context", "test", "--to-context", "prod")
    assert result.status == 3
    assert "prod/configmaps cannot be read: `kubectl get configmaps` exited with status 1: " in result.err


def test_drift_of_what_is_named(schedcfg: Command, kubectl: StandIn, tmp_path: Path) -> None:
    answering(kubectl)
    file = tmp_path / "other.yaml"
    file.write_text(f"{V1}profiles: [{{schedulerName: other}}]\n", encoding="utf-8")
    unknown = schedcfg("diff", "--cluster", file)
    assert unknown.status == 3
    assert f"the cluster has no configuration for that of {file}" in unknown.err
    assert PACKER_THERE in unknown.err
    for name in (PACKER_THERE, PACKER_THERE.partition("[")[0]):
        assert "profile packer" in schedcfg("diff", "--cluster", file, name).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("validate", "--cluster", "a.yaml"), "PATH and --cluster exclude each other"),
        (("effective", "a.yaml", "--cluster"), "PATH and --cluster exclude each other"),
        (("validate", "--cluster", "--fix"), "cannot be combined with --cluster: there is no file to change"),
        (("validate", "a.yaml", "--context", "here"), "--context needs --cluster"),
        (("diff", "a.yaml", "b.yaml", "--namespace", "here"), "--namespace needs --cluster"),
        (("validate", "--cluster", "--namespace", "--raw=/"), "--namespace needs the name of a namespace"),
        (("validate", "--cluster", "--render", "helm"), "--render and --cluster exclude each other"),
        (("diff", "--cluster"), "schedcfg diff --cluster FILE [NAME]"),
        (("diff", "--cluster", "a.yaml", "--from", "1.29", "--to", "1.30"), "schedcfg diff --cluster FILE [NAME]"),
    ],
)
def test_what_contradicts_itself(schedcfg: Command, kubectl: StandIn, arguments: tuple[str, ...], message: str) -> None:
    answering(kubectl)
    result = schedcfg(*arguments)
    assert result.status == 2
    assert message in result.err
    assert not kubectl.calls


def test_without_kubectl(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = schedcfg("validate", "--cluster")
    assert result.status == 3
    assert "`--cluster` needs kubectl, which is not on PATH" in result.err


def test_a_server_that_does_not_answer(schedcfg: Command, kubectl: StandIn) -> None:
    kubectl.answers("version", errors="The connection to the server 127.0.0.1:1 was refused", status=1)
    result = schedcfg("validate", "--cluster")
    assert result.status == 3
    assert "`kubectl version` exited with status 1: The connection to the server" in result.err
    assert len(kubectl.calls) == 1


def test_answers_that_are_no_lists(schedcfg: Command, kubectl: StandIn, tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text('{"items": [7, {}, {"metadata": 1, "spec": [], "data": {"a": 1}}]}', encoding="utf-8")
    kubectl.answers("version", file=RECORDED / "version.json").answers("get", file=odd)
    result = schedcfg("validate", "--cluster")
    assert result.status == 0
    assert "no scheduler configuration found" in result.err
