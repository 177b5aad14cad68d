"""Queries without a result: what each answer that holds none means.

What all nodes fail at alike is one finding.
"""

from collections.abc import Iterator
from dataclasses import replace

from schedcfg.document.texts import has_login
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.network_traffic import findings
from schedcfg.external.probe.network_traffic.findings import TrafficFinding, listed
from schedcfg.external.probe.network_traffic.queries import NodeReplies, QueryProblem, published, seconds
from schedcfg.external.probe.prometheus import Prometheus, QueryFailed, QueryFailure, QueryResult
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


_CHECK = (
    "Check host, port and path; Prometheus' own port is 9090, and its node exporters' is 9100. If it runs under a path "
    "(`--web.external-url`), append that to the address."
)

_LOGIN = {401, 403}
_NOT_FOUND = 404
_UNAVAILABLE = {502, 503, 504}

_LOGIN_HELP = (
    "The plugin can only send credentials as part of the address (http://user:password@host:9090), where everyone "
    "who reads the configuration sees them; it cannot send a token. Allow the scheduler to query Prometheus without "
    "authentication inside the cluster (a NetworkPolicy can exclude others), or run a proxy that adds the token."
)
_AMBIGUOUS = (
    "Two jobs scrape the same exporter, so the join with node_uname_info finds two series: remove one job, or let it "
    "drop these metrics (metric_relabel_configs)."
)
_HELP = {
    TrafficFinding.LOGIN: _LOGIN_HELP,
    TrafficFinding.CLIENT_ERROR: "Check the log of the server: a proxy in front of Prometheus may forbid POST or this "
    "path.",
    TrafficFinding.UNAVAILABLE: "Prometheus responds like this while it starts and reads its write-ahead log; a proxy "
    "does if it does not find Prometheus. Try again, and check the log of Prometheus if the problem persists. Until "
    "then, no Pod is scheduled.",
    TrafficFinding.SERVER_ERROR: "Check the log of Prometheus, and of the proxy in front of it if there is one.",
    TrafficFinding.WRONG_CODE: "Write the final address, which is not that of a login page.",
    TrafficFinding.WRONG_RESULT: "Check that this is Prometheus and not something similar.",
    TrafficFinding.UNPARSABLE_QUERY: "Check the interface's name, the time range and the nodes' names: the plugin puts "
    "them into the query unchanged.",
    TrafficFinding.QUERY_FAILED: "Run the query on Prometheus' own page to see which series interfere.",
}


def unanswered(failure: QueryFailed, variant: Variant, prometheus: Prometheus) -> ProbeFinding:
    """Return why an answer holds no result."""
    upstream = findings.log_of_failed_query(variant, failure.upstream)
    if failure.kind in {QueryFailure.NOT_JSON, QueryFailure.NO_RESULT}:
        return _not_prometheus(failure, upstream)
    if failure.kind is QueryFailure.API and failure.redirects:
        where = findings.shown_address(failure.redirects[-1])
        return TrafficFinding.QUESTION_LOST.finding(
            f"the request is redirected to {where}, and arrives there without its query: {failure}",
            "Write the final address: a redirect turns POST into GET and drops the body.",
            upstream,
        )
    if failure.kind is QueryFailure.API:
        is_parsed = failure.error_type != "bad_data"
        chosen = TrafficFinding.QUERY_FAILED if is_parsed else TrafficFinding.UNPARSABLE_QUERY
        help_ = _AMBIGUOUS if "match group" in str(failure) else _HELP[chosen]
        return chosen.finding(f"Prometheus refuses it: {failure}", help_, upstream)
    if failure.kind is QueryFailure.WRONG_RESULT:
        message = f"the response cannot be read: {failure}"
        return TrafficFinding.WRONG_RESULT.finding(message, _HELP[TrafficFinding.WRONG_RESULT], upstream)
    return _of_status(failure, prometheus, upstream)


