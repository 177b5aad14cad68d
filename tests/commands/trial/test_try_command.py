"""`schedcfg try` from outside: its inputs, formats and exit statuses, with a program that puts Pods where they fit."""

import json
import sys

import pytest

from schedcfg.commands.trial import FORMATS
from tests.commands.trial import programs
from tests.commands.trial.try_command import CONFIGURATION, NODES, PODS, Run, Trial, nodes_of
from tests.imported_anew import forget

# What is shown


def test_text_shows_where_pods_are_and_how_full_nodes(trial: Trial) -> None:
    done = trial(pods="6:cpu=1,memory=1Gi")
    assert done.status == 0, done.err
    assert "(Kubernetes 1.33): all 6 Pods placed\n" in done.out
    assert "pod (6 Pods): node-0 4, node-1 2\n" in done.out
    assert "Pods placed by zone: a 4 (1 node), b 2 (1 node)\n" in done.out
    assert done.err == ""


def test_pods_without_a_node_are_shown_and_the_status_is_one(trial: Trial) -> None:
    done = trial(pods="9:cpu=1,memory=1Gi")
    assert done.status == 1
    assert "8 of 9 Pods placed" in done.out
    assert "no room" in done.out


def test_json_is_as_its_contract_says(trial: Trial) -> None:
    report = trial.placed(pods="5:cpu=1,memory=1Gi")
    assert nodes_of(report) == ["node-0"] * 4 + ["node-1"]
    assert report["variants"][0]["kubernetes"] == "1.33"


def test_formats_go_to_files_and_never_over_an_input(trial: Trial) -> None:
    page, text = trial.folder / "nodes.html", trial.folder / "report.txt"
    done = trial("-o", f"html={page}", "-o", f"text={text}", "-o", "json")
    assert nodes_of(done.report) == ["node-0"] * 3
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "all 3 Pods placed" in text.read_text(encoding="utf-8")
    pods = trial.file("pods.json", json.dumps(programs.pod("a")))
    for path in (trial.configuration, trial.program, pods):
        before = path.read_bytes()
        done = trial("-o", f"json={path}", pods=pods)
        assert (done.status, "would overwrite an input file" in done.err) == (2, True)
        assert path.read_bytes() == before


@pytest.mark.parametrize("variable", ["NO_COLOR", "CI"])
def test_what_is_no_terminal_gets_no_colors(trial: Trial, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "1")
    assert "\x1b" not in trial().out


def test_two_configurations_are_compared(trial: Trial) -> None:
    report = trial.placed("--against", "default")
    assert [variant["name"] for variant in report["variants"]] == [str(trial.configuration), "default"]
    assert nodes_of(report, 1) == nodes_of(report)
    assert len(report["comparisons"]) == 1


def test_two_programs_are_compared_in_several_runs(trial: Trial) -> None:
    other = programs.executable(trial.folder / "another-scheduler")
    report = trial.placed("--binary", other, "--runs", "2")
    assert [len(variant["runs"]) for variant in report["variants"]] == [2, 2]
    assert all(variant["repeated"] for variant in report["variants"])
    assert len({variant["name"] for variant in report["variants"]}) == 2


def test_scores_of_a_pod_are_explained(trial: Trial) -> None:
    report = trial.placed("--explain", "pod-1")
    pods = report["variants"][0]["runs"][0]["pods"]
    assert [pod["totals"] for pod in pods] == [{}, {"node-0": 1, "node-1": 2}, {}]
    done = trial("--explain", "nobody")
    assert (done.status, "no Pod that is to be placed is called nobody" in done.err) == (2, True)


def test_values_of_a_field_are_measured(trial: Trial) -> None:
    done = trial("--measure", "percentageOfNodesToScore=5,50", "-o", "json")
    assert done.status == 0, done.err
    assert [variant["name"] for variant in done.report["variants"]] == [
        "percentageOfNodesToScore=5",
        "percentageOfNodesToScore=50",
    ]
    assert done.report["repetitions"] >= 3
    (note,) = done.report["notes"]
    assert "cannot differ: whatever `percentageOfNodesToScore` is, " in note


def test_configurations_are_measured(trial: Trial) -> None:
    done = trial("--measure", "configurations", "--against", "default")
    assert done.status == 0, done.err
    assert "They do not say how many Pods per second" in " ".join(done.out.split())


# The configuration


def test_a_configuration_comes_from_standard_input(trial: Trial) -> None:
    assert nodes_of(trial.placed(configuration="-", stdin=CONFIGURATION.encode())) == ["node-0"] * 3


STATIC_POD = """\
apiVersion: v1
kind: Pod
metadata: {{name: kube-scheduler, namespace: kube-system}}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.33.3
    command: [kube-scheduler, --kubeconfig=/etc/kubernetes/scheduler.conf, {flags}]
    volumeMounts:
    - {{name: config, mountPath: /etc/kubernetes/scheduler.yaml}}
  volumes:
  - name: config
    hostPath: {{path: /etc/kubernetes/scheduler.yaml, type: File}}
"""


def test_a_static_pod_uses_the_configuration_beside_it(trial: Trial) -> None:
    trial.file("scheduler.yaml", f"{CONFIGURATION}profiles: [{{schedulerName: batch}}]\n")
    manifest = trial.file("kube-scheduler.yaml", STATIC_POD.format(flags="--config=/etc/kubernetes/scheduler.yaml"))
    report = trial.placed(configuration=manifest, pods="1:cpu=1,memory=1Gi,scheduler=batch")
    assert nodes_of(report) == ["node-0"]


