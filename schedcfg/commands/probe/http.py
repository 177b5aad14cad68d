"""One HTTP request as Go's client would send it, within bounds of time and memory, and one reason where it fails.

urllib3 bounds single waits only. So a request runs in a thread of its own, and its caller waits for that no longer
than the limit: also where a server sends a byte from time to time. urllib3's pools are not used: they retry, and wrap
what went wrong. Lines of the head, and their number, are bounded by Python's `http.client`.
"""

import errno
import http.client
import os
import queue
import re
import socket
import ssl
import tempfile
import threading
import time
from binascii import Error as NoBase64
from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import urljoin

import urllib3
from urllib3 import exceptions
from urllib3.connection import HTTPConnection, HTTPSConnection

from schedcfg.commands.probe.request import (
    DEFAULT_LIMITS,
    FailureKind,
    HttpAddress,
    HttpLimits,
    HttpRequest,
    HttpResponse,
    RequestFailed,
    headers_of,
    read_address,
    without_parameters,
)
from schedcfg.document.golang.text import quoted
from schedcfg.patterns import pattern

_MOST_REQUESTS = 10
"""Requests that Go makes before it gives up following redirects."""

_STEP = 64 * 1024
"""Bytes that are read at a time."""

_BECOMES_GET = frozenset({301, 302, 303})
_STAYS = frozenset({307, 308})
_ABOUT_THE_BODY = frozenset({"content-encoding", "content-language", "content-location", "content-type"})


_GO_CIPHERS = "@SECLEVEL=1:ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES:!AESCCM"
"""What Go offers for TLS 1.2 (crypto/tls/defaults.go); the level allows RSA keys of 1024 bits, as Go does."""

