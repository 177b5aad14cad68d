"""The plugin's arithmetic, and what is wrong with the values: unusable, misleading.

`Score` and `NormalizeScore` of both programs compute in Go's 64-bit integers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.commands.probe.network_traffic.results import NodeTraffic, TrafficFinding, listed
from schedcfg.document.golang.numbers import fits_int64, float_to_int64, quotient, wrapped_int64
from schedcfg.plugins.plugin import MAX_NODE_SCORE


class NodeStanding(NamedTuple):
    """How a node comes out."""

    score: int  # After normalization, as the plugin computes it: 0 to 100 where all is well
    rank: int  # 1 for the best; nodes with equal scores share it


def overflows(value: int) -> bool:
    """Check whether a value times 100 is too large for 64 bits."""
    return wrapped_int64(value * MAX_NODE_SCORE) != value * MAX_NODE_SCORE


def normalised(values: Sequence[int]) -> list[int] | None:
    """Return scores: 100 less the value's percentage of the highest, cut to whole numbers.

    Returns:
        Scores in the order of the values, 0 to 100 where all is well. None where no value is above zero: the plugin
        would divide by zero.
    """
    highest = max(0, *values) if values else 0
    if highest == 0:
        return None
    shares = (quotient(wrapped_int64(value * MAX_NODE_SCORE), highest) for value in values)
    return [wrapped_int64(MAX_NODE_SCORE - share) for share in shares]


def is_valid(score: int) -> bool:
    """Check whether the framework takes a score after normalization."""
    return 0 <= score <= MAX_NODE_SCORE


def standings(values: Mapping[str, int]) -> dict[str, NodeStanding]:
    """Return the scores and ranks of nodes; there are none where the plugin would divide by zero."""
    scores = normalised(tuple(values.values()))
    return {} if scores is None else _standings(dict(zip(values, scores, strict=True)))


def _standings(scores: Mapping[str, int]) -> dict[str, NodeStanding]:
    """Return ranks: equal scores have the same one, and as many are left out behind them."""
    places = _first_places(sorted(scores.values(), reverse=True))
    return {node: NodeStanding(score, places[score]) for node, score in scores.items()}


def _first_places(scores: Iterable[int]) -> dict[int, int]:
    places: dict[int, int] = {}
    for place, score in enumerate(scores, 1):
        places.setdefault(score, place)
    return places


_PANIC = 'Observed a panic: "integer divide by zero" (runtime error: integer divide by zero)'


def wrong_values(values: Mapping[str, float]) -> Iterator[ProbeFinding]:
    """Yield what the plugin's arithmetic, or the framework behind it, makes of the samples' values (node → value)."""
    wholes = {node: float_to_int64(value) for node, value in values.items()}
    unusable = [node for node, value in values.items() if not fits_int64(value) or overflows(wholes[node])]
    if unusable:
        first = unusable[0]
        yield TrafficFinding.UNUSABLE.finding(
            f"the value of {listed(unusable)} is {values[first]:g}, which is not finite, or does not fit into the "
            f"plugin's 64-bit integers when multiplied by 100: on amd64 it uses {wholes[first]:,}, on arm64 it may be "
            "another number, and the score is meaningless",
            "Use a shorter time range: the sum has a term for each sample. Better, use a rate. Real counters are "
            "finite: check the exporter's output if this one is not.",
            nodes=unusable,
        )
    scores = normalised(tuple(wholes.values()))
    if scores is None:
        yield TrafficFinding.ALL_ZERO.finding(
            "according to these values, no node has received anything: the plugin divides by the highest value, "
            "which is zero, and the whole scheduler crashes, as nothing recovers from it",
            "Use an interface that carries traffic (`lo` often has none), or divide by at least 1 in the plugin.",
            _PANIC,
        )
        return
    wrong = {node: score for node, score in zip(wholes, scores, strict=True) if not is_valid(score)}
    if wrong:
        node, score = next(iter(wrong.items()))
        yield TrafficFinding.INVALID_SCORE.finding(
            f"the score of {listed(list(wrong))} is outside of 0 to 100 ({score} for {node}): the framework then "
            "refuses all scores, and no Pod is scheduled",
            "Fix the values first: see the other findings.",
            'error while applying score defaultWeights for pod "…": score plugin "NetworkTraffic" returns an invalid '
            f"score {score}, it should in the range of [0, 100] after normalizing",
            tuple(wrong),
        )


def counter_summed(nodes: Sequence[NodeTraffic]) -> ProbeFinding:
    """Return what is always odd about measuring like this, with a node as proof, and where it prefers another one.

    Args:
        nodes: Those with values; with their samples and rates, as far as these are known.
    """
    best = [node.name for node in nodes if node.rank == 1]
    rated = [node.name for node in nodes if node.rated and node.rated.rank == 1]
    other = ""
    if best and rated and not set(best) & set(rated):
        other = f". The plugin prefers {listed(best)}; by the current rates, {listed(rated)} would be better"
    return TrafficFinding.COUNTER_SUMMED.finding(
        "the query adds up a counter, whose samples are the number of bytes received since the node started. It "
        "measures how long a node has run and how much it received in all that time, times the number of samples, "
        f"and almost nothing of its current traffic{next(filter(None, map(_proof, nodes)), '')}{other}",
        "No setting fixes this: change the query in the plugin's source, or let an extender query the rate, as that "
        "of examples/network-traffic does.",
    )


def _proof(node: NodeTraffic) -> str:
    if node.value is None or node.rated is None or not node.samples:
        return ""
    return (
        f" ({node.name}: {node.value:,} = {node.samples} samples of about {node.value // node.samples:,} bytes, while "
        f"it receives {node.rated.bytes_per_second:,.0f} bytes/s)"
    )
