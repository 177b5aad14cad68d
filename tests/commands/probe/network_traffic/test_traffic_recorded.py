"""Answers of Prometheus, read as its Go client read them, and the plugin after it."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from schedcfg.commands.probe.network_traffic.prometheus import QueryFailed, query
from schedcfg.document.golang.numbers import float_to_int64
from schedcfg.integrations.http import HttpLimits
from tests.commands.probe import loopback
from tests.commands.probe.extender_server import recorded

RECORDED = list(recorded("prometheus-answers.ndjson"))
FAILS = "it fails"
ODD = ('"Status"', '"metric": {}}', '"result": [{}]', '"value": null', '["1600000000"', "[1600000000]", '"5", 6]')
"""What no Prometheus sends, and Go's client reads differently: keys in another case, samples that lack something."""


def is_odd(case: dict[str, Any]) -> bool:
    text = str(case["body"])
    return any(one in text for one in ODD) or ('"value"' in text and '"metric"' not in text)


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


def outcome(case: dict[str, Any]) -> float | str:
    """Return the value that the plugin would use, or that it would fail."""
    with answering(case) as (url, methods):
        try:
            samples = query(url, "up", HttpLimits())
        except QueryFailed:
            return FAILS
        finally:
            assert methods == case["answers"]["1.9.0"]["methods"]
    return float_to_int64(samples[0].value) if len(samples) == 1 else FAILS


def test_the_fork_makes_the_same_of_it(subtests: pytest.Subtests) -> None:
    for case in itertools.filterfalse(is_odd, RECORDED):
        with subtests.test(case=case):
            assert outcome(case) == case["answers"]["1.9.0"].get("value", FAILS)


def test_clients_differ_in_one_thing_only() -> None:
    """The older one does not ask again by GET after 501, which changes no outcome."""
    for case in RECORDED:
        newer, older = case["answers"]["1.9.0"], case["answers"]["1.7.1"]
        assert {**newer, "methods": older["methods"]} == older
        assert newer["methods"] == older["methods"] or case["status"] == 501
