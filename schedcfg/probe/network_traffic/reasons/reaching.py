"""Prometheus could not be reached: what each way to fail at it means for the scheduler."""

from schedcfg.diagnostics import Severity
from schedcfg.probe.exchange import ExchangeFailed, FailureKind
from schedcfg.probe.finding_kind import tell
from schedcfg.probe.network_traffic.reasons import words
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import Variant

_WHERE = "Run this where the scheduler runs, with its network: what is reached from here may not be reached from there."
_CLUSTER_NAMES = (
    "Names of Services, such as prometheus.monitoring.svc, are known inside the cluster only. A static Pod with "
    "`hostNetwork: true` does not know them either unless it has `dnsPolicy: ClusterFirstWithHostNet`; the Service's "
    f"IP address works everywhere on the nodes. {_WHERE}"
)
_TLS = "The plugin trusts only the authorities of its own machine or image, and no setting of it changes that."
_AUTHORITY = f"{_TLS} Add the authority to the scheduler's image, or use http:// within the cluster."
_NAMES_OF_CERTIFICATE = f"{_TLS} Use a host name that is in the certificate."
_BROKEN = "Look at what stands between: a proxy, a Service that names the wrong port, or a server that restarts."
_SAME_SERVER = "Write the address that answers in the end into the configuration."
_WRITE_URL = "Write an URL with host and port: http://prometheus:9090."

REMEDIES: dict[FailureKind, str] = {
    FailureKind.WRONG_URL: _WRITE_URL,
    FailureKind.UNSUPPORTED_SCHEME: _WRITE_URL,
    FailureKind.UNKNOWN_HOST: _CLUSTER_NAMES,
    FailureKind.REFUSED: f"Check the port (Prometheus' own is 9090) and that Prometheus runs. {_WHERE}",
    FailureKind.UNREACHABLE: f"Addresses of Pods and Services are reached from inside the cluster only. {_WHERE}",
    FailureKind.NO_TLS: "Write http:// instead of https://.",
    FailureKind.UNTRUSTED: _AUTHORITY,
    FailureKind.WRONG_NAME: _NAMES_OF_CERTIFICATE,
    FailureKind.OUTDATED: "Renew it, or set the clock right on this machine and on the server.",
    FailureKind.TLS: _AUTHORITY,
    FailureKind.TIMEOUT: (
        "The plugin itself sets no limit: it would wait for ever, and with it the scheduling of every Pod. A firewall "
        f"that drops packets, or a query over too much data, looks like this. {_WHERE}"
    ),
    FailureKind.CUT: _BROKEN,
    FailureKind.NOT_HTTP: "Check scheme and port: http or https, 9090.",
    FailureKind.TOO_LONG: "The plugin would read all of it. Check that this is Prometheus.",
    FailureKind.WRONG_ENCODING: _BROKEN,
    FailureKind.ELSEWHERE: _SAME_SERVER,
    FailureKind.REDIRECT_LOOP: _SAME_SERVER,
}
"""What to do about each failure that can be; the plugin sends no headers of its own, and has no settings of TLS."""


def reason(failure: ExchangeFailed, variant: Variant) -> ProbeFinding:
    """Explain why no answer came."""
    advice = " ".join(filter(None, (failure.help, REMEDIES.get(failure.kind))))
    # What cannot even be parsed ends the scheduler as it starts.
    upstream = (words.client if failure.is_unparsable else words.querying)(variant, failure.upstream)
    message = f"{failure.kind.title}. Prometheus cannot be asked: {failure}"
    return tell(failure.kind, Severity.ERROR, message, advice or None, upstream=upstream)
