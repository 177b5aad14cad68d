"""Prometheus could not be reached: what each way to fail at it means for the scheduler."""

from typing import NamedTuple

from schedcfg.diagnostics import Severity
from schedcfg.probe.exchange import ExchangeFailed, FailureKind
from schedcfg.probe.network_traffic.reasons import words
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import Variant


class _Remedy(NamedTuple):
    summary: str
    help: str


_WHERE = "Run this where the scheduler runs, with its network: what is reached from here may not be reached from there."
_CLUSTER_NAMES = (
    "Check the spelling. Names of Services, such as prometheus.monitoring.svc, are known inside the cluster only. A "
    "static Pod with `hostNetwork: true` does not know them either unless it has `dnsPolicy: ClusterFirstWithHostNet`; "
    f"the Service's IP address works everywhere on the nodes. {_WHERE}"
)
_TLS = "The plugin trusts only the authorities of its own machine or image, and no setting of it changes that."
_AUTHORITY = f"{_TLS} Add the authority to the scheduler's image, or use http:// within the cluster."
_AGREEMENT = (
    "Look into Prometheus' log. The plugin speaks TLS 1.2 or later and has no client certificate to show, and no "
    "setting of it changes that: where one is wanted (`client_auth_type`), use http:// within the cluster."
)
_NAMES_OF_CERTIFICATE = f"{_TLS} Use a host name that is in the certificate."
_BROKEN = "Look at what stands between: a proxy, a Service that names the wrong port, or a server that restarts."
_SAME_SERVER = "Write the address that answers in the end into the configuration."
_WRITE_URL = "Write an URL with host and port: http://prometheus:9090."

_REMEDIES = {
    FailureKind.WRONG_URL: _Remedy("The address is no URL.", _WRITE_URL),
    FailureKind.UNSUPPORTED_SCHEME: _Remedy("The address is neither http:// nor https://.", _WRITE_URL),
    FailureKind.WRONG_TLS_SETTINGS: _Remedy("This machine's TLS settings cannot be used.", _AUTHORITY),
    FailureKind.UNKNOWN_HOST: _Remedy("The host's name is not known here.", _CLUSTER_NAMES),
    FailureKind.REFUSED: _Remedy(
        "Nothing listens at this port.",
        f"Check the port (Prometheus' own is 9090) and that Prometheus runs. {_WHERE}",
    ),
    FailureKind.UNREACHABLE: _Remedy(
        "No way leads to the host.",
        f"Addresses of Pods and Services are reached from inside the cluster only. {_WHERE}",
    ),
    FailureKind.NO_TLS: _Remedy("The server does not speak TLS.", "Write http:// instead of https://."),
    FailureKind.UNTRUSTED: _Remedy("The certificate's authority is not trusted.", _AUTHORITY),
    FailureKind.WRONG_NAME: _Remedy("The certificate is for another name.", _NAMES_OF_CERTIFICATE),
    FailureKind.OUTDATED: _Remedy(
        "The certificate is not valid today.", "Renew it, or set the clock right on this machine and on the server."
    ),
    FailureKind.TLS: _Remedy("TLS could not be agreed upon.", _AGREEMENT),
    FailureKind.TIMEOUT: _Remedy(
        "No answer came in time.",
        "The plugin gives up only where no connection is made (after 30 s) or TLS is not agreed upon (10 s). For an "
        "answer it would wait for ever, and with it the scheduling of every Pod. A firewall that drops packets, or a "
        f"query over too much data, looks like this. --timeout waits longer here. {_WHERE}",
    ),
    FailureKind.CUT: _Remedy("The connection was cut.", _BROKEN),
    FailureKind.NOT_HTTP: _Remedy(
        "What answers does not speak HTTP.",
        "Write https:// where the server speaks TLS. Otherwise check the port; Prometheus' own is 9090.",
    ),
    FailureKind.TOO_LONG: _Remedy(
        "The answer is too long.", "The plugin would read all of it. Check that this is Prometheus."
    ),
    FailureKind.WRONG_ENCODING: _Remedy("The answer cannot be decompressed.", _BROKEN),
    FailureKind.ELSEWHERE: _Remedy("The question is sent on to another server.", _SAME_SERVER),
    FailureKind.REDIRECT_LOOP: _Remedy("The question is sent on and on.", _SAME_SERVER),
}
_SAYING_MORE = {FailureKind.WRONG_URL, FailureKind.TIMEOUT, FailureKind.UNREACHABLE, FailureKind.CUT}
"""Whose failures have advice of their own that tells more; that of others says the same, or is for extenders."""

_OTHER = _Remedy("The exchange failed in another way.", _BROKEN)


def summaries() -> dict[str, str]:
    """List the ids, with a line on each."""
    return {kind.value: _REMEDIES.get(kind, _OTHER).summary for kind in FailureKind}


def reason(failure: ExchangeFailed, variant: Variant) -> ProbeFinding:
    """Explain why no answer came."""
    remedy = _REMEDIES.get(failure.kind, _OTHER)
    own = f"{failure.help} " if failure.help and failure.kind in _SAYING_MORE else ""
    upstream = _upstream(failure)
    # What cannot even be parsed ends the scheduler as it starts.
    is_fatal = upstream.startswith("parse ")
    upstream = (words.client if is_fatal else words.querying)(variant, upstream)
    return ProbeFinding(
        failure.kind.value,
        Severity.ERROR,
        f"{remedy.summary} Prometheus cannot be asked: {failure}",
        f"{own}{remedy.help}",
        upstream,
    )


def _upstream(failure: ExchangeFailed) -> str:
    """Word a failure as the plugin meets it, which waits differently than is waited here; empty if it says nothing."""
    if failure.kind is FailureKind.TIMEOUT:
        return ""
    if failure.upstream.endswith("Client sent an HTTP request to an HTTPS server"):
        # Go's servers say so in plain text with the status 400; this client looks for JSON in it.
        return "bad_response: readObjectStart: expect { or n, but found C, error found in …"
    return failure.upstream
