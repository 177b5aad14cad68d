"""Why no answer came."""

from schedcfg.errors import SchedcfgError
from schedcfg.probe.exchange.message import Answer
from schedcfg.probe.finding_kind import FindingKind


class FailureKind(FindingKind):
    """What an exchange failed at, in the order in which it can."""

    WRONG_URL = "wrong-url", "The address is no URL that can be asked"
    UNSUPPORTED_SCHEME = "unsupported-scheme", "The address is neither http:// nor https://"
    WRONG_HEADER = "wrong-header", "A header of the request cannot be sent"
    WRONG_TLS_SETTINGS = "wrong-tls-settings", "No client can be built from the settings of TLS"
    UNKNOWN_HOST = "unknown-host", "The host's name has no address here"
    REFUSED = "connection-refused", "Nothing listens at this port"
    UNREACHABLE = "unreachable", "The address cannot be reached"
    NO_TLS = "no-tls", "The server does not speak TLS"
    UNTRUSTED = "untrusted-certificate", "The certificate's authority is not trusted"
    WRONG_NAME = "wrong-certificate-name", "The certificate is for another name"
    OUTDATED = "outdated-certificate", "The certificate is out of date, or not valid yet"
    TLS = "tls-failure", "TLS could not be agreed upon"
    TIMEOUT = "timeout", "No answer came in time"
    CUT = "cut-connection", "The connection ended before the answer did"
    NOT_HTTP = "not-http", "What answers does not speak HTTP"
    TOO_LONG = "too-long-answer", "The answer is longer than this program reads"
    WRONG_ENCODING = "wrong-encoding", "The answer cannot be decompressed"
    ELSEWHERE = "redirected-elsewhere", "The question is sent on to another server"
    REDIRECT_LOOP = "redirect-loop", "The question is sent on and on"


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

    @property
    def is_unparsable(self) -> bool:
        """Whether the address is none for `net/url`, so that whoever makes a client of it fails before any question."""
        return self.upstream.startswith("parse ")
