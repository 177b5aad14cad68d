"""A cluster without objects, to which nothing can be written: caches get full, and nobody is elected."""

import json
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

_DELEGATION = "/configmaps/extension-apiserver-authentication"
_HEADERS = {
    "requestheader-allowed-names": '["front-proxy-client"]',
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-username-headers": '["X-Remote-User"]',
}
_LOCK = re.compile(r"/namespaces/[^/]+/(leases|endpoints|configmaps)/[^/]+$")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "EmptyCluster"

    def do_GET(self) -> None:
        """List nothing; a watch goes on until its client ends, but for one that wants a list first."""
        path, query = self._noted(), parse_qs(urlsplit(self.path).query)
        if "sendInitialEvents" in query:
            self._respond(HTTPStatus.UNPROCESSABLE_ENTITY, {"kind": "Status", "apiVersion": "v1", "reason": "Invalid"})
        elif "watch" in query:
            self.send_response(HTTPStatus.OK)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.rfile.read(1)
        elif path.endswith(_DELEGATION):
            self._respond(HTTPStatus.OK, self.server.delegation())
        elif _LOCK.search(path):
            self._respond(HTTPStatus.NOT_FOUND, {"kind": "Status", "apiVersion": "v1", "reason": "NotFound"})
        else:
            self._respond(HTTPStatus.OK, {"metadata": {"resourceVersion": "1"}, "items": []})

    def do_POST(self) -> None:
        """Create nothing."""
        self._noted()
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self._respond(HTTPStatus.FORBIDDEN, {"kind": "Status", "apiVersion": "v1", "reason": "Forbidden"})

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class calls it so
        """Write nothing."""

    def _noted(self) -> str:
        path = urlsplit(self.path).path
        self.server.last_request = time.monotonic()
        self.server.is_locked |= _LOCK.search(path) is not None and not path.endswith(_DELEGATION)
        return path

    def _respond(self, status: HTTPStatus, answer: Mapping[str, object]) -> None:
        content = json.dumps({**answer, "code": status} if status != HTTPStatus.OK else answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class EmptyCluster(ThreadingHTTPServer):
    """The server, and what it was asked.

    Attributes:
        certificate: That of the authority whose clients components let in; none until there is one.
        last_request: When it was asked for something, by the clock that only goes forward; 0 where it was not.
        is_locked: Whether somebody wanted to be elected.
    """

    daemon_threads = True
    block_on_close = False
    certificate = ""
    last_request = 0.0
    is_locked = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Write nothing: commands are ended while they ask."""

    def forget(self) -> None:
        """Forget what was asked so far."""
        self.last_request, self.is_locked = 0.0, False

    def delegation(self) -> Mapping[str, object]:
        """Return what a cluster has for components that have the checking of their clients done."""
        authorities = dict.fromkeys(("client-ca-file", "requestheader-client-ca-file"), self.certificate)
        return {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "extension-apiserver-authentication", "namespace": "kube-system"},
            "data": {**authorities, **_HEADERS},
        }


@contextmanager
def empty_cluster() -> Iterator[EmptyCluster]:
    """Yield a cluster without objects."""
    with EmptyCluster(("127.0.0.1", 0), _Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
