"""`schedcfg generate pod-policy`: options, streams, files, exit status."""

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
WITH_CONFIG = ("generate", "pod-policy", "--config", "config.yaml", "-k", "1.36", "--namespace", "jobs")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "config.yaml").write_text(CONFIG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_one_stream_on_standard_output(schedcfg: Command) -> None:
    result = schedcfg(*WITH_CONFIG)
    assert result.status == 0
    kinds = [line.removeprefix("kind: ") for line in result.out.splitlines() if line.startswith("kind: ")]
    assert kinds == ["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"]
    assert "kubectl delete mutatingadmissionpolicybinding pods-to-batch" in result.err
    by_name = schedcfg("generate", "pod-policy", "--scheduler", "batch", "-k", "1.36", "--namespace", "jobs")
    assert (by_name.status, by_name.out) == (0, result.out)
    assert "no configuration shows that a scheduler serves `batch`" in by_name.err


@pytest.mark.usefixtures("folder")
def test_a_file_that_is_checked(schedcfg: Command) -> None:
    command = (*WITH_CONFIG, "--write-to", "policy")
    assert schedcfg(*command).out == "policy/pods-to-batch.yaml\n"
    assert schedcfg(*command, "--check").status == 0
    changed = schedcfg(*command, "--namespace", "more", "--check")
    assert changed.status == 1
    assert "+        - more" in changed.out


@pytest.mark.usefixtures("folder")
def test_labels_are_read(schedcfg: Command) -> None:
    options = ("--pod-label", "a.example/b=c", "--pod-label", "d=", "--namespace-label", "team=x")
    result = schedcfg("generate", "pod-policy", "--scheduler", "batch", *options)
    assert result.status == 0
    assert '      matchLabels:\n        a.example/b: c\n        d: ""\n' in result.out
    assert "      matchLabels:\n        team: x\n" in result.out


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (("--scheduler", "bacth"), 1, "Did you mean `batch`?"),
        (("-k", "1.31"), 2, "Kyverno"),
        (("--namespace", "kube-system"), 2, "never changed"),
        (("--pod-label", "a"), 2, "is not KEY=VALUE"),
        (("--pod-label", "a b=c"), 2, "is not a label"),
        (("--namespace-label", "a=b", "--namespace-label", "a=c"), 2, "no object has both"),
        (("--name", "a b"), 2, "contains spaces"),
        (("--check",), 2, "--write-to"),
        (("other.yaml",), 2, "other.yaml"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_exit_status(schedcfg: Command, options: tuple[str, ...], status: int, message: str) -> None:
    arguments = [one for one in WITH_CONFIG if "-k" not in options or one not in {"-k", "1.36"}]
    result = schedcfg(*arguments, *options)
    assert (result.status, result.out) == (status, "")
    assert message in result.err


def test_without_any_option(schedcfg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = schedcfg("generate", "pod-policy")
    assert (result.status, result.out) == (2, "")
    assert "--scheduler" in result.err
    moved = schedcfg("generate", "pod-policy", "config.yaml", "--namespace", "jobs")
    assert moved.status == 2
    assert "generate pod-policy --config config.yaml --namespace jobs" in moved.err


@pytest.mark.usefixtures("folder")
def test_settings_name_the_release(schedcfg: Command, folder: Path) -> None:
    (folder / "schedcfg.toml").write_text('kubernetes = "1.33"\n', encoding="utf-8")
    result = schedcfg("generate", "pod-policy", "--scheduler", "batch", "--namespace", "jobs")
    assert result.out.count("apiVersion: admissionregistration.k8s.io/v1alpha1\n") == 2
