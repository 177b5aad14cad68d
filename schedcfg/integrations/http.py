"""One HTTP request through urllib3, bounded in time and size, and one reason in plain words where no response comes.

urllib3 bounds single waits. So a request runs in a thread of its own, and its caller waits for that no longer than the
limit: also where a name is looked up, or a server sends a byte from time to time. No proxy of the environment is used,
and redirects are followed on the same server only, unless the request names other hosts: nobody else is contacted.
"""

import contextlib
import errno
import os
import queue
import socket
import ssl
import tempfile
import threading
import time
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from http.client import HTTPException, IncompleteRead
from typing import Any
from urllib.parse import unquote_to_bytes, urljoin

import urllib3
from urllib3 import exceptions
from urllib3.util import Url, parse_url

import schedcfg
from schedcfg.document.golang.net import url_objection
from schedcfg.document.golang.text import quoted
from schedcfg.document.secrets import without_login
from schedcfg.integrations.http_failures import FailureKind, RequestFailed

# `insecure` is the user's own setting, and a finding of its own where the file is validated.
urllib3.disable_warnings(exceptions.InsecureRequestWarning)

_MEBIBYTE = 1024 * 1024
_STEP = 64 * 1024
"""Bytes that are read at a time."""

_MOST_REQUESTS = 10
"""Requests after which Go's client gives up following redirects."""

_BECOMES_GET = frozenset({301, 302, 303})
"""After these redirects, Go's client repeats a request with GET and without its body."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """What is sent."""

    method: str  # `GET` or `POST`
    url: str  # Absolute; a login in it is sent as basic authentication
    headers: Mapping[str, str] = field(default_factory=dict)  # About the body
    body: bytes = b""
    # To which hosts a redirect may lead besides, by the same scheme; nothing but the path is sent there
    also_hosts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """What came back."""

    status: int
    body: bytes
    seconds: float = 0.0  # From the first packet to the last
    method: str = "POST"  # That of the last request: a redirect can turn `POST` into `GET`
    redirects: tuple[str, ...] = ()  # Where the request was sent on to, in order, without logins and parameters


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """How long a request may take, and how much of the response is read."""

    seconds: float = 10.0  # For all of it: looking up the name, connecting, redirects, the last byte
    body: int = 32 * _MEBIBYTE  # Bytes of the body, decompressed


DEFAULT_LIMITS = HttpLimits()


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


def send(request: HttpRequest, trust: Trust = SYSTEM, limits: HttpLimits = DEFAULT_LIMITS) -> HttpResponse:
    """Send a request, and return the response, whatever its status is.

    Raises:
        RequestFailed: if none came.
    """
    start, sockets = time.monotonic(), _Sockets()
    outcome: queue.SimpleQueue[HttpResponse | Exception] = queue.SimpleQueue()

    def run() -> None:
        try:
            outcome.put(_follow(request, trust, limits, start, sockets))
        except Exception as error:  # noqa: BLE001 - raised below, in the thread that waits
            outcome.put(error)
        finally:
            sockets.close()

    threading.Thread(target=run, daemon=True).start()
    try:
        result = outcome.get(timeout=limits.seconds)
    except queue.Empty:
        sockets.break_off()
        result = _timed_out(limits)
    if isinstance(result, HttpResponse):
        return result
    if isinstance(result, RequestFailed):
        result.seconds = time.monotonic() - start
    raise result


class _Sockets:
    """The connections of a request: whoever waits no longer for it breaks them off, so that its thread ends as well.

    A server that sends a byte from time to time, or trailers without end, would keep that busy otherwise.
    """

    def __init__(self) -> None:
        self._connections: list[Any] = []
        self._open: list[socket.socket] = []
        self._is_broken_off = False

    def kept(self, connection: Any, connected: socket.socket) -> socket.socket:
        """Keep a handle of a connection's socket, whatever is done with the first one, and return the socket."""
        self._connections.append(connection)
        self._open.append(connected.dup())
        if self._is_broken_off:
            self.break_off()
        return connected

    def break_off(self) -> None:
        """End all connections, those too that are made later."""
        self._is_broken_off = True
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connections, and the handles."""
        for one in (*self._connections, *self._open):
            one.close()

    def of(self, connection: Any) -> Any:
        """Return a class of urllib3's connections whose sockets are kept."""
        sockets = self

        class KeptConnection(connection):  # type: ignore[misc]
            def _new_conn(self) -> socket.socket:
                return sockets.kept(self, super()._new_conn())

        return KeptConnection