_CERTIFICATE = pattern(rb"-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)*?-----END CERTIFICATE-----", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Trust:
    """Settings of TLS, as client-go's `TLSClientConfig` has them."""

    insecure: bool = False
    server_name: str = ""  # The name that the certificate has to be for; empty: that of the URL
    ca: bytes = b""  # Certificates of authorities, PEM; empty: those of this machine
    certificate: bytes = b""  # The client's own, PEM; empty: none is shown
    key: bytes = b""


SYSTEM = Trust()
"""The authorities of this machine."""


def tls_context(trust: Trust) -> ssl.SSLContext:
    """Return the settings in the form of `ssl`, as strict as Go's `crypto/tls` and not stricter.

    Raises:
        RequestFailed: WRONG_TLS_SETTINGS.
    """
    if trust.insecure and trust.ca:
        both = "insecure and a CA exclude each other"
        raise RequestFailed(FailureKind.WRONG_TLS_SETTINGS, both, "Omit one of them.")
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_ciphers(_GO_CIPHERS)
    made.set_alpn_protocols(["http/1.1"])
    made.hostname_checks_common_name = False
    # Go is content with any certificate that it is to trust, an authority's own or not.
    made.verify_flags = (made.verify_flags | ssl.VERIFY_X509_PARTIAL_CHAIN) & ~ssl.VERIFY_X509_STRICT
    if trust.insecure:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    elif trust.ca:
        _load_authorities(made, trust.ca)
    else:
        made.load_default_certs()
    if trust.certificate or trust.key:
        _load_certificate(made, trust)
    return made


def _load_authorities(made: ssl.SSLContext, ca: bytes) -> None:
    """Load every certificate of a PEM text that can be read, one at least (client-go/transport)."""
    taken = 0
    for pem in _CERTIFICATE.findall(ca):
        try:
            made.load_verify_locations(cadata=ssl.PEM_cert_to_DER_cert(pem.decode("latin-1")))
            taken += 1
        except (ssl.SSLError, NoBase64, ValueError):
            continue
    if not taken:
        message = "the CA contains no certificate that can be read"
        raise RequestFailed(FailureKind.WRONG_TLS_SETTINGS, message, "Use PEM: -----BEGIN CERTIFICATE-----.")


def _load_certificate(made: ssl.SSLContext, trust: Trust) -> None:
    """Load the client's certificate from a file, as `ssl` wants it, that only this user can read and soon is gone."""
    with tempfile.NamedTemporaryFile(prefix="schedcfg-") as file:
        file.write(trust.certificate + b"\n" + trust.key)
        file.flush()
        try:
            # An empty password: otherwise OpenSSL would ask for one on the terminal.
            made.load_cert_chain(file.name, password=lambda: b"")
        except (ssl.SSLError, ValueError) as error:
            reason = (getattr(error, "reason", None) or "they are not PEM").lower().replace("_", " ")
            message = f"the client certificate and its key cannot be used: {reason}"
            advice = "Set both: a certificate and its own unencrypted key, in PEM."
            raise RequestFailed(FailureKind.WRONG_TLS_SETTINGS, message, advice) from None


def send(request: HttpRequest, trust: Trust = SYSTEM, limits: HttpLimits = DEFAULT_LIMITS) -> HttpResponse:
    """Send a request and read the response, as Go's `net/http` client would, but within limits.

    Redirects are followed on the same server only; proxies of the environment and `~/.netrc` are not used:
    no other server is contacted. HTTP/1.1 is spoken, also where Go would speak HTTP/2.

    Raises:
        RequestFailed: if no response came, whatever its status would have been.
    """
    exchange = _Exchange(request, trust, limits)
    threading.Thread(target=exchange.run, daemon=True).start()
    return exchange.wait()


class _Exchange:
    """A request and the redirects that follow it; `run` in one thread, while another one will `wait`."""

    def __init__(self, request: HttpRequest, trust: Trust, limits: HttpLimits) -> None:
        self._request = request
        self._trust = trust
        self._limits = limits
        self._context: ssl.SSLContext | None = None
        self._start = time.monotonic()
        self._outcome: queue.SimpleQueue[HttpResponse | Exception] = queue.SimpleQueue()
        self._doing = "no connection was made"
        self._socket: socket.socket | None = None
        self._redirects: list[str] = []
        self._head: HttpResponse | None = None
        self._body = bytearray()

    def run(self) -> None:
        """Send the request, follow redirects, and leave the outcome to the thread that waits."""
        try:
            self._outcome.put(self._follow())
        except Exception as error:  # noqa: BLE001 - raised by `wait`, in the other thread
            self._outcome.put(error)

    def wait(self) -> HttpResponse:
        """Return the response.

        Raises:
            RequestFailed: if there is none, or it is not there in time.
        """
        try:
            outcome = self._outcome.get(timeout=self._limits.seconds)
        except queue.Empty:
            outcome = self._timed_out()
            if self._socket is not None:
                # The other thread's wait is to end, which `close` would not do. Not that of `ssl`, which forgets its
                # session at once, while the other thread is in it.
                with suppress(OSError):
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
        if isinstance(outcome, HttpResponse):
            return outcome
        if isinstance(outcome, RequestFailed):
            outcome.seconds = self._spent()
            outcome.so_far = None if self._head is None else replace(self._head, body=bytes(self._body))
        raise outcome

    def _follow(self) -> HttpResponse:
        address = read_address(self._request.url)
        if address.scheme == "https" or self._trust != SYSTEM:
            self._context = tls_context(self._trust)
        request = self._request
        while True:
            connection = self._connect(address)
            try:
                with suppress(BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
                    # A server that does not want to read all of it may have answered all the same.
                    self._send(connection, request, address)
                response = connection.getresponse()
                location = response.headers.get("location", "")
                if not location or response.status not in _BECOMES_GET | _STAYS:
                    return self._read(response, request.method)
                request, address = self._onward(request, address, response.status, location)
            except (http.client.HTTPException, exceptions.HTTPError, OSError, ValueError) as error:
                raise self._failure(error, address) from None
            finally:
                connection.close()

    def _connect(self, address: HttpAddress) -> HTTPConnection:
        self._doing = "no connection was made"
        connection: HTTPConnection
        if address.scheme == "https":
            # A name may end with a dot; certificates have none there (crypto/x509: `matchHostnames`).
            name = (self._trust.server_name or address.host).removesuffix(".")
            if "\0" in name:
                raise RequestFailed(
                    FailureKind.TLS, "the TLS handshake failed: the server name contains a NUL character"
                )
            connection = HTTPSConnection(
                address.host, address.port, timeout=self._left(), ssl_context=self._context, server_hostname=name
            )
        else:
            connection = HTTPConnection(address.host or "localhost", address.port, timeout=self._left())
        try:
            connection.connect()
        except (exceptions.HTTPError, OSError, ValueError) as error:
            raise self._failure(error, address) from None
        # `http.client` forgets it as soon as it knows that the server will close the connection.
        self._socket = connection.sock
        return connection

    def _send(self, connection: HTTPConnection, request: HttpRequest, address: HttpAddress) -> None:
        self._doing = "the connection was established, but no complete response headers were received"
        body = request.body if request.body or request.method == "POST" else None
        connection.request(request.method, address.target, body, headers_of(request, address), preload_content=False)

    def _read(self, found: urllib3.BaseHTTPResponse, method: str) -> HttpResponse:
        """Read the body, as far as it may go."""
        self._doing = "the response started, but did not end"
        assert isinstance(found, urllib3.HTTPResponse)
        headers = {name.lower(): " ".join(found.headers.getlist(name)[0].split()) for name in found.headers}
        unpacks = headers.get("content-encoding", "").lower() == "gzip"
        self._head = HttpResponse(found.status, headers, b"", self._spent(), method, tuple(self._redirects))
        while piece := found.read1(_STEP, decode_content=unpacks):
            self._body += piece
            self._head = replace(self._head, seconds=self._spent())
            if len(self._body) > self._limits.body:
                longer = f"the response is longer than {self._limits.body:,} bytes: the rest was not read"
                raise RequestFailed(FailureKind.TOO_LONG, longer)
        return replace(self._head, body=bytes(self._body))

    def _onward(
        self, request: HttpRequest, address: HttpAddress, status: int, location: str
    ) -> tuple[HttpRequest, HttpAddress]:
        """Return what to ask next, and where, as Go does (client.go: `redirectBehavior`).

        Raises:
            RequestFailed: ELSEWHERE, if to another server; WRONG_URL, if nowhere; REDIRECT_LOOP.
        """
        shown = quoted(without_parameters(location), 200)
        try:
            url = urljoin(request.url, location)
            target = read_address(url)
        except (ValueError, RequestFailed):
            message = f"the server responds with {status} and redirects to an invalid address: {shown}"
            raise RequestFailed(FailureKind.WRONG_URL, message) from None
        if (target.scheme, target.host, target.port) != (address.scheme, address.host, address.port):
            message = (
                f"the server responds with {status} and redirects to {quoted(without_parameters(target.url), 200)}, "
                "which has another scheme, host or port; the scheduler would follow, but this command only connects "
                "to the given addresses"
            )
            raise RequestFailed(FailureKind.ELSEWHERE, message)
        self._redirects.append(without_parameters(target.url))
        if len(self._redirects) >= _MOST_REQUESTS:
            message = f"there are too many redirects: {_MOST_REQUESTS}, the last to {shown}"
            raise RequestFailed(FailureKind.REDIRECT_LOOP, message)
        if status in _STAYS:
            return replace(request, url=url), target
        headers = {name: value for name, value in request.headers.items() if name.lower() not in _ABOUT_THE_BODY}
        return HttpRequest("GET", url, headers), target

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
        return RequestFailed(FailureKind.TIMEOUT, f"no response within {self._limits.seconds:g} s: {self._doing}")

    def _failure(self, error: Exception, address: HttpAddress) -> RequestFailed:
        """Return what urllib3, `http.client`, `ssl` or the system raised as a failure of one kind."""
        if isinstance(error, exceptions.NewConnectionError):
            return _not_connected(error, address)
        if isinstance(error, TimeoutError | exceptions.TimeoutError):
            return self._timed_out()
        cause = next((part for part in error.args if isinstance(part, Exception)), error)
        if isinstance(cause, ssl.SSLError | ValueError) and address.scheme == "https":
            reason = (getattr(cause, "verify_message", "") or getattr(cause, "reason", None) or str(cause)).lower()
            return RequestFailed(FailureKind.TLS, f"the TLS handshake failed: {quoted(reason.replace('_', ' '), 200)}")
        if isinstance(error, exceptions.DecodeError):
            return RequestFailed(FailureKind.CUT, "the response is declared as gzip, but cannot be decompressed")
        return _broken_off(cause)


def _broken_off(cause: Exception) -> RequestFailed:
    """Return the failure of a connection that was established."""
    if isinstance(cause, http.client.RemoteDisconnected | http.client.IncompleteRead):
        when = "without a response" if isinstance(cause, OSError) else "in the middle of its response"
        return RequestFailed(FailureKind.CUT, f"the server closed the connection {when}")
    if isinstance(cause, OSError):
        return RequestFailed(FailureKind.CUT, f"the server broke the connection: {_reason(cause)}")
    if isinstance(cause, http.client.LineTooLong) or type(cause) is http.client.HTTPException:
        return RequestFailed(FailureKind.TOO_LONG, f"the response headers are too large: {quoted(str(cause))}")
    start = quoted((getattr(cause, "line", "") or str(cause)).rstrip("\r\n"), 200)
    return RequestFailed(FailureKind.NOT_HTTP, f"the response is not HTTP: {start}")


def _not_connected(error: exceptions.NewConnectionError, address: HttpAddress) -> RequestFailed:
    if isinstance(error, exceptions.NameResolutionError):
        return RequestFailed(FailureKind.UNKNOWN_HOST, f"the name {quoted(address.host)} cannot be resolved")
    cause = error.__cause__
    if isinstance(cause, OSError) and cause.errno == errno.ECONNREFUSED:
        return RequestFailed(FailureKind.REFUSED, f"{address.authority} refuses connections")
    reason = _reason(cause) if isinstance(cause, OSError) else "it does not respond"
    return RequestFailed(FailureKind.UNREACHABLE, f"{address.authority} cannot be reached: {reason}")


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else "it was closed"