def test_flags_of_a_manifest_that_decide_are_used(trial: Trial) -> None:
    manifest = trial.file("kube-scheduler.yaml", STATIC_POD.format(flags="--feature-gates=GangScheduling=false"))
    report = trial.placed(configuration=manifest, pods=PODS)
    assert any("with --feature-gates=GangScheduling=false" in note for note in report["notes"]), report["notes"]


def test_a_config_map_holds_the_configuration(trial: Trial) -> None:
    inner = "".join(f"    {line}\n" for line in CONFIGURATION.splitlines())
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  scheduler.yaml: |\n"
    assert nodes_of(trial.placed(configuration=trial.file("map.yaml", head + inner))) == ["node-0"] * 3


def test_a_refused_configuration_is_not_tried(trial: Trial) -> None:
    done = trial(configuration=trial.file("wrong.yaml", f"{CONFIGURATION}parallelism: -1\n"))
    assert (done.status, done.out) == (1, "")
    assert "wrong.yaml:3:" in done.err
    assert "nothing was tried" in done.err


def test_what_is_no_configuration_is_unreadable(trial: Trial) -> None:
    done = trial(configuration=trial.folder / "missing.yaml")
    assert (done.status, "missing.yaml cannot be read" in done.err) == (3, True)
    done = trial(configuration=trial.file("service.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n"))
    assert (done.status, "holds no scheduler configuration" in done.err) == (3, True)
    done = trial(configuration=trial.folder)
    assert done.status in {2, 3}, done.err
    assert str(trial.folder) in done.err


# What is missing, or wrong


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["default", "--nodes", NODES, "--pods", PODS], "name the kube-scheduler to run, with --binary"),
        (["default", "--nodes", NODES, "--binary", "x"], "--pods 10:cpu=500m"),
        (["default", "--pods", PODS, "--binary", "x"], "--nodes 5:cpu=8"),
        ([], "missing argument: a configuration"),
        (["default", "--nodes", NODES, "--pods", PODS, "--binary", "x", "--context", "a"], "--context needs --cluster"),
        (["default", "--nodes", NODES, "--pods", PODS, "--binary", "./nowhere/x"], "nowhere/x"),
        (["default", "--nodes", NODES, "--pods", PODS, "--image", "-x"], "is not the name of an image"),
        (["default", "--measure", "a=1,2", "-o", "html"], "--measure writes text or json, not html"),
        (["default", "--nodes", "5:cpux=8", "--pods", PODS, "--binary", "BINARY"], "cpux"),
    ],
)
def test_usage_errors_name_what_to_write(trial: Trial, schedcfg: Run, arguments: list[str], message: str) -> None:
    done = schedcfg("try", *(str(trial.program) if one == "BINARY" else one for one in arguments))
    assert (done.status, done.out) == (2, ""), done.err
    assert message in done.err


def test_files_that_cannot_be_read_are_named(trial: Trial) -> None:
    done = trial(nodes=trial.folder / "missing.yaml")
    assert (done.status, "missing.yaml cannot be read" in done.err) == (3, True)
    done = trial(pods=trial.file("broken.yaml", "a: [\n"))
    assert (done.status, "broken.yaml:" in done.err) == (3, True)


@pytest.mark.parametrize(
    ("mood", "seconds", "message"),
    [(91, "1", "the program hangs"), (92, "30", "no such plugin: Nowhere")],
)
def test_a_program_that_is_no_scheduler_fails_the_run(trial: Trial, mood: int, seconds: str, message: str) -> None:
    trial.file("scheduler.yaml", f"{CONFIGURATION}percentageOfNodesToScore: {mood}\n")
    done = trial("--timeout", seconds)
    assert (done.status, done.out) == (3, "")
    assert message in done.err


def test_without_its_library_the_message_says_how_to_install_it(
    trial: Trial, schedcfg: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = ("schedcfg.commands.trial.asking", "schedcfg.commands.trial.")
    forget(monkeypatch, [name for name in sys.modules if name.startswith(began)])
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    done = trial()
    assert (done.status, done.out) == (2, "")
    assert "needs the library aiohttp, which is not installed" in done.err
    assert "pip install 'aiohttp<4,>=3.11'" in done.err
    assert schedcfg("--help").status == 0
    assert schedcfg("try", "--help").status == 0
    assert schedcfg("validate", trial.configuration).status == 0


# What Pods may have


def test_a_pod_of_another_scheduler_stays_as_it_is(trial: Trial) -> None:
    report = trial.placed(pods="1:cpu=1,memory=1Gi,scheduler=nobodys")
    (pod,) = report["variants"][0]["runs"][0]["pods"]
    assert (pod["outcome"], pod["node"]) == ("unserved", None)
    assert any("no profile is called nobodys" in note for note in report["notes"])


@pytest.mark.parametrize("output", FORMATS)
def test_secrets_and_what_terminals_obey_are_not_shown(trial: Trial, output: str) -> None:
    pod = programs.pod("a" * 253, labels=None)
    pod["metadata"]["labels"] = {"a": "\x1b[31mred"}
    container = pod["spec"]["containers"][0]
    container["env"] = [{"name": "API_TOKEN", "value": "hunter2-secret"}]
    container["args"] = ["--password=hunter2-secret"]
    del pod["spec"]["labels"]
    done = trial("-o", output, pods=trial.file("pods.json", json.dumps(pod)))
    assert "hunter2" not in done.out + done.err
    assert "\x1b" not in done.out + done.err
