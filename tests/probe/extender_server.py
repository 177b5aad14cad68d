"""An extender on loopback whose answers the test chooses, and configurations that name it."""

import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from schedcfg.operations.files import Settings
from schedcfg.operations.probing.extender import Trying, probe_extender
from schedcfg.results.extender_trial import ExtenderProbe
from schedcfg.results.probing import ProbeFinding


class Reply(NamedTuple):
    """What the server says; a `cut` one promises more than it sends."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})
    seconds: float = 0.0
    cut: bool = False


class Asked(NamedTuple):
    path: str
    headers: dict[str, str]
    body: Any


Answers = dict[str, object]
"""Path → what is answered: a `Reply`, plain data, or a function of the request's body."""


class Extender:
    def __init__(self, answers: Answers, context: ssl.SSLContext | None = None) -> None:
        self.answers = answers
        self.asked: list[Asked] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        if context is not None:
            self.server.socket = context.wrap_socket(
                self.server.socket, server_side=True, do_handshake_on_connect=False
            )
        self.port = self.server.server_address[1]
        self.url = f"{'http' if context is None else 'https'}://127.0.0.1:{self.port}"

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        extender = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                body = json.loads(raw) if raw else None
                extender.asked.append(Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                answer = extender.answers.get(self.path, Reply(b"404 page not found", 404))
                self._send(_reply(answer(body) if callable(answer) else answer))

            def do_GET(self) -> None:
                self.do_POST()

            def _send(self, reply: Reply) -> None:
                time.sleep(reply.seconds)
                self.send_response(reply.status)
                length = len(reply.body) + (100 if reply.cut else 0)
                headers = {"Content-Type": "application/json", "Content-Length": str(length), **reply.headers}
                for name, value in headers.items():
                    self.send_header(name, value)
                try:
                    self.end_headers()
                    self.wfile.write(reply.body)
                except (OSError, ssl.SSLError):
                    pass
                if reply.cut:
                    self.close_connection = True

            def log_message(self, *_args: object) -> None:
                pass

        return Handler


def _reply(answer: object) -> Reply:
    if isinstance(answer, Reply):
        return answer
    return Reply(answer if isinstance(answer, bytes) else json.dumps(answer).encode())


@contextmanager
def extender(answers: Answers, context: ssl.SSLContext | None = None) -> Iterator[Extender]:
    made = Extender(answers, context)
    # What a client does wrong on purpose is no news.
    made.server.handle_error = lambda *_args: None  # type: ignore[method-assign]
    thread = threading.Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.server.shutdown()
        made.server.server_close()
        thread.join(5)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def configuration(*extenders: dict[str, object], version: str = "v1") -> bytes:
    document = {
        "apiVersion": f"kubescheduler.config.k8s.io/{version}",
        "kind": "KubeSchedulerConfiguration",
        "extenders": list(extenders),
    }
    return json.dumps(document, indent=1).encode()


def probe(
    *extenders: dict[str, object], kubernetes: str | None = None, version: str = "v1", **trying: Any
) -> ExtenderProbe:
    raw = configuration(*extenders, version=version)
    return probe_extender(raw, "scheduler.yaml", Settings(kubernetes=kubernetes), Trying(**trying))


def ids(found: ExtenderProbe) -> dict[str, str]:
    """Every finding's id, with its severity."""
    return {finding.id: finding.severity.value for finding in everything(found)}


def named(found: ExtenderProbe, name: str) -> ProbeFinding:
    """The finding of this id."""
    return next(finding for finding in everything(found) if finding.id == name)


def everything(found: ExtenderProbe) -> Iterator[ProbeFinding]:
    yield from found.findings
    for trial in found.trials:
        yield from trial.findings
        for call in trial.calls:
            yield from call.findings


def all_names(body: Any) -> object:
    """Let every node through, by its name."""
    return {"NodeNames": body["NodeNames"]}


def recorded(name: str) -> Iterator[Any]:
    """What the real clients said, one case in a line; `recorded/README.md` tells how."""
    with (Path(__file__).parent / "recorded" / name).open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
