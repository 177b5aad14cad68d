"""One query for each node, as the framework runs a score plugin: several at a time, and no more after a failure."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from schedcfg.external.probe.network_traffic.queries import fits_into_query
from schedcfg.external.probe.prometheus import Prometheus
from schedcfg.external.probe.prometheus_reply import QueryFailed, QueryFailure, QueryResult
from schedcfg.external.probe.request import RequestFailed

_IN_PARALLEL = 8
"""The framework has 16 at work; a probe need not press as hard."""
_QUERIES_IN_TOTAL = 12
"""For how many times one query's time all queries together may take."""

QueryProblem = RequestFailed | QueryFailed


@dataclass(frozen=True, slots=True)
class NodeReplies:
    """What became of the queries.

    Attributes:
        replies: Node → answer, for those that were answered.
        failures: Node → why it was not; one node where all would fail alike.
        left: The nodes that were not asked any more, as all would fail alike or no time was left.
        late: Whether that was for want of time.
    """

    replies: Mapping[str, QueryResult]
    failures: Mapping[str, QueryProblem]
    left: tuple[str, ...] = ()
    late: bool = False

    @property
    def common(self) -> QueryProblem | None:
        """The failure that all nodes share; None where each has its own, or none."""
        return next((one for node, one in self.failures.items() if is_common(one, node)), None)


def is_common(failure: QueryProblem, node: str) -> bool:
    """Check whether other nodes would fail likewise: what a query finds differs, and a name may break the query."""
    if isinstance(failure, RequestFailed) or failure.kind is not QueryFailure.API:
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