def _of_status(failure: QueryFailed, prometheus: Prometheus, upstream: str) -> ProbeFinding:
    chosen = {QueryFailure.CLIENT: TrafficFinding.CLIENT_ERROR, QueryFailure.SERVER: TrafficFinding.SERVER_ERROR}.get(
        failure.kind, TrafficFinding.WRONG_CODE
    )
    if failure.status in _LOGIN:
        chosen = TrafficFinding.LOGIN
    elif failure.status in _UNAVAILABLE:
        chosen = TrafficFinding.UNAVAILABLE
    elif failure.status == _NOT_FOUND:
        return TrafficFinding.NOT_FOUND.finding(
            "there is no Prometheus API at this address (status 404)", _CHECK, upstream
        )
    repeated = f': "{failure}"' if str(failure) else ""
    if chosen is TrafficFinding.LOGIN and has_login(prometheus.address):
        repeated += ", although credentials were sent: they are wrong, or not sufficient"
    return chosen.finding(f"the response has the status {failure.status}{repeated}", _HELP[chosen], upstream)


def _not_prometheus(failure: QueryFailed, upstream: str) -> ProbeFinding:
    start = f'"{str(failure)[:80]}"' if str(failure) else "nothing"
    moved = f" comes from {findings.shown_address(failure.redirects[-1])}," if failure.redirects else ""
    message = f"the response{moved} is not that of Prometheus, it starts with {start}"
    return TrafficFinding.NOT_PROMETHEUS.finding(message, _CHECK, upstream)


_BAD_DATA = "bad_data"


def explained(failure: QueryProblem, measured: Measured, prometheus: Prometheus) -> ProbeFinding:
    """Return the finding of a failure that all nodes share."""
    if isinstance(failure, RequestFailed):
        return unreachable(failure, measured.variant)
    return unanswered(failure, measured.variant, prometheus)


def unanswered_nodes(replies: NodeReplies, measured: Measured, prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Yield why nodes were not answered: one finding for all that fail alike."""
    common = replies.common
    said_to_range = common if isinstance(common, QueryFailed) and common.error_type == _BAD_DATA else None
    senseless = tuple(no_range(measured, said_to_range))
    yield from senseless
    if common is not None and not (senseless and said_to_range):
        yield explained(common, measured, prometheus)
    alike: dict[str, list[str]] = {}
    for node, failure in replies.failures.items():
        if failure is not common:
            # What follows the first brace are the labels of series, which differ from node to node.
            alike.setdefault(str(failure).partition("{")[0], []).append(node)
    for nodes in alike.values():
        finding = explained(replies.failures[nodes[0]], measured, prometheus)
        yield replace(finding, nodes=tuple(filter(None, nodes)))
    if replies.late:
        yield TrafficFinding.TOO_SLOW.finding(
            f"{len(replies.left)} nodes were not queried: the queries before took too long",
            "The plugin queries every node for every Pod, and waits for all responses: with a Prometheus this slow, "
            "scheduling almost stops. Use a shorter time range, or record the query as a rule.",
            nodes=replies.left,
        )


def is_answered(failure: QueryProblem) -> bool:
    """Check whether Prometheus itself reports what is wrong, so that another query may do better."""
    return isinstance(failure, QueryFailed) and failure.kind is QueryFailure.API


def of_published(outcome: QueryResult | QueryFailed, measured: Measured, node: str) -> ProbeFinding:
    """Return what is wrong with the query of the program of its own, and how to correct it."""
    if isinstance(outcome, QueryFailed):
        seen, upstream = (
            f"Prometheus refuses it: {outcome}",
            findings.log_of_failed_query(measured.variant, outcome.upstream),
        )
    else:
        seen = f"it finds {len(outcome.samples)} samples"
        upstream = findings.log_of_count(measured.variant, len(outcome.samples))
    return TrafficFinding.PUBLISHED_QUERY.finding(
        f"the published program queries {published(measured, node)}, and {seen}. It has two bugs: node, interface and "
        "range are in the wrong places of the query, and an `s` is appended to a range that already has a unit. It "
        f"fails for every node ({listed([node])} was tried), and no Pod is scheduled",
        "In GetGauge of pkg/prometheus.go, pass the interface, the range and the node to Sprintf in this order, and "
        "write [%s] instead of [%ss] in nodeMeasureQueryTemplate. The values here are those of the intended query.",
        upstream,
    )
