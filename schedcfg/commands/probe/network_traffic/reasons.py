"""Why the plugin gets no value for a node: one reason, and one finding, for all nodes that fail alike."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.commands.probe.network_traffic.queries import (
    METRIC,
    UNAME,
    NodeReplies,
    QueryProblem,
    interfaces_by,
    name_label,
    published,
)
from schedcfg.commands.probe.network_traffic.results import (
    TrafficFinding,
    listed,
    log_of_count,
    log_of_failed_query,
    log_of_warnings,
)
from schedcfg.commands.probe.prometheus import Labels, Prometheus, QueryFailed, QueryResult, ResultType
from schedcfg.commands.probe.request import FailureKind, RequestFailed
from schedcfg.document.golang.text import one_line
from schedcfg.document.secrets import has_login, without_login
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

_CHECK = (
    "Check host, port and path; Prometheus' own port is 9090, and its node exporters' is 9100. If it runs under a path "
    "(`--web.external-url`), the address has to contain it."
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
_OF_STATUS = {401: _LOGIN, 403: _LOGIN, **dict.fromkeys((502, 503, 504), _UNAVAILABLE)}
_UNPARSABLE = (
    "Check the interface's name, the time range and the nodes' names: the plugin puts them into the query unchanged. A "
    "redirect can drop the query: then write the final address."
)
_INTERFERING = (
    "Run the query on Prometheus' own page to see which series interfere; if two jobs scrape the same exporter, remove "
    "one, or let it drop these metrics (metric_relabel_configs)."
)


def why_failed(failure: QueryProblem, measured: Measured, prometheus: Prometheus) -> ProbeFinding:
    """Return the finding of a query that has no result."""
    if isinstance(failure, RequestFailed):
        # `NewClient` fails where `net/url` does, before anything is asked.
        ends = ". The plugin cannot create its client, and the scheduler ends" if failure.is_unparsable else ""
        advice = _OF_THE_PLUGIN.get(failure.kind) or failure.help
        return failure.kind.finding(f"Prometheus cannot be queried: {failure}{ends}", advice)
    upstream = log_of_failed_query(measured.variant, failure.upstream)
    moved = ""
    if failure.redirects:
        moved = f", after a redirect to {without_login(one_line(failure.redirects[-1].partition('?')[0]))}"
    if failure.error_type is not None:
        advice = _UNPARSABLE if failure.error_type == "bad_data" else _INTERFERING
        return TrafficFinding.QUERY_FAILED.finding(f"Prometheus refuses it{moved}: {failure}", advice, upstream)
    start = f'it starts with "{str(failure)[:80]}"' if str(failure) else "it is empty"
    refused = _OF_STATUS.get(failure.status) is _LOGIN and has_login(prometheus.address)
    sent = ". Credentials were sent: they are wrong, or not sufficient" if refused else ""
    message = f"the response{moved} is not one of Prometheus: it has the status {failure.status}, and {start}{sent}"
    return TrafficFinding.NOT_PROMETHEUS.finding(message, _OF_STATUS.get(failure.status, _CHECK), upstream)


def unanswered_nodes(replies: NodeReplies, measured: Measured, prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Yield why nodes were not answered."""
    common = replies.common
    if common is not None:
        yield why_failed(common, measured, prometheus)
    alike: dict[str, list[str]] = {}
    for node, failure in replies.failures.items():
        if failure is not common:
            # What follows the first brace are the labels of series, which differ from node to node.
            alike.setdefault(str(failure).partition("{")[0], []).append(node)
    for nodes in alike.values():
        yield replace(why_failed(replies.failures[nodes[0]], measured, prometheus), nodes=tuple(filter(None, nodes)))
    if replies.late:
        yield TrafficFinding.TOO_SLOW.finding(
            f"{len(replies.left)} nodes were not queried: the queries before took too long",
            "The plugin queries every node for every Pod, and waits for all responses: with a Prometheus this slow, "
            "scheduling almost stops. Use a shorter time range, or record the query as a rule.",
            nodes=replies.left,
        )


def why_published_fails(outcome: QueryResult | QueryFailed, measured: Measured, node: str) -> ProbeFinding:
    """Return what is wrong with the query of the program of its own, and how to correct it."""
    if isinstance(outcome, QueryFailed):
        seen = f"Prometheus refuses it: {outcome}"
        upstream = log_of_failed_query(measured.variant, outcome.upstream)
    else:
        seen = f"it finds {len(outcome.samples)} samples"
        upstream = log_of_count(measured.variant, len(outcome.samples))
    return TrafficFinding.PUBLISHED_QUERY.finding(
        f"the published program queries {published(measured, node)}, and {seen}. It has two bugs: node, interface and "
        "range are in the wrong places of the query, and an `s` is appended to a range that already has a unit. It "
        f"fails for every node ({listed([node])} was tried), and no Pod is scheduled",
        "In GetGauge of pkg/prometheus.go, pass the interface, the range and the node to Sprintf in this order, and "
        "write [%s] instead of [%ss] in nodeMeasureQueryTemplate. The values here are those of the intended query.",
        upstream,
    )


_GO_TYPES = {ResultType.SCALAR: "*model.Scalar", ResultType.MATRIX: "model.Matrix"}


