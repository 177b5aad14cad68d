"""Real servers on 127.0.0.1, each with one fault: `with serving(silent) as server: … server.url …`.

A behaviour is called with every connection; it may read the question, send what it likes, and wait until the
test is over. `tls` makes the server speak TLS; `identity` and `authority` make certificates for it.
"""

import functools
import gzip
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta

import trustme

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


class Visit:
    """One connection as the server sees it."""

    def __init__(self, connection: socket.socket, over: threading.Event) -> None:
        self.connection = connection
        self.over = over

    def question(self) -> bytes:
        """Read the question: its head, and as much body as it announces."""
        data = b""
        while b"\r\n\r\n" not in data and (more := self.connection.recv(65536)):
            data += more
        head, _, body = data.partition(b"\r\n\r\n")
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        while lengths and len(body) < int(lengths[0].partition(b":")[2]) and (more := self.connection.recv(65536)):
            body += more
        return head + b"\r\n\r\n" + body

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def rest(self, seconds: float = 60) -> bool:
        """Wait; tells whether the test is over."""
        return self.over.wait(seconds)


Behavior = Callable[[Visit], None]


class Server:
    """Where it listens, and what it was asked."""

    def __init__(self, scheme: str, port: int) -> None:
        self.port = port
        self.url = f"{scheme}://127.0.0.1:{port}"
        self.asked: list[bytes] = []


@contextmanager
def serving(behave: Behavior, tls: ssl.SSLContext | None = None, scheme: str | None = None) -> Iterator[Server]:
    """Serve until the block ends; `scheme` is what the address claims to be, if not the truth."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        server = Server(scheme or ("https" if tls else "http"), listening.getsockname()[1])

        def serve() -> None:
            while not over.is_set():
                with suppress(TimeoutError):
                    threads.append(
                        threading.Thread(target=_attend, args=(listening.accept()[0], behave, tls, over, server))
                    )
                    threads[-1].start()

        threads = [threading.Thread(target=serve)]
        threads[0].start()
        try:
            yield server
        finally:
            over.set()
            for thread in threads:
                thread.join()


def _attend(
    connection: socket.socket, behave: Behavior, tls: ssl.SSLContext | None, over: threading.Event, server: Server
) -> None:
    connection.settimeout(10)
    with suppress(OSError), connection:  # the other side goes away when it has had enough
        if tls:
            connection = tls.wrap_socket(connection, server_side=True)
        with connection:
            visit = Visit(connection, over)
            ask = visit.question

            def question() -> bytes:
                server.asked.append(ask())
                return server.asked[-1]

            visit.question = question  # type: ignore[method-assign]
            behave(visit)


def answering(*answers: bytes) -> Behavior:
    """Send these bytes; the next visitor gets the next ones, the last ones are for all that follow."""
    left = list(answers)

    def behave(visit: Visit) -> None:
        visit.question()
        visit.send(left.pop(0) if len(left) > 1 else left[0])

    return behave


def whole(body: bytes, headers: bytes = b"", status: bytes = b"200 OK") -> bytes:
    """Make an answer that is as it should be."""
    return b"HTTP/1.1 %b\r\n%bContent-Length: %d\r\n\r\n%b" % (status, headers, len(body), body)


def redirecting(status: bytes, location: str) -> Behavior:
    return answering(whole(b"", b"Location: " + location.encode() + b"\r\n", status))


def silent(visit: Visit) -> None:
    visit.question()
    visit.rest()


def deaf(visit: Visit) -> None:
    visit.rest()


def hanging_up(visit: Visit) -> None:
    visit.question()


def dripping_head(visit: Visit) -> None:
    visit.question()
    visit.send(OK + b"X-Drip: ")
    while not visit.rest(0.02):
        visit.send(b".")


def dripping_body(visit: Visit) -> None:
    visit.question()
    visit.send(OK + b"Content-Length: 100000\r\n\r\n")
    while not visit.rest(0.02):
        visit.send(b".")


def endless_head(visit: Visit) -> None:
    visit.question()
    visit.send(OK)
    while not visit.over.is_set():
        visit.send(b"X-Filler: " + b"x" * 60_000 + b"\r\n")


def endless_body(visit: Visit) -> None:
    visit.question()
    visit.send(OK + b"\r\n")
    while not visit.over.is_set():
        visit.send(b"x" * 60_000)


def flooding(begin: bytes, piece: bytes) -> Behavior:
    """Send a beginning, and then the same piece without end, as fast as it is taken."""

    def behave(visit: Visit) -> None:
        visit.question()
        visit.send(begin)
        while not visit.over.is_set():
            visit.send(piece)

    return behave


def resetting(visit: Visit) -> None:
    visit.question()
    visit.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def old_tls(visit: Visit) -> None:
    """Refuse as servers do that know TLS 1.0 only."""
    visit.connection.recv(65536)
    visit.send(b"\x15\x03\x01\x00\x02\x02\x46")


def alarmed_by_plain_text(visit: Visit) -> None:
    """Answer a question without TLS as OpenSSL's servers do."""
    visit.question()
    visit.send(b"\x15\x03\x01\x00\x02\x02\x16")


def alarmed_by_tls(visit: Visit) -> None:
    """Answer a TLS handshake as servers do that know HTTP only."""
    visit.connection.recv(65536)
    visit.send(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")


def bomb(mebibytes: int) -> bytes:
    """Make gzip that becomes so much."""
    member = gzip.compress(bytes(1024 * 1024))
    return member * mebibytes


def zipped(packed: bytes) -> bytes:
    return whole(packed, b"Content-Encoding: gzip\r\n")


@functools.cache
def authority() -> trustme.CA:
    return trustme.CA()


@functools.cache
def other_authority() -> trustme.CA:
    return trustme.CA()


def authority_pem() -> bytes:
    return authority().cert_pem.bytes()


def identity(*names: str, days: tuple[int, int] = (-1, 1)) -> ssl.SSLContext:
    """Make a server's TLS: a certificate of `authority` for these names, valid between two days from now."""
    now = datetime.now(UTC)
    certificate = authority().issue_cert(
        *(names or ("127.0.0.1",)),
        not_before=now + timedelta(days=days[0]),
        not_after=now + timedelta(days=days[1]),
    )
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(made)
    return made


def wanting_a_certificate(version: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> ssl.SSLContext:
    """Make a server's TLS that lets in only those with a certificate of `authority`."""
    made = identity()
    made.maximum_version = version
    made.verify_mode = ssl.CERT_REQUIRED
    authority().configure_trust(made)
    return made


def client_certificate() -> tuple[bytes, bytes]:
    """Make a certificate and its key that such a server accepts, PEM."""
    made = authority().issue_cert("scheduler@example.org")
    return made.cert_chain_pems[0].bytes(), made.private_key_pem.bytes()
