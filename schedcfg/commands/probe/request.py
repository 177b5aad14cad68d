"""A request over HTTP and where it goes, the response to it, and the reasons why none came."""

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, quote, unquote_to_bytes, urlsplit

import schedcfg
from schedcfg.commands.probe.findings import FindingKind
from schedcfg.document.golang.net import url_objection
from schedcfg.document.golang.text import quoted
from schedcfg.document.secrets import without_login
from schedcfg.errors import SchedcfgError
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
    redirects: tuple[str, ...] = ()  # Where the request was sent on to, in order; all on the same server


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """How long a request may take, and how much of the response is read."""

    seconds: float = 10.0  # For all of it: looking up the name, connecting, redirects, the last byte
    body: int = 32 * _MEBIBYTE  # Bytes of the body after decompression


DEFAULT_LIMITS = HttpLimits()


class FailureKind(FindingKind):
    """What a request failed at, in the order in which it can."""

    WRONG_URL = "wrong-url", "The address is not an http:// or https:// URL"
    WRONG_TLS_SETTINGS = "wrong-tls-settings", "No client can be created from the TLS settings"
    UNKNOWN_HOST = "unknown-host", "The host's name cannot be resolved here"
    REFUSED = "connection-refused", "Nothing listens on this port"
    UNREACHABLE = "unreachable", "The address cannot be reached"
    TLS = "tls-failure", "The server does not serve TLS, or its certificate is not accepted"
    TIMEOUT = "timeout", "No response came in time"
    CUT = "cut-connection", "The connection ended before the response did, or the response cannot be unpacked"
    NOT_HTTP = "not-http", "The server does not respond with HTTP"
    TOO_LONG = "too-long-answer", "The response is longer than this program reads"
    ELSEWHERE = "redirected-elsewhere", "The request is redirected to another server"
    REDIRECT_LOOP = "redirect-loop", "There are too many redirects"


_ADVICE = {
    FailureKind.WRONG_URL: "Write http:// or https://, then host and port; escape unusual characters of the "
    "credentials as %XX.",
    FailureKind.UNKNOWN_HOST: "Check the spelling. Names of Services are only known inside the cluster, and only to "
    "Pods that use its DNS: a static Pod with `hostNetwork: true` needs `dnsPolicy: ClusterFirstWithHostNet`, or the "
    "IP address of the Service. Run this where the scheduler runs.",
    FailureKind.REFUSED: "Check the port, and that the server runs and does not listen on the loopback address of "
    "another machine.",
    FailureKind.UNREACHABLE: "Check the routes and firewalls in between. Addresses of Pods and Services can only be "
    "reached from inside the cluster: run this where the scheduler runs.",
    FailureKind.TLS: "Check that the server serves TLS on this port, and that its certificate is valid now, is for "
    "this name (subjectAltName), and is signed by a CA that its client trusts; its log shows what it requires.",
    FailureKind.TIMEOUT: "Check that nothing drops the packets, and the load and the log of the server; if it needs "
    "that long, raise the timeout.",
    FailureKind.CUT: "Check the log of the server, and of proxies and load balancers in front of it. If it serves TLS "
    "on this port, write https://.",
    FailureKind.NOT_HTTP: "Check that the server serves HTTP on this port; if it serves TLS, write https://.",
    FailureKind.TOO_LONG: "Check that this is the right server; responses for the scheduler are far smaller.",
    FailureKind.ELSEWHERE: "Write the address of the redirect in the configuration.",
    FailureKind.REDIRECT_LOOP: "Check the settings of the server, and of proxies in front of it.",
}


class RequestFailed(SchedcfgError):  # noqa: N818
    """No usable response came.

    Attributes:
        kind: What it failed at.
        is_unparsable: Whether `net/url` cannot parse the address, so that creating a client fails before any
            request.
        seconds: How long it took to fail.
        so_far: What had come of the response, and when the last of it came; None: it failed before the body.
    """

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        help: str | None = None,  # noqa: A002 - None: what helps with this kind
        *,
        is_unparsable: bool = False,
    ) -> None:
        super().__init__(message, help or _ADVICE.get(kind))
        self.kind = kind
        self.is_unparsable = is_unparsable
        self.seconds = 0.0
        self.so_far: HttpResponse | None = None


_DEFAULT_PORTS = {"http": 80, "https": 443}
_UP_TO_AN_AT = pattern(r"^([A-Za-z]+://)?.*@", re.DOTALL)
_IN_PATHS, _IN_QUERIES = "/%:@!$&'()*+,;=~[]", "/%:@!$&'()*+,;=~[]?"
_PARAMETERS = pattern(r"(?<=[?&#])([^=&#\s\"]*=)?[^&#\s\"]+")


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


def read_address(url: str) -> HttpAddress:
    """Read an absolute address of HTTP.

    Raises:
        RequestFailed: WRONG_URL; `is_unparsable` where Go's `url.Parse` refuses it as well.
    """
    objection = url_objection(url)
    if objection:
        raise _wrong_url(url, f"is not a valid address: {objection}", is_unparsable=True)
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except ValueError:
        # Its own message would repeat a login.
        raise _wrong_url(url, "is not a valid address: the host name is invalid") from None
    if parts.scheme not in _DEFAULT_PORTS:
        # Go takes the host of `prometheus:9090` for a scheme.
        raise _wrong_url(url, "does not start with http:// or https://")
    if not parts.netloc.rpartition("@")[2]:
        raise _wrong_url(url, "contains no host")
    return HttpAddress(
        scheme=parts.scheme,
        host=host,
        port=_DEFAULT_PORTS[parts.scheme] if port is None else port,
        authority=(f"[{host}]" if ":" in host else host) + (f":{port}" if port is not None else ""),
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


def without_parameters(text: str) -> str:
    """Return a text without logins and the values of parameters: a server may hand on tokens in them."""
    return _PARAMETERS.sub(r"\1…", without_login(text))


def _wrong_url(url: str, problem: str, *, is_unparsable: bool = False) -> RequestFailed:
    message = f"{quoted(without_secrets(url), 200)} {problem}"
    return RequestFailed(FailureKind.WRONG_URL, message, is_unparsable=is_unparsable)


def _authorization(parts: SplitResult) -> str | None:
    login, at, _ = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    encoded = b64encode(unquote_to_bytes(user) + b":" + unquote_to_bytes(password)).decode("ascii")
    return f"Basic {encoded}" if at else None


def headers_of(request: HttpRequest, address: HttpAddress) -> dict[str, str]:
    """Return the headers of a request to a server: those of its own win."""
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