def odd_answers(replies: Mapping[str, QueryResult], measured: Measured) -> Iterator[ProbeFinding]:
    """Yield what is wrong with answers that have not exactly one sample (node → answer), and what was remarked."""
    odd = {node: reply.type for node, reply in replies.items() if reply.type in _GO_TYPES}
    if odd:
        kind = next(iter(odd.values()))
        yield TrafficFinding.NO_VECTOR.finding(
            f"the response for {listed(list(odd))} is a {kind}, not a list of samples: the plugin does not check the "
            "type, and the whole scheduler crashes",
            "Prometheus never responds to this query like this: check what runs at this address.",
            f"panic: interface conversion: model.Value is {_GO_TYPES[kind]}, not model.Vector",
            tuple(odd),
        )
    alike: dict[tuple[str, ...], list[str]] = {}
    for node, reply in replies.items():
        if reply.type is ResultType.VECTOR and len(reply.samples) > 1:
            alike.setdefault(_different([sample.labels for sample in reply.samples]), []).append(node)
    for labels, nodes in alike.items():
        samples = replies[nodes[0]].samples
        values = {label: {one_line(sample.labels.get(label, "")) or "none" for sample in samples} for label in labels}
        differences = ", ".join(f"{one_line(label)} ({listed(sorted(values[label]))})" for label in labels[:_SHOWN])
        yield TrafficFinding.SEVERAL.finding(
            f"{len(samples)} samples for {listed(nodes)}, which {f'differ in {differences}' if labels else 'are equal'}"
            "; the plugin only accepts one",
            "Make the query find one series: write the interface, have one job only scrape an exporter, give each node "
            "a name of its own.",
            log_of_count(measured.variant, len(samples)),
            nodes,
        )
    remarked = sorted({warning for reply in replies.values() for warning in reply.warnings})
    if remarked:
        upstream = log_of_warnings(measured.variant, remarked)
        yield TrafficFinding.PROMETHEUS_WARNS.finding(f"Prometheus warns: {listed(remarked)}", upstream=upstream)


_SHOWN = 3


def _different(series: Sequence[Labels]) -> tuple[str, ...]:
    names = sorted({name for labels in series for name in labels})
    return tuple(name for name in names if len({labels.get(name) for labels in series}) > 1)


_NO_EXPORTER = (
    "Run node exporter on each node (a DaemonSet with `hostNetwork: true` that tolerates all taints), have Prometheus "
    "scrape it, and let that job write the node's name in Kubernetes into {label}. One node without it prevents every "
    "Pod from being scheduled."
)
_NO_INTERFACE = (
    "The plugin uses one name for all nodes: use an interface that each has, or give it the same name on each."
)


def missing_samples(measured: Measured, nodes: Sequence[str], prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Ask which interfaces there are, and yield for the nodes without a sample what they lack."""
    label = name_label(measured.variant)
    try:
        interfaces = _interfaces(measured, prometheus)
    except (RequestFailed, QueryFailed) as failure:
        again = "Run this again, with a longer --timeout if Prometheus is slow."
        yield _no_sample(measured, nodes, f"the reason is unknown, because a further query failed: {failure}", again)
        return
    unknown = [node for node in nodes if node not in interfaces]
    lacking = [node for node in nodes if measured.interface not in interfaces.get(node, {measured.interface})]
    seldom = [node for node in nodes if measured.interface in interfaces.get(node, ())]
    there = sorted(set().union(*(interfaces[node] for node in lacking)))
    there_is = f"it has an interface named {', '.join(map(one_line, there[:_SHOWN_INTERFACES]))}"
    scraped = f"it only has {listed(sorted(interfaces))}" if interfaces else "it has none of any node"
    for concerned, reason, advice in (
        (unknown, f"it has no {METRIC} with such a {label}; {scraped}", _NO_EXPORTER.format(label=label)),
        (lacking, f'not one of an interface "{one_line(measured.interface)}"; {there_is}', _NO_INTERFACE),
        (seldom, f"none from the last {measured.minutes} min", "Use a time range of at least four scrapes."),
    ):
        if concerned:
            yield _no_sample(measured, concerned, reason, advice)


_SHOWN_INTERFACES = 30


def _no_sample(measured: Measured, nodes: Sequence[str], reason: str, advice: str) -> ProbeFinding:
    message = f"Prometheus has no sample of {listed(nodes)}: {reason}"
    return TrafficFinding.NO_SAMPLE.finding(message, advice, log_of_count(measured.variant, 0), nodes)


def _interfaces(measured: Measured, prometheus: Prometheus) -> dict[str, set[str]]:
    """Return node → its interfaces, for all nodes.

    Raises:
        RequestFailed: if no answer came.
        QueryFailed: if it holds no result.
    """
    # Not joined by Prometheus, which would refuse it for all nodes where one has two series.
    names: dict[str, str] | None = None
    if measured.variant is Variant.OWN:
        unames = prometheus.query(UNAME).samples
        names = {sample.labels.get("instance", ""): sample.labels.get("nodename", "") for sample in unames}
    label = name_label(measured.variant) if names is None else "instance"
    interfaces: dict[str, set[str]] = {}
    for sample in prometheus.query(interfaces_by(label)).samples:
        written = sample.labels.get(label, "")
        node = written if names is None else names.get(written, "")
        if node:
            interfaces.setdefault(node, set()).add(sample.labels.get("device", ""))
    return interfaces
