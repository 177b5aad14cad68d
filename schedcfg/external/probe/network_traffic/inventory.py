"""What Prometheus knows beyond what the plugin asks for; it explains what the plugin meets.

Which nodes, targets and interfaces there are is asked only where a node's own query gave no value, or a name is needed;
then the rates of all nodes.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from schedcfg.document.golang.text import quote_meta
from schedcfg.external.probe.network_traffic import measurements
from schedcfg.external.probe.network_traffic.queries import METRIC, UNAME, QueryProblem, name_label, of_all, quoted
from schedcfg.external.probe.network_traffic.results import RatedTraffic
from schedcfg.external.probe.prometheus import Labels, Prometheus, QueryFailed, SeriesSample
from schedcfg.external.probe.request import RequestFailed
from schedcfg.plugins.network_traffic import Measured, Variant


class SideQueries:
    """Queries; what is not answered counts as nothing, and an unreachable server is not queried again.

    Attributes:
        failure: The first query's that was not answered; None where all were.
    """

    def __init__(self, prometheus: Prometheus) -> None:
        """Begin to ask."""
        self.failure: QueryProblem | None = None
        self._prometheus = prometheus
        self._is_over = False

    def answered(self, query: str) -> tuple[SeriesSample, ...]:
        """Return a query's samples; none where it is not answered."""
        if self._is_over:
            return ()
        try:
            return self._prometheus.query(query).samples
        except (RequestFailed, QueryFailed) as failure:
            self._note(failure)
            return ()

    def _note(self, failure: QueryProblem) -> None:
        self.failure = self.failure or failure
        self._is_over = isinstance(failure, RequestFailed)


_NAMED = 40
"""Nodes that are named in a query; more would make it too long."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """What is scraped."""

    targets: tuple[Labels, ...]  # The labels of each target that serves the counter, without those of single interfaces
    devices: tuple[str, ...]  # The names of all interfaces, sorted
    unames: tuple[Labels, ...]  # The labels of `node_uname_info`
    down: tuple[Labels, ...]  # The targets whose last scrape failed: labels of `up`
    jobs: tuple[str, ...]


def take_inventory(server: SideQueries) -> Inventory:
    """Return what is scraped; what cannot be answered counts as nothing."""
    up = server.answered("up")
    return Inventory(
        targets=tuple(sample.labels for sample in server.answered(f"count without (device) ({METRIC})")),
        devices=_sort(server.answered(f"count by (device) ({METRIC})"), "device"),
        unames=tuple(sample.labels for sample in server.answered(UNAME)),
        down=tuple(sample.labels for sample in up if sample.value == 0),
        jobs=_sort(up, "job"),
    )


def interfaces(server: SideQueries, measured: Measured, nodes: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the interfaces that nodes have; those that have none are left out, others may be among them."""
    return _interfaces_by_node(server, measured, _select(measured, METRIC, nodes), _select(measured, UNAME, nodes))


def _select(measured: Measured, metric: str, nodes: Collection[str]) -> str:
    """Return a selector of the series of some nodes, or of all where too many are to be named."""
    is_named = metric == (METRIC if measured.variant is Variant.FORK else UNAME)
    if is_named and len(nodes) <= _NAMED:
        names = "|".join(map(quote_meta, nodes))
        return f"{metric}{{{name_label(measured.variant)}=~{quoted(names)}}}"
    return f"{metric}{{}}"


def _interfaces_by_node(
    server: SideQueries, measured: Measured, counter: str, uname: str
) -> dict[str, tuple[str, ...]]:
    label = name_label(measured.variant)
    joined = "" if measured.variant is Variant.FORK else f" * on(instance) group_left(nodename) {uname}"
    found: dict[str, set[str]] = {}
    for sample in server.answered(f"count by ({label}, device) ({counter}{joined})"):
        found.setdefault(sample.labels.get(label, ""), set()).add(sample.labels.get("device", ""))
    return {node: tuple(sorted(devices)) for node, devices in found.items()}


def _sort(samples: Iterable[SeriesSample], label: str) -> tuple[str, ...]:
    return tuple(sorted({sample.labels[label] for sample in samples if sample.labels.get(label)}))


def sample_counts(measured: Measured, server: SideQueries, values: Mapping[str, float]) -> dict[str, int]:
    """Return how many samples of each node the range holds (node → its sum), where that is known."""
    averages = _values_by_node(measured, server, of_all(measured, "max", "avg_over_time"))
    counts = _values_by_node(measured, server, of_all(measured, "max", "count_over_time"))
    found = {name: _samples(value, averages.get(name, 0.0), counts.get(name)) for name, value in values.items()}
    return {name: samples for name, samples in found.items() if samples is not None}


def rates(measured: Measured, server: SideQueries, names: Collection[str]) -> dict[str, RatedTraffic]:
    """Return the rates of nodes, with the ranks that the plugin would give by them; a rate takes two samples."""
    rated = _values_by_node(measured, server, of_all(measured, "sum", "rate"))
    known = {name: rated[name] for name in names if name in rated}
    standings = measurements.standings({name: int(rate) for name, rate in known.items()})
    return {name: RatedTraffic(rate, *standings.get(name, ())) for name, rate in known.items()}


def _samples(value: float, average: float, count: float | None) -> int | None:
    """Return how many samples make a sum: by their average, which a sample that came meanwhile hardly changes."""
    if average > 0 and 0 < value < math.inf:
        return round(value / average)
    return None if count is None else int(count)


def _values_by_node(measured: Measured, server: SideQueries, query: str) -> Mapping[str, float]:
    label = name_label(measured.variant)
    samples = server.answered(query)
    return {sample.labels.get(label, ""): sample.value for sample in samples if math.isfinite(sample.value)}
