"""What NetworkTraffic would make of the nodes: what `schedcfg probe network-traffic` shows, and all that it can find.

The words of logs are those of the plugin and of kube-scheduler 1.19, for which both programs are made.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from schedcfg.commands.probe.findings import FindingKind, ProbeFinding, ProbeReport
from schedcfg.commands.probe.request import FailureKind
from schedcfg.document.golang.text import one_line
from schedcfg.document.texts import listing
from schedcfg.findings import Severity
from schedcfg.plugins.network_traffic import Variant


class NodeSource(StrEnum):
    """Where the names of the nodes come from."""

    GIVEN = "--node"
    FILE = "--nodes"
    CLUSTER = "--kubeconfig"
    PROMETHEUS = "Prometheus"


@dataclass(frozen=True, slots=True)
class RatedTraffic:
    """By the counter's rate, which the published query does not measure.

    Attributes:
        bytes_per_second: Over the same time range; null where that is no number.
        score: After normalization, 0 to 100 where all is well; null where all rates are zero.
        rank: 1 for the best; equal scores share it; null where all rates are zero.
    """

    bytes_per_second: float | None
    score: int | None = None
    rank: int | None = field(default=None, metadata={"minimum": 1})


@dataclass(frozen=True, slots=True)
class NodeTraffic:
    """One node.

    Attributes:
        name: Its name.
        query: What Prometheus was asked, as the plugin asks it.
        value: The value of its only sample, cut to a whole number; null where there is none.
        samples: How many samples of the counter the range held; null where that is not known.
        score: After normalization, 0 to 100 where all is well; null where any node has no bytes, or the plugin would
            divide by zero.
        rank: 1 for the best; equal scores share it; null where any node has no bytes, or the plugin would divide by
            zero.
        rated: The same by the counter's rate; null where that was not measured.
    """

    name: str
    query: str
    value: int | None = field(default=None, metadata={"json": "bytes"})
    samples: int | None = field(default=None, metadata={"minimum": 0})
    score: int | None = None
    rank: int | None = field(default=None, metadata={"minimum": 1})
    rated: RatedTraffic | None = field(default=None, metadata={"json": "rate"})


@dataclass(frozen=True, slots=True)
class TrafficReport:
    """One profile's NetworkTraffic.

    Attributes:
        profile: The profile's name.
        line: Where its Args are, from 1; null where it has none.
        variant: Whose the Args are; null where they cannot be read, and nothing below is known.
        address: Prometheus, without a login.
        interface: The network interface.
        minutes: How far to look back.
        weight: The plugin's weight.
        node_source: Where the nodes' names come from.
        as_meant: Whether the published query cannot be parsed, and values are of what was meant.
        nodes: Best first where they have scores, else by name.
        better_query: What would measure traffic, for one node; null where nothing was measured.
        findings: What asking Prometheus showed, errors first.
    """

    profile: str
    line: int | None = field(metadata={"minimum": 1})
    variant: Variant | None
    address: str
    interface: str
    minutes: int
    weight: int
    node_source: NodeSource
    as_meant: bool = False
    nodes: tuple[NodeTraffic, ...] = ()
    better_query: str | None = None
    findings: tuple[ProbeFinding, ...] = field(default=(), metadata={"json": "probeFindings"})


@dataclass(frozen=True, slots=True)
class TrafficProbe(ProbeReport):
    """One file."""

    reports: tuple[TrafficReport, ...] = ()

    @property
    def all_findings(self) -> tuple[ProbeFinding, ...]:
        """Those, and the ones of the profiles."""
        return (*self.findings, *(finding for report in self.reports for finding in report.findings))


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
