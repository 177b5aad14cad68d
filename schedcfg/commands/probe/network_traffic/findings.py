"""Everything that querying Prometheus for NetworkTraffic can find.

The words of logs are those of the plugin and of kube-scheduler 1.19, for which both programs are made.
"""

from schedcfg.commands.probe.findings import FindingKind, ProbeFinding, cards
from schedcfg.commands.probe.network_traffic.prometheus import QueryFailed
from schedcfg.document.secrets import has_login
from schedcfg.findings import Severity
from schedcfg.integrations.http import FailureKind, RequestFailed
from schedcfg.plugins.network_traffic import Measured, Variant


class TrafficFinding(FindingKind):
    """What can be found besides failures to reach Prometheus."""

    NO_PROFILE = "no-network-traffic", "No profile of the file scores with NetworkTraffic"
    WRONG_ARGS = "wrong-args", "The Args cannot be read as those of a published NetworkTraffic"
    NO_NODES = "no-nodes", "There is no node to query"
    NOT_PROMETHEUS = "not-prometheus", "The response has a status or a body that is not one of Prometheus"
    PUBLISHED_QUERY = "published-query", "The program's query, as published, always fails"
    QUERY_FAILED = "query-failed", "Prometheus cannot parse or evaluate the query"
    NO_SAMPLE = "no-sample", "A node has no sample; the plugin accepts exactly one"
    SEVERAL = "more-than-one-sample", "A node has more than one sample; the plugin accepts exactly one"
    ALL_ZERO = "all-zero", "No node has a value above zero; the plugin divides by zero"
    UNUSABLE = "unusable-value", "A value, or 100 times it, does not fit into a 64-bit integer"
    COUNTER_SUMMED = (
        "counter-summed",
        "The query sums a counter, which measures uptime more than traffic",
        Severity.WARNING,
    )


_OF_TLS_SETTINGS = {FailureKind.UNREADABLE_FILE, FailureKind.WRONG_TLS_SETTINGS}
"""The plugin has none."""

FINDING_CARDS = cards(
    "probe network-traffic",
    TrafficFinding,
    (kind for kind in FailureKind if kind not in _OF_TLS_SETTINGS),
    Severity.ERROR,
)

_NAMES = {Variant.FORK: "[NetworkTraffic]", Variant.OWN: "[NetworkTraffic Plugin]"}


def log_of(variant: Variant, text: str) -> str:
    """Return the log's line of an error (`RunScorePlugins` in `framework/runtime/framework.go`), the first of all."""
    return (
        f'error while running score plugin for pod "…": error getting node bandwidth measure: {_NAMES[variant]} {text}'
    )


def log_of_count(variant: Variant, samples: int) -> str:
    """Return the log's line of a response that has not exactly one sample."""
    return log_of(variant, f"Invalid response, expected 1 value, got {samples}")


_OF_THE_PLUGIN = {
    FailureKind.TLS: "The plugin only trusts the CAs of its own machine or image, shows no client certificate, and has "
    "no setting for either: add the CA to the scheduler's image, use a host name that is in the certificate, or use "
    "http:// inside the cluster.",
    FailureKind.TIMEOUT: "The plugin only gives up if no connection is made: it would wait for a response forever, and "
    "so would every Pod. A firewall that drops packets, or a query over too much data, looks like this. --timeout "
    "raises the limit here.",
}
"""What there is to say of the plugin instead of what helps with any server."""

_LOGIN = (
    "The plugin can only send credentials as part of the address (http://user:password@host:9090), where everyone "
    "who reads the configuration sees them; it cannot send a token. Allow the scheduler to query Prometheus without "
    "authentication inside the cluster, or run a proxy that adds the token."
)
_UNAVAILABLE = (
    "Prometheus responds like this while it starts and reads its write-ahead log; a proxy does if it does not find "
    "Prometheus. Until that ends, no Pod is scheduled."
)
_OF_STATUS = {401: _LOGIN, 403: _LOGIN, **dict.fromkeys((502, 503, 504), _UNAVAILABLE)}
_CHECK = (
    "Check host, port and path; Prometheus' own port is 9090, and its node exporters' is 9100. If it runs under a path "
    "(`--web.external-url`), the address has to contain it."
)


def why_failed(failure: RequestFailed | QueryFailed, measured: Measured) -> ProbeFinding:
    """Return the finding of a query that has no result."""
    if isinstance(failure, RequestFailed):
        advice = _OF_THE_PLUGIN.get(failure.kind, failure.help)
        message = f"Prometheus cannot be queried: {failure}"
        return ProbeFinding(failure.kind.id, Severity.ERROR, message, advice)
    if failure.error_type is not None:
        return TrafficFinding.QUERY_FAILED.finding(
            f"Prometheus refuses the query: {failure}",
            "Check the interface's name and the time range: the plugin puts them into the query unchanged. If series "
            "interfere, as two jobs scrape the same exporter, remove one of the jobs.",
            log_of(measured.variant, f"Error querying prometheus: {failure.error_type}: {failure}"),
        )
    seen = f'starts with "{str(failure)[:80]}"' if str(failure) else "is empty"
    refused = _OF_STATUS.get(failure.status) is _LOGIN and has_login(measured.address)
    sent = ". Credentials were sent: they are wrong, or not sufficient" if refused else ""
    message = f"the response is not one of Prometheus: it has the status {failure.status}, and {seen}{sent}"
    return TrafficFinding.NOT_PROMETHEUS.finding(message, _OF_STATUS.get(failure.status, _CHECK))


NO_PROFILE = TrafficFinding.NO_PROFILE.finding(
    "no profile scores with NetworkTraffic, so there is nothing to query",
    "Enable NetworkTraffic at `score`; `schedcfg generate profile network-traffic` writes such a configuration.",
)
WRONG_ARGS = TrafficFinding.WRONG_ARGS.finding(
    "the Args cannot be read as those of a published NetworkTraffic: the scheduler would not start with them",
    "`schedcfg validate` shows which field is wrong.",
)
ALL_ZERO = TrafficFinding.ALL_ZERO.finding(
    "according to these values, no node has received anything: the plugin divides by the highest value, which is zero, "
    "and the whole scheduler crashes, as nothing recovers from it",
    "Use an interface that carries traffic (`lo` often has none), or divide by at least 1 in the plugin.",
    'Observed a panic: "integer divide by zero" (runtime error: integer divide by zero)',
)
COUNTER_SUMMED = TrafficFinding.COUNTER_SUMMED.finding(
    "the query adds up a counter, whose samples are the number of bytes received since the node started. It measures "
    "how long a node has run and how much it received in all that time, times the number of samples, and almost "
    "nothing of its current traffic",
    "No setting fixes this: change the query in the plugin's source, or let an extender query the rate, as that of "
    "examples/network-traffic does.",
)