def _follow(request: HttpRequest, trust: Trust, limits: HttpLimits, start: float, sockets: _Sockets) -> HttpResponse:
    """Send a request, and again where the server redirects it to itself."""
    address = parse_address(request.url)
    url, method, body, redirects = request.url, request.method, request.body, list[str]()
    is_tls = address.scheme == "https"
    options = {"ssl_context": tls_context(trust), "server_hostname": _certified_name(trust)} if is_tls else {}
    timeout = urllib3.Timeout(total=limits.seconds)
    try:
        with urllib3.connection_from_url(_origin(address), timeout=timeout, retries=False, **options) as pool:
            pool.ConnectionCls = sockets.of(pool.ConnectionCls)
            for _ in range(_MOST_REQUESTS):
                target = parse_url(url).request_uri
                headers = _headers(address) | (dict(request.headers) if body else {})
                response = pool.urlopen(method, target, body or None, headers, redirect=False, preload_content=False)
                with contextlib.closing(response):
                    location = response.get_redirect_location()
                    if not location:
                        content, took = _body(response, limits, start), time.monotonic() - start
                        return HttpResponse(response.status, content, took, method, tuple(redirects))
                if onward := _at_named_host(request, url, location):
                    return _follow(HttpRequest("GET", onward), trust, limits, start, sockets)
                url = _redirected(url, location, response.status)
                redirects.append(without_parameters(url))
                if response.status in _BECOMES_GET:
                    method, body = "GET", b""
    except (exceptions.HTTPError, OSError, ValueError) as error:
        raise _failure(error, address, limits) from None
    raise RequestFailed(
        FailureKind.REDIRECT_LOOP,
        f"there are too many redirects: {_MOST_REQUESTS}, the last to {quoted(redirects[-1], 200)}",
    )


def parse_address(url: str) -> Url:
    """Return the parts of an absolute address of HTTP.

    Raises:
        RequestFailed: WRONG_URL, if it is none.
    """
    objection = url_objection(url)
    try:
        address = parse_url(url)
    except exceptions.LocationParseError:
        # Its own message would repeat a login.
        address, objection = Url(), objection or "the host name is invalid"
    if objection:
        raise RequestFailed(FailureKind.WRONG_URL, f"the address is not valid: {objection}")
    if address.scheme not in {"http", "https"} or not address.host:
        raise RequestFailed(FailureKind.WRONG_URL, "the address does not start with http:// or https:// and a host")
    return address


def _certified_name(trust: Trust) -> str | None:
    """Return the name that the certificate has to be for; None for that of the URL.

    Raises:
        RequestFailed: TLS, if no certificate can have it; `ssl` would notice only when connected, and leave that open.
    """
    # A name may end with a dot; certificates have none there (crypto/x509: `matchHostnames`).
    name = trust.server_name.removesuffix(".")
    try:
        name.encode("idna")
        reason = "the server name contains a null character" if "\0" in name else ""
    except UnicodeError as error:
        reason = f"the server name cannot be encoded: {quoted(str(error.__cause__ or error), 200)}"
    if reason:
        raise RequestFailed(FailureKind.TLS, f"the TLS handshake failed: {reason}")
    return name or None


def _origin(address: Url) -> str:
    return Url(address.scheme, None, address.host, address.port).url


def _headers(address: Url) -> dict[str, str]:
    """Return the headers of every request, with the login in the address as basic authentication."""
    headers = {"User-Agent": f"schedcfg/{schedcfg.__version__}", "Accept-Encoding": "gzip"}
    if address.auth is not None:
        user, _, password = address.auth.partition(":")
        login = unquote_to_bytes(user) + b":" + unquote_to_bytes(password)
        headers["Authorization"] = f"Basic {b64encode(login).decode('ascii')}"
    return headers


def _body(response: urllib3.BaseHTTPResponse, limits: HttpLimits, start: float) -> bytes:
    """Read the body, as far as it may go."""
    body = bytearray()
    # Go decompresses nothing else either.
    unpacks = response.headers.get("content-encoding", "").lower() == "gzip"
    while piece := response.read1(_STEP, decode_content=unpacks):
        body += piece
        if len(body) > limits.body:
            longer = f"the response is longer than {limits.body:,} bytes: the rest was not read"
            raise RequestFailed(FailureKind.TOO_LONG, longer)
        if time.monotonic() - start > limits.seconds:
            raise _timed_out(limits)
    return bytes(body)


def _at_named_host(request: HttpRequest, url: str, location: str) -> str:
    """Return the address of a redirect to one of the hosts that the request names; empty where it leads elsewhere."""
    with contextlib.suppress(ValueError, RequestFailed):
        target = urljoin(url, location)
        before, after = parse_address(url), parse_address(target)
        if after.host in request.also_hosts and after.scheme == before.scheme and after.auth is None:
            return target
    return ""


def _redirected(url: str, location: str, status: int) -> str:
    """Return the address of a redirect.

    Raises:
        RequestFailed: ELSEWHERE, if it is on another server; WRONG_URL, if it leads nowhere.
    """
    responds = f"the server responds with {status} and redirects to"
    shown = quoted(without_parameters(location), 200)
    try:
        target = urljoin(url, location)
        is_same = _server(parse_address(target)) == _server(parse_address(url))
    except (ValueError, RequestFailed):
        raise RequestFailed(FailureKind.WRONG_URL, f"{responds} an invalid address: {shown}") from None
    if not is_same:
        raise RequestFailed(
            FailureKind.ELSEWHERE,
            f"{responds} {shown}, which has another scheme, host or port; the scheduler would follow, but this command "
            "only connects to the given addresses",
        )
    return target


