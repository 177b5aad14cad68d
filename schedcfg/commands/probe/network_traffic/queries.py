"""What each published NetworkTraffic asks Prometheus about a node, and the same about all nodes at once."""

from schedcfg.document.golang.duration import render
from schedcfg.document.golang.numbers import wrapped_int64
from schedcfg.plugins.network_traffic import Measured, Variant

METRIC = "node_network_receive_bytes_total"
"""Bytes received since the node was started, for each interface; node exporter counts them."""

_UNAME = "node_uname_info"
"""Always 1; its label `nodename` is the node's own name."""

_NODENAME = 'nodename="{}"'
_MINUTE = 60_000_000_000


def node_label(variant: Variant) -> str:
    """Return the label that has to contain the node's name."""
    return "kubernetes_node" if variant is Variant.FORK else "nodename"


def published_query(measured: Measured, node: str) -> str:
    """Write the query that the program sends. Names are put in as they are: Go's `Sprintf` escapes nothing.

    The program of its own gives its template the node, the interface and the range where that expects the interface,
    the range and the node, and an `s` follows what is a whole duration already.
    """
    if measured.variant is Variant.FORK:
        return f'sum_over_time({METRIC}{{kubernetes_node="{node}",device="{measured.interface}"}}[{_span(measured)}])'
    return _joined(
        f'sum_over_time({METRIC}{{device="{node}"}}[{measured.interface}s])', _NODENAME.format(_span(measured))
    )


def intended_query(measured: Measured, node: str) -> str:
    """Write the query that its author meant; of the fork that is the one it sends."""
    if measured.variant is Variant.FORK:
        return published_query(measured, node)
    return _joined(_sum(measured), _NODENAME.format(node))


def query_of_all_nodes(measured: Measured) -> str:
    """Write a query that finds for all nodes at once what the intended one finds for each."""
    return _sum(measured) if measured.variant is Variant.FORK else _joined_to_all(_sum(measured))


def query_of_interfaces(variant: Variant) -> str:
    """Write a query that finds a series for each node and interface that there is."""
    series = METRIC if variant is Variant.FORK else _joined_to_all(METRIC)
    return f"count by ({node_label(variant)}, device) ({series})"


def query_of_rate(measured: Measured, node: str) -> str:
    """Write a query that measures traffic: bytes per second, whatever the value of the counter before."""
    if measured.variant is Variant.FORK:
        return f'sum(rate({METRIC}{{kubernetes_node="{node}",device="{measured.interface}"}}[{measured.minutes}m]))'
    rate = f'rate({METRIC}{{device="{measured.interface}"}}[{measured.minutes}m])'
    return f"sum({_joined(rate, _NODENAME.format(node))})"


def _sum(measured: Measured) -> str:
    span = _span(measured) if measured.variant is Variant.FORK else f"{measured.minutes * 60}s"
    return f'sum_over_time({METRIC}{{device="{measured.interface}"}}[{span}])'


def _span(measured: Measured) -> str:
    """Return the range as Go writes a duration: `5m0s`."""
    return render(wrapped_int64(measured.minutes * _MINUTE))


def _joined(series: str, selector: str) -> str:
    return f"{series} * on(instance) group_left(nodename) ({_UNAME}{{{selector}}})"


def _joined_to_all(series: str) -> str:
    # Where two jobs scrape a node, Prometheus would refuse to join any.
    return f"{series} * on(instance) group_left(nodename) max by (instance, nodename) ({_UNAME})"
