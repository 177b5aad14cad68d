"""Rates become scores, and reasons to filter a node out."""

from collections.abc import Iterable, Mapping

BEST = 10
"""`MaxExtenderPriority`: kube-scheduler counts it, times the extender's weight, as a plugin's 100."""
UNKNOWN = 0
"""The score of a node that was not measured: nothing speaks for it."""


def scores(nodes: Iterable[str], rates: Mapping[str, float] | None) -> dict[str, int]:
    """Score nodes from 0 to 10, 10 for the fewest bytes per second.

    The distance from the quietest node counts, as a share of the busiest one's rate: nodes that differ little get
    the same score, however little both receive. Without rates all nodes have the same score.
    """
    known = {node: None if rates is None else rates.get(node) for node in nodes}
    measured = [rate for rate in known.values() if rate is not None]
    quietest, busiest = min(measured, default=0.0), max(measured, default=0.0)
    # Where the busiest receives nothing, all receive the same, and no distance is to be divided.
    scale = busiest or 1.0
    return {
        node: UNKNOWN if rate is None else round(BEST * (1 - (rate - quietest) / scale)) for node, rate in known.items()
    }


def failures(nodes: Iterable[str], rates: Mapping[str, float] | None, limit: float | None) -> dict[str, str]:
    """Tell for each node above the limit why it is filtered out; nodes that were not measured are let through."""
    if rates is None or limit is None:
        return {}
    return {
        node: f"receives {rates[node]:,.0f} bytes/s, more than the limit of {limit:,.0f}"
        for node in nodes
        if rates.get(node, 0.0) > limit
    }
