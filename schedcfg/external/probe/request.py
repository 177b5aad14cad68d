"""A request over HTTP and where it goes, the response to it, and the reasons why none came.

Addresses are read as Go reads them, and redirects are followed on the same server.
"""

import re
import socket
import unicodedata
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from ipaddress import AddressValueError, IPv4Address
from typing import NoReturn
from urllib.parse import SplitResult, quote, unquote_to_bytes, urljoin, urlsplit

from schedcfg.document.golang.net import url_objection
from schedcfg.document.golang.text import quoted
from schedcfg.document.texts import without_login
from schedcfg.errors import SchedcfgError
from schedcfg.external.probe.findings import FindingKind
from schedcfg.patterns import pattern

_MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """What is asked."""

    method: str  # `GET` or `POST`
    url: str  # Absolute; a login in it is sent as basic authentication, as Go's `net/http` does
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """What came back."""

    status: int
    # By their names in lower case; of repeated ones the first, as Go's `Header.Get` returns it
    headers: Mapping[str, str]
    body: bytes
    seconds: float  # From the first packet to the last
    method: str  # The method of the last request: redirects can turn `POST` into `GET`
    url: str  # The address that answered, without its login
    redirects: tuple[str, ...] = ()  # Where the request was sent on to, in order; all on the same server


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """How long a request may take, and how much of the response is read."""

    seconds: float = 10.0  # For all of it: looking up the name, connecting, redirects, the last byte
    body: int = 32 * _MEBIBYTE  # Bytes of the body after decompression


DEFAULT_LIMITS = HttpLimits()


class FailureKind(FindingKind):
    """What a request failed at, in the order in which it can."""

    WRONG_URL = "wrong-url", "The address is not a valid URL"
    UNSUPPORTED_SCHEME = "unsupported-scheme", "The address is neither http:// nor https://"
    WRONG_TLS_SETTINGS = "wrong-tls-settings", "No client can be created from the TLS settings"
    UNKNOWN_HOST = "unknown-host", "The host's name cannot be resolved here"
    REFUSED = "connection-refused", "Nothing listens at this port"
    UNREACHABLE = "unreachable", "The address cannot be reached"
    NO_TLS = "no-tls", "The server does not serve TLS"
    UNTRUSTED = "untrusted-certificate", "The certificate's CA is not trusted"
    WRONG_NAME = "wrong-certificate-name", "The certificate is for another name"
    OUTDATED = "outdated-certificate", "The certificate has expired, or is not valid yet"
    TLS = "tls-failure", "The TLS handshake failed"
    TIMEOUT = "timeout", "No response came in time"
    CUT = "cut-connection", "The connection ended before the response did"
    NOT_HTTP = "not-http", "The server does not respond with HTTP"
    TOO_LONG = "too-long-answer", "The response is longer than this program reads"
    WRONG_ENCODING = "wrong-encoding", "The response cannot be decompressed"
    ELSEWHERE = "redirected-elsewhere", "The request is redirected to another server"
    REDIRECT_LOOP = "redirect-loop", "There are too many redirects"


class RequestFailed(SchedcfgError):  # noqa: N818
    """No usable response came.

    Attributes:
        kind: What it failed at.
        upstream: How Go's `net/http` words it, for those who look for it in a log; empty where that is not known.
        is_unparsable: Whether `net/url` cannot parse the address, so that creating a client fails before any
            request.
        seconds: How long it took to fail.
        so_far: What had come of the response, and when the last of it came; None: it failed before the body.
    """

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        help: str | None = None,  # noqa: A002
        *,
        upstream: str = "",
        is_unparsable: bool = False,
        seconds: float = 0.0,
    ) -> None:
        super().__init__(message, help)
        self.kind = kind
        self.upstream = upstream
        self.is_unparsable = is_unparsable
        self.seconds = seconds
        self.so_far: HttpResponse | None = None


DEFAULT_PORTS = {"http": 80, "https": 443}

_UP_TO_AN_AT = pattern(r"^([A-Za-z]+://)?.*@", re.DOTALL)
_DOTS = pattern("[.\u3002]")  # NFKC makes the others of IDNA to one of them
_IN_PATHS, _IN_QUERIES = "/%:@!$&'()*+,;=~[]", "/%:@!$&'()*+,;=~[]?"
_PARAMETERS = pattern(r"(?<=[?&#])([^=&#\s\"]*=)?[^&#\s\"]+")

_BECOMES_GET = frozenset({301, 302, 303})
_STAYS = frozenset({307, 308})
_ABOUT_THE_BODY = frozenset({"content-encoding", "content-language", "content-location", "content-type"})


@dataclass(frozen=True, slots=True)
class HttpAddress:
    """Where a request goes."""

    scheme: str  # `http` or `https`
    host: str  # A name in ASCII, or an IP address without brackets; empty: this machine, as in Go
    port: int
    authority: str  # Host and port as the header `Host` has them
    target: str  # Path and query as the first line of the request has them
    authorization: str | None  # The value of that header, made of the login in the address; None: it has none
    url: str  # The address without its login, for messages

    def is_on_same_server(self, other: "HttpAddress") -> bool:
        """Check whether both lead to the same scheme, host and port."""
        return (self.scheme, self.host, self.port) == (other.scheme, other.host, other.port)

    @property
    def is_name_to_go(self) -> bool:
        """Whether the host is an IP address for the C library only: `127.1`, `0x7f.1`; Go looks up such names."""
        try:
            socket.inet_aton(self.host)
            IPv4Address(self.host)
        except AddressValueError:
            return True
        except OSError:
            return False
        return False


