"""Why no answer came."""

from enum import StrEnum

from schedcfg.errors import SchedcfgError
from schedcfg.probe.exchange.message import Answer


class FailureKind(StrEnum):
    """What an exchange failed at, in the order in which it can."""

    WRONG_URL = "wrong-url"
    UNSUPPORTED_SCHEME = "unsupported-scheme"
    WRONG_HEADER = "wrong-header"
    WRONG_TLS_SETTINGS = "wrong-tls-settings"
    UNKNOWN_HOST = "unknown-host"
    REFUSED = "connection-refused"
    UNREACHABLE = "unreachable"
    NO_TLS = "no-tls"
    UNTRUSTED = "untrusted-certificate"
    WRONG_NAME = "wrong-certificate-name"
    OUTDATED = "outdated-certificate"
    TLS = "tls-failure"
    TIMEOUT = "timeout"
    CUT = "cut-connection"
    NOT_HTTP = "not-http"
    TOO_LONG = "too-long-answer"
    WRONG_ENCODING = "wrong-encoding"
    ELSEWHERE = "redirected-elsewhere"
    REDIRECT_LOOP = "redirect-loop"


class ExchangeFailed(SchedcfgError):  # noqa: N818
    """No usable answer came.

    Attributes:
        kind: What it failed at.
        upstream: How Go's `net/http` words it, for those who look for it in a log; without logins.
        seconds: How long it took to fail.
        so_far: What had come of the body, and when the last of it came; None: it failed before the body.
    """

    def __init__(
        self,
        kind: FailureKind,
        message: str,
        help: str | None = None,  # noqa: A002
        *,
        upstream: str = "",
        seconds: float = 0.0,
    ) -> None:
        super().__init__(message, help)
        self.kind = kind
        self.upstream = upstream
        self.seconds = seconds
        self.so_far: Answer | None = None
