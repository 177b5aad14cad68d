"""Servers that are not Prometheus, or not willing: a clear finding each, in bounded time."""

import json
import threading
import time
import urllib.error
import urllib.request

import pytest

from schedcfg.commands.probe.network_traffic import queries
from tests.commands.probe import false_prometheus, traffic_looks
from tests.commands.probe.false_prometheus import Question, Said, always, answering
from tests.commands.probe.traffic_looks import errors, finding
from tests.processes import PATIENCE

NODES = tuple(f"node-{number}" for number in range(5000))
HTML = "<!doctype html><title>Grafana</title>"


@pytest.mark.parametrize(
    ("status", "body", "expected", "upstream"),
    [
        (200, HTML, "not-prometheus", ""),
        (200, '{"message": "welcome"}', "not-prometheus", ""),
        (200, "[]", "not-prometheus", ""),
        (200, "", "not-prometheus", ""),
        (204, "", "not-prometheus", ""),
        (400, '{"status": "success"}', "not-prometheus", ""),
        (200, '{"status": "success"} {}', "not-prometheus", ""),
        (200, '{"status": 5, "data": {}}', "not-prometheus", ""),
        (200, '{"warnings": "one", "data": {}}', "not-prometheus", ""),
        (400, HTML, "not-prometheus", ""),
        (401, "who are you?", "not-prometheus", "client_error: client error: 401"),
        (403, "no", "not-prometheus", "client_error: client error: 403"),
        (404, "404 page not found", "not-prometheus", "client_error: client error: 404"),
        (429, "slowly", "not-prometheus", "client_error: client error: 429"),
        (500, "oh", "not-prometheus", "server_error: server error: 500"),
        (502, HTML, "not-prometheus", "server_error: server error: 502"),
        (503, "Service Unavailable", "not-prometheus", "server_error: server error: 503"),
        (304, "", "not-prometheus", "bad_response: bad response code 304"),
        (422, '{"status":"error","errorType":"execution","error":"boom"}', "query-failed", "execution: boom"),
        (200, '{"status":"error","errorType":"bad_data","error":"what"}', "query-failed", "bad_data: what"),
    ],
)
def test_each_answer_is_reported_apart(status: int, body: str, expected: str, upstream: str) -> None:
    with answering(always(status, body)) as server:
        for look in (traffic_looks.of_fork, traffic_looks.of_own):
            seen = look(server.url, "eth0", "first")
            assert expected in errors(seen)
            found = finding(seen, expected)
            assert (f"Error querying prometheus: {upstream}" if upstream else "") in (found.upstream or "")
            assert found.help


def test_a_login_that_is_not_accepted_is_reported_from_none() -> None:
    with answering(always(401, "Unauthorized")) as server:
        without = traffic_looks.of_fork(server.url, "eth0", "first", "second")
        wrong = traffic_looks.of_fork(server.url.replace("//", "//user:secret@"), "eth0", "first", "second")
    assert "Credentials were sent" not in finding(without, "not-prometheus").message
    assert "Credentials were sent" in finding(wrong, "not-prometheus").message
    assert "secret" not in f"{wrong}"


def test_what_prometheus_cannot_join_is_reported_once_for_all_nodes() -> None:
    def how(question: Question) -> Said:
        name = question.query.rpartition('nodename="')[2].partition('"')[0]
        words = f'found duplicate series for the match group {{instance="{name}:9100"}} on the right hand-side'
        body = {"status": "error", "errorType": "execution", "error": words}
        return Said(422, json.dumps(body))

    with answering(how) as server:
        seen = traffic_looks.of_own(server.url, "eth0", *NODES[:50])
    assert errors(seen).count("query-failed") == 1
    assert len(finding(seen, "query-failed").nodes) == 50


def test_all_questions_are_about_the_same_moment() -> None:
    with answering(lambda _: false_prometheus.vector(({"kubernetes_node": "first"}, 5))) as server:
        traffic_looks.of_fork(server.url, "eth0", "first", "second")
        moments = {question.body.partition("time=")[2] for question in server.asked if question.method == "POST"}
    assert len(moments) == 1
    assert len(server.asked) == 4


def test_nothing_is_made_of_a_question_that_is_not_answered() -> None:
    """It would be wrong to say that there is no counter, or that nothing is scraped."""

    over = threading.Event()

    def silent(question: Question) -> Said:
        if question.query.startswith("count by (kubernetes_node, device)"):
            over.wait(PATIENCE)
        return false_prometheus.vector()

    with answering(silent) as server:
        # So long that no other response is late, however busy the machine is.
        seen = traffic_looks.of_fork(server.url, "eth0", "first", "second", seconds=2)
        over.set()
    assert errors(seen) == ["no-sample"]
    assert "no response within 2 s" in finding(seen, "no-sample").message


