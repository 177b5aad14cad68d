"""How full the nodes are, and the zones, as lines of text."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from schedcfg.external.probe.report_text import TableColumn, bar_of, name, table_lines
from schedcfg.external.trial.pod_requests import CPU, MEMORY, PODS, is_in_bytes
from schedcfg.external.trial.summary import NodeUsage, ZoneUsage
from schedcfg.output.summary import counted
from schedcfg.output.terminal import GREEN
from schedcfg.show.effective.layout import TextLayout, listed

ENDS = 12, 3
"""How many nodes are shown of the fullest, and of the emptiest, where there are many."""
MOST_ZONES = 8
MOST_EMPTY = 6
_USUAL = (CPU, MEMORY)
_NAME = 32
_HEADS = {CPU: "CPU", MEMORY: "MEMORY"}
_BINARY = ("", "Ki", "Mi", "Gi", "Ti", "Pi")
_KIB, _HUNDRED, _THOUSAND = 1024, 100, 1000
_BAR = 2
"""A bar for a node that is full has half the length of other reports' bars: the table has several columns."""


def shown_resources(nodes: Sequence[NodeUsage]) -> list[str]:
    """Return the resources that matter: CPU, memory, and whatever else any Pod requests."""
    requested = {resource for node in nodes for resource, number in node.requested.items() if number}
    there = {resource for node in nodes for resource in node.allocatable}
    return [one for one in _USUAL if one in there | requested] + sorted(requested - {*_USUAL, PODS})


def short_amount(resource: str, number: Fraction) -> str:
    """Write an amount in few letters: `5.4`, `1.5Gi`."""
    if not is_in_bytes(resource):
        return f"{float(number):,.0f}" if abs(number) >= _THOUSAND else f"{float(number):.4g}"
    size, power = abs(number), 0
    while size >= _KIB and power < len(_BINARY) - 1:
        size, power = size / _KIB, power + 1
    digits = f"{float(size):,.0f}" if size >= _HUNDRED else f"{float(size):.3g}"
    return f"{'-' if number < 0 else ''}{digits}{_BINARY[power]}"


def heading_of(resource: str) -> str:
    """Return the head of the column of a resource."""
    return _HEADS.get(resource, name(resource, _NAME))


def node_lines(nodes: Sequence[NodeUsage], layout: TextLayout) -> Iterator[str]:
    """Yield a table of the nodes: in their order, or, where there are many, the fullest first."""
    if not nodes:
        yield "  There is no node."
        return
    resources = shown_resources(nodes)
    if len(nodes) > sum(ENDS) + 1:
        nodes = sorted(nodes, key=lambda node: max((node.share(one) for one in resources), default=0), reverse=True)
    columns: list[TableColumn[NodeUsage]] = [
        TableColumn("NODE", lambda node: name(node.name, _NAME), is_number=False),
        *_zone_column(nodes),
        TableColumn("PODS", lambda node: f"{node.pods}"),
        *(column for resource in resources for column in _columns(resource)),
    ]
    yield from table_lines(columns, nodes, "nodes", layout, ENDS)


def _zone_column(nodes: Sequence[NodeUsage]) -> Iterator[TableColumn[NodeUsage]]:
    if any(node.zone is not None for node in nodes):
        yield TableColumn("ZONE", lambda node: name(node.zone or "-", _NAME), is_number=False, is_dispensable=True)


def _columns(resource: str) -> Iterator[TableColumn[NodeUsage]]:
    head = heading_of(resource)
    if resource not in _USUAL:
        yield TableColumn(head, partial(_of, resource))
        return
    yield TableColumn(head, partial(_of, resource), is_dispensable=True)
    yield TableColumn("", partial(share_text, resource))
    yield TableColumn("", partial(_bar, resource), is_number=False, is_dispensable=True)


def _of(resource: str, node: NodeUsage) -> str:
    """Write how much is requested of what is there; nothing where there is none."""
    there, requested = node.allocatable.get(resource), node.requested.get(resource, Fraction(0))
    if there is None and not requested:
        return "-"
    return f"{short_amount(resource, requested)} of {short_amount(resource, there or Fraction(0))}"


def share_text(resource: str, node: NodeUsage) -> str:
    """Write how much of a resource is requested, in percent; nothing where the node has none of it."""
    return f"{float(node.share(resource)):.0%}" if node.allocatable.get(resource) else "-"


def _bar(resource: str, node: NodeUsage) -> str:
    share = min(max(float(node.share(resource)), 0.0), 1.0)
    return bar_of(round(share * 100), 100 * _BAR)


def zone_lines(zones: Sequence[ZoneUsage], layout: TextLayout) -> Iterator[str]:
    """Yield how the Pods are spread over zones."""
    if not zones:
        return
    parts = [
        f"{'no zone' if zone.zone is None else name(zone.zone, _NAME)} {zone.placed} ({counted(zone.nodes, 'node')})"
        for zone in zones[:MOST_ZONES]
    ]
    if len(zones) > MOST_ZONES:
        parts.append(f"… and {len(zones) - MOST_ZONES} more")
    yield from layout.wrapped(listed(parts), "  Pods placed by zone: ", 4)


def empty_lines(empty: Sequence[str], nodes: int, layout: TextLayout) -> Iterator[str]:
    """Yield which nodes have no Pod that could be elsewhere."""
    if empty:
        named = [name(one, _NAME) for one in empty[:MOST_EMPTY]]
        if len(empty) > MOST_EMPTY:
            named.append(f"… and {len(empty) - MOST_EMPTY:,} more")
        count = layout.paint(GREEN, f"{len(empty):,} of {counted(nodes, 'node')}")
        yield from layout.wrapped(listed(named), f"  Empty: {count}: ", 4)
