"""A server on loopback that answers as a test tells it to: like Prometheus, or like anything else."""

import json
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit


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

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            parts = urlsplit(self.path)
            query = parse_qs(body or parts.query).get("query", [""])[0]
            question = Question(self.command, parts.path, query, dict(self.headers), body)
            asked.append(question)
            self._say(how(question))

        do_POST = do_GET  # noqa: N815

        def _say(self, said: Said) -> None:
            data = said.body.encode() if isinstance(said.body, str) else said.body
            self.send_response(said.status)
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            """Say nothing of clients that hang up."""

    server = Quiet(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        scheme = "http" if tls is None else "https"
        yield Server(f"{scheme}://127.0.0.1:{server.server_address[1]}", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def always(status: int = 200, body: str | bytes = "", **headers: str) -> Answering:
    """Answer everything alike."""
    return lambda _: Said(status, body, headers)


def result(kind: str, found: object, **more: object) -> Said:
    """Answer as Prometheus does."""
    return Said(200, json.dumps({"status": "success", "data": {"resultType": kind, "result": found}, **more}))


def vector(*samples: tuple[Mapping[str, str], object]) -> Said:
    """Answer with samples: labels and value."""
    return result("vector", [{"metric": dict(labels), "value": [1.5, str(value)]} for labels, value in samples])
