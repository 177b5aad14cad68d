"""What Prometheus knows beyond what the plugin asks for; it explains what the plugin meets.

Which nodes, targets and interfaces there are is asked only where a node's own query gave no value, or a name is needed;
then how targets are scraped, and the rates of all nodes.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from schedcfg.document.golang.text import quote_meta
from schedcfg.external.probe.network_traffic import arithmetic
from schedcfg.external.probe.network_traffic.queries import METRIC, UNAME, QueryProblem, name_label, of_all, quoted
from schedcfg.external.probe.network_traffic.results import RatedTraffic
from schedcfg.external.probe.prometheus import Prometheus
from schedcfg.external.probe.prometheus_reply import Labels, QueryFailed, SeriesSample, parse_json
from schedcfg.external.probe.request import HttpResponse, RequestFailed
from schedcfg.patterns import pattern
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

    def get(self, path: str) -> HttpResponse | None:
        """Return what else than a query is answered; None where nothing is."""
        if self._is_over:
            return None
        try:
            return self._prometheus.get(path)
        except RequestFailed as failure:
            self._note(failure)
            return None

    def _note(self, failure: QueryProblem) -> None:
        self.failure = self.failure or failure
        self._is_over = isinstance(failure, RequestFailed)


_NAMED = 40
"""Nodes that are named in a query; more would make it too long."""
_PAST = "1d"
"""How far back a node that is gone is looked for."""


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
        targets=tuple(one.labels for one in server.answered(f"count without (device) ({METRIC})")),
        devices=_sorted(server.answered(f"count by (device) ({METRIC})"), "device"),
        unames=tuple(one.labels for one in server.answered(UNAME)),
        down=tuple(one.labels for one in up if one.value == 0),
        jobs=_sorted(up, "job"),
    )


def interfaces(server: SideQueries, measured: Measured, nodes: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the interfaces that nodes have; those that have none are left out, others may be among them."""
    return _interfaces_by_node(server, measured, _selected(measured, METRIC, nodes), _selected(measured, UNAME, nodes))


def past(server: SideQueries, measured: Measured, nodes: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the interfaces that nodes had within a day; of many nodes the one that is measured alone."""
    if not nodes:
        return {}
    only = f"device={quoted(measured.interface)}" if len(nodes) > _NAMED else ""
    left, right = (_selected(measured, METRIC, nodes, only), _selected(measured, UNAME, nodes))
    return _interfaces_by_node(server, measured, *(f"count_over_time({one}[{_PAST}])" for one in (left, right)))


def _selected(measured: Measured, metric: str, nodes: Collection[str], only: str = "") -> str:
    """Return a selector of the series of some nodes, or of all where too many are to be named."""
    matchers = [only] if only else []
    is_named = metric == (METRIC if measured.variant is Variant.FORK else UNAME)
    if is_named and len(nodes) <= _NAMED:
        names = "|".join(map(quote_meta, nodes))
        matchers.append(f"{name_label(measured.variant)}=~{quoted(names)}")
    return f"{metric}{{{','.join(matchers)}}}"


def _interfaces_by_node(
    server: SideQueries, measured: Measured, counter: str, uname: str
) -> dict[str, tuple[str, ...]]:
    label = name_label(measured.variant)
    joined = "" if measured.variant is Variant.FORK else f" * on(instance) group_left(nodename) {uname}"
    found: dict[str, set[str]] = {}
    for sample in server.answered(f"count by ({label}, device) ({counter}{joined})"):
        found.setdefault(sample.labels.get(label, ""), set()).add(sample.labels.get("device", ""))
    return {node: tuple(sorted(devices)) for node, devices in found.items()}


def _sorted(samples: Iterable[SeriesSample], label: str) -> tuple[str, ...]:
    return tuple(sorted({one.labels[label] for one in samples if one.labels.get(label)}))


_TARGETS = "/api/v1/targets?state=active"
_LOOK_BACK = "30m"
_UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1, "ms": 0.001}
_DURATION = pattern("".join(rf"(?:(?P<{unit}>[0-9]{{1,9}}){unit})?" for unit in _UNITS))


class Scraping:
    """What `/api/v1/targets` and the samples themselves show of scraping; each is queried once, when needed."""

    def __init__(self, server: SideQueries, inventory: Inventory) -> None:
        """Look at the targets of the jobs that serve the counter."""
        jobs = frozenset(labels.get("job", "") for labels in inventory.targets)
        self._server = server
        self._targets = tuple(_of_jobs(_targets(server), jobs))

    def interval(self) -> float | None:
        """Return the longest time between two scrapes of a target, in seconds; None where that is not known."""
        known = [seconds for one in self._targets if (seconds := _seconds(one.get("scrapeInterval"))) is not None]
        return max(known) if known else self._seen()

    def _seen(self) -> float | None:
        """Return it as the samples of a target show it: servers other than Prometheus do not list targets."""
        samples = self._server.answered(f"topk(1, {METRIC})")
        if not samples:
            return None
        selector = ",".join(f"{name}={quoted(value)}" for name, value in samples[0].labels.items())
        times = [one.at for one in self._server.answered(f"{{{selector}}}[{_LOOK_BACK}]")]
        gaps = [later - earlier for earlier, later in pairwise(times) if later > earlier]
        return median(gaps) if gaps else None


def _targets(server: SideQueries) -> Iterator[Mapping[str, object]]:
    answer = server.get(_TARGETS)
    found = parse_json(answer.body) if answer is not None else None
    data = found.get("data") if isinstance(found, dict) else None
    active = data.get("activeTargets") if isinstance(data, dict) else None
    yield from (one for one in active if isinstance(one, dict)) if isinstance(active, list) else ()


def _of_jobs(targets: Iterable[Mapping[str, object]], jobs: frozenset[str]) -> Iterator[Mapping[str, object]]:
    for one in targets:
        labels = one.get("labels")
        job = labels.get("job") if isinstance(labels, dict) else None
        if isinstance(job, str) and job in jobs:
            yield one


def _seconds(text: object) -> float | None:
    """Read a duration as Prometheus writes it (`1h30m`, `15s`); None where it is none, or zero."""
    found = _DURATION.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return None
    return sum(int(number) * _UNITS[unit] for unit, number in found.groupdict().items() if number) or None


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
    standings = arithmetic.standings({name: int(rate) for name, rate in known.items()})
    return {name: RatedTraffic(rate, *standings.get(name, ())) for name, rate in known.items()}


def _samples(value: float, average: float, count: float | None) -> int | None:
    """Return how many samples make a sum: by their average, which a sample that came meanwhile hardly changes."""
    if average > 0 and 0 < value < math.inf:
        return round(value / average)
    return None if count is None else int(count)


def _values_by_node(measured: Measured, server: SideQueries, query: str) -> Mapping[str, float]:
    label = name_label(measured.variant)
    found = server.answered(query)
    return {one.labels.get(label, ""): one.value for one in found if math.isfinite(one.value)}
