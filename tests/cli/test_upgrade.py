"""`schedcfg upgrade`: the plan in its formats, one hop written, exit status. What hops do: tests/changes/upgrade."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.cli.contract_complaints import complaints
from tests.paths import TESTS

FLEET = TESTS / "changes" / "upgrade" / "fleet"
Run = Callable[..., Any]


@pytest.fixture
def pod(tmp_path: Path) -> Path:
    """Return a copy of the folder of a static Pod with its configuration."""
    return Path(copytree(FLEET / "static-pod", tmp_path / "static-pod"))


def test_the_plan_says_when_what_and_where(schedcfg: Run, pod: Path) -> None:
    result = schedcfg("upgrade", pod, "--from", "1.22", "--to", "1.28")
    assert result.status == 1
    assert result.out.startswith("Kubernetes 1.22 → 1.28: 6 hops, 1 scheduler\n")
    hop = result.out.split("1.23 → 1.24\n")[1].split("1.24 → 1.25\n")[0]
    before, rest = hop.split("  with the control plane")
    assert "`--port=0` goes: Kubernetes 1.24 does not know it (1.23 ignores it" in before
    assert f"{pod / 'kube-scheduler.yaml'}:18" in before
    assert "`k8s.gcr.io/kube-scheduler:v1.23.10` becomes `registry.k8s.io/kube-scheduler:v1.24.17`" in rest
    assert "migrate from v1beta2 → v1" in result.out
    assert "possible since 1.25" in result.out


def test_a_hop_is_written_and_a_second_run_finds_nothing(schedcfg: Run, pod: Path) -> None:
    result = schedcfg("upgrade", pod, "--step", "1.23.17", "--write")
    assert result.err.endswith("2 files written\n")
    written = {path.name: path.read_text(encoding="utf-8") for path in pod.iterdir()}
    assert "image: registry.k8s.io/kube-scheduler:v1.23.17\n" in written["kube-scheduler.yaml"]
    config = written["scheduler-config.yaml"]
    assert config.startswith("apiVersion: kubescheduler.config.k8s.io/v1beta2\n")
    assert "# Managed by the platform team.\n" in config
    again = schedcfg("upgrade", pod, "--step", "1.23.17", "--write")
    assert again.err.endswith("0 files written\n")
    assert "[ ] " not in again.out.replace("[ ] by hand: upgrade the kubelets", "")


def test_edits_before_the_control_plane_alone(schedcfg: Run, pod: Path) -> None:
    schedcfg("upgrade", pod, "--step", "1.23", "--write")
    result = schedcfg("upgrade", pod, "--step", "1.24", "--write", "--moment", "before")
    text = (pod / "kube-scheduler.yaml").read_text(encoding="utf-8")
    assert result.err.endswith("1 file written\n")
    assert "--port" not in text
    assert "kube-scheduler:v1.23.10" in text


def test_the_plan_as_json_and_markdown(schedcfg: Run, pod: Path) -> None:
    report = schedcfg("upgrade", pod, "--from", "1.22", "--to", "1.25", "--output", "json").report
    assert complaints("upgrade", report) == []
    assert [hop["to"] for hop in report["hops"]] == ["1.23", "1.24", "1.25"]
    assert any(item["proof"] for hop in report["hops"] for item in hop["items"])
    page = schedcfg("upgrade", pod, "--from", "1.22", "--to", "1.25", "--output", "markdown").out
    assert "### 1.23 → 1.24\n" in page
    assert "- [ ] `--port=0` goes" in page


def test_the_same_files_are_named_together(schedcfg: Run) -> None:
    result = schedcfg("upgrade", FLEET / "clusters", "--from", "1.22", "--to", "1.23")
    assert result.out.count("becomes `k8s.gcr.io/kube-scheduler:v1.23.10`") == 1
    assert "3 schedulers" in result.out


def test_nothing_to_do(schedcfg: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n")
    report = schedcfg("upgrade", config, "--from", "1.29", "--to", "1.30", "--output", "json").report
    assert {item["id"] for item in report["hops"][0]["items"]} == {"kubelets"}


def test_what_does_not_start_today_is_said_first(schedcfg: Run, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparallelism: 0\n")
    result = schedcfg("upgrade", config, "--from", "1.29", "--to", "1.30")
    assert "before anything else\n    [ ] by hand: `parallelism`" in result.out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "missing --from and --to"),
        (("--from", "1.22"), "missing --to"),
        (("--step", "1.23", "--to", "1.24"), "--step is a single hop"),
        (("--from", "1.22", "--to", "1.24", "--write"), "name it with --step"),
        (("--from", "1.24", "--to", "1.22"), "1.22 is not newer than 1.24"),
        (("--step", "1.18"), "nothing is known of the release before 1.18"),
    ],
)
def test_wrong_usage(schedcfg: Run, pod: Path, options: tuple[str, ...], words: str) -> None:
    result = schedcfg("upgrade", pod, *options)
    assert (result.status, words in result.err) == (2, True), result.err


def test_an_unreadable_file(schedcfg: Run, pod: Path) -> None:
    broken = pod / "broken.yaml"
    broken.write_bytes(b"kind: KubeSchedulerConfiguration\n\xff\xfe\n")
    result = schedcfg("upgrade", pod, "--step", "1.23")
    assert result.status == 3
    assert f"unreadable {broken}" in result.out
