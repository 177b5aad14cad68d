"""A server of HTTP on a free port of loopback, until the end of a block; what it answers is its handler's affair."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    """Writes no log; subclasses have an `answer`, which calls `say`."""

    def answer(self) -> None:
        """Answer a question by GET or POST."""
        raise NotImplementedError

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def body(self) -> bytes:
        """Read what was posted."""
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def say(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        """Answer; with the length of the body unless the headers tell one."""
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, *_: object) -> None:
        """Say nothing of clients that hang up, or of handlers that were reported to go wrong."""


@contextmanager
def served(handler: type[Handler], tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """Serve until the end of the block, over TLS if settings for it are given; gives scheme, host and port."""
    with _Server(("127.0.0.1", 0), handler) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield f"{'http' if tls is None else 'https'}://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def free_port() -> int:
    """Find a port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
