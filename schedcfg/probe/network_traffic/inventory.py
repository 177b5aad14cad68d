"""What Prometheus knows of the nodes: asked only where a node's own question gave no value, or a name is needed."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic.inquiring import Inquiry
from schedcfg.probe.network_traffic.queries import METRIC, UNAME, name_label, quoted
from schedcfg.probe.prometheus import Labels, Sample
from schedcfg.results.traffic import Variant

_NAMED = 40
"""Nodes that are named in a query; more would make it too long."""
_PAST = "1d"
"""How far back a node that is gone is looked for."""


class Inventory(NamedTuple):
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


def take_inventory(inquiry: Inquiry) -> Inventory:
    """Ask what is scraped; what cannot be answered counts as nothing."""
    up = inquiry.answered("up")
    return Inventory(
        targets=tuple(one.labels for one in inquiry.answered(f"count without (device) ({METRIC})")),
        devices=_sorted(inquiry.answered(f"count by (device) ({METRIC})"), "device"),
        unames=tuple(one.labels for one in inquiry.answered(UNAME)),
        down=tuple(one.labels for one in up if one.value == 0),
        jobs=_sorted(up, "job"),
    )


def interfaces(inquiry: Inquiry, measured: Measured, nodes: Collection[str]) -> dict[str, tuple[str, ...]]:
    """List the interfaces that nodes have; those that have none are left out, others may be among them."""
    return _by_node(inquiry, measured, _selected(measured, METRIC, nodes), _selected(measured, UNAME, nodes))


def past(inquiry: Inquiry, measured: Measured, nodes: Collection[str]) -> dict[str, tuple[str, ...]]:
    """List the interfaces that nodes had within a day; of many nodes the one that is measured alone."""
    if not nodes:
        return {}
    only = f"device={quoted(measured.interface)}" if len(nodes) > _NAMED else ""
    left, right = (_selected(measured, METRIC, nodes, only), _selected(measured, UNAME, nodes))
    return _by_node(inquiry, measured, *(f"count_over_time({one}[{_PAST}])" for one in (left, right)))


def _selected(measured: Measured, metric: str, nodes: Collection[str], only: str = "") -> str:
    """Select the series of some nodes, or of all where too many are to be named."""
    matchers = [only] if only else []
    is_named = metric == (METRIC if measured.variant is Variant.FORK else UNAME)
    if is_named and len(nodes) <= _NAMED:
        names = "|".join(map(_escaped, nodes))
        matchers.append(f"{name_label(measured.variant)}=~{quoted(names)}")
    return f"{metric}{{{','.join(matchers)}}}"


def _by_node(inquiry: Inquiry, measured: Measured, counter: str, uname: str) -> dict[str, tuple[str, ...]]:
    label = name_label(measured.variant)
    joined = "" if measured.variant is Variant.FORK else f" * on(instance) group_left(nodename) {uname}"
    found: dict[str, set[str]] = {}
    for sample in inquiry.answered(f"count by ({label}, device) ({counter}{joined})"):
        found.setdefault(sample.labels.get(label, ""), set()).add(sample.labels.get("device", ""))
    return {node: tuple(sorted(devices)) for node, devices in found.items()}


def _escaped(name: str) -> str:
    """Write a name as a regular expression of Go's."""
    return "".join(f"\\{letter}" if letter in "\\.+*?()|[]{}^$" else letter for letter in name)


def _sorted(samples: Iterable[Sample], label: str) -> tuple[str, ...]:
    return tuple(sorted({one.labels[label] for one in samples if one.labels.get(label)}))
