"""How Prometheus scrapes, taken from its list of targets or from the samples themselves."""

import json

import pytest

from tests.external.probe import false_prometheus, traffic_looks
from tests.external.probe.false_prometheus import Answering, Question, Said, answering, result, vector
from tests.external.probe.traffic_looks import errors, finding, ids

LABELS = {"job": "node-exporter", "instance": "10.0.0.7:9100", "device": "eth0"}


def scraped(interval: object = None, *, every: float | None = None) -> Answering:
    """Play a Prometheus that has one sample for the node "first" and tells, or shows, how often it scrapes."""
    target = {
        "labels": {"job": "node-exporter"},
        "scrapeInterval": interval,
    }

    def how(question: Question) -> Said:
        if question.path == "/api/v1/targets":
            return Said(200, json.dumps({"status": "success", "data": {"activeTargets": [target]}}))
        if question.query.endswith("[30m]"):
            times = [] if every is None else [100 + number * every for number in range(5)]
            return result("matrix", [{"metric": LABELS, "values": [[at, "1"] for at in times]}])
        return vector((LABELS, 5))

    return how


@pytest.mark.parametrize(
    ("how", "seconds"),
    [
        (scraped("2m"), "120"),
        (scraped("1m1s"), "61"),
        (scraped("1h30m"), "5400"),
        (scraped("1d"), "86400"),
        (scraped(None, every=90), "90"),
        (scraped(5, every=90), "90"),
        (scraped("soon", every=61.5), "61.5"),
    ],
)
def test_a_range_that_is_shorter_than_the_interval(how: Answering, seconds: str) -> None:
    with answering(how) as server:
        seen = traffic_looks.of_fork(server.url, "eth0", "first", minutes=1)
    found = finding(seen, "short-time-range")
    assert f"shorter than the {seconds} s between two scrapes" in found.message
    assert found.is_error
    assert seen.nodes[0].value == 5


@pytest.mark.parametrize("how", [scraped("1m"), scraped("15s"), scraped(None, every=60), scraped(), scraped("9" * 99)])
def test_a_range_that_is_long_enough_or_of_which_nothing_is_known(how: Answering) -> None:
    with answering(how) as server:
        assert "short-time-range" not in ids(traffic_looks.of_fork(server.url, "eth0", "first", minutes=1))


def test_targets_that_are_odd_are_passed_over() -> None:
    for body in ("[]", '{"data": []}', '{"data": {"activeTargets": [5, {"labels": 5}, {"labels": {"job": []}}]}}', "<"):

        def how(question: Question, body: str = body) -> Said:
            return Said(200, body) if question.path == "/api/v1/targets" else vector((LABELS, 5))

        with answering(how) as server:
            assert errors(traffic_looks.of_fork(server.url, "eth0", "first")) == []


def test_servers_without_targets_are_fine() -> None:
    def how(question: Question) -> Said:
        return Said(404) if question.path == "/api/v1/targets" else vector((LABELS, 5))

    with false_prometheus.answering(how) as server:
        assert errors(traffic_looks.of_fork(server.url, "eth0", "first")) == []


def test_prometheus_names_no_node() -> None:
    def how(question: Question) -> Said:
        is_of_targets = question.query.startswith("count without (device)")
        return vector((LABELS, 5)) if is_of_targets else vector(({}, 5))

    with answering(how) as server:
        for look in (traffic_looks.of_fork, traffic_looks.of_own):
            seen = look(server.url, "eth0")
            assert errors(seen) == ["no-nodes"]
            assert "--kubeconfig" in (finding(seen, "no-nodes").help or "")
