"""Whatever a server sends: a finding, never anything else."""

import json

import pytest

from tests.commands.probe import false_prometheus, traffic_looks
from tests.commands.probe.false_prometheus import Question, Said, always, answering, result, vector
from tests.commands.probe.traffic_looks import errors

FIRST = {"kubernetes_node": "first", "device": "eth0"}


def sample(value: object, metric: object = None) -> Said:
    return result("vector", [{"metric": metric or FIRST, "value": value}])


@pytest.mark.parametrize(
    "said",
    [
        sample([1, 5]),
        sample([1, "abc"]),
        sample([1, "1e999"]),
        sample([1]),
        sample(None),
        sample([1, "2"], {"a": 5}),
        sample([1, "2"], "labels"),
        result("vector", None),
        result("vector", [None]),
        result("string", [1, "x"]),
        Said(200, '{"status": "success", "data": {}}'),
        Said(200, '{"status": "success", "data": []}'),
    ],
)
def test_what_the_go_client_cannot_read(said: Said) -> None:
    with answering(lambda _: said) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", "first", "second")
    assert errors(seen) == ["not-prometheus"]


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (sample([1, "5"]), 5),
        (sample([1.5, "5.9"]), 5),
        (sample([1, "-5.9"]), -5),
        (sample([1, "0x1p4"]), 16),
        (sample([1, "NaN"]), -(2**63)),
        (sample([1, "+Inf"]), -(2**63)),
        (sample([1, "-Inf"]), -(2**63)),
        (sample([1, "1e19"]), -(2**63)),
        (sample([1, "9223372036854774784"]), 9223372036854774784),
        (sample([1, "9223372036854775807"]), -(2**63)),
    ],
)
def test_what_the_go_client_reads(said: Said, value: int) -> None:
    with answering(lambda _: said) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", "first")
    assert [node.value for node in seen.nodes] == [value]


def test_an_empty_list_is_no_sample() -> None:
    with answering(lambda _: result("vector", [])) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", "first")
    assert errors(seen) == ["no-sample"]


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 200_000,
        b'{"data":' * 50_000,
        b'{"status":"success","data":' + b"9" * 100_000 + b"}",
        b'{"status":"success","warnings":{"a":[]},"data":{"resultType":"vector","result":[[[]]]}}',
        b"\xff\xfe\x00",
        b'{"status":5,"data":5,"error":[]}',
        b'{"status":"error","errorType":[],"error":{}}',
    ],
)
def test_odd_bodies(body: bytes) -> None:
    with answering(always(200, body)) as server:
        assert errors(traffic_looks.of_fork(server.url, "eth0", "first"))


def test_terminals_obey_no_server() -> None:
    escape = "\x1b]0;owned\x07\x1b[31m\u202e"
    error = json.dumps({"status": "error", "errorType": escape, "error": escape * 1000})
    named = result("vector", [{"metric": {"job": f"{escape}{n}", "device": escape}, "value": [1, "2"]} for n in "ab"])
    labels = {
        "kubernetes_node": escape,
        "nodename": f"first{escape}",
        "device": escape,
        "job": escape,
        f"a{escape}": "first",
    }
    lacking = vector((labels, 0), (labels | {"kubernetes_node": f"first.{escape}", "instance": escape}, 0))

    def hiding(question: Question) -> Said:
        return vector() if question.query.startswith("sum_over_time") else lacking

    def unnamed(question: Question) -> Said:
        found = {name: value for name, value in labels.items() if name != "kubernetes_node"}
        return vector() if question.query.startswith("sum_over_time") else vector((found, 0))

    answers = [always(400, error), always(503, escape * 1000), always(200, escape), lambda _: named, hiding, unnamed]
    for how in answers:
        with answering(how) as server:
            for names in (("first",), ()):
                seen = traffic_looks.of_fork(server.url, "eth0", *names)
                text = "".join(f"{one.message}{one.help}{one.upstream}" for one in seen.findings)
                assert text.isprintable()
                assert len(text) < 5000
                assert all(node.name.isprintable() for node in seen.nodes)


def test_false_prometheus_is_asked() -> None:
    with answering(lambda _: false_prometheus.vector((FIRST, 7))) as server:
        assert traffic_looks.of_fork(server.url, "eth0", "first").nodes[0].value == 7
        assert server.asked
