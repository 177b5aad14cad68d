"""The plugin's arithmetic, and what is wrong with samples, once there are some: too many, unusable, misleading.

`Score` and `NormalizeScore` of both programs compute in Go's 64-bit integers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from schedcfg.document.golang.numbers import fits_int64, float_to_int64, quotient, wrapped_int64
from schedcfg.document.golang.text import one_line
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.network_traffic import findings
from schedcfg.external.probe.network_traffic.findings import TrafficFinding, listed
from schedcfg.external.probe.network_traffic.queries import NodeReplies
from schedcfg.external.probe.network_traffic.results import NodeTraffic
from schedcfg.external.probe.prometheus import Labels, ResultType, SeriesSample
from schedcfg.plugins.network_traffic import Variant
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
    return {} if scores is None else _rank(dict(zip(values, scores, strict=True)))


def _rank(scores: Mapping[str, int]) -> dict[str, NodeStanding]:
    """Return ranks: equal scores have the same one, and as many are left out behind them."""
    places = _first_places(sorted(scores.values(), reverse=True))
    return {node: NodeStanding(score, places[score]) for node, score in scores.items()}


def _first_places(scores: Iterable[int]) -> dict[int, int]:
    places: dict[int, int] = {}
    for place, score in enumerate(scores, 1):
        places.setdefault(score, place)
    return places


_SHOWN = 3


def several_samples(samples: Mapping[str, Sequence[SeriesSample]], variant: Variant) -> Iterator[ProbeFinding]:
    """Yield one finding for all nodes whose samples differ in the same labels (node → its samples)."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for node, found in samples.items():
        alike.setdefault(_different([sample.labels for sample in found]), []).append(node)
    for labels, nodes in alike.items():
        found = samples[nodes[0]]
        yield TrafficFinding.SEVERAL.finding(
            f"{len(found)} samples for {listed(nodes)}, which {_told_apart(labels, found)}; the plugin only accepts "
            "one",
            _help(labels),
            findings.log_of_count(variant, len(found)),
            nodes,
        )


def _different(found: Sequence[Labels]) -> tuple[str, ...]:
    names = sorted({name for labels in found for name in labels})
    return tuple(name for name in names if len({labels.get(name) for labels in found}) > 1)


def _told_apart(labels: tuple[str, ...], samples: Sequence[SeriesSample]) -> str:
    shown = (
        f"{one_line(label)} ({listed(sorted({one_line(each.labels.get(label, '')) or 'none' for each in samples}))})"
        for label in labels[:_SHOWN]
    )
    return f"differ in {', '.join(shown)}" if labels else "do not differ"


def _help(labels: tuple[str, ...]) -> str:
    if "job" in labels:
        return "Two jobs scrape the same exporter: remove one, or have it drop this counter (metric_relabel_configs)."
    if "device" in labels:
        return "Write the name of the interface on the nodes: without a name, the query finds more than one."
    if "instance" in labels:
        return (
            "Two exporters have the name of this node: an old target that is not stale yet (this is temporary), or a "
            "relabeling rule that gives two nodes the same name."
        )
    return "Make the query find one series: drop the label in which they differ, or the other series."


_PANIC = 'Observed a panic: "integer divide by zero" (runtime error: integer divide by zero)'


def wrong_values(values: Mapping[str, float]) -> Iterator[ProbeFinding]:
    """Yield what the plugin's arithmetic, or the framework behind it, makes of the samples' values (node → value)."""
    unusable = [node for node, value in values.items() if not fits_int64(value)]
    if unusable:
        yield _unusable(unusable, values)
    wholes = {node: float_to_int64(value) for node, value in values.items()}
    too_large = [node for node, value in wholes.items() if node not in unusable and overflows(value)]
    if too_large:
        yield TrafficFinding.OVERFLOW.finding(
            f"{wholes[too_large[0]]:,} times 100 does not fit into the plugin's 64-bit integers: the score of "
            f"{listed(too_large)} is meaningless",
            "Use a shorter time range: the sum has a term for each sample. Better, use a rate.",
            nodes=too_large,
        )
    yield from _scores(wholes)


def _unusable(nodes: list[str], values: Mapping[str, float]) -> ProbeFinding:
    return TrafficFinding.UNUSABLE.finding(
        f"the value of {listed(nodes)} is {values[nodes[0]]:g}, which does not fit into a 64-bit integer: on amd64, "
        f"the plugin uses {float_to_int64(values[nodes[0]]):,}, on arm64 another number",
        "Check the exporter's output for this counter: real values are finite.",
        nodes=nodes,
    )


def _scores(wholes: Mapping[str, int]) -> Iterator[ProbeFinding]:
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


def counter_findings(nodes: Sequence[NodeTraffic]) -> Iterator[ProbeFinding]:
    """Yield what is odd about measuring like this, beginning with what is always so.

    Args:
        nodes: Those with values; with their samples and rates, as far as these are known.
    """
    proof = next((_proof(node) for node in nodes if node.rated is not None and node.samples), "")
    yield TrafficFinding.COUNTER_SUMMED.finding(
        "the query adds up a counter, whose samples are the number of bytes received since the node started. It "
        "measures how long a node has run and how much it received in all that time, times the number of samples, "
        f"and almost nothing of its current traffic{proof}",
        "No setting fixes this: change the query in the plugin's source, or let an extender query the rate, as that "
        "of examples/network-traffic does.",
    )
    best = [node.name for node in nodes if node.rank == 1]
    rated = [node.name for node in nodes if node.rated and node.rated.rank == 1]
    if best and rated and not set(best) & set(rated):
        have = "have" if len(rated) > 1 else "has"
        yield TrafficFinding.OTHER_BEST.finding(
            f"the plugin prefers {listed(best)}, but according to the current rates, {listed(rated)} {have} the least "
            "traffic",
            nodes=(*best, *rated),
        )


def _proof(node: NodeTraffic) -> str:
    assert node.value is not None
    assert node.samples
    assert node.rated is not None
    received = node.rated.bytes_per_second
    return (
        f" ({node.name}: {node.value:,} = {node.samples} samples of about {node.value // node.samples:,} bytes, while "
        f"it receives {received:,.0f} bytes/s)"
    )


_GO_TYPES = {ResultType.SCALAR: "*model.Scalar", ResultType.MATRIX: "model.Matrix"}


def odd_answers(replies: NodeReplies, variant: Variant) -> Iterator[ProbeFinding]:
    """Yield what is odd about the answers besides their samples."""
    odd = {node: reply.type for node, reply in replies.replies.items() if reply.type in _GO_TYPES}
    if odd:
        kind = next(iter(odd.values()))
        yield TrafficFinding.NO_VECTOR.finding(
            f"the response for {listed(list(odd))} is a {kind}, not a list of samples: the plugin does not check the "
            "type, and the whole scheduler crashes",
            "Prometheus never responds to this query like this: check what runs at this address.",
            f"panic: interface conversion: model.Value is {_GO_TYPES[kind]}, not model.Vector",
            tuple(odd),
        )
    redirects = next((reply.redirects for reply in replies.replies.values() if reply.redirects), ())
    if redirects:
        yield TrafficFinding.REDIRECTED.finding(
            f"each request is redirected to {findings.shown_address(redirects[-1])}",
            "Write the final address.",
        )
    remarked = sorted({warning for reply in replies.replies.values() for warning in reply.warnings})
    if remarked:
        yield TrafficFinding.PROMETHEUS_WARNS.finding(
            f"Prometheus warns: {listed(remarked)}", upstream=findings.log_of_warnings(variant, remarked)
        )
