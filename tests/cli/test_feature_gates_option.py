"""`--feature-gates` on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.releases import NEWEST

TEXT = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - pluginConfig:
      - name: VolumeBinding
        args: {shape: [{utilization: 0, score: 10}]}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scheduler.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_without_the_gate_the_help_names_it(schedcfg: Callable[..., Any], file: Path) -> None:
    result = schedcfg("validate", file, "-k", "1.34")
    assert result.status == 1
    assert "turn the feature gate on: `--feature-gates StorageCapacityScoring=true` (alpha since 1.33)." in result.out


@pytest.mark.parametrize("release", [(), ("-k", "1.33")])
def test_with_the_gate(schedcfg: Callable[..., Any], file: Path, release: tuple[str, ...]) -> None:
    result = schedcfg("validate", file, *release, "--feature-gates", "AllBeta=true", "--feature-gates", "AllAlpha=true")
    assert (result.status, result.out) == (0, "")
    assert result.err == (
        "" if release else f"1 file accepted by Kubernetes {NEWEST} (no release was named: -k chooses another)\n"
    )


def test_several_processes_validator_alike(schedcfg: Callable[..., Any], file: Path) -> None:
    (file.parent / "other.yaml").write_text(TEXT, encoding="utf-8")
    gates = ("--feature-gates", "StorageCapacityScoring=true")
    assert schedcfg("validate", file.parent, "--jobs", "2", *gates).status == 0


def test_a_gate_that_the_release_lacks_is_wrong_usage(schedcfg: Callable[..., Any], file: Path) -> None:
    result = schedcfg("validate", file, "-k", "1.29", "--feature-gates", "StorageCapacityScoring=true")
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        "schedcfg: kube-scheduler 1.29 does not start with these feature gates: "
        "unrecognized feature gate: StorageCapacityScoring\n"
        "  help: `StorageCapacityScoring` exists since Kubernetes 1.33.\n"
    )


def test_a_misspelling_is_wrong_usage_whatever_the_release(schedcfg: Callable[..., Any], file: Path) -> None:
    result = schedcfg("validate", file, "--feature-gates", "StorageCapacityScorin=true")
    assert result.status == 2
    assert "Did you mean `StorageCapacityScoring`?" in result.err


def test_the_own_release_of_a_file_answers_in_its_report(schedcfg: Callable[..., Any], file: Path) -> None:
    file.write_text(TEXT.replace("/v1\n", "/v1beta3\n"), encoding="utf-8")
    result = schedcfg("validate", file, "--feature-gates", "StorageCapacityScoring=true", "--output", "json")
    assert result.status == 1
    (document,) = result.report["files"][0]["documents"]
    assert document["kubernetes"] == "1.28"
    assert "feature-gates" in {finding["rule"] for finding in document["findings"]}


def test_a_stable_gate_is_warned_of_once(schedcfg: Callable[..., Any], file: Path) -> None:
    (file.parent / "other.yaml").write_text(TEXT, encoding="utf-8")
    gates = "DynamicResourceAllocation=true,StorageCapacityScoring=true"
    result = schedcfg("validate", file.parent, "-k", "1.34", "--feature-gates", gates)
    assert (result.status, result.out) == (0, "")
    assert result.err == (
        "schedcfg: warning: Setting GA feature gate DynamicResourceAllocation=true. "
        "It will be removed in a future release.\n"
        "  help: `DynamicResourceAllocation` is GA since 1.34: drop it.\n"
    )
