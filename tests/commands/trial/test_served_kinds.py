"""API versions, kinds and fields that no API server takes, and those that some release does."""

from pathlib import Path

import pytest

from schedcfg.commands.trial.api.kinds import BUILT_IN
from schedcfg.commands.trial.api.object_fields import described_release
from schedcfg.commands.trial.api.served_kinds import refusal as refusal_of
from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.commands.trial.inputs.workloads import KINDS
from schedcfg.errors import SchedcfgError
from tests.commands.trial.worlds import NODES, dumped, made, placed, pod, read, refusal, workload, written


def test_fields_that_no_release_has_are_refused(tmp_path: Path) -> None:
    deep = pod("b")
    deep["spec"]["containers"][0]["resources"]["limit"] = {"cpu": "1"}
    scaled = workload("Deployment", "c", replica=3)
    scaled["spec"]["template"]["spec"] = {"contaners": []}
    lines = refusal(tmp_path, pod("a", nodeSelectr={"a": "b"}), deep, scaled, {**pod("d"), "sepc": {}, "x": 1})
    assert [line.partition(": ")[2] for line in lines] == [
        "Pod a: no API server knows the field `spec.nodeSelectr`; did you mean `nodeSelector`?",
        "Pod b: no API server knows the field `spec.containers[0].resources.limit`; did you mean `limits`?",
        "Deployment c: no API server knows the field `spec.template.spec.contaners`; did you mean `containers`?",
        "Deployment c: no API server knows the field `spec.replica`; did you mean `replicas`?",
        "Pod d: no API server knows the field `sepc`; did you mean `spec`?",
        "Pod d: no API server knows the field `x`",
    ]


def test_fields_of_other_releases_are_noted_and_kept(tmp_path: Path) -> None:
    """Those of an older release, and what an API server of a newer one has stored."""
    claim = {"name": "gpu", "source": {"resourceClaimTemplateName": "t"}}
    stored = dumped(pod("b", newField={"a": "b"}), phase="Pending")
    given = read(tmp_path, pod("a", resourceClaims=[claim]), stored)
    first, second, *_ = given.notes
    assert first.endswith(f"Pod has no field `source` in Kubernetes {described_release()}")
    assert second.endswith(f"Pod has no field `newField` in Kubernetes {described_release()}")
    assert placed(given)["a"]["spec"]["resourceClaims"] == [claim]
    assert placed(given)["b"]["spec"]["newField"] == {"a": "b"}


HAS = "no API server of Kubernetes 1.22 to 1.37 has"


@pytest.mark.parametrize(
    ("api_version", "kind", "problem"),
    [
        ("v2", "Pod", f"{HAS} `Pod` in `v2`; it is in `v1`"),
        ("V1", "Node", f"{HAS} `Node` in `V1`; it is in `v1`"),
        ("apps/v1", "Pod", f"{HAS} `Pod` in `apps/v1`; it is in `v1`"),
        ("v1", "Deployment", f"{HAS} `Deployment` in `v1`; it is in `apps/v1`"),
        ("extensions/v1beta1", "Deployment", f"{HAS} `Deployment` in `extensions/v1beta1`; it is in `apps/v1`"),
        ("apps/v1beta2", "StatefulSet", f"{HAS} `StatefulSet` in `apps/v1beta2`; it is in `apps/v1`"),
        ("batch/v2", "CronJob", f"{HAS} `CronJob` in `batch/v2`; it is in `batch/v1`, `batch/v1beta1`"),
        ("storage.k8s.io/v2", "StorageClass", f"{HAS} `StorageClass` in `storage.k8s.io/v2`; it is in "),
        (
            "storage.k8s.io/v1",
            "StorageClas",
            f"{HAS} the kind `StorageClas` in ",
        ),
        ("v1", "pod", f"{HAS} the kind `pod` in `v1`; did you mean `Pod`?"),
        ("v1", "Gadget", f"{HAS} the kind `Gadget` in `v1`"),
        ("gadgets/v1", "Gadget", f"{HAS} the kind `Gadget` in `gadgets/v1`"),
    ],
)
def test_versions_and_kinds_that_no_api_server_has_are_refused(
    tmp_path: Path, api_version: str, kind: str, problem: str
) -> None:
    (line,) = refusal(tmp_path, made(kind, "a", api_version), pod("b"))
    assert line.partition(": ")[2].startswith(problem)


@pytest.mark.parametrize(
    ("api_version", "kind"),
    [
        ("policy/v1beta1", "PodDisruptionBudget"),
        ("networking.k8s.io/v1", "Ingress"),
        ("resource.k8s.io/v1alpha2", "ResourceClass"),
        ("rbac.authorization.k8s.io/v1", "Role"),
        ("example.com/v1", "Gadget"),
        ("scheduling.x-k8s.io/v1alpha1", "PodGroup"),
        ("apiregistration.k8s.io/v1", "APIService"),
    ],
)
def test_what_some_api_server_has_is_taken(tmp_path: Path, api_version: str, kind: str) -> None:
    assert list(placed(read(tmp_path, made(kind, "a", api_version), pod("b")))) == ["b"]


def test_all_kinds_of_a_trial_are_served_by_some_release() -> None:
    for one in BUILT_IN:
        assert not all(refusal_of(one.in_version(version), one.kind) for version in one.versions), one
    assert not any(refusal_of(f"{group}/v1", kind) for group, kind in KINDS if group)


def test_a_search_skips_files_of_other_programs(tmp_path: Path) -> None:
    written(tmp_path, pod("a"))
    written(tmp_path, made("Config", "mine"), made("Config", "build", "skaffold/v4beta6"), name="kubeconfig.yaml")
    assert list(placed(read_cluster([NODES], [str(tmp_path)], "1.29"))) == ["a"]
    written(tmp_path, {**pod("b"), "apiVersion": "v2"}, name="later.yaml")
    with pytest.raises(SchedcfgError, match="has `Pod` in `v2`"):
        read_cluster([NODES], [str(tmp_path)], "1.29")
