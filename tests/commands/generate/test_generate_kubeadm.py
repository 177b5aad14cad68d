"""`schedcfg generate kubeadm`: streams, files, exit status."""

from collections.abc import Callable
from pathlib import Path

import pytest

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""

Command = Callable[..., "Result"]  # noqa: F821


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "config.yaml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_that_is_checked(schedcfg: Command, folder: Path) -> None:
    command = ("generate", "kubeadm", "-c", "config.yaml", "-k", "1.34", "--write-to", "out")
    written = schedcfg(*command)
    files = ["out/kubeadm-config.yaml", "out/patches/kube-scheduler0+strategic.yaml"]
    assert (written.status, written.out.splitlines()) == (0, files)
    assert written.err.startswith("note: before kubeadm runs, every control plane node needs")
    assert schedcfg(*command, "--check").status == 0
    (folder / "config.yaml").write_text("# other\n" + CONFIG, encoding="utf-8")
    changed = schedcfg(*command, "--check")
    assert changed.status == 1
    assert "kube-scheduler0+strategic.yaml" in changed.out
    assert "kubeadm-config.yaml" not in changed.out


@pytest.mark.usefixtures("folder")
def test_what_is_requested_for(schedcfg: Command) -> None:
    options = ("--kubeadm-api", "v1beta3", "--config-path", "/opt/s.yaml", "--image", "example.com/s:1")
    result = schedcfg("generate", "kubeadm", "-c", "config.yaml", "-k", "1.34", *options)
    assert result.status == 0
    assert "    config: /opt/s.yaml\n" in result.out
    assert "  - name: kube-scheduler\n    image: example.com/s:1\n" in result.out
    assert "apiVersion: kubeadm.k8s.io/v1beta3\n" in result.out


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (("-k", "1.34", "--kubeadm-api", "v1beta2"), 2, "It reads: v1beta3, v1beta4."),
        (("--config-path", "s.yaml"), 2, "write an absolute path"),
        (("--kubernetes", "1.22"), 1, "unserved-api-version"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_exit_status(schedcfg: Command, options: tuple[str, ...], status: int, words: str) -> None:
    result = schedcfg("generate", "kubeadm", "-c", "config.yaml", *options)
    assert (result.status, result.out) == (status, "")
    assert words in result.err


def test_nothing_for_a_configuration_without_a_kubeconfig(schedcfg: Command, folder: Path) -> None:
    (folder / "config.yaml").write_text("".join(CONFIG.splitlines(keepends=True)[:2]), encoding="utf-8")
    result = schedcfg("generate", "kubeadm", "-c", "config.yaml", "--write-to", "out")
    assert result.status == 1
    assert "missing-kubeconfig" in result.err
    assert not (folder / "out").exists()
