"""Answers of Prometheus, read as its Go client read them, and the plugin after it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from schedcfg.commands.probe.prometheus import Prometheus, QueryFailed, ResultType
from schedcfg.document.golang.numbers import float_to_int64
from tests.commands.probe import loopback
from tests.commands.probe.extender_server import recorded

RECORDED = list(recorded("prometheus-answers.ndjson"))
PANICS = "kube-scheduler ends"


@contextmanager
def answering(case: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Serve what was recorded, byte for byte: also what no server in its right mind sends."""
    methods: list[str] = []
    body = b"[" * case["body"]["deep"] if isinstance(case["body"], dict) else case["body"].encode()

    class Handler(loopback.Handler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            self.body()
            methods.append(self.command)
            self.say(case["status"], case["headers"], b"" if case["status"] in {204, 304} else body)

    with loopback.served(Handler) as url:
        yield url, methods


def outcome(case: dict[str, Any]) -> dict[str, Any]:
    """Ask, and say what the plugin would make of the answer, in the recording's terms."""
    with answering(case) as (url, methods):
        told: dict[str, Any] = {"methods": methods}
        try:
            reply = Prometheus(url).query("up")
        except QueryFailed as failed:
            return {**told, "error": f"Error querying prometheus: {failed.upstream.partition(', error found in')[0]}"}
    if reply.type is not ResultType.VECTOR:
        return {**told, "panic": PANICS}
    if len(reply.samples) != 1:
        told["error"] = f"Invalid response, expected 1 value, got {len(reply.samples)}"
    else:
        told["value"] = float_to_int64(reply.samples[0].value)
    return told | ({"warnings": list(reply.warnings)} if reply.warnings else {})


def expected(case: dict[str, Any], client: str) -> dict[str, Any]:
    found = dict(case["answers"][client])
    if "nil pointer" in found.get("panic", ""):
        # A null among the samples: the probe calls it a wrong answer, which it is, and fails as well.
        del found["panic"]
        return {**found, "error": "Error querying prometheus: unmarshalerDecoder: model.Vector: unmarshalerDecoder: "}
    return {**found, "panic": PANICS} if "panic" in found else found


def test_the_fork_makes_the_same_of_it(subtests: pytest.Subtests) -> None:
    for case in RECORDED:
        with subtests.test(case=case):
            found, wanted = outcome(case), expected(case, "1.9.0")
            if "error" in wanted and found.get("error") == "Error querying prometheus: ":
                # What Go's JSON libraries say of a broken text depends on their releases, and is left out.
                found["error"] = wanted["error"]
            assert found == wanted


def test_clients_differ_in_one_thing_only() -> None:
    """The older one does not ask again by GET after 501, which changes no outcome."""
    for case in RECORDED:
        newer, older = case["answers"]["1.9.0"], case["answers"]["1.7.1"]
        assert {**newer, "methods": older["methods"]} == older
        assert newer["methods"] == older["methods"] or case["status"] == 501