def test_nothing_is_made_of_questions_that_are_refused() -> None:
    def picky(question: Question) -> Said:
        if question.query.startswith("count"):
            return Said(422, '{"status":"error","errorType":"execution","error":"too many samples"}')
        return false_prometheus.vector()

    with answering(picky) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", "first", "second")
    assert errors(seen) == ["no-sample"]
    assert "too many samples" in finding(seen, "no-sample").message


def test_thousands_of_nodes_are_not_asked_about_in_vain() -> None:
    with answering(always(401)) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", *NODES)
        assert errors(seen) == ["not-prometheus"]
        assert len(server.asked) == 1
    assert len(seen.nodes) == len(NODES)
    assert all(node.value is None for node in seen.nodes)


def test_a_slow_server_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "_QUERIES_IN_TOTAL", 0.05)

    def slow(_: Question) -> Said:
        time.sleep(0.1)
        return false_prometheus.vector(({}, 5))

    with answering(slow) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", *NODES[:600], seconds=10)
        assert len(server.asked) < 600
    found = finding(seen, "too-slow")
    assert 0 < len(found.nodes) < 600
    assert all(node.score is None and node.rank is None for node in seen.nodes)


def test_answers_are_given_to_the_nodes_that_were_asked_about() -> None:
    def counted(question: Question) -> Said:
        name = question.query.partition('kubernetes_node="node-')[2].partition('"')[0]
        return false_prometheus.vector(({}, int(name))) if name.isdigit() else false_prometheus.vector()

    with answering(counted) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", *NODES[:200])
    assert {node.name: node.value for node in seen.nodes} == {f"node-{number}": number for number in range(200)}


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


def test_it_is_asked_as_the_go_client_asks() -> None:
    with answering(lambda _: false_prometheus.vector(({}, 5))) as server:
        traffic_looks.of_fork(f"{server.url}/a//b/?x=1", 'et h"&', "first")
        first = server.asked[0]
    assert (first.method, first.path) == ("POST", "/a/b/api/v1/query")
    assert first.headers["Content-Type"] == "application/x-www-form-urlencoded"
    query, when, other = first.body.split("&")
    assert query == (
        "query=sum_over_time%28node_network_receive_bytes_total%7Bkubernetes_node%3D%22first%22%2C"
        "device%3D%22et+h%22%26%22%7D%5B1h0m0s%5D%29"
    )
    assert when.startswith("time=1")
    assert "e" not in when.removeprefix("time=")
    assert other == "x=1"


@pytest.mark.parametrize("status", [405, 501])
def test_it_is_asked_by_get_where_post_is_not_known(status: int) -> None:
    def only_get(question: Question) -> Said:
        return Said(status) if question.method == "POST" else false_prometheus.vector(({}, 5))

    with answering(only_get) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", "first")
    assert [node.value for node in seen.nodes] == [5]


def test_a_redirect_on_the_same_server_is_followed() -> None:
    def moved(question: Question) -> Said:
        if question.path.startswith("/old"):
            return Said(307, headers={"Location": question.path.replace("/old", "/new")})
        return false_prometheus.vector(({}, 5))

    with answering(moved) as server:
        seen = traffic_looks.of_fork(f"{server.url}/old", "eth0", "first", "second")
    assert errors(seen) == []
    assert [node.value for node in seen.nodes] == [5, 5]


def test_a_redirect_to_a_login_page_is_no_prometheus() -> None:
    def to_login(question: Question) -> Said:
        return Said(200, HTML) if question.path == "/login" else Said(302, headers={"Location": "/login"})

    with answering(to_login) as server:
        assert errors(traffic_looks.of_fork(server.url, "eth0", "first")) == ["not-prometheus"]


def test_a_redirect_that_loses_the_question(labelled: str) -> None:
    def proxy(question: Question) -> Said:
        if question.path.startswith("/old"):
            return Said(302, headers={"Location": question.path.removeprefix("/old")})
        with urllib.request.urlopen(f"{labelled}{question.path}") as answer:  # without the query, as it came
            return Said(answer.status, answer.read())

    def asked(question: Question) -> Said:
        try:
            return proxy(question)
        except urllib.error.HTTPError as error:
            with error:
                return Said(error.code, error.read())

    with answering(asked) as server:
        seen = traffic_looks.of_fork(f"{server.url}/old", "pair0", "rec-a", "rec-b")
    assert errors(seen) == ["query-failed"]
    assert "after a redirect to " in finding(seen, "query-failed").message
    assert "write the final address" in (finding(seen, "query-failed").help or "")


def test_prometheus_names_no_node() -> None:
    with answering(lambda _: false_prometheus.vector(({}, 5))) as server:
        for look in (traffic_looks.of_fork, traffic_looks.of_own):
            seen = look(server.url, "eth0")
            assert errors(seen) == ["no-nodes"]
            assert "--kubeconfig" in (finding(seen, "no-nodes").help or "")
