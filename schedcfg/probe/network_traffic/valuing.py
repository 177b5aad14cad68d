"""What nodes come to: values, standings, and what is odd about them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from schedcfg.golang.numbers import float_to_int64
from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic import arithmetic, inventory, queries
from schedcfg.probe.network_traffic.asking import Asked
from schedcfg.probe.network_traffic.inquiring import Inquiry
from schedcfg.probe.network_traffic.rating import Rated, rates
from schedcfg.probe.network_traffic.reasons import counting, missing, numbers, remarks, several
from schedcfg.probe.network_traffic.scraping import Scraping, scraping
from schedcfg.probe.prometheus import Prometheus, ResultType
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import NodeTraffic, Standing


class Valued(NamedTuple):
    """The nodes and what was found.

    Attributes:
        nodes: Best first where they have standings, else by name.
        findings: In no order.
        better_query: What would measure traffic, for one node; empty where none has a value.
    """

    nodes: tuple[NodeTraffic, ...]
    findings: tuple[ProbeFinding, ...]
    better_query: str = ""


def valued(measured: Measured, prometheus: Prometheus, names: Sequence[str], asked: Asked) -> Valued:
    """Judge the answers, asking what explains those without a value."""
    vectors = {node: reply.samples for node, reply in asked.replies.items() if reply.type is ResultType.VECTOR}
    values = {node: samples[0].value for node, samples in vectors.items() if len(samples) == 1}
    found = list(remarks.reasons(asked, measured.variant))
    found.extend(several.reasons({node: one for node, one in vectors.items() if len(one) > 1}, measured.variant))
    inquiry = Inquiry(prometheus)
    scraped = inventory.take_inventory(inquiry)
    scrapes = scraping(inquiry, scraped)
    absent = tuple(node for node, samples in vectors.items() if not samples)
    if absent:
        others = tuple(sorted(set(names).difference(absent)))
        found.extend(missing.reasons(_missing(measured, inquiry, absent, others, scraped, scrapes)))
    if not values:
        return Valued(_nodes(measured, names, {}, {}, {}), tuple(found))
    standings: dict[str, Standing] = {}
    if len(values) == len(names):
        found.extend(numbers.reasons(values))
        standings = arithmetic.standings({node: float_to_int64(value) for node, value in values.items()})
    rated = rates(measured, inquiry, values)
    nodes = _nodes(measured, names, values, standings, rated)
    ones = tuple(node for node in nodes if node.value is not None)
    better = queries.better(measured, ones[0].name)
    found.extend(counting.reasons(counting.Counted(ones, measured.minutes, scrapes.interval())))
    found.extend(remarks.going_stale(inquiry, measured, values))
    return Valued(nodes, tuple(found), better)


def _missing(
    measured: Measured,
    inquiry: Inquiry,
    absent: tuple[str, ...],
    others: tuple[str, ...],
    scraped: inventory.Inventory,
    scrapes: Scraping,
) -> missing.Missing:
    there = inventory.interfaces(inquiry, measured, absent)
    past = inventory.past(inquiry, measured, [node for node in absent if node not in there])
    # The rest only adds to what is found.
    doubt = inquiry.failure
    return missing.Missing(
        measured=measured,
        nodes=absent,
        inventory=scraped,
        interfaces=there,
        common=_common([there[node] for node in absent if node in there], measured, inquiry, others),
        past=past,
        interval=scrapes.interval(),
        discovered=scrapes.node_label(),
        doubt=doubt,
    )


def _common(
    there: Sequence[tuple[str, ...]], measured: Measured, inquiry: Inquiry, others: Sequence[str]
) -> tuple[str, ...]:
    """List the interfaces that all nodes have: those without a sample, as far as they have any, and the others."""
    if not there:
        return ()
    elsewhere = inventory.interfaces(inquiry, measured, others) if others else {}
    known = [*there, *(elsewhere.get(node, ()) for node in others)]
    return tuple(sorted(set.intersection(*map(set, known))))


def _nodes(
    measured: Measured,
    names: Sequence[str],
    values: Mapping[str, float],
    standings: Mapping[str, Standing],
    rated: Mapping[str, Rated],
) -> tuple[NodeTraffic, ...]:
    nodes = (
        NodeTraffic(
            name=name,
            query=queries.meant(measured, name),
            value=float_to_int64(values[name]) if name in values else None,
            samples=rated[name].samples if name in rated else None,
            standing=standings.get(name),
            rated=rated[name].traffic if name in rated else None,
        )
        for name in names
    )
    return tuple(sorted(nodes, key=lambda node: (node.standing.rank if node.standing else 0, node.name)))
