"""A request over HTTP, the response to it, and the reasons why none came."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from schedcfg.errors import SchedcfgError
from schedcfg.external.probe.findings import FindingKind

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
