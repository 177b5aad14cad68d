"""About how many nodes extenders are asked at a time (`numFeasibleNodesToFind` in `pkg/scheduler/schedule_one.go`)."""

from collections.abc import Iterator

from schedcfg.effective.model import Configuration
from schedcfg.probe.extender.findings import ExtenderFinding
from schedcfg.probe.findings import ProbeFinding

_FEWEST = 100
"""Nodes; of fewer, all are looked for."""

_ALL = 100
_ADAPTIVE, _NODES_PER_PERCENT, _LEAST = 50, 125, 5


def sampled_nodes(nodes: int, percentage: int) -> int:
    """Return at how many nodes that fit kube-scheduler stops looking for more.

    Args:
        nodes: How many there are.
        percentage: `percentageOfNodesToScore`; 0: it goes by the number of nodes.
    """
    if nodes < _FEWEST or percentage >= _ALL:
        return nodes
    percentage = percentage or max(_ADAPTIVE - nodes // _NODES_PER_PERCENT, _LEAST)
    return max(nodes * percentage // 100, _FEWEST)


def fewer_nodes_sampled(configuration: Configuration, nodes: int) -> Iterator[ProbeFinding]:
    """Yield whether a trial with so many nodes asks more than kube-scheduler does, in every profile."""
    general = configuration.percentage_of_nodes_to_score
    own = [profile.percentage_of_nodes_to_score for profile in configuration.profiles]
    most = max(sampled_nodes(nodes, general if one is None else one) for one in own or [None])
    if most < nodes:
        yield ExtenderFinding.FEWER_AT_ONCE.finding(
            f"This trial asks about all {nodes} nodes; kube-scheduler stops at {most} that fit "
            "(`percentageOfNodesToScore`) and asks extenders about these: its requests are smaller and answered sooner",
            f"Give {most} nodes to see how long a Pod waits.",
        )