def _server(address: Url) -> tuple[str | None, str | None, int | None]:
    return address.scheme, address.host, address.port or (443 if address.scheme == "https" else 80)


def _timed_out(limits: HttpLimits) -> RequestFailed:
    return RequestFailed(FailureKind.TIMEOUT, f"no complete response within {limits.seconds:g} s")


def _failure(error: Exception, address: Url, limits: HttpLimits) -> RequestFailed:
    """Return what urllib3, `ssl` or the system raised as a failure of one kind."""
    cause = next((part for part in error.args if isinstance(part, Exception)), error.__cause__ or error)
    if isinstance(error, exceptions.NewConnectionError):
        return _not_connected(error, cause, address)
    if isinstance(error, TimeoutError | exceptions.TimeoutError):
        return _timed_out(limits)
    if isinstance(cause, ssl.SSLError) or (isinstance(error, ValueError) and address.scheme == "https"):
        reason = (
            str(getattr(cause, "verify_message", "") or getattr(cause, "reason", "") or cause).lower().replace("_", " ")
        )
        return RequestFailed(FailureKind.TLS, f"the TLS handshake failed: {quoted(reason, 200)}")
    if isinstance(error, exceptions.DecodeError):
        return RequestFailed(FailureKind.CUT, "the response is declared as gzip, but cannot be decompressed")
    if isinstance(cause, IncompleteRead | exceptions.IncompleteRead):
        return RequestFailed(FailureKind.CUT, "the server closed the connection in the middle of its response")
    if isinstance(cause, OSError):
        return RequestFailed(FailureKind.CUT, f"the server broke the connection: {_reason(cause)}")
    shown = str(cause) if isinstance(cause, HTTPException) else "it is malformed"
    return RequestFailed(FailureKind.NOT_HTTP, f"the response is not HTTP: {quoted(shown.strip(), 200)}")


def _not_connected(error: Exception, cause: BaseException, address: Url) -> RequestFailed:
    if isinstance(error, exceptions.NameResolutionError):
        return RequestFailed(FailureKind.UNKNOWN_HOST, f"the name {quoted(address.host or '')} cannot be resolved")
    if isinstance(cause, OSError) and cause.errno == errno.ECONNREFUSED:
        return RequestFailed(FailureKind.REFUSED, f"{address.netloc} refuses connections")
    reason = _reason(cause) if isinstance(cause, OSError) else "it does not respond"
    return RequestFailed(FailureKind.UNREACHABLE, f"{address.netloc} cannot be reached: {reason}")


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else "it was closed without a response"


@lru_cache(maxsize=16)
def tls_context(trust: Trust) -> ssl.SSLContext:
    """Return the settings in the form of `ssl`, as strict as Go's `crypto/tls` and not stricter.

    Raises:
        RequestFailed: WRONG_TLS_SETTINGS.
    """
    if trust.insecure and trust.ca:
        raise RequestFailed(FailureKind.WRONG_TLS_SETTINGS, "insecure and a CA exclude each other")
    try:
        context = ssl.create_default_context(cadata=trust.ca.decode("ascii", "replace") or None)
    except (ssl.SSLError, ValueError):
        message = "the CA contains no certificate that can be read"
        raise RequestFailed(FailureKind.WRONG_TLS_SETTINGS, message) from None
    context.hostname_checks_common_name = False
    # Go is content with any certificate that it is to trust, an authority's own or not.
    context.verify_flags = (context.verify_flags | ssl.VERIFY_X509_PARTIAL_CHAIN) & ~ssl.VERIFY_X509_STRICT
    if trust.insecure:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    if trust.certificate or trust.key:
        _load_certificate(context, trust)
    return context


def _load_certificate(context: ssl.SSLContext, trust: Trust) -> None:
    """Load the client's certificate from a file, as `ssl` wants it, that only this user can read and soon is gone."""
    with tempfile.NamedTemporaryFile(prefix="schedcfg-") as file:
        file.write(trust.certificate + b"\n" + trust.key)
        file.flush()
        try:
            # An empty password: otherwise OpenSSL would ask for one on the terminal.
            context.load_cert_chain(file.name, password=lambda: b"")
        except (ssl.SSLError, ValueError) as error:
            reason = (getattr(error, "reason", None) or "they are not PEM").lower().replace("_", " ")
            message = f"the client certificate and its key cannot be used: {reason}"
            raise RequestFailed(FailureKind.WRONG_TLS_SETTINGS, message) from None


def without_parameters(url: str) -> str:
    """Return an address without its login and parameters: a server may hand on tokens in them."""
    return without_login(url.partition("#")[0].partition("?")[0])
