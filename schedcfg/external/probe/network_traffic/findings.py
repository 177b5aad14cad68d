"""Everything that `schedcfg probe network-traffic` can find, and how it is worded in the log.

The words are those of the plugin and of kube-scheduler 1.19, for which both programs are made.
"""

from collections.abc import Sequence

from schedcfg.document.golang.text import one_line
from schedcfg.document.texts import listing, without_login
from schedcfg.external.probe.findings import FindingKind
from schedcfg.external.probe.request import FailureKind
from schedcfg.findings import Severity
from schedcfg.plugins.network_traffic import Variant

_WARNING, _INFO = Severity.WARNING, Severity.INFO


class TrafficFinding(FindingKind):
    """What can be found besides failures to reach Prometheus: id, in one line, severity."""

    NO_PROFILE = "no-network-traffic", "No profile of the file scores with NetworkTraffic"
    WRONG_ARGS = "wrong-args", "The Args cannot be read as those of a published NetworkTraffic"
    NO_ADDRESS = "no-address", "The Args do not contain the address of Prometheus"
    NO_INTERFACE_NAMED = "no-interface-named", "The Args do not name a network interface"
    NO_RANGE = "no-time-range", "The time range is zero or negative"
    NO_NODES = "no-nodes", "There is no node to query"
    WRONG_STATUS = "wrong-status", "The status is no success, and Prometheus does not explain it"
    NOT_PROMETHEUS = "not-prometheus", "The server is not Prometheus"
    NO_VECTOR = "no-vector", "The response is not a list of samples; the plugin makes the scheduler crash"
    REDIRECTED = "redirected", "The request is redirected to another path on the same server", _WARNING
    PUBLISHED_QUERY = "published-query", "The program's query, as published, always fails"
    UNPARSABLE_QUERY = "unparsable-query", "Prometheus cannot parse the query"
    QUERY_FAILED = "query-failed", "Prometheus cannot evaluate the query for a node"
    TOO_SLOW = "too-slow", "There was not enough time to query all nodes"
    PROMETHEUS_WARNS = "prometheus-warns", "Prometheus adds a warning", _INFO
    NO_METRIC = "no-metric", "Prometheus has no series of the counter with the name of a node"
    NO_INTERFACE = "no-interface", "Nodes have no interface of that name"
    UNKNOWN_NODE = "unknown-node", "Prometheus scrapes no node of this name"
    UNEXPLAINED = "unexplained", "There is no sample, and Prometheus did not respond to further queries"
    SEVERAL = "more-than-one-sample", "A node has more than one sample; the plugin accepts exactly one"
    SHORT_RANGE = "short-time-range", "The time range contains no sample of an interface that is there"
    ALL_ZERO = "all-zero", "No node has a value above zero; the plugin divides by zero"
    UNUSABLE = "unusable-value", "A value cannot be converted to a 64-bit integer"
    OVERFLOW = "overflow", "A value times 100 does not fit into 64 bits"
    INVALID_SCORE = "invalid-score", "A score is outside of 0 to 100 after normalization"
    COUNTER_SUMMED = "counter-summed", "The query sums a counter, which measures uptime more than traffic", _WARNING
    OTHER_BEST = "other-node-is-best", "By their rates, another node is the best", _WARNING
    ONE_NODE = "one-node", "There is only one node; kube-scheduler does not score then", _INFO


KINDS: tuple[FindingKind, ...] = (
    *TrafficFinding,
    *(kind for kind in FailureKind if kind is not FailureKind.WRONG_TLS_SETTINGS),
)
"""All that can be found; the plugin has no settings of TLS."""

FINDING_CARDS = tuple(kind.card("probe network-traffic") for kind in KINDS)

_SHOWN = 5


def listed(names: Sequence[str]) -> str:
    """Return the first few names, and the number of the others; a server may have given the names."""
    return listing(list(map(one_line, names)), _SHOWN)


def shown_address(url: str) -> str:
    """Return an address that a server gave without its login and its parameters, which may be secrets."""
    return without_login(one_line(url.partition("?")[0]))


_NAMES = {Variant.FORK: "[NetworkTraffic]", Variant.OWN: "[NetworkTraffic Plugin]"}


def _score(text: str) -> str:
    """Return the log's line of an error (`RunScorePlugins` in `framework/runtime/framework.go`), the first of all."""
    return f'error while running score plugin for pod "…": error getting node bandwidth measure: {text}'


def log_of_failed_query(variant: Variant, error: str) -> str:
    """Return the log's line of a query that failed; empty where it is not known how Go words the error."""
    return _score(f"{_NAMES[variant]} Error querying prometheus: {error}") if error else ""


def log_of_count(variant: Variant, samples: int) -> str:
    """Return the log's line of an answer that has not exactly one sample."""
    return _score(f"{_NAMES[variant]} Invalid response, expected 1 value, got {samples}")


def log_of_warnings(variant: Variant, said_besides: Sequence[str]) -> str:
    """Return the log's line of what Prometheus remarks besides."""
    return f"{_NAMES[variant]} Warnings: [{listed(said_besides)}]"
