"""What traffic nodes really have: by the counter's rate, beside how many samples the plugin's sum is made of."""

import math
from collections.abc import Mapping
from typing import NamedTuple

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic import arithmetic
from schedcfg.probe.network_traffic.inquiring import Inquiry
from schedcfg.probe.network_traffic.queries import name_label, of_all
from schedcfg.results.traffic import RatedTraffic


class Rated(NamedTuple):
    """What is known of a node.

    Attributes:
        samples: How many the range holds; None where that is not known.
        traffic: By the rate; None where there is none, which takes two samples.
    """

    samples: int | None
    traffic: RatedTraffic | None


def rates(measured: Measured, inquiry: Inquiry, values: Mapping[str, float]) -> dict[str, Rated]:
    """Ask for the rates of all nodes, and rank those that have one as the plugin would by them (node → its sum)."""
    averages = _by_node(measured, inquiry, of_all(measured, "max", "avg_over_time"))
    counts = _by_node(measured, inquiry, of_all(measured, "max", "count_over_time"))
    rated = _by_node(measured, inquiry, of_all(measured, "sum", "rate"))
    known = {name: rated[name] for name in values if name in rated}
    standings = arithmetic.standings({name: int(rate) for name, rate in known.items()})
    return {
        name: Rated(
            _samples(value, averages.get(name, 0.0), counts.get(name)),
            RatedTraffic(known[name], standings.get(name)) if name in known else None,
        )
        for name, value in values.items()
    }


def _samples(value: float, average: float, count: float | None) -> int | None:
    """Tell how many samples make a sum: by their average, which a sample that was written meanwhile hardly changes."""
    if average > 0 and 0 < value < math.inf:
        return round(value / average)
    return None if count is None else int(count)


def _by_node(measured: Measured, inquiry: Inquiry, query: str) -> Mapping[str, float]:
    label = name_label(measured.variant)
    found = inquiry.answered(query)
    return {one.labels.get(label, ""): one.value for one in found if math.isfinite(one.value)}
