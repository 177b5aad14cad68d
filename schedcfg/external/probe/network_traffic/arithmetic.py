"""The plugin's arithmetic: `Score` and `NormalizeScore` of both programs, in Go's 64-bit integers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from schedcfg.document.golang.numbers import quotient, wrapped_int64
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
    return {} if scores is None else _ranked(dict(zip(values, scores, strict=True)))


def _ranked(scores: Mapping[str, int]) -> dict[str, NodeStanding]:
    """Return ranks: equal scores have the same one, and as many are left out behind them."""
    places = _first_places(sorted(scores.values(), reverse=True))
    return {node: NodeStanding(score, places[score]) for node, score in scores.items()}


def _first_places(scores: Iterable[int]) -> dict[int, int]:
    places: dict[int, int] = {}
    for place, score in enumerate(scores, 1):
        places.setdefault(score, place)
    return places
