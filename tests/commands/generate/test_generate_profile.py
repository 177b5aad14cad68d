"""`schedcfg generate profile` and `generate config` from the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import releases
from tests.called import EXAMPLES, Result

Run = Callable[..., Result]


def test_config_alone_is_the_default(schedcfg: Run) -> None:
    result = schedcfg("generate", "config")
    assert (result.status, result.err) == (0, "")
    assert "apiVersion: kubescheduler.config.k8s.io/v1\n" in result.out
    assert "- schedulerName: default-scheduler\n" in result.out


def test_several_profiles_and_what_stands_beside_them(schedcfg: Run) -> None:
    result = schedcfg(
        *("generate", "config", "--profile", "default-scheduler=default", "-p", "packer=bin-packing"),
        *("--no-leader-elect", "--lease", "mine", "--kubeconfig", "/k.conf", "--percentage-of-nodes-to-score", "100"),
        *("--retry-period", "3s", "-k", "v1.24.3", "--resource", "cpu=3"),
    )
    assert result.status == 0
    assert "apiVersion: kubescheduler.config.k8s.io/v1beta3\n" in result.out
    assert "  kubeconfig: /k.conf\n" in result.out
    assert "  leaderElect: false\n" in result.out
    assert "  retryPeriod: 3s\n" in result.out
    assert "  resourceName: mine\n" in result.out
    assert "percentageOfNodesToScore: 100\n" in result.out
    assert [line.strip() for line in result.out.splitlines() if "schedulerName" in line] == [
        "- schedulerName: default-scheduler",
        "- schedulerName: packer",
    ]
    assert "old-api-version" in result.err


def test_a_profile_with_options(schedcfg: Run) -> None:
    result = schedcfg(
        *("generate", "profile", "default", "--disable", "ImageLocality", "--weight", "TaintToleration=5"),
        *("--enable", "Mine@score=2", "--arg", "VolumeBinding.bindTimeoutSeconds=30", "--api-version", "v1beta2"),
    )
    assert result.status == 0
    assert "For kube-scheduler 1.27" in result.out
    assert "bindTimeoutSeconds: 30" in result.out
    assert "the image must contain Mine" in result.err


def test_written_checked_and_changed(schedcfg: Run, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.yaml"
    command = ("generate", "profile", "no-scoring", "--write-to", file)
    assert schedcfg(*command, "--check").status == 1
    assert schedcfg(*command).out == f"{file}\n"
    assert schedcfg(*command, "--check").status == 0
    assert schedcfg(*command).out == ""
    assert schedcfg("validate", file, "--in-tree-only").status == 0


def test_weights_of_resources_that_a_release_takes(schedcfg: Run) -> None:
    packing = ("generate", "profile", "bin-packing", "--resource")
    assert schedcfg(*packing, "cpu=100").status == 0
    # `validateResourcesNoMax`
    ratio = schedcfg(*packing, "cpu=101", "--strategy", "RequestedToCapacityRatio", "-k", "1.20")
    assert ratio.status == 0
    assert "weight: 101\n" in ratio.out


def test_into_a_file_without_profiles(schedcfg: Run, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.yaml"
    file.write_text("kind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1alpha1\n")
    result = schedcfg("generate", "profile", "spread", "--scheduler-name", "even", "--into", file)
    assert (result.status, result.out) == (1, "")
    assert f"{file}:2:13: error[add-profile] (1.18): v1alpha1 has no profiles" in result.err
    assert f"help: Run `schedcfg migrate --to v1alpha2 {file}` first." in result.err


def test_into_a_file_in_place(schedcfg: Run, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.yaml"
    before = (EXAMPLES / "profiles.yaml").read_text(encoding="utf-8")
    file.write_text(before, encoding="utf-8")
    command = ("generate", "profile", "spread", "--scheduler-name", "even", "--into", file, "--write-to", file)
    assert schedcfg(*command).status == 0
    after = file.read_text(encoding="utf-8")
    assert after.startswith(before)
    assert "schedulerName: even" in after
    assert schedcfg(*command).out == ""
    assert file.read_text(encoding="utf-8") == after


def test_into_standard_input(schedcfg: Run) -> None:
    stdin = b"apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    result = schedcfg("generate", "profile", "spread", "--scheduler-name", "even", "--into", "-", stdin=stdin)
    assert result.status == 0
    assert "note: `schedulerName: default-scheduler` is added" in result.err


def test_a_broken_promise_generates_nothing(schedcfg: Run, tmp_path: Path) -> None:
    file = tmp_path / "scheduler.yaml"
    result = schedcfg("generate", "profile", "bin-packing", "--weight", "TaintToleration=90", "--write-to", file)
    assert (result.status, result.out) == (1, "")
    assert f"error[preset-promise] ({releases.NEWEST}): this no longer fulfills the preset bin-packing" in result.err
    assert "nothing is generated" in result.err
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["profile", "nope"], "there is no preset `nope`"),
        (["profile", "network-traffic"], "--prometheus-address"),
        (["profile", "default", "--kubernetes", "1.99"], "1.99"),
        (["profile", "default", "--kubernetes", "1.30", "--api-version", "v1beta3"], "does not serve v1beta3"),
        (["profile", "default", "--api-version", "v1alpha1"], "has no profiles"),
        (["profile", "default", "--resource", "cpu"], "not NAME=WEIGHT"),
        (["profile", "bin-packing", "--resource", "cpu=0"], "it must be 1 or more"),
        (["profile", "bin-packing", "--resource", "cpu=101"], "it must be between 1 and 100"),
        (["profile", "bin-packing", "--resource", "cpu=101", "--api-version", "v1beta1", "-k", "1.22"], "1 and 100"),
        (["profile", "bin-packing", "--resource", f"cpu={'9' * 5000}"], "not NAME=WEIGHT"),
        (["profile", "bin-packing", "--resource", "cpu=1", "--resource", "cpu=2"], "`cpu` is repeated"),
        (["profile", "default", "--into", "x.yaml", "--lease", "mine"], "in the file itself"),
        (["profile", "default", "--feature-gates", "Nope=true"], "Nope"),
        (["config", "--profile", "packer"], "not NAME=PRESET"),
        (["config", "--max-skew", "2"], "--max-skew has no effect for default"),
    ],
)
def test_wrong_usage(schedcfg: Run, arguments: list[str], said: str) -> None:
    result = schedcfg("generate", *arguments)
    assert (result.status, result.out) == (2, "")
    assert said in result.err


def test_a_file_that_is_not_there(schedcfg: Run, tmp_path: Path) -> None:
    assert schedcfg("generate", "profile", "default", "--into", tmp_path / "none.yaml").status == 3


@pytest.mark.parametrize("command", ["profile", "config"])
def test_help_lists_the_presets(schedcfg: Run, command: str) -> None:
    result = schedcfg("generate", command, "--help")
    assert result.status == 0
    assert "  bin-packing      Full nodes first" in result.out
    assert "Examples:" in result.out


def test_feature_gates_count(schedcfg: Run) -> None:
    """Without the gate, another plugin spreads pods by default, and has to go."""
    command = ("generate", "profile", "bin-packing", "-k", "1.20")
    assert "SelectorSpread" not in schedcfg(*command).out
    assert "SelectorSpread" in schedcfg(*command, "--feature-gates", "DefaultPodTopologySpread=false").out
