"""Queries without a result: what each answer that holds none means, and what it is that answers.

What all nodes fail at alike is one finding.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlsplit

from schedcfg.document.golang.text import one_line
from schedcfg.document.texts import has_login, without_login
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.network_traffic import findings, unreachable
from schedcfg.external.probe.network_traffic.findings import TrafficFinding, listed
from schedcfg.external.probe.network_traffic.queries import NodeReplies, QueryProblem, published
from schedcfg.external.probe.prometheus import Prometheus
from schedcfg.external.probe.prometheus_reply import QueryFailed, QueryFailure, QueryResult, parse_json
from schedcfg.external.probe.request import HttpResponse, RequestFailed
from schedcfg.plugins.network_traffic import Measured, Variant

_OK = 200
_FOLLOWED = 3
"""Redirects of the front page that are tried as paths: Prometheus' own page is at the end of two or three."""
_CHECK = "Check host and port; Prometheus' own port is 9090, and its node exporters' is 9100."


class Recognised(NamedTuple):
    """What a server seems to be, and what to do about it."""

    description: str
    help: str


def recognise(prometheus: Prometheus) -> Recognised:
    """Ask a server what it is: by its state, its version, and where its front page leads."""
    version = _version(prometheus)
    if version is not None:
        return Recognised(
            f"but its version is that of Prometheus {version}",
            "Another server may respond in its place for this path or for POST: check the settings of the proxy.",
        )
    for prefix in _prefixes(prometheus):
        address = _below(prometheus.address, prefix)
        if _is_ready(replace(prometheus, address=address)):
            where = f"below {prefix}" if prefix else "without the path"
            return Recognised(f"Prometheus responds {where}", f"Write {without_login(address)} as the address.")
    name = _server(prometheus)
    what = f"the server identifies itself as {name}" if name else "the server does not identify itself"
    return Recognised(what, f"{_CHECK} If Prometheus runs under a path (`--web.external-url`), append it.")


def _get(prometheus: Prometheus, path: str) -> HttpResponse | None:
    try:
        return prometheus.get(path)
    except RequestFailed:
        return None


def _version(prometheus: Prometheus) -> str | None:
    answer = _get(prometheus, "/api/v1/status/buildinfo")
    found = parse_json(answer.body) if answer is not None and answer.status == _OK else None
    data = found.get("data") if isinstance(found, dict) else None
    version = data.get("version") if isinstance(data, dict) else None
    return one_line(version)[:40] if isinstance(version, str) else None


def _prefixes(prometheus: Prometheus) -> Iterator[str]:
    """Yield where Prometheus may be: at the address without its path, where the front page leads, at a usual place."""
    own = urlsplit(prometheus.address).path.rstrip("/")
    if own:
        yield ""
    answer = _get(replace(prometheus, address=_below(prometheus.address, "")), "/")
    led = () if answer is None else (answer.headers.get("location", ""), *answer.redirects)
    paths = [urlsplit(where).path.rstrip("/").removesuffix("/graph").removesuffix("/query") for where in led]
    for prefix in dict.fromkeys([*paths[:_FOLLOWED], "/prometheus"]):
        if prefix not in {"", own} and one_line(prefix) == prefix:
            yield prefix


def _below(address: str, prefix: str) -> str:
    parts = urlsplit(address)
    return parts._replace(path=prefix).geturl()


def _is_ready(prometheus: Prometheus) -> bool:
    answer = _get(prometheus, "/-/ready")
    return answer is not None and answer.status == _OK and b"Prometheus" in answer.body[:200]


def _server(prometheus: Prometheus) -> str:
    answer = _get(prometheus, "/")
    return one_line(answer.headers.get("server", ""))[:40] if answer is not None else ""


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
    """Return why an answer holds no result; where that is no answer of Prometheus, the server is asked what it is."""
    upstream = findings.log_of_failed_query(variant, failure.upstream)
    if failure.kind in {QueryFailure.NOT_JSON, QueryFailure.NO_RESULT}:
        return _not_prometheus(failure, recognise(prometheus), upstream)
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
        found = recognise(prometheus)
        message = f"there is no Prometheus API at this address (status 404); {found.description}"
        return TrafficFinding.NOT_FOUND.finding(message, found.help, upstream)
    repeated = f': "{failure}"' if str(failure) else ""
    if chosen is TrafficFinding.LOGIN and has_login(prometheus.address):
        repeated += ", although credentials were sent: they are wrong, or not sufficient"
    return chosen.finding(f"the response has the status {failure.status}{repeated}", _HELP[chosen], upstream)


def _not_prometheus(failure: QueryFailed, found: Recognised, upstream: str) -> ProbeFinding:
    start = f'"{str(failure)[:80]}"' if str(failure) else "nothing"
    moved = f" comes from {findings.shown_address(failure.redirects[-1])}," if failure.redirects else ""
    message = f"the response{moved} is not that of Prometheus, it starts with {start}; {found.description}"
    return TrafficFinding.NOT_PROMETHEUS.finding(message, found.help, upstream)


_BAD_DATA = "bad_data"


def explained(failure: QueryProblem, measured: Measured, prometheus: Prometheus) -> ProbeFinding:
    """Return the finding of a failure that all nodes share."""
    if isinstance(failure, RequestFailed):
        return unreachable.unreachable(failure, measured.variant)
    return unanswered(failure, measured.variant, prometheus)


def unanswered_nodes(replies: NodeReplies, measured: Measured, prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Yield why nodes were not answered: one finding for all that fail alike."""
    common = replies.common
    said_to_range = common if isinstance(common, QueryFailed) and common.error_type == _BAD_DATA else None
    senseless = tuple(unreachable.no_range(measured, said_to_range))
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
