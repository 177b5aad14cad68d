"""What the published query really measures: a counter's level, again for each sample."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from schedcfg.probe.network_traffic.reasons.quoting import listed
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import NodeTraffic, Standing


class Counted(NamedTuple):
    """What is known once nodes have values.

    Attributes:
        nodes: With their samples and rates, as far as these are known.
        minutes: The time range.
        interval: Seconds between scrapes; None where that is not known.
    """

    nodes: Sequence[NodeTraffic]
    minutes: int
    interval: float | None


def reasons(counted: Counted) -> Iterator[ProbeFinding]:
    """Yield what is odd about measuring like this, beginning with what is always so."""
    yield _summed(counted)
    yield from _short(counted)
    yield from _uneven(counted)
    yield from _other_best(counted)


def _summed(counted: Counted) -> ProbeFinding:
    proof = next((_proof(node) for node in counted.nodes if node.rated is not None and node.samples), "")
    return Reason.COUNTER_SUMMED.finding(
        "the query adds up a counter, which says at each scrape how many bytes came in since the node started. So it "
        "measures how long a node has run and how much it received in all that time, times the number of samples, and "
        f"next to nothing of its present traffic{proof}",
        "No setting mends that: change the query in the plugin's source, or let an extender ask for the rate, "
        "as that of examples/network-traffic does.",
    )


def _proof(node: NodeTraffic) -> str:
    assert node.value is not None
    assert node.samples
    assert node.rated is not None
    received = node.rated.bytes_per_second
    return (
        f" ({node.name}: {node.value:,} = {node.samples} samples of about {node.value // node.samples:,} bytes, while "
        f"{received:,.0f} bytes/s come in)"
    )


def _short(counted: Counted) -> Iterator[ProbeFinding]:
    seconds = counted.minutes * 60
    if counted.interval is not None and seconds < counted.interval:
        yield Reason.SHORT_RANGE.finding(
            f"the time range of {counted.minutes} min is shorter than the {counted.interval:g} s between two scrapes: "
            "at times it holds one sample, at times none, and then no Pod is scheduled",
            f"Look back over at least four scrapes: {math.ceil(4 * counted.interval / 60)} min.",
        )


def _uneven(counted: Counted) -> Iterator[ProbeFinding]:
    counts = {node.name: node.samples for node in counted.nodes if node.samples}
    if counts and max(counts.values()) - min(counts.values()) > 1:
        most, least = max(counts, key=lambda name: counts[name]), min(counts, key=lambda name: counts[name])
        yield Reason.UNEVEN.finding(
            f"the range holds {counts[most]} samples of {most} but {counts[least]} of {least}: the fewer samples, the "
            "less traffic the plugin sees",
            "Scrape all nodes alike. A node that has just joined, or whose exporter was down, looks idle until its "
            "samples fill the range.",
            nodes=(most, least),
        )


def _other_best(counted: Counted) -> Iterator[ProbeFinding]:
    best = _best({node.name: node.standing for node in counted.nodes})
    rated = _best({node.name: node.rated.standing if node.rated else None for node in counted.nodes})
    if best and rated and not set(best) & set(rated):
        have = "have" if len(rated) > 1 else "has"
        yield Reason.OTHER_BEST.finding(
            f"the plugin prefers {listed(best)}, but by the present rates {listed(rated)} {have} the least traffic",
            nodes=(*best, *rated),
        )


def _best(standings: Mapping[str, Standing | None]) -> list[str]:
    return [name for name, standing in standings.items() if standing is not None and standing.rank == 1]
