"""Everything that `schedcfg probe network-traffic` can find, and how it is worded in the log.

The words are those of the plugin and of kube-scheduler 1.19, for which both programs are made.
"""

from collections.abc import Sequence

from schedcfg.document.golang.text import one_line
from schedcfg.document.texts import listing
from schedcfg.external.probe.findings import FindingKind
from schedcfg.external.probe.request import FailureKind
from schedcfg.findings import Severity
from schedcfg.plugins.network_traffic import Variant


class TrafficFinding(FindingKind):
    """What can be found besides failures to reach Prometheus: id, in one line, severity."""

    NO_PROFILE = "no-network-traffic", "No profile of the file scores with NetworkTraffic"
    WRONG_ARGS = "wrong-args", "The Args cannot be read as those of a published NetworkTraffic"
    NO_NODES = "no-nodes", "There is no node to query"
    NOT_PROMETHEUS = "not-prometheus", "The response has a status or a body that is not one of Prometheus"
    NO_VECTOR = "no-vector", "The response is not a list of samples; the plugin makes the scheduler crash"
    PUBLISHED_QUERY = "published-query", "The program's query, as published, always fails"
    QUERY_FAILED = "query-failed", "Prometheus cannot parse or evaluate the query"
    TOO_SLOW = "too-slow", "There was not enough time to query all nodes"
    PROMETHEUS_WARNS = "prometheus-warns", "Prometheus adds a warning", Severity.INFO
    NO_SAMPLE = "no-sample", "A node has no sample; the plugin accepts exactly one"
    SEVERAL = "more-than-one-sample", "A node has more than one sample; the plugin accepts exactly one"
    ALL_ZERO = "all-zero", "No node has a value above zero; the plugin divides by zero"
    UNUSABLE = "unusable-value", "A value, or 100 times it, does not fit into a 64-bit integer"
    INVALID_SCORE = "invalid-score", "A score is outside of 0 to 100 after normalization"
    COUNTER_SUMMED = (
        "counter-summed",
        "The query sums a counter, which measures uptime more than traffic",
        Severity.WARNING,
    )


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


def log_of_warnings(variant: Variant, warnings: Sequence[str]) -> str:
    """Return the log's line of what Prometheus remarks besides."""
    return f"{_NAMES[variant]} Warnings: [{listed(warnings)}]"
