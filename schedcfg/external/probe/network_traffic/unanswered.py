"""Queries without a result: what each answer that holds none means for the plugin.

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

_OF_THE_PLUGIN = {
    FailureKind.TLS: "The plugin only trusts the CAs of its own machine or image, shows no client certificate, and has "
    "no setting for either: add the CA to the scheduler's image, use a host name that is in the certificate, or use "
    "http:// inside the cluster.",
    FailureKind.TIMEOUT: "The plugin only gives up if no connection is made: it would wait for a response forever, and "
    "so would every Pod. A firewall that drops packets, or a query over too much data, looks like this. --timeout "
    "raises the limit here.",
}
"""What there is to say of the plugin beside, or instead of, what helps with any server."""

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
_LOGIN = (
    "The plugin can only send credentials as part of the address (http://user:password@host:9090), where everyone "
    "who reads the configuration sees them; it cannot send a token. Allow the scheduler to query Prometheus without "
    "authentication inside the cluster (a NetworkPolicy can exclude others), or run a proxy that adds the token."
)
_UNAVAILABLE = (
    "Prometheus responds like this while it starts and reads its write-ahead log; a proxy does if it does not find "
    "Prometheus. Until that ends, no Pod is scheduled."
)
_OF_STATUS = {401: _LOGIN, 403: _LOGIN, 404: _CHECK, **dict.fromkeys((502, 503, 504), _UNAVAILABLE)}
_AMBIGUOUS = (
    "Two jobs scrape the same exporter, so the join with node_uname_info finds two series: remove one job, or let it "
    "drop these metrics (metric_relabel_configs)."
)


def explained(failure: QueryProblem, measured: Measured, prometheus: Prometheus) -> ProbeFinding:
    """Return the finding of a query that has no result."""
    if isinstance(failure, RequestFailed):
        return _unreachable(failure)
    upstream = findings.log_of_failed_query(measured.variant, failure.upstream)
    moved = f", after a redirect to {findings.shown_address(failure.redirects[-1])}" if failure.redirects else ""
    if failure.kind is QueryFailure.NOT_PROMETHEUS:
        start = f'"{str(failure)[:80]}"' if str(failure) else "nothing"
        message = f"the response{moved} is not that of Prometheus, it starts with {start}"
        return TrafficFinding.NOT_PROMETHEUS.finding(message, _CHECK, upstream)
    if failure.kind is QueryFailure.STATUS:
        repeated = f': "{failure}"' if str(failure) else ""
        if _OF_STATUS.get(failure.status) is _LOGIN and has_login(prometheus.address):
            repeated += ", although credentials were sent: they are wrong, or not sufficient"
        advice = _OF_STATUS.get(failure.status, "Check the log of the server, and of the proxy in front of it.")
        message = f"the response{moved} has the status {failure.status}{repeated}"
        return TrafficFinding.WRONG_STATUS.finding(message, advice, upstream)
    message = f"Prometheus refuses it{moved}: {failure}"
    if failure.error_type == "bad_data":
        advice = (
            "Check the interface's name, the time range and the nodes' names: the plugin puts them into the query "
            "unchanged. A redirect can drop the query: then write the final address."
        )
        return TrafficFinding.UNPARSABLE_QUERY.finding(message, advice, upstream)
    advice = "Run the query on Prometheus' own page to see which series interfere."
    return TrafficFinding.QUERY_FAILED.finding(
        message, _AMBIGUOUS if "match group" in str(failure) else advice, upstream
    )


def _unreachable(failure: RequestFailed) -> ProbeFinding:
    """Return the finding with the reason why no response came."""
    advice = _OF_THE_PLUGIN.get(failure.kind) or failure.help
    # `NewClient` fails where `net/url` does, before anything is asked.
    ends = ". The plugin cannot create its client, and the scheduler ends" if failure.is_unparsable else ""
    return failure.kind.finding(f"Prometheus cannot be queried: {failure}{ends}", advice)


def unanswered_nodes(replies: NodeReplies, measured: Measured, prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Yield why nodes were not answered: one finding for all that fail alike."""
    common = replies.common
    said_to_range = common if isinstance(common, QueryFailed) and common.error_type == "bad_data" else None
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


def of_published(outcome: QueryResult | QueryFailed, measured: Measured, node: str) -> ProbeFinding:
    """Return what is wrong with the query of the program of its own, and how to correct it."""
    if isinstance(outcome, QueryFailed):
        seen = f"Prometheus refuses it: {outcome}"
        upstream = findings.log_of_failed_query(measured.variant, outcome.upstream)
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
