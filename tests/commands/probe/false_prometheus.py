"""A server on loopback that answers as a test tells it to: like Prometheus, or like anything else."""

import json
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from tests.commands.probe import loopback


class Question(NamedTuple):
    """What was asked."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: str


class Said(NamedTuple):
    """What is answered."""

    status: int = 200
    body: str | bytes = ""
    headers: Mapping[str, str] = {}


Answering = Callable[[Question], Said]


class Server(NamedTuple):
    """Where it listens, and all that it was asked so far."""

    url: str
    asked: list[Question]


@contextmanager
def answering(how: Answering, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Serve until the end of the block, over TLS if settings for it are given."""
    asked: list[Question] = []

    class Handler(loopback.Handler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.body().decode()
            parts = urlsplit(self.path)
            query = parse_qs(body or parts.query).get("query", [""])[0]
            question = Question(self.command, parts.path, query, dict(self.headers), body)
            asked.append(question)
            said = how(question)
            self.say(said.status, dict(said.headers), said.body.encode() if isinstance(said.body, str) else said.body)

    with loopback.served(Handler, tls) as url:
        yield Server(url, asked)


def always(status: int = 200, body: str | bytes = "", **headers: str) -> Answering:
    """Answer everything alike."""
    return lambda _: Said(status, body, headers)


def result(kind: str, found: object, **more: object) -> Said:
    """Answer as Prometheus does."""
    return Said(200, json.dumps({"status": "success", "data": {"resultType": kind, "result": found}, **more}))


def vector(*samples: tuple[Mapping[str, str], object]) -> Said:
    """Answer with samples: labels and value."""
    return result("vector", [{"metric": dict(labels), "value": [1.5, str(value)]} for labels, value in samples])
