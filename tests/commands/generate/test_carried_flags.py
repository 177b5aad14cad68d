"""What flags said that `--config` silences is in the configuration, or is reported: nothing is dropped."""

from typing import Any

import pytest

from schedcfg.commands.generate.generation import Generation
from schedcfg.commands.generate.static_pod import StaticPodOptions as Options
from schedcfg.findings import Severity
from tests import quick_yaml
from tests.commands.generate.static_pods import fixed_around, rules

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
spec:
  hostNetwork: true
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:{}
    command: {}
"""
CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/{}
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""
NEW, OLD = ("v1.29.3", "v1"), ("v1.21.3", "v1beta1")


def fix(of: tuple[str, str], flags: list[str], more: str = "", **chosen_options: Any) -> Generation:
    pod = POD.format(of[0], ["kube-scheduler", *flags])
    return fixed_around(pod, CONFIG.format(of[1]) + more, Options(**chosen_options))


def errors(generation: Generation) -> list[str]:
    report = generation.report
    assert report is not None
    return [finding.message for document in report.documents for finding in document.findings if finding.is_error]


CASES = [
    (NEW, ["--profiling=false", "--kube-api-qps=100"], {"enableProfiling": False, "qps": 100}),
    (NEW, ["--contention-profiling=false", "--kube-api-burst=7"], {"enableContentionProfiling": False, "burst": 7}),
    (NEW, ["--kube-api-qps", "0.5"], {"qps": 0.5}),
    (OLD, ["--leader-elect=false", "--lock-object-name=a"], {"leaderElect": False, "resourceName": "a"}),
    (OLD, ["--leader-elect-lease-duration=30s"], {"leaseDuration": "30s"}),
    (OLD, ["--address=127.0.0.1"], {"healthzBindAddress": "127.0.0.1:10251", "metricsBindAddress": "127.0.0.1:10251"}),
    (OLD, ["--scheduler-name=default-scheduler", "--hard-pod-affinity-symmetric-weight=10"],
     {"hardPodAffinityWeight": 10}),
]  # fmt: skip


@pytest.mark.parametrize(("of", "flags", "said"), CASES)
def test_nothing_is_generated_without_what_a_flag_says(
    of: tuple[str, str], flags: list[str], said: dict[str, object]
) -> None:
    generation = fix(of, flags)
    assert generation.files == ()
    assert set(rules(generation)) & {"lost-flag"}
    assert all("would be lost" in message for message in errors(generation))
    assert len(errors(generation)) <= len(said)


@pytest.mark.parametrize(("of", "flags", "said"), CASES)
def test_a_copy_of_the_configuration_says_it(of: tuple[str, str], flags: list[str], said: dict[str, object]) -> None:
    generation = fix(of, flags, carry_flags=True)
    pod, config = generation.files
    assert values(quick_yaml.load(config.text), set(said)) == said
    assert any("copy of the configuration" in remark for remark in generation.remarks)
    again = fixed_around(POD.format(of[0], ["kube-scheduler", *flags]), config.text, Options())
    assert [file.text for file in again.files] == [pod.text]


def values(data: Any, names: set[str]) -> dict[str, object]:
    if isinstance(data, list):
        data = dict(enumerate(data))
    if not isinstance(data, dict):
        return {}
    found = {name: value for name, value in data.items() if name in names}
    for value in data.values():
        found |= values(value, names)
    return found


@pytest.mark.parametrize(
    ("of", "flags", "more"),
    [
        (NEW, ["--profiling", "--kube-api-qps=50"], ""),
        (NEW, ["--profiling=false"], "enableProfiling: false\n"),
        (NEW, ["--config=/a.yaml", "--profiling=false"], ""),
        (NEW, ["--port=0", "--scheduler-name=a"], ""),
        (OLD, ["--port=0", "--scheduler-name=default-scheduler", "--hard-pod-affinity-symmetric-weight=1"], ""),
        (OLD, ["--scheduler-name=a"], "profiles: [{schedulerName: default-scheduler}, {schedulerName: a}]\n"),
    ],
)
def test_what_the_configuration_has_already_is_no_loss(of: tuple[str, str], flags: list[str], more: str) -> None:
    generation = fix(of, flags, more)
    assert not {"lost-flag", "overruled-flag"} & set(rules(generation)), errors(generation)
    assert generation.files
    assert any(remark.startswith("removed") for remark in generation.remarks)


@pytest.mark.parametrize("carry_flags", [False, True])
def test_a_configuration_that_decides_otherwise_wins_and_it_is_reported(carry_flags: bool) -> None:
    generation = fix(NEW, ["--profiling=false", "--kube-api-burst=$(B)"], "enableProfiling: true\n")
    assert "overruled-flag" in rules(generation)
    assert [message for message in errors(generation) if "--profiling" in message] == []
    stated = fix(NEW, ["--profiling=false"], "enableProfiling: true\n", carry_flags=carry_flags)
    assert len(stated.files) == 1


def test_leader_election_of_the_file_wins_where_both_say_something() -> None:
    flags = ["--leader-elect=true", "--leader-elect-lease-duration=30s"]
    generation = fix(NEW, flags, "leaderElection: {leaderElect: false}\n")
    assert rules(generation).count("overruled-flag") == 1
    assert "--leader-elect-lease-duration=30s" in generation.files[0].text


def test_a_value_that_nobody_knows_is_refused() -> None:
    assert "lost-flag" in rules(fix(NEW, ["--kube-api-burst=$(B)"]))
    refused = fix(NEW, ["--kube-api-burst=$(B)"], carry_flags=True)
    assert (refused.files, "not-editable" in rules(refused)) == ((), True)


def test_a_policy_that_chose_the_plugins_is_reported() -> None:
    flags = ["--policy-config-file=/etc/policy.json"]
    generation = fix(("v1.22.3", "v1"), flags, kubernetes="1.29.3")
    assert generation.report is not None
    found = [finding for document in generation.report.documents for finding in document.findings]
    assert [(one.rule, one.severity) for one in found] == [("plugins-by-flag", Severity.WARNING)]
    assert len(generation.files) == 1
