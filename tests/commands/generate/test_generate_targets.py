"""A command for each target: what it prints, writes, compares and takes."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from schedcfg.commands.generate.command import COMMANDS
from schedcfg.commands.generate.command import command as generate
from schedcfg.sources.products import targets
from tests.paths import ROOT

EXAMPLES = ROOT / "examples"
TRAFFIC = EXAMPLES / "network-traffic.yaml"
PROFILES = EXAMPLES / "profiles.yaml"


def test_every_target_has_a_command() -> None:
    listed = generate.list_commands(None)  # type: ignore[arg-type]
    assert listed == [*COMMANDS, *targets()]
    shown = CliRunner().invoke(generate, ["--help"]).output
    for name in targets():
        assert f"  {name} " in shown
        assert CliRunner().invoke(generate, [name, "--help"]).exit_code == 0


def test_no_such_target_is_wrong_usage(schedcfg) -> None:
    result = schedcfg("generate", "gke", "--config", PROFILES)
    assert result.status == 2
    assert "gke" in result.err


def test_data_and_talk_are_apart(schedcfg) -> None:
    result = schedcfg("generate", "kubespray", "--config", PROFILES)
    assert result.status == 0
    assert result.out.startswith("kube_scheduler_profiles:\n")
    assert "note: kubespray takes fields, not a file" in result.err


def test_an_image_is_taken_only_where_it_can_be(schedcfg) -> None:
    assert schedcfg("generate", "k3s", "--config", PROFILES, "--image", "x:1").status == 2
    assert schedcfg("generate", "openshift", "--config", PROFILES).status == 2
    result = schedcfg("generate", "talos", "--config", TRAFFIC, "--image", "x:1")
    assert result.status == 0
    assert "    image: x:1\n" in result.out


def test_a_variant_is_a_flag(schedcfg) -> None:
    result = schedcfg("generate", "talos", "--config", PROFILES, "--document")
    assert result.status == 0
    assert "kind: KubeSchedulerConfig\n" in result.out
    assert schedcfg("generate", "kind", "--config", PROFILES, "--document").status == 2


def test_what_stands_in_the_way_is_reported(schedcfg) -> None:
    result = schedcfg("generate", "k3s", "--config", PROFILES)
    assert (result.status, result.out) == (1, "")
    assert "missing-kubeconfig" in result.err
    assert "nothing is generated" in result.err


@pytest.mark.parametrize("name", ["kops", "kubespray", "talos"])
def test_check_compares_with_what_is_committed(schedcfg, tmp_path: Path, name: str) -> None:
    arguments = ("generate", name, "--config", PROFILES, "--write-to", tmp_path)
    assert schedcfg(*arguments, "--check").status == 1
    assert schedcfg(*arguments).status == 0
    assert schedcfg(*arguments, "--check").status == 0
    (written,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    written.write_text(written.read_text(encoding="utf-8") + "more: 1\n", encoding="utf-8")
    result = schedcfg(*arguments, "--check")
    assert result.status == 1
    assert "-more: 1" in result.out


def test_files_go_where_they_lie_on_the_node(schedcfg, tmp_path: Path) -> None:
    text = (
        PROFILES.read_bytes()
        + b"clientConnection:\n  kubeconfig: /var/lib/rancher/k3s/server/cred/scheduler.kubeconfig\n"
    )
    assert schedcfg("generate", "k3s", "--config", "-", "--write-to", tmp_path, stdin=text).status == 0
    folder = tmp_path / "etc/rancher/k3s"
    assert (folder / "scheduler-config.yaml").read_bytes() == text
    assert (folder / "config.yaml.d/kube-scheduler.yaml").read_text(encoding="utf-8") == (
        "kube-scheduler-arg+:\n- config=/etc/rancher/k3s/scheduler-config.yaml\n"
    )
