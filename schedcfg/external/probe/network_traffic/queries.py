"""What each published NetworkTraffic asks Prometheus, byte for byte, and what it should ask."""

from schedcfg.document.golang.duration import render
from schedcfg.document.golang.numbers import wrapped_int64
from schedcfg.document.golang.text import one_line
from schedcfg.external.probe.prometheus import Prometheus
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
    return _joined(node, f"{measured.interface}s", span)


def meant(measured: Measured, node: str) -> str:
    """Write the query that its author meant; of the fork that is the one it sends."""
    if measured.variant is Variant.FORK:
        return published(measured, node)
    return _joined(measured.interface, f"{measured.minutes * 60}s", node)


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


def present(measured: Measured) -> str:
    """Write a query that finds the nodes whose interface is measured now."""
    now = f"{METRIC}{{device={quoted(measured.interface)}}}"
    if measured.variant is Variant.FORK:
        return f"count by ({NODE_LABEL}) ({now})"
    return f"count by (nodename) ({now} * on(instance) group_left(nodename) {UNAME})"


def name_label(variant: Variant) -> str:
    """Return the label that has to contain the node's name."""
    return NODE_LABEL if variant is Variant.FORK else "nodename"


def seconds(measured: Measured) -> float:
    """Return how far the program looks back, zero and below included; Go's durations end at 292 years."""
    return wrapped_int64(measured.minutes * _MINUTE) / 1e9


def quoted(text: str) -> str:
    """Write a text as PromQL's strings are written."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def fits_into_query(node: str) -> bool:
    """Check whether a name stays what it is in a query: the programs escape nothing. All names of Kubernetes do."""
    return quoted(node) == f'"{node}"'


def _joined(device: str, span: str, nodename: str) -> str:
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
    names = {one.labels.get(label, "") for one in samples}
    # No node of Kubernetes has a name that could not be printed, or that would break the query.
    return tuple(sorted(name for name in names if name and one_line(name) == name and fits_into_query(name)))
