"""`schedcfg generate static-pod` on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""

MANIFEST = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.28.3
    command: [kube-scheduler, --kubeconfig=/etc/kubernetes/scheduler.conf] # as kubeadm has it
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "s.yaml"
    path.write_text(CONFIGURATION, encoding="utf-8")
    return path


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    path = tmp_path / "kube-scheduler.yaml"
    path.write_text(MANIFEST, encoding="utf-8")
    return path


def test_to_standard_output(schedcfg: Callable[..., Any], config: Path) -> None:
    result = schedcfg("generate", "static-pod", "-c", config, "-k", "v1.29.3")
    assert (result.status, result.err) == (0, "")
    assert "image: registry.k8s.io/kube-scheduler:v1.29.3\n" in result.out
    assert "- --config=/etc/kubernetes/s.yaml\n" in result.out


def test_from_standard_input(schedcfg: Callable[..., Any]) -> None:
    result = schedcfg("generate", "static-pod", "-c", "-", "-k", "1.29", stdin=CONFIGURATION.encode())
    assert result.status == 0
    assert "- --config=/etc/kubernetes/scheduler-config.yaml\n" in result.out


def test_to_a_folder_and_compared(schedcfg: Callable[..., Any], config: Path, tmp_path: Path) -> None:
    command = ("generate", "static-pod", "-c", config, "--write-to", tmp_path / "out")
    assert schedcfg(*command).status == 0
    assert schedcfg(*command, "--check").status == 0
    config.write_text(CONFIGURATION + "parallelism: 8\n", encoding="utf-8")
    result = schedcfg(*command, "--check")
    assert result.status == 1
    changed = [line for line in result.out.splitlines() if line[0] in "+-" and line[:3] not in {"+++", "---"}]
    assert [line.split(": ")[0][1:].strip() for line in changed] == ["schedcfg.io/config-sha256"] * 2


def test_feature_gates_become_a_flag(schedcfg: Callable[..., Any], config: Path) -> None:
    gates = ("--feature-gates", "AllBeta=true", "--feature-gates", "AllAlpha=false")
    result = schedcfg("generate", "static-pod", "-c", config, "-k", "1.29", *gates)
    assert "- --feature-gates=AllBeta=true,AllAlpha=false\n" in result.out


@pytest.mark.parametrize("kind", ["static-pod", "kubeadm"])
@pytest.mark.parametrize(
    "path",
    ["", "s.yaml", "/", "//", "/etc/..", "/srv/", "/etc/kubernetes/manifests/s.yaml", "//etc/kubernetes/./manifests"],
)
def test_places_where_the_configuration_cannot_be(
    schedcfg: Callable[..., Any], config: Path, kind: str, path: str
) -> None:
    result = schedcfg("generate", kind, "-c", config, "--config-path", path)
    assert (result.status, result.out) == (2, "")
    assert "--config-path" in result.err


@pytest.mark.parametrize("kind", ["static-pod", "kubeadm"])
def test_a_place_is_written_in_one_way(schedcfg: Callable[..., Any], config: Path, kind: str) -> None:
    result = schedcfg("generate", kind, "-c", config, "--config-path", "//srv/../opt//s.yaml")
    assert result.status == 0
    assert "/opt/s.yaml" in result.out
    assert "srv" not in result.out


@pytest.mark.parametrize("kind", ["static-pod", "kubeadm"])
@pytest.mark.parametrize("name", ["scheduler.conf", "manifests", "pki"])
def test_names_that_are_taken_on_the_node(
    schedcfg: Callable[..., Any], config: Path, tmp_path: Path, kind: str, name: str
) -> None:
    config.rename(tmp_path / name)
    result = schedcfg("generate", kind, "-c", tmp_path / name)
    assert (result.status, result.out) == (1, "")
    assert "error[taken-place] " in result.err
    assert "Choose another path with --config-path." in result.err
    assert schedcfg("generate", kind, "-c", tmp_path / name, "--config-path", "/etc/kubernetes/s.yaml").status == 0


def test_a_refused_configuration(schedcfg: Callable[..., Any], config: Path) -> None:
    config.write_text(CONFIGURATION + "parallelism: 0\n", encoding="utf-8")
    result = schedcfg("generate", "static-pod", "-c", config)
    assert (result.status, result.out) == (1, "")
    assert "nothing is generated" in result.err


def test_an_existing_manifest_tells_the_release(schedcfg: Callable[..., Any], config: Path, manifest: Path) -> None:
    result = schedcfg("generate", "static-pod", "-c", config, "--from", manifest)
    assert result.status == 0
    assert "image: registry.k8s.io/kube-scheduler:v1.28.3\n" in result.out
    assert "command: [kube-scheduler, --config=/etc/kubernetes/s.yaml] # as kubeadm has it\n" in result.out
    assert result.err.endswith("note: copy s.yaml to /etc/kubernetes/s.yaml on each control plane node\n")
    assert "`--kubeconfig=/etc/kubernetes/scheduler.conf`" in result.err


def test_in_place(schedcfg: Callable[..., Any], config: Path, manifest: Path) -> None:
    command = ("generate", "static-pod", "-c", config, "--from", manifest, "--write-to", manifest)
    assert schedcfg(*command, "--check").status == 1
    assert schedcfg(*command).out == f"{manifest}\n"
    assert (schedcfg(*command).out, schedcfg(*command, "--check").status) == ("", 0)


def test_a_manifest_that_cannot_be_edited(schedcfg: Callable[..., Any], config: Path, manifest: Path) -> None:
    manifest.write_text(MANIFEST.replace("[kube-scheduler, ", "[sh, -c, kube-scheduler "), encoding="utf-8")
    result = schedcfg("generate", "static-pod", "-c", config, "--from", manifest, "--write-to", manifest)
    assert (result.status, result.out) == (1, "")
    assert f"{manifest}:8:14: error[not-editable]: " in result.err
    assert "sh, -c" in manifest.read_text(encoding="utf-8")


def test_a_manifest_that_is_not_there(schedcfg: Callable[..., Any], config: Path, tmp_path: Path) -> None:
    result = schedcfg("generate", "static-pod", "-c", config, "--from", tmp_path / "none.yaml")
    assert (result.status, result.out) == (3, "")


def test_standard_input_is_read_once(schedcfg: Callable[..., Any]) -> None:
    result = schedcfg("generate", "static-pod", "-c", "-", "--from", "-", stdin=CONFIGURATION.encode())
    assert (result.status, result.out) == (2, "")
    assert "cannot both be standard input" in result.err