def read_address(url: str) -> HttpAddress:
    """Read an absolute address of HTTP.

    Raises:
        RequestFailed: WRONG_URL or UNSUPPORTED_SCHEME; `is_unparsable` where Go's `url.Parse` refuses it as well.
    """
    objection = url_objection(url)
    if objection:
        shown = quoted(without_secrets(url), 200)
        message = f"{shown} is not a valid address: {objection}"
        advice = "Write http:// or https://, then the host; escape unusual characters of the credentials as %XX."
        upstream = f"parse {shown}: …"
        raise RequestFailed(FailureKind.WRONG_URL, message, advice, upstream=upstream, is_unparsable=True)
    try:
        parts = urlsplit(url)
        host, port = _place(parts)
    except ValueError:
        # Its own message would repeat a login.
        _refuse(url, "is not a valid address: the host name is invalid", "Correct the name or the port of the host.")
    _check_scheme(parts, url)
    if not parts.netloc.rpartition("@")[2]:
        advice = "Write the host after http:// or https://."
        _refuse(url, "contains no host", advice, "http: no Host in request URL")
    written_port = f":{parts.port}" if parts.port is not None else ""
    return HttpAddress(
        scheme=parts.scheme,
        host=host,
        port=DEFAULT_PORTS[parts.scheme] if port is None else port,
        authority=(f"[{host}]" if ":" in host else host) + written_port,
        target=quote(parts.path or "/", safe=_IN_PATHS)
        + (f"?{quote(parts.query, safe=_IN_QUERIES)}" if parts.query else ""),
        authorization=_authorization(parts),
        url=without_login(url),
    )


def without_secrets(url: str) -> str:
    """Return a text without all that could be a login, be it an address or not.

    A slash in a password ends the login for Go.
    """
    return _UP_TO_AN_AT.sub(r"\1***@", url)


def redirected(
    request: HttpRequest, address: HttpAddress, status: int, location: str
) -> tuple[HttpRequest, HttpAddress] | None:
    """Return what to ask next, and where, if a response redirects, as Go does (client.go: `redirectBehavior`).

    Raises:
        RequestFailed: ELSEWHERE, if to another server; WRONG_URL, if nowhere.
    """
    if not location or status not in _BECOMES_GET | _STAYS:
        return None
    url, target = _target(request.url, location, status)
    target = replace(target, url=without_parameters(target.url))
    if not target.is_on_same_server(address):
        raise RequestFailed(
            FailureKind.ELSEWHERE,
            f"the server responds with {status} and redirects to {quoted(target.url, 200)}, which has another scheme, "
            "host or port; the scheduler would follow, but this command only connects to the given addresses",
            "Write the address of the redirect in the configuration.",
        )
    if status in _STAYS:
        return replace(request, url=url), target
    headers = {name: value for name, value in request.headers.items() if name.lower() not in _ABOUT_THE_BODY}
    return HttpRequest("GET", url, headers), target


def without_parameters(text: str) -> str:
    """Return a text without logins and the values of parameters: a server may hand on tokens in them."""
    return _PARAMETERS.sub(r"\1…", without_login(text))


def _target(base: str, location: str, status: int) -> tuple[str, HttpAddress]:
    try:
        url = urljoin(base, location)
        return url, read_address(url)
    except (ValueError, RequestFailed):
        shown = quoted(without_parameters(location))
        raise RequestFailed(
            FailureKind.WRONG_URL,
            f"the server responds with {status} and redirects to an invalid address: {shown}",
            "Check the settings of the server, and of proxies in front of it.",
            upstream=f"failed to parse Location header {shown}: …",
        ) from None


def _place(parts: SplitResult) -> tuple[str, int | None]:
    """Return host and port.

    Raises:
        ValueError: if the port does not exist, or no host can be called so.
    """
    host = parts.hostname or ""
    if host.isascii():
        return host, parts.port
    # Go goes by IDNA 2008, where `faß` is another name than `fass`; Python's own codec by the older one.
    labels = _DOTS.split(unicodedata.normalize("NFKC", host))
    encoded = (label if label.isascii() else f"xn--{label.encode('punycode').decode('ascii')}" for label in labels)
    return ".".join(encoded), parts.port


def _check_scheme(parts: SplitResult, url: str) -> None:
    if parts.scheme not in DEFAULT_PORTS:
        # Go takes the host of `prometheus:9090` for a scheme.
        raise RequestFailed(
            FailureKind.UNSUPPORTED_SCHEME,
            f"{quoted(without_secrets(url))} does not start with http:// or https://",
            "Write the scheme: http:// or https://, then the host.",
            upstream=f"unsupported protocol scheme {quoted(parts.scheme) if '@' not in url else '…'}",
        )


def _authorization(parts: SplitResult) -> str | None:
    login, at, _ = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    encoded = b64encode(unquote_to_bytes(user) + b":" + unquote_to_bytes(password)).decode("ascii")
    return f"Basic {encoded}" if at else None


def _refuse(url: str, problem: str, advice: str, upstream: str = "") -> NoReturn:
    message = f"{quoted(without_secrets(url), 200)} {problem}"
    raise RequestFailed(FailureKind.WRONG_URL, message, advice, upstream=upstream)
