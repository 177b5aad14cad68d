"""`schedcfg try --prometheus`: what Prometheus has answered is answered again to the plugins that query it.

`SCHEDCFG_WASM_TRAFFIC` names a real kube-scheduler with NetworkTraffic.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.trial.prometheus import PrometheusStandIn, RecordedPrometheus, recorded_prometheus, redirected
from schedcfg.errors import UnreadableInput
from tests.commands.probe.example_extender import FOLDER
from tests.commands.trial.try_command import Trial, nodes_of

REAL = os.environ.get("SCHEDCFG_WASM_TRAFFIC", "")
with_real = pytest.mark.skipif(
    not REAL,
    reason="set SCHEDCFG_WASM_TRAFFIC to what "
    "`python -m tools.build_scheduler 1.33 --with examples/network-traffic/scheduler` built",
)
ADDRESS = "http://prometheus.monitoring:9090"
CONFIGURATION = f"""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins: {{score: {{enabled: [{{name: NetworkTraffic, weight: 20}}]}}}}
  pluginConfig:
  - name: NetworkTraffic
    args: {{prometheusAddress: "{ADDRESS}/", networkInterface: eth0, timeRangeInMinutes: 1}}
"""
NODES = ("--nodes", "1:cpu=4,memory=8Gi,name=a", "--nodes", "2:cpu=4,memory=8Gi,name=b")
RECORDED = RecordedPrometheus(ADDRESS, "traffic.json", {"up": 7, "down": None})


def query(node: str) -> str:
    """Return what NetworkTraffic asks about a node."""
    return f'sum_over_time(node_network_receive_bytes_total{{kubernetes_node="{node}",device="eth0"}}[1m0s])'


def report(address: str = ADDRESS, **values: int | None) -> str:
    """Return what `probe network-traffic` writes of nodes, as far as it is read."""
    nodes = [{"query": query(name.replace("_", "-")), "bytes": value, "name": name} for name, value in values.items()]
    return json.dumps({"version": 1, "profiles": [{"address": address, "nodes": nodes}]})


def test_pods_go_to_the_quiet_node(trial: Trial) -> None:
    trial.file("scheduler.yaml", CONFIGURATION)
    traffic = trial.file("traffic.json", report(a_0=900, b_0=300, b_1=100))
    placed = trial.placed("--prometheus", traffic, *NODES[:2], nodes=NODES[3], pods="3:cpu=1")
    assert nodes_of(placed) == ["b-1"] * 3
    (run,) = placed["variants"][0]["runs"]
    assert f"Prometheus at {ADDRESS} was asked 9 times for what {traffic} has" in run["notes"]


def test_what_is_not_recorded_fails_as_the_plugin_does_and_is_named(trial: Trial) -> None:
    trial.file("scheduler.yaml", CONFIGURATION)
    traffic = trial.file("traffic.json", report(a_0=900))
    placed = trial.placed("--prometheus", traffic, *NODES[:2], nodes=NODES[3], pods="1:cpu=1")
    (run,) = placed["variants"][0]["runs"]
    (pod,) = run["pods"]
    assert pod["node"] is None
    said = f"querying {ADDRESS}: no answer to this query is recorded: {query('b-0')}"
    assert said in pod["message"]
    assert f"times for what it has not, first: {query('b-0')}" in " ".join(run["notes"])


def test_a_file_of_another_prometheus_is_never_asked(trial: Trial) -> None:
    traffic = trial.file("traffic.json", report("http://other:9090", a_0=900))
    (run,) = trial.placed("--prometheus", traffic)["variants"][0]["runs"]
    assert run["notes"] == [f"Prometheus at http://other:9090 was asked 0 times for what {traffic} has"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "it is not JSON"),
        ('{"profiles": []}', "profiles"),
        ('{"profiles": [{"address": "http://a"}]}', "profiles[0]"),
        ('{"profiles": [{"address": "http://a", "nodes": [{"query": "up", "bytes": "7"}]}]}', "nodes[0].bytes"),
    ],
)
def test_another_file_is_refused(trial: Trial, content: str, said: str) -> None:
    path = trial.file("traffic.json", content)
    done = trial("--prometheus", path)
    assert (done.status, done.out) == (3, "")
    shown = " ".join(done.err.split())
    assert f"{path} has no answers of Prometheus: " in shown
    assert said in shown
    assert "schedcfg probe network-traffic FILE --output json" in shown


def test_a_file_that_is_not_there_is_refused(trial: Trial) -> None:
    done = trial("--prometheus", trial.folder / "nowhere.json")
    assert (done.status, done.out) == (3, "")
    assert "nowhere.json cannot be read" in done.err


def test_it_is_saved_with_a_test(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(trial.folder)
    trial.file("scheduler.yaml", CONFIGURATION)
    trial.file("traffic.json", report(a_0=900, b_0=300, b_1=100))
    saved = Path("tests/x.schedtest.yaml")
    given = (*NODES[:2], "--save", saved)
    done = trial("--prometheus", "traffic.json", *given, configuration="scheduler.yaml", nodes=NODES[3], pods="3:cpu=1")
    assert done.status == 0, done.err
    text = saved.read_text(encoding="utf-8")
    assert "prometheus: ../traffic.json\n" in text
    assert "b-1" in text
    assert outcomes_of(trial, saved, trial.program) == [("passed", None)]


def test_each_test_has_its_own_traffic(trial: Trial) -> None:
    trial.file("scheduler.yaml", CONFIGURATION)
    for name, loud in {"first.json": {"a_0": 900, "b_0": 100}, "second.json": {"a_0": 100, "b_0": 900}}.items():
        trial.file(name, report(**loud))
    others = ("prometheus: second.json", "prometheus: nowhere.json")
    cases = [
        f"- {{name: '{number}', pods: ['1:cpu=1'], expect: {{on: {node}}}, {more}}}\n"
        for number, (node, more) in enumerate(zip(("b-0", "a-0", "a-0"), ("runs: 1", *others), strict=True))
    ]
    head = "apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\nconfiguration: scheduler.yaml\n"
    nodes = "nodes: ['1:cpu=4,name=a', '1:cpu=4,name=b']\nprometheus: first.json\n"
    path = trial.file("a.schedtest.yaml", f"{head}{nodes}tests:\n{''.join(cases)}")
    passed, changed, (outcome, problem) = outcomes_of(trial, path, trial.program)
    assert (passed, changed, outcome) == (("passed", None), ("passed", None), "error")
    assert "nowhere.json cannot be read" in (problem or "")


def outcomes_of(trial: Trial, path: Path, program: str | Path) -> list[tuple[str, str | None]]:
    """Run a file of tests, and return the outcome of each, and the problem that it has."""
    done = trial.schedcfg("test", path, "--binary", program, "--output", "json")
    return [(one["outcome"], one["problem"]) for test in done.report["tests"] for one in test["results"]]


def test_each_prometheus_is_read_once(tmp_path: Path) -> None:
    nodes = [[{"query": "a", "bytes": 1}], [{"query": "b", "bytes": None}], [{"query": "c", "bytes": 3}]]
    addresses = ["http://one:9090", "http://one:9090/", "http://two:9090"]
    profiles = [{"address": address, "nodes": each} for address, each in zip(addresses, nodes, strict=True)]
    path = tmp_path / "traffic.json"
    path.write_text(json.dumps({"profiles": profiles}), encoding="utf-8")
    assert [(one.address, one.values) for one in recorded_prometheus(str(path))] == [
        ("http://one:9090", {"a": 1, "b": None}),
        ("http://two:9090", {"c": 3}),
    ]
    path.write_text(json.dumps({"profiles": 5}), encoding="utf-8")
    with pytest.raises(UnreadableInput):
        recorded_prometheus(str(path))


def test_addresses_are_replaced_in_args_only() -> None:
    args = {
        "list": [f"{ADDRESS}/", "http://other:9090"],
        "login": "http://me:secret@prometheus.monitoring:9090",
        "n": 1,
    }
    profile = {"schedulerName": ADDRESS, "pluginConfig": [{"name": "Any", "args": args}]}
    configuration = {"kind": ADDRESS, "profiles": [profile, {"schedulerName": "b"}]}
    hidden = RecordedPrometheus("http://***@prometheus.monitoring:9090", "traffic.json", {})
    here = "http://127.0.0.1:6443/x/prometheus"
    its = {"list": [f"{here}/0", "http://other:9090"], "login": f"{here}/1", "n": 1}
    expected = {**profile, "pluginConfig": [{"name": "Any", "args": its}]}
    changed = redirected(configuration, [RECORDED, hidden], "http://127.0.0.1:6443/x")
    assert changed == {"kind": ADDRESS, "profiles": [expected, {"schedulerName": "b"}]}
    assert args["list"] == [f"{ADDRESS}/", "http://other:9090"]


@pytest.mark.parametrize(
    ("path", "form", "status", "body"),
    [
        (
            "/prometheus/0/api/v1/query",
            "query=up&time=5.5",
            200,
            {"status": "success", "data": {"resultType": "vector", "result": [{"metric": {}, "value": [5.5, "7"]}]}},
        ),
        (
            "/prometheus/0/api/v1/query",
            "query=down&time=x",
            200,
            {"status": "success", "data": {"resultType": "vector", "result": []}},
        ),
        (
            "/prometheus/0/api/v1/query",
            "",
            422,
            {"status": "error", "errorType": "execution", "error": "no answer to this query is recorded: "},
        ),
        ("/prometheus/1/api/v1/query", "query=up", 404, None),
        ("/prometheus/0/api/v1/query_range", "query=up", 404, None),
    ],
)
def test_answers_are_those_of_prometheus(path: str, form: str, status: int, body: Any) -> None:
    answer = PrometheusStandIn([RECORDED]).respond(path, form)
    assert answer.status == status
    assert body is None or json.loads(answer.body) == body


@with_real
def test_the_examples_hold_with_the_real_one(trial: Trial) -> None:
    assert outcomes_of(trial, FOLDER, REAL) == [("passed", None)] * 3


@with_real
def test_the_real_one_places_pods_on_the_quiet_node(trial: Trial) -> None:
    traffic = FOLDER / "traffic.json"
    given = ("--prometheus", traffic, "--pods", "2:cpu=100m,name=other", "--nodes", FOLDER / "nodes.yaml")
    pods = "3:cpu=100m,scheduler=network-traffic,name=web"
    done = trial.run(
        "--pods", pods, *given, "--output", "json", configuration=FOLDER / "scheduler.yaml", program=("--binary", REAL)
    )
    assert done.status == 0, done.err
    (run,) = done.report["variants"][0]["runs"]
    placed = {pod["pod"]: pod["node"] for pod in run["pods"]}
    assert [placed[f"default/web-{number}"] for number in range(3)] == ["node02"] * 3
    assert f"Prometheus at http://127.0.0.1:9090 was asked 9 times for what {traffic} has" in run["notes"]
