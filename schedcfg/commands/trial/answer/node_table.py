"""How full the nodes are, and the zones, as lines of text."""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from schedcfg.commands.trial.answer.summary import NodeUsage, ZoneUsage
from schedcfg.commands.trial.pod_requests import CPU, MEMORY, PODS, is_in_bytes
from schedcfg.output.figures import bar_of, name
from schedcfg.output.summary import counted
from schedcfg.output.tables import TableColumn, TextLayout, fitted_table, listed
from schedcfg.output.terminal import GREEN

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
    """Return the resources that any Pod requests, CPU and memory first; CPU and memory where none requests anything."""
    requested = {resource for node in nodes for resource, number in node.requested.items() if number} - {PODS}
    usual = [one for one in _USUAL if one in requested or not requested]
    return usual + sorted(requested - {*_USUAL})


def short_amount(resource: str, number: Fraction) -> str:
    """Write an amount in few letters: `5.4`, `1.5Gi`."""
    if not is_in_bytes(resource):
        return f"{round(number):,}" if abs(number) >= _THOUSAND else f"{float(number):.4g}"
    size, power = abs(number), 0
    while size >= _KIB and power < len(_BINARY) - 1:
        size, power = size / _KIB, power + 1
    digits = f"{round(size):,}" if size >= _HUNDRED else f"{float(size):.3g}"
    return f"{'-' if number < 0 else ''}{digits}{_BINARY[power]}"


def heading_of(resource: str) -> str:
    """Return the head of the column of a resource."""
    return _HEADS.get(resource, name(resource, _NAME))


class NodeRow(NamedTuple):
    """A node, or several that are equally full."""

    nodes: tuple[NodeUsage, ...]  # One of them, in each variant
    others: int = 0  # How many more there are

    @property
    def label(self) -> str:
        """What the row is called."""
        own = name(self.nodes[0].name, _NAME)
        return f"{own} and {self.others:,} more" if self.others else own


def node_rows(together: Sequence[tuple[NodeUsage, ...]], resources: Sequence[str]) -> list[NodeRow]:
    """Return the rows of a table of nodes: one for each, or, where there are many, for those that are equally full.

    Args:
        together: The nodes, each in every variant.
        resources: The resources that the table has.
    """
    if len(together) <= sum(ENDS) + 1:
        return [NodeRow(nodes) for nodes in together]
    alike: dict[Hashable, list[tuple[NodeUsage, ...]]] = {}
    for nodes in together:
        key = (nodes[0].zone, *(_fullness(node, resources) for node in nodes))
        alike.setdefault(key, []).append(nodes)
    return [NodeRow(those[0], len(those) - 1) for those in alike.values()]


def _fullness(node: NodeUsage, resources: Sequence[str]) -> Hashable:
    return (node.pods, *((node.requested.get(one), node.allocatable.get(one)) for one in resources))


def node_lines(nodes: Sequence[NodeUsage], layout: TextLayout) -> Iterator[str]:
    """Yield a table of the nodes: in their order, or, where there are many, the fullest first."""
    if not nodes:
        yield "  There is no node."
        return
    resources = shown_resources(nodes)
    rows = node_rows([(node,) for node in nodes], resources)
    if len(nodes) > sum(ENDS) + 1:
        rows.sort(key=lambda row: max((row.nodes[0].share(one) for one in resources), default=0), reverse=True)
    columns: list[TableColumn[NodeRow]] = [
        *head_columns(rows),
        TableColumn("PODS", lambda row: f"{row.nodes[0].pods}"),
        *(column for resource in resources for column in _columns(resource)),
    ]
    yield from fitted_table(columns, rows, "rows", layout, ENDS)


def head_columns(rows: Sequence[NodeRow]) -> Iterator[TableColumn[NodeRow]]:
    """Yield the columns that name a node."""
    yield TableColumn("NODE", lambda row: row.label, is_number=False)
    if any(row.nodes[0].zone is not None for row in rows):
        yield TableColumn("ZONE", _zone, is_number=False, is_dispensable=True)


def _zone(row: NodeRow) -> str:
    return name(row.nodes[0].zone or "-", _NAME)


def _columns(resource: str) -> Iterator[TableColumn[NodeRow]]:
    head = heading_of(resource)
    if resource not in _USUAL:
        yield TableColumn(head, partial(_of, resource))
        return
    yield TableColumn(head, partial(_of, resource), is_dispensable=True)
    yield TableColumn("", lambda row: share_text(resource, row.nodes[0]))
    yield TableColumn("", partial(_bar, resource), is_number=False, is_dispensable=True)


def _of(resource: str, row: NodeRow) -> str:
    return amount_text(resource, row.nodes[0])


def amount_text(resource: str, node: NodeUsage) -> str:
    """Write how much is requested of what is there; nothing where there is none."""
    there, requested = node.allocatable.get(resource), node.requested.get(resource, Fraction(0))
    if there is None and not requested:
        return "-"
    return f"{short_amount(resource, requested)} of {short_amount(resource, there or Fraction(0))}"


def share_text(resource: str, node: NodeUsage) -> str:
    """Write how much of a resource is requested, in percent; nothing where the node has none of it."""
    return f"{round(node.share(resource) * 100)}%" if node.allocatable.get(resource) else "-"


def _bar(resource: str, row: NodeRow) -> str:
    share = min(max(row.nodes[0].share(resource), Fraction(0)), Fraction(1))
    return bar_of(round(share * 100), 100 * _BAR)


def zone_lines(zones: Sequence[ZoneUsage], layout: TextLayout) -> Iterator[str]:
    """Yield how the Pods are spread over zones."""
    if not zones:
        return
    parts = list(map(zone_text, zones[:MOST_ZONES]))
    if len(zones) > MOST_ZONES:
        parts.append(f"… and {len(zones) - MOST_ZONES} more")
    yield from layout.wrapped(listed(parts), "  Pods placed by zone: ", 4)


def zone_text(zone: ZoneUsage) -> str:
    """Return how many Pods were placed in a zone."""
    named = "no zone" if zone.zone is None else name(zone.zone, _NAME)
    return f"{named} {zone.placed} ({counted(zone.nodes, 'node')})"


def empty_lines(empty: Sequence[str], nodes: int, layout: TextLayout) -> Iterator[str]:
    """Yield which nodes have no Pod that could be elsewhere."""
    if empty:
        named = [name(one, _NAME) for one in empty[:MOST_EMPTY]]
        if len(empty) > MOST_EMPTY:
            named.append(f"… and {len(empty) - MOST_EMPTY:,} more")
        count = layout.paint(GREEN, f"{len(empty):,} of {counted(nodes, 'node')}")
        yield from layout.wrapped(listed(named), f"  Empty: {count}: ", 4)
