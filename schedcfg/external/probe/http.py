"""HTTP through urllib3, within bounds of time and memory; each way in which it fails is a failure of its own.

urllib3 bounds single waits only, and no lookup of a name. So a request runs in a thread of its own, and its caller
waits for that no longer than the limit: also where a server sends a byte from time to time. urllib3's pools are not
used: they retry, and wrap what went wrong. Lines of the head, and their number, are bounded by Python's `http.client`,
which takes a provisional answer (103 Early Hints; all but 100) for the final one, as Go does not.
"""

import http.client
import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection

import schedcfg
from schedcfg.document.golang.text import quoted
from schedcfg.external.probe.http_failures import (
    CONNECTING,
    READING,
    RESOLVING,
    SENDING,
    SHAKING_HANDS,
    WAITING,
    broken_connection,
    check_meant_for_tls,
    in_circles,
    not_connected,
    timed_out,
    too_long,
    unknown_host,
)
from schedcfg.external.probe.request import (
    DEFAULT_LIMITS,
    FailureKind,
    HttpAddress,
    HttpLimits,
    HttpRequest,
    HttpResponse,
    RequestFailed,
    read_address,
    redirected,
    without_secrets,
)
from schedcfg.external.probe.tls import SYSTEM, Trust, context, no_host_name, tls_failure

_MOST_REQUESTS = 10
"""Requests that Go makes before it gives up following redirects."""

_FAIR_SHARE = 2.0
"""Seconds that every IP address of a name gets at least while others wait (net/dial.go: `partialDeadline`)."""

_STEP = 64 * 1024
"""Bytes that are read at a time."""


def send(request: HttpRequest, trust: Trust = SYSTEM, limits: HttpLimits = DEFAULT_LIMITS) -> HttpResponse:
    """Send a request and read the response, as Go's `net/http` client would, but within limits.

    Redirects are followed on the same server only; proxies of the environment and `~/.netrc` are not used:
    no other server is contacted. HTTP/1.1 is spoken, also where Go would speak HTTP/2.

    Raises:
        RequestFailed: if no response came, whatever its status would have been.
    """
    pending = _PendingRequest(request, trust, limits)
    threading.Thread(target=pending.run, daemon=True).start()
    return pending.wait()


