"""Prometheus cannot be asked: what the Args rule out, and what each way to fail at reaching it means."""

from collections.abc import Iterator

from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.network_traffic import findings
from schedcfg.external.probe.network_traffic.findings import TrafficFinding
from schedcfg.external.probe.network_traffic.queries import seconds
from schedcfg.external.probe.prometheus_reply import QueryFailed
from schedcfg.external.probe.request import FailureKind, RequestFailed
from schedcfg.plugins.network_traffic import Measured, Variant

_WHERE = (
    "Run this where the scheduler runs, with its network: an address that can be reached from here may not be "
    "reachable from there."
)
_CLUSTER_NAMES = (
    "Check the spelling. Names of Services, such as prometheus.monitoring.svc, are only known inside the cluster. A "
    "static Pod with `hostNetwork: true` cannot resolve them either unless it has `dnsPolicy: "
    f"ClusterFirstWithHostNet`; the IP address of the Service works on all nodes. {_WHERE}"
)
_TLS = "The plugin only trusts the CAs of its own machine or image, and has no setting for it."
_AUTHORITY = f"{_TLS} Add the CA to the scheduler's image, or use http:// inside the cluster."
_AGREEMENT = (
    "Check the log of Prometheus. The plugin uses TLS 1.2 or later and has no client certificate, and no setting for "
    "it: if one is required (`client_auth_type`), use http:// inside the cluster."
)
_NAMES_OF_CERTIFICATE = f"{_TLS} Use a host name that is in the certificate."
_BROKEN = "Check what is between them: a proxy, a Service with the wrong port, or a server that restarts."
_SAME_SERVER = "Write the final address in the configuration."
_WRITE_URL = "Write a URL with host and port: http://prometheus:9090."

REMEDIES: dict[FailureKind, str] = {
    FailureKind.WRONG_URL: _WRITE_URL,
    FailureKind.UNSUPPORTED_SCHEME: _WRITE_URL,
    FailureKind.UNKNOWN_HOST: _CLUSTER_NAMES,
    FailureKind.REFUSED: f"Check the port (Prometheus' own is 9090) and that Prometheus runs. {_WHERE}",
    FailureKind.UNREACHABLE: f"Addresses of Pods and Services can only be reached from inside the cluster. {_WHERE}",
    FailureKind.NO_TLS: "Write http:// instead of https://.",
    FailureKind.UNTRUSTED: _AUTHORITY,
    FailureKind.WRONG_NAME: _NAMES_OF_CERTIFICATE,
    FailureKind.OUTDATED: "Renew it, or correct the clock on this machine and on the server.",
    FailureKind.TLS: _AGREEMENT,
    FailureKind.TIMEOUT: (
        "The plugin only gives up if no connection is made (after 30 s) or the TLS handshake does not finish (10 s). "
        "It would wait for a response forever, and so would every Pod. A firewall that drops packets, or a query "
        f"over too much data, looks like this. --timeout raises the limit here. {_WHERE}"
    ),
    FailureKind.CUT: _BROKEN,
    FailureKind.NOT_HTTP: (
        "Write https:// if the server serves TLS. Otherwise check the port; that of Prometheus is 9090."
    ),
    FailureKind.TOO_LONG: "The plugin would read all of it. Check that this is Prometheus.",
    FailureKind.WRONG_ENCODING: _BROKEN,
    FailureKind.ELSEWHERE: _SAME_SERVER,
    FailureKind.REDIRECT_LOOP: _SAME_SERVER,
}
"""What to do about each failure that can be; the plugin sends no headers of its own, and has no settings of TLS."""

_SAYING_MORE = {FailureKind.WRONG_URL, FailureKind.TIMEOUT, FailureKind.UNREACHABLE, FailureKind.CUT}
"""Whose failures have advice of their own that adds to this; that of others is the same, or for extenders."""


def unreachable(failure: RequestFailed, variant: Variant) -> ProbeFinding:
    """Return the finding with the reason why no response came."""
    advice = REMEDIES.get(failure.kind, "")
    own = f"{failure.help} " if failure.help and failure.kind in _SAYING_MORE else ""
    message = f"{failure.kind.title}. Prometheus cannot be queried: {failure}"
    return failure.kind.finding(message, f"{own}{advice}" or None, upstream=_upstream(failure, variant))


def _upstream(failure: RequestFailed, variant: Variant) -> str:
    """Return the log's line of a failure, which the plugin may meet later than this probe; empty if it logs nothing."""
    if failure.kind is FailureKind.TIMEOUT:
        return ""
    if failure.is_unparsable:
        # What cannot even be parsed ends the scheduler as it starts.
        return findings.log_of_wrong_address(variant, failure.upstream)
    line = failure.upstream
    if line.endswith("Client sent an HTTP request to an HTTPS server"):
        # Go's servers answer so in plain text with the status 400; this client looks for JSON in it.
        line = "bad_response: readObjectStart: expect { or n, but found C, error found in …"
    return findings.log_of_failed_query(variant, line)


_FIELDS = {
    Variant.FORK: ("prometheusAddress", "networkInterface", "timeRangeInMinutes"),
    Variant.OWN: ("ip", "deviceName", "timeRange"),
}


def missing_settings(measured: Measured) -> Iterator[ProbeFinding]:
    """Yield what is missing in the Args, or senseless."""
    address, interface, _ = _FIELDS[measured.variant]
    if not measured.address:
        yield TrafficFinding.NO_ADDRESS.finding(
            f"{address} is not set, and it has no default: the plugin has no server to query, and fails for every Pod",
            f"Set {address} to the URL of Prometheus: http://prometheus:9090.",
            findings.log_of_failed_query(measured.variant, 'Post "/api/v1/query": unsupported protocol scheme ""'),
        )
    if not measured.interface:
        yield TrafficFinding.NO_INTERFACE_NAMED.finding(
            f"{interface} is not set: the query finds no series, as each has an interface",
            f"Set {interface} to the nodes' interface, such as eth0.",
        )


def no_range(measured: Measured, failure: QueryFailed | None) -> Iterator[ProbeFinding]:
    """Yield that the time range is senseless, if it is; `failure` is how Prometheus answered it."""
    is_beyond = seconds(measured) != measured.minutes * 60
    if seconds(measured) > 0 and not (is_beyond and failure is not None):
        return
    minutes = _FIELDS[measured.variant][2]
    beyond = ", more than the 292 years that fit into Go's durations, so it has another value"
    yield TrafficFinding.NO_RANGE.finding(
        f"{minutes} is {measured.minutes}{beyond if is_beyond else ''}: the plugin accepts it, but Prometheus does not",
        f"Set {minutes} to {'less' if is_beyond else 'at least 1'}, for example 5.",
        findings.log_of_failed_query(measured.variant, failure.upstream) if failure is not None else "",
    )
