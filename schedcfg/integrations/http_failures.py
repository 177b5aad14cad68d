"""Why no response came to an HTTP request, and what helps: known without the library that sends any."""

from enum import Enum

from schedcfg.errors import SchedcfgError


class FailureKind(Enum):
    """What a request failed at, in the order in which it can.

    Attributes:
        id: Words joined by dashes.
        title: What it means, in a line without a full stop.
    """

    def __init__(self, id: str, title: str) -> None:  # noqa: A002
        self.id = id
        self.title = title

    WRONG_URL = "wrong-url", "The address is not an http:// or https:// URL"
    UNREADABLE_FILE = "unreadable-tls-file", "A file of `tlsConfig` cannot be read on this machine"
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
    FailureKind.UNREADABLE_FILE: "Run this where the scheduler runs, or copy the file to the same path here.",
    FailureKind.WRONG_TLS_SETTINGS: "Use PEM: certificates of the authority; a client certificate with its own "
    "unencrypted key.",
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
"""What helps."""


class RequestFailed(SchedcfgError):  # noqa: N818
    """No usable response came.

    Attributes:
        kind: What it failed at.
        seconds: How long it took to fail.
    """

    def __init__(self, kind: FailureKind, message: str) -> None:
        super().__init__(message, _ADVICE[kind])
        self.kind = kind
        self.seconds = 0.0
