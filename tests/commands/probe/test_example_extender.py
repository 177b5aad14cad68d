"""The example's extender: what it answers, and that it never keeps a Pod from being placed when Prometheus fails."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.commands.probe.example_extender import (
    Answer,
    Extender,
    FakePrometheus,
    fake_prometheus,
    named,
    rates,
    running,
    whole,
)
from tests.commands.probe.loopback import free_port

pytest.importorskip("aiohttp", reason="the library of examples/network-traffic/extender is not installed")

from traffic_extender.settings import settings_from

NODES = ("node01", "node02", "node03")


@pytest.fixture(scope="module")
def fake() -> Iterator[FakePrometheus]:
    with fake_prometheus() as fake:
        yield fake


@pytest.fixture(scope="module")
def extender(fake: FakePrometheus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extender]:
    """Run the extender with a limit, and nothing remembered from one test to the next."""
    arguments = ("--prometheus", f"{fake.url}/", "--cache", "0", "--limit", "1000000", "--timeout", "0.5")
    with running(tmp_path_factory.mktemp("extender"), *arguments) as extender:
        yield extender


@pytest.mark.parametrize(
    ("measured", "expected"),
    [
        ((0, 500, 1000), (10, 5, 0)),
        ((1_000_000, 1_200_000, 1_400_000), (10, 9, 7)),
        ((20_000.3, 5_000_152.6, 1_000_014.8), (10, 0, 8)),
        ((7, 7, 7), (10, 10, 10)),
        ((0, 0, 0), (10, 10, 10)),
        ((5e-324, 5e-324, 1e308), (10, 10, 0)),
        ((-1, 0, 10), (10, 10, 0)),
        (("NaN", 100, 1), (0, 0, 10)),
        (("+Inf", 50, 100), (0, 10, 5)),
        (("-Inf", "NaN", "NaN"), (0, 0, 0)),
    ],
)
def test_scores(
    fake: FakePrometheus, extender: Extender, measured: tuple[object, ...], expected: tuple[int, ...]
) -> None:
    fake.answer = rates(**dict(zip(NODES, measured, strict=True)))
    assert extender.scores(*NODES) == dict(zip(NODES, expected, strict=True))


def test_only_the_nodes_that_are_left_are_compared(fake: FakePrometheus, extender: Extender) -> None:
    fake.answer = rates(node01=10, node02=20, node03=1_000_000)
    assert extender.scores("node02", "node01") == {"node02": 5, "node01": 10}


def test_a_node_that_is_not_measured_is_not_preferred_and_not_filtered_out(
    fake: FakePrometheus, extender: Extender
) -> None:
    fake.answer = rates(node01=10, node02=20)
    assert extender.scores("node01", "node02", "new") == {"node01": 10, "node02": 5, "new": 0}
    assert extender.post("filter", named("new"))[1]["NodeNames"] == ["new"]


def test_both_ways_to_send_nodes_score_the_same(fake: FakePrometheus, extender: Extender) -> None:
    fake.answer = rates(node01=0, node02=500, node03=1000)
    assert extender.post("prioritize", named(*NODES)) == extender.post("prioritize", whole(*NODES))


REASON = "receives 2,000,000 bytes/s, more than the limit of 1,000,000"


def test_filter_by_names(fake: FakePrometheus, extender: Extender) -> None:
    fake.answer = rates(node01=10, node02=2_000_000, node03=1_000_000)
    answer = {"NodeNames": ["node03", "node01"], "FailedNodes": {"node02": REASON}}
    assert extender.post("filter", named("node03", "node02", "node01")) == (200, answer)


def test_filter_by_whole_nodes(fake: FakePrometheus, extender: Extender) -> None:
    fake.answer = rates(node02=2_000_000)
    sent = whole(*NODES)
    status, answer = extender.post("filter", sent)
    assert status == 200
    assert set(answer) == {"Nodes", "FailedNodes"}
    assert answer["Nodes"]["items"] == whole("node01", "node03")["Nodes"]["items"]  # type: ignore[index]
    assert answer["FailedNodes"] == {"node02": REASON}


def test_no_nodes(extender: Extender) -> None:
    none_whole = {**whole(), "Nodes": {"metadata": {}, "items": None}}
    assert extender.post("filter", named()) == (200, {"NodeNames": [], "FailedNodes": {}})
    assert extender.post("filter", none_whole) == (200, {"Nodes": {"items": []}, "FailedNodes": {}})
    assert extender.post("prioritize", none_whole) == (200, [])


FAILURES = {
    "HTTP status": (Answer(502, b"<html>", "text/html"), "HTTP status 502"),
    "query refused": (
        Answer(422, b'{"status":"error","errorType":"execution","error":"many-to-many"}'),
        "many-to-many",
    ),
    "no JSON": (Answer(200, b"{"), "not Prometheus's"),
    "deep JSON": (Answer(200, b"[" * 200_000), "not Prometheus's"),
    "a list": (Answer(200, b"[]"), "not Prometheus's"),
    "a scalar": (Answer(200, b'{"status":"success","data":{"resultType":"scalar","result":[1,"2"]}}'), "not Prom"),
    "no number": (rates(node01="much"), "not Prometheus's"),
    "a number that no float holds": (
        Answer(
            body=b'{"status":"success","data":{"result":[{"metric":{"nodename":"a"},"value":[1,1%s]}]}}' % (b"0" * 400)
        ),
        "not Prometheus's",
    ),
    "empty": (Answer(200), "not Prometheus's"),
    "too slow": (rates(node01=1)._replace(seconds=1.0), "did not answer within 0.5 s"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_without_prometheus_nodes_are_equal_and_none_is_filtered_out(
    fake: FakePrometheus, extender: Extender, failure: str
) -> None:
    fake.answer, said = FAILURES[failure]
    before = len(extender.log.read_text())
    assert extender.scores(*NODES) == dict.fromkeys(NODES, 0)
    assert extender.post("filter", named(*NODES)) == (200, {"NodeNames": list(NODES), "FailedNodes": {}})
    warnings = [line for line in extender.log.read_text()[before:].splitlines() if "WARNING" in line]
    assert [said in line for line in warnings] == [True, True]
    assert extender.is_healthy()


def test_prometheus_is_not_there_and_its_password_is_not_logged(tmp_path: Path) -> None:
    address = f"http://admin:hunter2@127.0.0.1:{free_port()}"
    with running(tmp_path, TRAFFIC_PROMETHEUS=address, TRAFFIC_LIMIT="1") as extender:
        assert extender.scores(*NODES) == dict.fromkeys(NODES, 0)
        assert extender.post("filter", whole("node01"))[1]["FailedNodes"] == {}
    assert "Prometheus failed, nodes are not told apart: Cannot connect" in extender.log.read_text()
    assert "hunter2" not in extender.log.read_text()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[" * 200_000,
        b"[]",
        b"{}",
        {"pod": {}, "nodenames": []},
        {**named("a"), "Pod": None},
        {**named(), "NodeNames": None},
        {**named(), "NodeNames": 7},
        {**whole(), "Nodes": {"items": [{"metadata": None}]}},
    ],
)
def test_what_kube_scheduler_would_not_send(extender: Extender, body: object) -> None:
    status, answer = extender.post("filter", body)
    assert (status, set(answer)) == (200, {"Error"})
    assert answer["Error"].startswith("no ExtenderArgs with Pod and NodeNames or Nodes: ")
    status, text = extender.post("prioritize", body)
    assert (status, text) == (400, answer["Error"])


def test_one_query_for_all_nodes_and_both_verbs(fake: FakePrometheus, tmp_path: Path) -> None:
    fake.answer, fake.queries[:] = rates("kubernetes_node", node01=1, node02=2), []
    arguments = ("--node-label", "kubernetes_node", "--device", 'e"0', "--time-range", "3m", "--cache", "600")
    with running(tmp_path, *arguments, "--prometheus", fake.url) as extender:
        assert extender.post("filter", named("node01", "node02"))[1]["FailedNodes"] == {}
        assert extender.scores("node01", "node02") == {"node01": 10, "node02": 5}
    (query,) = fake.queries
    assert query == 'sum by (kubernetes_node) (rate(node_network_receive_bytes_total{device="e\\"0"}[3m]))'


def test_many_pods_wait_for_a_slow_prometheus_together(fake: FakePrometheus, tmp_path: Path) -> None:
    fake.answer, fake.queries[:] = rates(node01=1)._replace(seconds=1.5), []
    with (
        running(tmp_path, "--prometheus", fake.url, "--cache", "0", "--timeout", "9") as extender,
        ThreadPoolExecutor(16) as pods,
    ):
        answers = list(pods.map(lambda _: extender.scores("node01"), range(16)))
    assert answers == [{"node01": 10}] * 16
    assert len(fake.queries) < 4  # 16, each 1.5 s after the other, if each Pod asked


@pytest.mark.parametrize(
    "wrong",
    [
        ["--prometheus", "admin:hunter2@prometheus"],
        ["--prometheus", "http://admin:hunter2@prometheus:port"],
        ["--time-range", "1"],
        ["--node-label", "a-b"],
        ["--limit", "-1"],
        ["--timeout", "nan"],
    ],
)
def test_wrong_settings(capsys: pytest.CaptureFixture[str], wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        settings_from(wrong)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {wrong[0]}: not " in said
    assert "hunter2" not in said
