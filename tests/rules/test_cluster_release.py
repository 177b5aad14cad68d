"""A scheduler and an API server of different releases: what threads met, and what goes together."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.called import Result

SKEW = "cluster-skew"


def scheduler(version: str, *flags: str, image: str = "registry.k8s.io/kube-scheduler") -> dict[str, Any]:
    """Return a Deployment of a second scheduler."""
    command = ["kube-scheduler", "--leader-elect=false", *flags]
    pod = {
        "serviceAccountName": "second",
        "containers": [{"name": "second", "image": f"{image}:v{version}", "command": command}],
    }
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": pod}}
    metadata = {"name": "second", "namespace": "kube-system"}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": spec}


def found(folder: Path, cluster: str | None, *files: Any) -> list[tuple[str, str]]:
    """Return what is found about releases: how much it weighs, and its message."""
    for number, data in enumerate(files):
        (folder / f"{number}.yaml").write_text(json.dumps(data), encoding="utf-8")
    reports = validate_files([str(folder)], Options(cluster_release=cluster))
    findings = [one for report in reports for document in report.documents for one in document.findings]
    return [(one.severity.value, one.message) for one in findings if one.rule == SKEW]


PLUGINS = "registry.k8s.io/scheduler-plugins/kube-scheduler"
CAPACITY, BUDGETS = "csistoragecapacities", "poddisruptionbudgets"

THREADS: dict[str, tuple[dict[str, Any], str, tuple[str, str]]] = {
    "kubernetes-sigs/scheduler-plugins#430": (scheduler("1.24.0"), "1.23", ("error", f"storage.k8s.io/v1 {CAPACITY}")),
    "kubernetes/website#37843": (scheduler("1.25.3"), "1.23", ("error", f"storage.k8s.io/v1 {CAPACITY}")),
    "k3s-io/k3s#5654": (scheduler("1.24.0"), "1.22", ("error", f"storage.k8s.io/v1 {CAPACITY}")),
    "jupyterhub/zero-to-jupyterhub-k8s#3128": (
        scheduler("1.23.10"),
        "1.27",
        ("error", f"storage.k8s.io/v1beta1 {CAPACITY}"),
    ),
    "hwameistor/hwameistor#855": (scheduler("1.22.0"), "1.27", ("error", f"storage.k8s.io/v1beta1 {CAPACITY}")),
    "jupyterhub/zero-to-jupyterhub-k8s#2590": (scheduler("1.21.0"), "1.20", ("error", f"policy/v1 {BUDGETS}")),
    "Azure/placement-policy-scheduler-plugins#53": (
        scheduler("1.22.2"),
        "1.20",
        ("error", f"storage.k8s.io/v1beta1 {CAPACITY}"),
    ),
    "kubernetes-sigs/scheduler-plugins#647": (scheduler("0.26.7", image=PLUGINS), "1.11", ("error", "csinodes")),
    # Its cluster serves all that 1.24 watches; only the distance is told.
    "kubernetes-sigs/scheduler-plugins#625": (scheduler("0.24.9", image=PLUGINS), "1.27", ("info", "3 releases older")),
    "kubernetes-sigs/scheduler-plugins#860": (scheduler("0.30.6", image=PLUGINS), "1.29", ("warning", "newer than")),
}


@pytest.mark.parametrize("thread", THREADS)
def test_a_thread_about_releases(thread: str, tmp_path: Path) -> None:
    one, cluster, expected = THREADS[thread]
    reported = found(tmp_path, cluster, one)
    assert len(reported) == 1
    assert reported[0][0] == expected[0]
    assert expected[1] in reported[0][1]


@pytest.mark.parametrize(
    ("version", "cluster"),
    [
        *((version, version.rpartition(".")[0]) for version in ("1.20.15", "1.24.17", "1.27.16", "1.34.2", "1.37.1")),
        *(("1.20.15", "1.21"), ("1.23.17", "1.24"), ("1.26.15", "1.27"), ("1.33.13", "1.34"), ("1.36.4", "1.37")),
    ],
)
def test_the_same_release_and_one_older_go_together(version: str, cluster: str, tmp_path: Path) -> None:
    assert found(tmp_path, cluster, scheduler(version)) == []


@pytest.mark.parametrize(
    ("version", "cluster", "weight", "part"),
    [
        ("1.20.15", "1.25", "error", f"policy/v1beta1 {BUDGETS}"),
        ("1.34.2", "1.33", "error", "resource.k8s.io/v1 deviceclasses"),
        ("1.33.13", "1.32", "warning", "newer than its API server"),
        ("1.37.1", "1.40", "info", "3 releases older"),
    ],
)
def test_others_do_not(version: str, cluster: str, weight: str, part: str, tmp_path: Path) -> None:
    reported = found(tmp_path, cluster, scheduler(version))
    assert [one[0] for one in reported] == [weight]
    assert part in reported[0][1]


def test_what_no_plugin_watches_need_not_be_served(tmp_path: Path) -> None:
    profile = {
        "schedulerName": "second",
        "plugins": {"multiPoint": {"disabled": [{"name": "VolumeBinding"}, {"name": "NodeVolumeLimits"}]}},
    }
    kind = {"apiVersion": "kubescheduler.config.k8s.io/v1beta3", "kind": "KubeSchedulerConfiguration"}
    data = {"c.yaml": json.dumps({**kind, "profiles": [profile]})}
    config_map = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "kube-system"}}
    one = scheduler("1.23.17", "--config=/c/c.yaml")
    pod = one["spec"]["template"]["spec"]
    pod["volumes"] = [{"name": "c", "configMap": {"name": "c"}}]
    pod["containers"][0]["volumeMounts"] = [{"name": "c", "mountPath": "/c"}]
    reported = found(tmp_path, "1.27", one, {**config_map, "data": data})
    assert [weight for weight, _ in reported] == ["info"]


KUBEADM = {"apiVersion": "kubeadm.k8s.io/v1beta3", "kind": "ClusterConfiguration", "kubernetesVersion": "v1.23.7"}
KOPS = {"apiVersion": "kops.k8s.io/v1alpha2", "kind": "Cluster", "spec": {"kubernetesVersion": "1.23.7"}}
KIND = {
    "apiVersion": "kind.x-k8s.io/v1alpha4",
    "kind": "Cluster",
    "nodes": [{"role": "control-plane", "image": "kindest/node:v1.23.7"}],
}
STATIC = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "kube-scheduler", "namespace": "kube-system"},
    "spec": {
        "hostNetwork": True,
        "containers": [
            {
                "name": "kube-scheduler",
                "image": "registry.k8s.io/kube-scheduler:v1.23.7",
                "command": ["kube-scheduler", "--kubeconfig=/etc/kubernetes/scheduler.conf"],
            }
        ],
    },
}


@pytest.mark.parametrize("beside", [KUBEADM, KOPS, KIND, STATIC])
def test_a_file_beside_it_names_the_release(beside: Any, tmp_path: Path) -> None:
    [(weight, message)] = found(tmp_path, None, scheduler("1.24.0"), beside)
    assert weight == "error"
    assert "Kubernetes 1.23 (1.yaml:1)" in message


def test_files_of_two_clusters_say_nothing(tmp_path: Path) -> None:
    other = {**KUBEADM, "kubernetesVersion": "v1.24.1"}
    assert found(tmp_path, None, scheduler("1.24.0"), KUBEADM, other) == []


def test_nothing_is_compared_where_a_release_is_not_known(tmp_path: Path) -> None:
    assert found(tmp_path, None, scheduler("1.24.0")) == []
    assert found(tmp_path, "1.29", scheduler("x", image="example.com/own")) == []


def test_the_command_line_takes_any_version(schedcfg: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(json.dumps(scheduler("1.24.0")), encoding="utf-8")
    asked = schedcfg("validate", "--cluster-release", "v1.23.7-eks-1", tmp_path)
    assert asked.status == 1
    assert "the API server of Kubernetes 1.23 does not serve" in asked.out
    assert schedcfg("validate", "--cluster-release", "new", tmp_path).status == 2


def test_the_release_of_the_scheduler_stays_its_own(schedcfg: Callable[..., Result], tmp_path: Path) -> None:
    """What is advised for another release says that the image has to be changed, too."""
    case = {"apiVersion": "kubescheduler.config.k8s.io/v1beta2", "kind": "KubeSchedulerConfiguration"}
    one = scheduler("0.24.9", "--config=/c/c.yaml", image=PLUGINS)
    pod = one["spec"]["template"]["spec"]
    pod["volumes"] = [{"name": "c", "configMap": {"name": "c"}}]
    pod["containers"][0]["volumeMounts"] = [{"name": "c", "mountPath": "/c"}]
    metadata = {"name": "c", "namespace": "kube-system"}
    config_map = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": {"c.yaml": json.dumps(case)}}
    for number, data in enumerate((one, config_map)):
        (tmp_path / f"{number}.yaml").write_text(json.dumps(data), encoding="utf-8")
    asked = schedcfg("validate", "-k", "1.29", tmp_path).out
    assert "The image of 1.24 does not read that: change it as well." in asked
    assert "use `--cluster-release 1.29`" in asked
    own = schedcfg("validate", "--cluster-release", "1.29", tmp_path).out
    assert "Do so with the upgrade to 1.25 or newer: Kubernetes 1.24 does not read `v1`." in own
