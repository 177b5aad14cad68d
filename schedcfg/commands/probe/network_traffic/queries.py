"""What each published NetworkTraffic asks Prometheus, byte for byte, and what it should ask."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from schedcfg.commands.probe.prometheus import Prometheus, QueryFailed, QueryResult
from schedcfg.commands.probe.request import RequestFailed
from schedcfg.document.golang.duration import render
from schedcfg.document.golang.numbers import wrapped_int64
from schedcfg.document.golang.text import one_line
from schedcfg.plugins.network_traffic import Measured, Variant

METRIC = "node_network_receive_bytes_total"
"""Bytes received since the node was started, for each interface; node exporter counts them."""
UNAME = "node_uname_info"
"""Always 1; its label `nodename` is the node's own name."""
NODE_LABEL = "kubernetes_node"
"""By which the fork finds a node's series."""

_MINUTE = 60_000_000_000


def published(measured: Measured, node: str) -> str:
    """Write the query that the program sends. Names are put in as they are: Go's `Sprintf` escapes nothing.

    The program of its own gives its template the node, the interface and the range where that expects the interface,
    the range and the node, and an `s` follows what is a whole duration already.
    """
    span = render(wrapped_int64(measured.minutes * _MINUTE))
    if measured.variant is Variant.FORK:
        return f'sum_over_time({METRIC}{{{NODE_LABEL}="{node}",device="{measured.interface}"}}[{span}])'
    return _joined_query(node, f"{measured.interface}s", span)


def meant(measured: Measured, node: str) -> str:
    """Write the query that its author meant; of the fork that is the one it sends."""
    if measured.variant is Variant.FORK:
        return published(measured, node)
    return _joined_query(measured.interface, f"{measured.minutes * 60}s", node)


def better(measured: Measured, node: str) -> str:
    """Write a query that measures traffic: bytes per second, whatever the value of the counter before."""
    span = f"{measured.minutes}m"
    if measured.variant is Variant.FORK:
        return f'sum(rate({METRIC}{{{NODE_LABEL}="{node}",device="{measured.interface}"}}[{span}]))'
    return (
        f'sum(rate({METRIC}{{device="{measured.interface}"}}[{span}])'
        f' * on(instance) group_left(nodename) {UNAME}{{nodename="{node}"}})'
    )


def of_all(measured: Measured, operator: str, function: str) -> str:
    """Write a query that applies a function of ranges (`rate`, `count_over_time`) to all nodes at once.

    The operator (`sum`, `max`) makes one value of what a node has; see `name_label` for the label of nodes.
    """
    inner = f"{function}({METRIC}{{device={quoted(measured.interface)}}}[{measured.minutes}m])"
    if measured.variant is Variant.FORK:
        return f"{operator} by ({NODE_LABEL}) ({inner})"
    return f"{operator} by (nodename) ({inner} * on(instance) group_left(nodename) {UNAME})"


def interfaces_by(label: str) -> str:
    """Write a query for the interfaces that there are: a series for each value of a label and each `device`."""
    return f"count by ({label}, device) ({METRIC})"


def name_label(variant: Variant) -> str:
    """Return the label that has to contain the node's name."""
    return NODE_LABEL if variant is Variant.FORK else "nodename"


def quoted(text: str) -> str:
    """Write a text as PromQL's strings are written."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def fits_into_query(node: str) -> bool:
    """Check whether a name stays what it is in a query: the programs escape nothing. All names of Kubernetes do."""
    return quoted(node) == f'"{node}"'


def _joined_query(device: str, span: str, nodename: str) -> str:
    left = f'sum_over_time({METRIC}{{device="{device}"}}[{span}])'
    return f'{left} * on(instance) group_left(nodename) ({UNAME}{{nodename="{nodename}"}})'


def known_nodes(prometheus: Prometheus, variant: Variant) -> tuple[str, ...]:
    """Return the nodes that Prometheus knows, sorted: by the fork's label, else by what the nodes call themselves.

    Raises:
        RequestFailed: if no answer came.
        QueryFailed: if it holds no result.
    """
    labelled = _values(prometheus, METRIC, NODE_LABEL) if variant is Variant.FORK else ()
    return labelled or _values(prometheus, UNAME, "nodename")


def _values(prometheus: Prometheus, metric: str, label: str) -> tuple[str, ...]:
    samples = prometheus.query(f"count by ({label}) ({metric})").samples
    names = {sample.labels.get(label, "") for sample in samples}
    # No node of Kubernetes has a name that could not be printed, or that would break the query.
    return tuple(sorted(name for name in names if name and one_line(name) == name and fits_into_query(name)))


_IN_PARALLEL = 8
"""The framework has 16 at work; a probe need not press as hard."""
_QUERIES_IN_TOTAL = 12
"""For how many times one query's time all queries together may take."""

QueryProblem = RequestFailed | QueryFailed


@dataclass(frozen=True, slots=True)
class NodeReplies:
    """What became of the queries."""

    replies: Mapping[str, QueryResult]  # Node → answer, for those that were answered
    failures: Mapping[str, QueryProblem]  # Node → why it was not; one node where all would fail alike
    left: tuple[str, ...] = ()  # The nodes that were not asked any more, as all would fail alike or no time was left
    late: bool = False

    @property
    def common(self) -> QueryProblem | None:
        """The failure that all nodes share; None where each has its own, or none."""
        return next((one for node, one in self.failures.items() if is_common(one, node)), None)


def is_answered(failure: QueryProblem) -> bool:
    """Check whether Prometheus itself reports what is wrong, so that another query may do better."""
    return isinstance(failure, QueryFailed) and failure.error_type is not None


def is_common(failure: QueryProblem, node: str) -> bool:
    """Check whether other nodes would fail likewise: what a query finds differs, and a name may break the query."""
    if isinstance(failure, RequestFailed) or not is_answered(failure):
        return True
    return failure.error_type != "execution" and fits_into_query(node)


def query_nodes(prometheus: Prometheus, queries: Mapping[str, str]) -> NodeReplies:
    """Ask one query for each node (node → query), in order.

    The first is asked alone: thousands of nodes do not wait for a server that is not there.
    """
    asker = _Asker(prometheus, time.monotonic() + _QUERIES_IN_TOTAL * prometheus.limits.seconds)
    first, *others = queries
    found = {first: asker.ask(first, queries[first])}
    with ThreadPoolExecutor(_IN_PARALLEL) as pool:
        found.update(zip(others, pool.map(asker.ask, others, (queries[node] for node in others)), strict=True))
    return NodeReplies(
        replies={node: one for node, one in found.items() if isinstance(one, QueryResult)},
        failures={node: one for node, one in found.items() if isinstance(one, QueryProblem)},
        left=tuple(node for node, one in found.items() if one is None),
        late=asker.late.is_set(),
    )


class _Asker:
    def __init__(self, prometheus: Prometheus, end: float) -> None:
        self.late = Event()
        self._closed = Event()
        self._prometheus = prometheus
        self._end = end

    def ask(self, node: str, query: str) -> QueryResult | QueryProblem | None:
        """Ask, unless it is of no use any more."""
        if self._closed.is_set():
            return None
        if time.monotonic() > self._end:
            self.late.set()
            return None
        try:
            return self._prometheus.query(query)
        except (RequestFailed, QueryFailed) as failure:
            if is_common(failure, node):
                self._closed.set()
            return failure
