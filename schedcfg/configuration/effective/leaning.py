"""Which nodes a scheduler prefers by how full they are: whether it packs Pods, or spreads them.

Reports and rules ask here, so that all say the same.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from schedcfg.configuration.effective.facts import FIT, STRATEGIES

_BY_CURVE = "RequestedToCapacityRatio"


class Leaning(StrEnum):
    """Which nodes are preferred by how much of them is requested."""

    FULLER = "fuller"
    EMPTIER = "emptier"
    NEITHER = "neither"
    UNKNOWN = "unknown"  # Where plugins or extenders that are not known score nodes


_OF_STRATEGY = {"MostAllocated": Leaning.FULLER, "LeastAllocated": Leaning.EMPTIER}


def strategy_of(name: str, args: Any) -> str:
    """Return the strategy by which an in-tree plugin scores how full nodes are; empty where it has none.

    Args:
        name: The plugin.
        args: Its completed Args; None where it has none, or they are not known.
    """
    if name != FIT:
        return STRATEGIES.get(name, "")
    strategy = getattr(args, "scoring_strategy", None)
    return (strategy and strategy.type) or ""


def leaning_of(name: str, args: Any) -> Leaning:
    """Return which nodes the score of an in-tree plugin prefers; see `strategy_of`."""
    strategy = strategy_of(name, args)
    if strategy != _BY_CURVE:
        return _OF_STRATEGY.get(strategy, Leaning.UNKNOWN if name == FIT else Leaning.NEITHER)
    if args is None:
        return Leaning.UNKNOWN
    ratio = args if name != FIT else args.scoring_strategy.requested_to_capacity_ratio
    scores = [(point and point.score) or 0 for point in (ratio and ratio.shape) or ()]
    if not scores or scores[-1] == scores[0]:
        return Leaning.NEITHER
    return Leaning.FULLER if scores[-1] > scores[0] else Leaning.EMPTIER


def joint_leaning(weighted: Iterable[tuple[int, Leaning]]) -> Leaning:
    """Return which nodes several plugins prefer together, of each its weight and which it prefers."""
    total = 0
    for weight, leaning in weighted:
        if leaning is Leaning.UNKNOWN:
            return leaning
        total += weight * ((leaning is Leaning.FULLER) - (leaning is Leaning.EMPTIER))
    return Leaning.NEITHER if total == 0 else Leaning.FULLER if total > 0 else Leaning.EMPTIER