class _PendingRequest:
    """A request and the redirects that follow it; `run` in one thread, while another one will `wait`."""

    def __init__(self, request: HttpRequest, trust: Trust, limits: HttpLimits) -> None:
        self._request = request
        self._trust = trust
        self._limits = limits
        self._context: ssl.SSLContext | None = None
        self._start = time.monotonic()
        self._outcome: queue.SimpleQueue[HttpResponse | Exception] = queue.SimpleQueue()
        self._stage = RESOLVING
        self._connection: HTTPConnection | None = None
        self._found: urllib3.HTTPResponse | None = None
        self._socket: socket.socket | ssl.SSLSocket | None = None
        self._method, self._url = request.method, without_secrets(request.url)
        self._redirects: list[str] = []
        self._head: HttpResponse | None = None
        self._body = bytearray()

    def run(self) -> None:
        """Send the request, follow redirects, and leave the outcome to the thread that waits."""
        try:
            self._outcome.put(self._follow())
        except Exception as error:  # noqa: BLE001 - raised by `wait`, in the other thread
            self._outcome.put(error)
        finally:
            self._close()

    def wait(self) -> HttpResponse:
        """Return the response.

        Raises:
            RequestFailed: if there is none, or it is not there in time.
        """
        try:
            outcome = self._outcome.get(timeout=self._limits.seconds)
        except queue.Empty:
            outcome = self._timed_out()
            self._hang_up()
        if isinstance(outcome, HttpResponse):
            return outcome
        if isinstance(outcome, RequestFailed):
            outcome.seconds = self._spent()
        raise outcome

    def _follow(self) -> HttpResponse:
        with self._worded_by_go():
            address = read_address(self._request.url)
        self._url = address.url
        request = self._request
        if address.scheme == "https" or self._trust != SYSTEM:
            self._context = context(self._trust)
        while True:
            with self._worded_by_go():
                response = self._ask(request, address)
                location = response.headers.get("location", "")
                onward = redirected(request, address, response.status, location)
            if onward is None:
                return self._read(response)
            # How the body of a redirect ends is all the same.
            self._close()
            request, address = onward
            self._redirects.append(address.url)
            if len(self._redirects) >= _MOST_REQUESTS:
                raise in_circles(self._request.method, location, _MOST_REQUESTS)
            self._method, self._url = request.method, address.url

    def _ask(self, request: HttpRequest, address: HttpAddress) -> urllib3.HTTPResponse:
        """Send one request and read the head of the response."""
        connection = self._connection = self._connect(address)
        self._stage = SENDING
        with self._as_failures(address):
            connection.timeout = self._left()
            with suppress(BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
                # A server that does not want to read all of it may have answered all the same.
                connection.request(
                    request.method,
                    address.target,
                    request.body if request.body or request.method == "POST" else None,
                    _headers(request, address),
                    preload_content=False,
                )
            self._stage = WAITING
            connection.timeout = self._left()
            self._found = connection.getresponse()
            return self._found

    def _connect(self, address: HttpAddress) -> HTTPConnection:
        """Connect to the first IP address of a host that accepts; if none does, the reason is that of the first."""
        self._stage = RESOLVING
        if address.is_name_to_go:
            raise unknown_host(address.host, socket.gaierror(socket.EAI_NONAME, "no name"))
        try:
            places = socket.getaddrinfo(address.host or None, address.port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise unknown_host(address.host, error) from None
        first: Exception | None = None
        for tried, (*_, place) in enumerate(places):
            share = max(self._left() / (len(places) - tried), _FAIR_SHARE)
            connection = self._connection = self._connection_to(str(place[0]), address, min(share, self._left()))
            self._stage = CONNECTING
            try:
                with self._as_failures(address):
                    connection.connect()
            except urllib3.exceptions.NewConnectionError as error:
                first = first or not_connected(address, str(place[0]), error)
            except urllib3.exceptions.ConnectTimeoutError:
                first = first or not_connected(address, str(place[0]), TimeoutError())
            else:
                # `http.client` forgets it as soon as it knows that the server will close the connection.
                self._socket = connection.sock
                return connection
        self._left()
        assert first is not None
        raise first

    def _connection_to(self, host: str, address: HttpAddress, seconds: float) -> HTTPConnection:
        if address.scheme == "http" or self._context is None:
            return HTTPConnection(host, address.port, timeout=seconds)
        # A name may end with a dot; certificates have none there (crypto/x509: `matchHostnames`).
        name: str | None = (self._trust.server_name or address.host).removesuffix(".")
        if not _can_be_sent(name or ""):
            if self._context.check_hostname:
                raise no_host_name(name or "")
            # It is not compared with the certificate: it would only have been sent to the server (SNI).
            name = host
        return HTTPSConnection(host, address.port, timeout=seconds, ssl_context=self._context, server_hostname=name)

    def _read(self, found: urllib3.HTTPResponse) -> HttpResponse:
        """Read the body, as far as it may go."""
        self._stage = READING
        headers = _first_of_each(found)
        unpacks = headers.get("content-encoding", "").lower() == "gzip"
        if unpacks:
            # As Go does, which asked for it by itself (net/http/transport.go).
            packed = {"content-encoding", "content-length"}
            headers = {name: value for name, value in headers.items() if name not in packed}
        self._head = HttpResponse(
            found.status, headers, b"", self._spent(), self._method, self._url, tuple(self._redirects)
        )
        try:
            with self._as_failures(None):
                while piece := found.read1(_STEP, decode_content=unpacks):
                    self._body += piece
                    self._head = replace(self._head, seconds=self._spent())
                    if len(self._body) > self._limits.body:
                        raise too_long(self._limits.body)
        except RequestFailed as error:
            error.so_far = self._so_far()
            raise
        response = self._so_far()
        assert response is not None
        check_meant_for_tls(response)
        return response

    def _so_far(self) -> HttpResponse | None:
        return None if self._head is None else replace(self._head, body=bytes(self._body))

    def _spent(self) -> float:
        return time.monotonic() - self._start

    def _left(self) -> float:
        """Return how many seconds are left, more than 0.

        Raises:
            RequestFailed: TIMEOUT, if none are.
        """
        left = self._limits.seconds - self._spent()
        if left <= 0:
            raise self._timed_out()
        return left

    def _timed_out(self) -> RequestFailed:
        stage = self._stage
        if stage is CONNECTING and self._connection is not None and self._connection.sock is not None:
            stage = SHAKING_HANDS
        failure = timed_out(stage, self._limits.seconds)
        failure.so_far = self._so_far()
        if failure.so_far is None:
            self._name_asked(failure)
        return failure

    @contextmanager
    def _as_failures(self, address: HttpAddress | None) -> Iterator[None]:
        """Turn what urllib3, `http.client`, `ssl` and the system raise into failures of one kind."""
        try:
            yield
        except (urllib3.exceptions.NewConnectionError, urllib3.exceptions.ConnectTimeoutError, RequestFailed):
            raise
        except (TimeoutError, urllib3.exceptions.ReadTimeoutError):
            raise self._timed_out() from None
        except (ssl.SSLError, urllib3.exceptions.SSLError) as error:
            cause = error if isinstance(error, ssl.SSLError) else error.args[0]
            name = self._trust.server_name or (address.host if address is not None else "")
            raise tls_failure(cause, name) from None
        except (http.client.HTTPException, urllib3.exceptions.HTTPError, OSError) as error:
            raise broken_connection(error) from None

    @contextmanager
    def _worded_by_go(self) -> Iterator[None]:
        """Write whom was asked before Go's words, as `net/http` does (net/url: `Error`)."""
        try:
            yield
        except RequestFailed as error:
            if error.kind is not FailureKind.TIMEOUT:
                self._name_asked(error)
            raise

    def _name_asked(self, failure: RequestFailed) -> None:
        # An address that cannot be read names itself.
        if failure.upstream and not failure.is_unparsable:
            failure.upstream = f"{self._method.capitalize()} {quoted(self._url, 300)}: {failure.upstream}"

    def _close(self) -> None:
        for opened in (self._found, self._connection):
            # The caller may have hung up meanwhile.
            with suppress(OSError, ValueError):
                if opened is not None:
                    opened.close()

    def _hang_up(self) -> None:
        """End the other thread's wait; `close` would not."""
        if self._socket is not None:
            with suppress(OSError):
                # Not that of `ssl`, which forgets its session at once, while the other thread is in it.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


def _headers(request: HttpRequest, address: HttpAddress) -> dict[str, str]:
    headers = {
        "Host": address.authority,
        "User-Agent": f"schedcfg/{schedcfg.__version__}",
        "Accept-Encoding": "gzip",
        "Connection": "close",
    }
    if address.authorization is not None:
        headers["Authorization"] = address.authorization
    given = {name.lower() for name in request.headers}
    return {name: value for name, value in headers.items() if name.lower() not in given} | dict(request.headers)


def _first_of_each(found: urllib3.HTTPResponse) -> dict[str, str]:
    # What goes on in the next line is one value, as Go's `textproto` reads it.
    values = {name.lower(): found.headers.getlist(name)[0].splitlines() for name in found.headers}
    return {name: " ".join(map(str.strip, lines)) for name, lines in values.items()}


def _can_be_sent(name: str) -> bool:
    """Check whether `ssl` takes a name for that of a server."""
    try:
        return not name.startswith(".") and bool(name.encode("idna"))
    except UnicodeError:
        return False
