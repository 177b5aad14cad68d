"""Three made-up nodes for Prometheus: each answers as node exporter does, with a counter that grows at its own rate.

All node exporters of one machine report the same counters. These differ, and one POST changes how fast one grows:

    curl -X POST 'http://127.0.0.1:9102/?rate=20000'
"""

import threading
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

METRICS = """\
# HELP node_network_receive_bytes_total Bytes that a network interface received since it came up (made up).
# TYPE node_network_receive_bytes_total counter
node_network_receive_bytes_total{{device="eth0"}} {received}
node_network_receive_bytes_total{{device="lo"}} 0
# HELP node_uname_info What uname says of the machine (made up).
# TYPE node_uname_info gauge
node_uname_info{{nodename="{name}",sysname="Linux"}} 1
"""


class Node:
    """A counter of received bytes.

    Attributes:
        name: The node's name.
    """

    def __init__(self, name: str, received: int, rate: float) -> None:
        self.name = name
        self._received = float(received)
        self._rate = rate
        self._since = time.monotonic()
        self._lock = threading.Lock()

    def received(self) -> int:
        """Return the bytes that were received until now."""
        with self._lock:
            return int(self._counted())

    def receive(self, rate: float) -> None:
        """Receive at another rate from now on, in bytes per second."""
        with self._lock:
            self._received, self._since = self._counted(), time.monotonic()
            self._rate = rate

    def _counted(self) -> float:
        return self._received + self._rate * (time.monotonic() - self._since)


def handler(node: Node) -> type[BaseHTTPRequestHandler]:
    """Make what answers for a node."""

    class Exporter(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(HTTPStatus.OK, METRICS.format(received=node.received(), name=node.name))

        def do_POST(self) -> None:
            rate = parse_qs(urlsplit(self.path).query).get("rate", [""])[-1]
            if not rate.isdecimal():
                self._answer(HTTPStatus.BAD_REQUEST, "write ?rate= and bytes per second, a whole number\n")
                return
            node.receive(int(rate))
            self._answer(HTTPStatus.OK, f"{node.name} receives {int(rate)} bytes per second from now on\n")

        def _answer(self, status: HTTPStatus, text: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_words: object) -> None:
            """Be silent."""

    return Exporter


NODES = {
    9101: Node("node01", received=40_000_000_000, rate=20_000),  # up for long, and idle now
    9102: Node("node02", received=2_000_000_000, rate=5_000_000),  # started lately, and busy
    9103: Node("node03", received=12_000_000_000, rate=1_000_000),
}
"""Port → node."""


def main() -> None:
    """Serve all nodes on loopback until the process is stopped."""
    for port, node in NODES.items():
        server = ThreadingHTTPServer(("127.0.0.1", port), handler(node))
        threading.Thread(target=server.serve_forever, daemon=True).start()
    threading.Event().wait()


if __name__ == "__main__":
    main()
