"""How many nodes a scheduler looks for, by `percentageOfNodesToScore`: the best of these gets the Pod.

Upstream: `numFeasibleNodesToFind` in `pkg/scheduler/schedule_one.go`, up to 1.22 in `generic_scheduler.go`.
"""

LEAST_NODES = 100
"""So many suitable nodes are looked for in any case: below, all of them (`minFeasibleNodesToFind`)."""

LEAST_PERCENTAGE = 5
"""What the scheduler chooses itself is never less (`minFeasibleNodesPercentageToFind`)."""

_BASE, _PER_PERCENT = 50, 125


def nodes_to_find(percentage: int, nodes: int) -> int:
    """Return after how many suitable nodes a scheduler stops looking.

    Args:
        percentage: `percentageOfNodesToScore`; 0 leaves it to the scheduler.
        nodes: How many nodes there are.
    """
    if percentage <= 0:
        percentage = max(_BASE - nodes // _PER_PERCENT, LEAST_PERCENTAGE)
    return min(nodes, max(nodes * percentage // 100, LEAST_NODES))
