"""`extraArgs` of a ClusterConfiguration: what `--config` silences is carried over, or reported; the rest stays."""

import pytest

from schedcfg.commands.generate import kubeadm
from schedcfg.commands.generate.generation import Generation, generate_around
from schedcfg.commands.generate.kubeadm import KubeadmOptions, find_scheduler
from tests import quick_yaml

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""
MAPPED = """\
apiVersion: kubeadm.k8s.io/v1beta3
kind: ClusterConfiguration
scheduler:
  extraArgs: {profiling: "false", v: "4", leader-elect-lease-duration: 30s}
  extraVolumes:
  - {name: own, hostPath: /opt/x, mountPath: /opt/x}
"""
LISTED = """\
apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: v1.33.1
scheduler:
  extraArgs:
  - {name: kube-api-qps, value: "100"}
  - {name: kube-api-burst, value: "200"}
"""


def generate(existing: str, text: str = CONFIG, *, carry_flags: bool = False) -> Generation:
    options = KubeadmOptions(existing=find_scheduler(existing), carry_flags=carry_flags)
    return generate_around(text, kubeadm.maker(options), "1.33")


def findings(generation: Generation) -> list[tuple[str, str]]:
    assert generation.report is not None
    return [(finding.rule, finding.path) for document in generation.report.documents for finding in document.findings]


@pytest.mark.parametrize(
    ("existing", "paths"),
    [(MAPPED, ["enableProfiling"]), (LISTED, ["clientConnection.qps", "clientConnection.burst"])],
)
def test_nothing_is_generated_without_what_the_arguments_say(existing: str, paths: list[str]) -> None:
    generation = generate(existing)
    assert generation.files == ()
    assert sorted(findings(generation)) == sorted(("lost-flag", path) for path in paths)


def test_a_copy_of_the_configuration_says_it_and_the_rest_stays() -> None:
    generation = generate(MAPPED, carry_flags=True)
    written, _, config = sorted(generation.files, key=lambda file: file.path)
    assert config.text == f"{CONFIG}enableProfiling: false\n"
    scheduler = quick_yaml.load(written.text)["scheduler"]
    values = {one["name"]: one["value"] for one in scheduler["extraArgs"]}
    assert values == {
        "config": "/etc/kubernetes/scheduler-config.yaml",
        "leader-elect-lease-duration": "30s",
        "v": "4",
    }
    assert [volume["name"] for volume in scheduler["extraVolumes"]] == ["own", "scheduler-config"]
    assert any("`profiling: false`" in remark for remark in generation.remarks)
    assert generate(MAPPED, config.text).files


def test_both_values_are_carried_from_a_list() -> None:
    (config,) = [file for file in generate(LISTED, carry_flags=True).files if file.path == "scheduler-config.yaml"]
    assert quick_yaml.load(config.text)["clientConnection"] == {
        "kubeconfig": "/etc/kubernetes/scheduler.conf",
        "qps": 100,
        "burst": 200,
    }


def test_what_the_configuration_says_wins_and_it_is_reported() -> None:
    generation = generate(MAPPED, f"{CONFIG}enableProfiling: true\nleaderElection: {{leaseDuration: 20s}}\n")
    assert generation.files
    assert sorted(findings(generation)) == [
        ("overruled-flag", "enableProfiling"),
        ("overruled-flag", "leaderElection.leaseDuration"),
    ]


def test_a_text_without_a_scheduler_has_nothing_to_keep() -> None:
    assert find_scheduler("kind: ClusterConfiguration\napiVersion: kubeadm.k8s.io/v1beta3\n") is None
    assert generate("").files
