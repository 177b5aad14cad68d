"""`schedcfg generate second-scheduler`: streams, files, exit status."""

from collections.abc import Callable
from pathlib import Path

import pytest

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
"""

Command = Callable[..., "Result"]  # noqa: F821


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "config.yaml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_one_stream_on_standard_output(schedcfg: Command) -> None:
    result = schedcfg("generate", "second-scheduler", "--config", "config.yaml", "--kubernetes", "1.29")
    assert result.status == 0
    kinds = [line.removeprefix("kind: ") for line in result.out.splitlines() if line.startswith("kind: ")]
    assert (kinds[0], kinds[-2:]) == ("ServiceAccount", ["ConfigMap", "Deployment"])
    assert result.err.startswith("note: Pods select this scheduler with `spec.schedulerName`: `batch`\n")
    assert schedcfg("generate", "second-scheduler", "-c", "-", "-k", "1.29", stdin=CONFIG.encode()).out == result.out


def test_a_file_that_is_checked(schedcfg: Command, folder: Path) -> None:
    command = ("generate", "second-scheduler", "-c", "config.yaml", "-k", "1.29", "--write-to", "deploy")
    written = schedcfg(*command)
    assert (written.status, written.out) == (0, "deploy/batch.yaml\n")
    assert schedcfg(*command, "--check").status == 0
    (folder / "config.yaml").write_text(CONFIG + "parallelism: 8\n", encoding="utf-8")
    changed = schedcfg(*command, "--check")
    assert changed.status == 1
    assert "+    parallelism: 8" in changed.out


def test_a_folder_for_kustomize(schedcfg: Command, folder: Path) -> None:
    command = ("generate", "second-scheduler", "-c", "config.yaml", "-k", "1.29", "--kustomize", "--write-to", "deploy")
    assert schedcfg(*command).status == 0
    names = {path.name for path in (folder / "deploy").iterdir()}
    resources = {"deployment.yaml", "rbac.yaml", "serviceaccount.yaml"}
    assert names == resources | {"batch-config.generated.yaml", "kustomization.yaml"}
    assert schedcfg(*command, "--check").status == 0


@pytest.mark.parametrize("output", [".", "config.yaml", "sub/../config.yaml"])
def test_the_configuration_itself_is_never_replaced(schedcfg: Command, folder: Path, output: str) -> None:
    (folder / "sub").mkdir()
    result = schedcfg("generate", "second-scheduler", "-c", "config.yaml", "--name", "config", "--write-to", output)
    assert result.status == 3
    assert "is the configuration itself" in result.err
    assert (folder / "config.yaml").read_text(encoding="utf-8") == CONFIG


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (("--replicas", "0"), 2),
        (("--kubernetes", "2.0"), 2),
        (("--check",), 2),
        (("--kubernetes", "1.22"), 1),
        (("--name", "kube-scheduler"), 1),
    ],
)
@pytest.mark.usefixtures("folder")
def test_exit_status(schedcfg: Command, options: tuple[str, ...], status: int) -> None:
    result = schedcfg("generate", "second-scheduler", "-c", "config.yaml", *options)
    assert (result.status, result.out) == (status, "")
    assert result.err
