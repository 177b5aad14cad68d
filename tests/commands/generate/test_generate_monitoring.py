"""`schedcfg generate monitoring`: what Prometheus needs, which fits a scheduler that it is validated beside."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

Command = Callable[..., "Result"]  # noqa: F821

KUBEADM = """\
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: v1.33.1
scheduler:
  extraArgs:
    - {{name: bind-address, value: {address}}}
"""
SECOND = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def objects(text: str) -> dict[str, Any]:
    """Return the objects in a text by their kinds."""
    return {one["kind"]: one for one in YAML(typ="safe").load_all(text)}


@pytest.mark.usefixtures("folder")
def test_the_objects_find_each_other(schedcfg: Command) -> None:
    result = schedcfg("generate", "monitoring")
    assert result.status == 0
    made = objects(result.out)
    service, monitor = made["Service"], made["ServiceMonitor"]
    assert service["spec"]["selector"] == {"component": "kube-scheduler"}
    assert monitor["spec"]["selector"]["matchLabels"].items() <= service["metadata"]["labels"].items()
    assert [one["port"] for one in monitor["spec"]["endpoints"]] == [one["name"] for one in service["spec"]["ports"]]
    assert monitor["spec"]["namespaceSelector"]["matchNames"] == [service["metadata"]["namespace"]]
    assert made["ClusterRole"]["rules"] == [{"nonResourceURLs": ["/metrics", "/metrics/*"], "verbs": ["get"]}]
    assert made["ClusterRoleBinding"]["roleRef"]["name"] == made["ClusterRole"]["metadata"]["name"]
    assert made["ClusterRoleBinding"]["subjects"][0]["name"] == "prometheus-k8s"
    assert "`--bind-address=0.0.0.0`" in result.err


@pytest.mark.parametrize(("address", "rules"), [("0.0.0.0", set()), ("127.0.0.1", {"unreachable-metrics"})])
def test_they_fit_a_scheduler_that_listens_on_its_node(
    address: str, rules: set[str], folder: Path, schedcfg: Command
) -> None:
    (folder / "kubeadm.yaml").write_text(KUBEADM.format(address=address), encoding="utf-8")
    assert schedcfg("generate", "monitoring", "--write-to", ".").out == "kube-scheduler-monitoring.yaml\n"
    assert schedcfg("generate", "monitoring", "--write-to", ".", "--check").status == 0
    result = schedcfg("validate", ".", "--output", "concise")
    assert {line.partition("[")[2].partition("]")[0] for line in result.out.splitlines()} == rules


def test_they_fit_a_second_scheduler_that_was_generated(folder: Path, schedcfg: Command) -> None:
    (folder / "config.yaml").write_text(SECOND, encoding="utf-8")
    assert schedcfg("generate", "second-scheduler", "--config", "config.yaml", "--write-to", "deploy").status == 0
    command = ("generate", "monitoring", "--name", "batch", "--write-to", "deploy")
    assert schedcfg(*command, "--monitor-label", "release=prometheus", "--account", "mon/prom").status == 0
    made = objects((folder / "deploy" / "batch-monitoring.yaml").read_text(encoding="utf-8"))
    assert made["ServiceMonitor"]["metadata"]["labels"]["release"] == "prometheus"
    assert made["ServiceMonitor"]["metadata"]["namespace"] == "mon"
    assert "-metrics]" not in schedcfg("validate", "deploy", "--output", "concise").out
    text = (folder / "deploy" / "batch-monitoring.yaml").read_text(encoding="utf-8").replace("scheme: https", "")
    (folder / "deploy" / "batch-monitoring.yaml").write_text(text, encoding="utf-8")
    assert "[refused-metrics]" in schedcfg("validate", "deploy", "--output", "concise").out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--account", "prometheus"), "is not NAMESPACE/NAME"),
        (("--name", "Kube_Scheduler"), "cannot be the name of a Service or namespace"),
        (("--pod-label", "component"), "is not KEY=VALUE"),
    ],
)
def test_names_that_no_object_can_have(options: tuple[str, ...], message: str, schedcfg: Command) -> None:
    result = schedcfg("generate", "monitoring", *options)
    assert result.status == 2
    assert message in result.err
