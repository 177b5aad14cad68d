"""Servers that are not Prometheus, or not willing: a clear finding each, in bounded time."""

import pytest

from tests.commands.probe import false_prometheus, traffic_looks
from tests.commands.probe.false_prometheus import Question, Said, always, answering
from tests.commands.probe.traffic_looks import errors, finding

NODES = tuple(f"node-{number}" for number in range(5000))
FIRST = false_prometheus.vector(({"kubernetes_node": "first", "device": "eth0"}, 5))
HTML = "<!doctype html><title>Grafana</title>"


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (200, HTML, "not-prometheus"),
        (200, '{"message": "welcome"}', "not-prometheus"),
        (200, "[]", "not-prometheus"),
        (200, "", "not-prometheus"),
        (204, "", "not-prometheus"),
        (400, '{"status": "success"}', "not-prometheus"),
        (200, '{"status": "success"} {}', "not-prometheus"),
        (200, '{"status": 5, "data": {}}', "not-prometheus"),
        (400, HTML, "not-prometheus"),
        (401, "who are you?", "not-prometheus"),
        (403, "no", "not-prometheus"),
        (404, "404 page not found", "not-prometheus"),
        (429, "slowly", "not-prometheus"),
        (500, "oh", "not-prometheus"),
        (502, HTML, "not-prometheus"),
        (503, "Service Unavailable", "not-prometheus"),
        (304, "", "not-prometheus"),
        (422, '{"status":"error","errorType":"execution","error":"boom"}', "query-failed"),
        (200, '{"status":"error","errorType":"bad_data","error":"what"}', "query-failed"),
    ],
)
def test_each_answer_is_reported_apart(status: int, body: str, expected: str) -> None:
    with answering(always(status, body)) as server:
        for look in (traffic_looks.of_fork, traffic_looks.of_own):
            seen = look(server.url, "eth0", "first")
            assert expected in errors(seen)
            found = finding(seen, expected)
            assert found.help


def test_a_login_that_is_not_accepted_is_reported_from_none() -> None:
    with answering(always(401, "Unauthorized")) as server:
        without = traffic_looks.of_fork(server.url, "eth0", "first", "second")
        wrong = traffic_looks.of_fork(server.url.replace("//", "//user:secret@"), "eth0", "first", "second")
    assert "Credentials were sent" not in finding(without, "not-prometheus").message
    assert "Credentials were sent" in finding(wrong, "not-prometheus").message
    assert "secret" not in f"{wrong}"


def test_thousands_of_nodes_are_not_asked_about_in_vain() -> None:
    with answering(always(401)) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", *NODES)
        assert errors(seen) == ["not-prometheus"]
        assert len(server.asked) == 1
    assert len(seen.nodes) == len(NODES)
    assert all(node.value is None for node in seen.nodes)


def test_thousands_of_nodes_lack_something_for_the_same_reason() -> None:
    """Too many to be named in one query."""

    def how(question: Question) -> Said:
        if question.query.startswith("count by (kubernetes_node, device)"):
            return false_prometheus.vector(*(({"kubernetes_node": node, "device": "eth0"}, 1) for node in NODES[:-1]))
        if question.query.startswith("count"):
            return false_prometheus.vector(*(({"kubernetes_node": node, "device": "eth0"}, 1) for node in NODES))
        return false_prometheus.vector()

    with answering(how) as server:
        seen = traffic_looks.of_fork(server.url, "eth7", *NODES[-300:])
        assert max(len(question.query) for question in server.asked) < 1000
    assert errors(seen) == ["no-sample", "no-sample"]
    assert [len(found.nodes) for found in seen.findings] == [1, 299]
    assert seen.findings[0].nodes == (NODES[-1],)


def test_all_nodes_are_asked_about_in_two_requests() -> None:
    with answering(lambda _: FIRST) as server:
        traffic_looks.of_fork(f"{server.url}/a/?x=1#y", 'et h"&', *NODES)
        first, second = server.asked
    assert (first.method, first.path) == ("POST", "/a/api/v1/query")
    assert first.headers["Content-Type"] == "application/x-www-form-urlencoded"
    assert first.query == 'sum_over_time(node_network_receive_bytes_total{device="et h"&"}[1h0m0s])'
    assert second.query == "count by (kubernetes_node, device) (node_network_receive_bytes_total)"


@pytest.mark.parametrize("status", [405, 501])
def test_it_is_asked_by_get_where_post_is_not_known(status: int) -> None:
    def only_get(question: Question) -> Said:
        return Said(status) if question.method == "POST" else FIRST

    with answering(only_get) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", "first")
    assert [node.value for node in seen.nodes] == [5]


def test_a_redirect_on_the_same_server_is_followed() -> None:
    def moved(question: Question) -> Said:
        if question.path.startswith("/old"):
            return Said(307, headers={"Location": question.path.replace("/old", "/new")})
        return FIRST

    with answering(moved) as server:
        seen = traffic_looks.of_fork(f"{server.url}/old", "eth0", "first")
    assert errors(seen) == []
    assert [node.value for node in seen.nodes] == [5]


def test_a_redirect_to_a_login_page_is_no_prometheus() -> None:
    def to_login(question: Question) -> Said:
        return Said(200, HTML) if question.path == "/login" else Said(302, headers={"Location": "/login"})

    with answering(to_login) as server:
        assert errors(traffic_looks.of_fork(server.url, "eth0", "first")) == ["not-prometheus"]


def test_prometheus_names_no_node() -> None:
    with answering(lambda _: false_prometheus.vector(({}, 5))) as server:
        for look in (traffic_looks.of_fork, traffic_looks.of_own):
            seen = look(server.url, "eth0")
            assert errors(seen) == ["no-nodes"]
            assert "--kubeconfig" in (finding(seen, "no-nodes").help or "")
