"""What Prometheus knows of the nodes: asked only where a node's own question gave no value, or a name is needed."""

from collections.abc import Iterable
from typing import NamedTuple

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.exchange import ExchangeFailed
from schedcfg.probe.network_traffic.queries import METRIC, NODE_LABEL, UNAME, quoted
from schedcfg.probe.prometheus import Labels, Prometheus, QuestionFailed, Reply, ResultType, Sample
from schedcfg.results.traffic import Variant

_NAMED = 40
"""Nodes whose interfaces are asked for one by one; more would make the query too long."""
_NOTHING = Reply(ResultType.VECTOR, ())
_PAST = "1d"
"""How far back a node that is gone is looked for."""


class Landscape(NamedTuple):
    """What is scraped.

    Attributes:
        targets: The labels of each target that serves the counter, without those of single interfaces.
        devices: The names of all interfaces, sorted.
        unames: The labels of `node_uname_info`.
        down: The targets whose last scrape failed: labels of `up`.
        jobs: Jobs that have any target.
    """

    targets: tuple[Labels, ...]
    devices: tuple[str, ...]
    unames: tuple[Labels, ...]
    down: tuple[Labels, ...]
    jobs: tuple[str, ...]

    def values(self, label: str) -> set[str]:
        """Collect what a label says on targets and on `node_uname_info`."""
        return {labels[label] for labels in (*self.targets, *self.unames) if labels.get(label)}


def survey(prometheus: Prometheus) -> Landscape:
    """Ask what is scraped; what cannot be answered counts as nothing."""
    up = answered(prometheus, "up")
    return Landscape(
        targets=tuple(one.labels for one in answered(prometheus, f"count without (device) ({METRIC})")),
        devices=_sorted(answered(prometheus, f"count by (device) ({METRIC})"), "device"),
        unames=tuple(one.labels for one in answered(prometheus, UNAME)),
        down=tuple(one.labels for one in up if one.value == 0),
        jobs=_sorted(up, "job"),
    )


def answered(prometheus: Prometheus, query: str) -> tuple[Sample, ...]:
    """Ask, and count a failure as an answer without samples: this is for explanations only."""
    try:
        return prometheus.query(query).samples
    except (ExchangeFailed, QuestionFailed):
        return ()


def interfaces(prometheus: Prometheus, measured: Measured, nodes: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """List the interfaces that some nodes have; the first 40 of them, those that have none are left out."""
    return _by_node(measured, prometheus, nodes, METRIC)


def past(prometheus: Prometheus, measured: Measured, nodes: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """List the interfaces that some nodes had within a day."""
    return _by_node(measured, prometheus, nodes, METRIC, f"[{_PAST}]")


def _by_node(
    measured: Measured, prometheus: Prometheus, nodes: Iterable[str], metric: str, span: str = ""
) -> dict[str, tuple[str, ...]]:
    chosen = "|".join(_escaped(node) for node in sorted(nodes)[:_NAMED])
    if measured.variant is Variant.FORK:
        selected = f"{metric}{{{NODE_LABEL}=~{quoted(chosen)}}}{span}"
        label, query = NODE_LABEL, f"count_over_time({selected})" if span else selected
    else:
        left, right = (
            f"count_over_time({one}{span})" if span else one
            for one in (metric, f"{UNAME}{{nodename=~{quoted(chosen)}}}")
        )
        label, query = "nodename", f"{left} * on(instance) group_left(nodename) {right}"
    found: dict[str, set[str]] = {}
    for sample in answered(prometheus, f"count by ({label}, device) ({query})"):
        found.setdefault(sample.labels.get(label, ""), set()).add(sample.labels.get("device", ""))
    return {node: tuple(sorted(devices)) for node, devices in found.items()}


def _escaped(name: str) -> str:
    """Write a name as a regular expression of Go's."""
    return "".join(f"\\{letter}" if letter in "\\.+*?()|[]{}^$" else letter for letter in name)


def _sorted(samples: Iterable[Sample], label: str) -> tuple[str, ...]:
    return tuple(sorted({one.labels[label] for one in samples if one.labels.get(label)}))
