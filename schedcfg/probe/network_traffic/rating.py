"""What traffic nodes really have: by the counter's rate, beside how many samples the plugin's sum is made of."""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic import arithmetic
from schedcfg.probe.network_traffic.landscape import answered
from schedcfg.probe.network_traffic.queries import name_label, of_all
from schedcfg.probe.prometheus import Prometheus
from schedcfg.results.traffic import RatedTraffic


class Rated(NamedTuple):
    """What is known of a node.

    Attributes:
        samples: How many the range holds; None where that is not known.
        traffic: By the rate; None where there is none, which takes two samples.
    """

    samples: int | None
    traffic: RatedTraffic | None


def rates(measured: Measured, prometheus: Prometheus, nodes: Iterable[str]) -> dict[str, Rated]:
    """Ask for the rates of all nodes, and rank those that have one as the plugin would by them."""
    counts = _by_node(measured, prometheus, of_all(measured, "max", "count_over_time"))
    rated = _by_node(measured, prometheus, of_all(measured, "sum", "rate"))
    names = tuple(nodes)
    known = {name: rated[name] for name in names if name in rated}
    standings = arithmetic.standings({name: int(rate) for name, rate in known.items()})
    return {
        name: Rated(
            int(counts[name]) if name in counts else None,
            RatedTraffic(known[name], standings.get(name)) if name in known else None,
        )
        for name in names
    }


def _by_node(measured: Measured, prometheus: Prometheus, query: str) -> Mapping[str, float]:
    label = name_label(measured.variant)
    found = answered(prometheus, query)
    return {one.labels.get(label, ""): one.value for one in found if math.isfinite(one.value)}
