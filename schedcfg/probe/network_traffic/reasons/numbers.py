"""What is wrong with values, once every node has one."""

from collections.abc import Iterator, Mapping

from schedcfg.golang.numbers import fits_int64, float_to_int64
from schedcfg.probe.network_traffic import arithmetic
from schedcfg.probe.network_traffic.reasons.quoting import listed
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.results.probing import ProbeFinding

_PANIC = 'Observed a panic: "integer divide by zero" (runtime error: integer divide by zero)'


def reasons(values: Mapping[str, float]) -> Iterator[ProbeFinding]:
    """Yield what the plugin's arithmetic, or the framework behind it, makes of the samples' values (node → value)."""
    unusable = [node for node, value in values.items() if not fits_int64(value)]
    if unusable:
        yield _unusable(unusable, values)
    wholes = {node: float_to_int64(value) for node, value in values.items()}
    too_large = [node for node, value in wholes.items() if node not in unusable and arithmetic.overflows(value)]
    if too_large:
        yield Reason.OVERFLOW.finding(
            f"{wholes[too_large[0]]:,} times 100 does not fit into the plugin's 64-bit integers: the score of "
            f"{listed(too_large)} means nothing",
            "Look back over a shorter time: the sum has a term for each sample. Better still, use a rate.",
            nodes=too_large,
        )
    yield from _scores(wholes)


def _unusable(nodes: list[str], values: Mapping[str, float]) -> ProbeFinding:
    return Reason.UNUSABLE.finding(
        f"the value of {listed(nodes)} is {values[nodes[0]]:g}, which no 64-bit integer can hold: on amd64 the plugin "
        f"goes on with {float_to_int64(values[nodes[0]]):,}, on arm64 with another number",
        "Look at what the exporter serves for this counter: real ones are finite.",
        nodes=nodes,
    )


def _scores(wholes: Mapping[str, int]) -> Iterator[ProbeFinding]:
    scores = arithmetic.normalised(tuple(wholes.values()))
    if scores is None:
        yield Reason.ALL_ZERO.finding(
            "no node has received anything by these values: the plugin divides by the highest, which is zero, and "
            "the whole scheduler ends; nothing catches that",
            "Name an interface that carries traffic (`lo` often has none), or divide by at least 1 in the plugin.",
            _PANIC,
        )
        return
    wrong = {node: score for node, score in zip(wholes, scores, strict=True) if not arithmetic.is_valid(score)}
    if wrong:
        node, score = next(iter(wrong.items()))
        yield Reason.INVALID_SCORE.finding(
            f"the score of {listed(list(wrong))} is outside 0 to 100 ({score} for {node}): the framework refuses all "
            "scores then, and no Pod is scheduled",
            "Mend the values first: see the other findings.",
            'error while applying score defaultWeights for pod "…": score plugin "NetworkTraffic" returns an invalid '
            f"score {score}, it should in the range of [0, 100] after normalizing",
            tuple(wrong),
        )
