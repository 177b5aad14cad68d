"""What is the same in every run of a variant, and what is luck: which of equally good nodes a scheduler takes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from schedcfg.commands.trial.answer.identical_pods import IdenticalPods
from schedcfg.commands.trial.answer.summary import PlacedPods, RunSummary


@dataclass(frozen=True, slots=True)
class CountRange:
    """What a number was over several runs.

    Attributes:
        least: The least of it.
        most: The most of it.
    """

    least: int
    most: int

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Self:
        """Return the range of some numbers; of none, it is 0."""
        known = sorted(numbers) or [0]
        return cls(known[0], known[-1])

    @property
    def is_same(self) -> bool:
        """Whether it was the same in every run."""
        return self.least == self.most

    def __str__(self) -> str:
        return f"{self.least:,}" if self.is_same else f"{self.least:,} to {self.most:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedPods:
    """Identical Pods over several runs.

    Attributes:
        name: What they are called; see `groups`.
        pods: How many there are.
        placed: How many of them have a node.
        always: How many of them are on the same nodes in every run; where the rest is, is luck.
        nodes: Node → how many of them it has.
    """

    name: str
    pods: int
    placed: CountRange
    always: int
    nodes: Mapping[str, CountRange]

    @property
    def is_stable(self) -> bool:
        """Whether each node has as many of them in every run."""
        return all(number.is_same for number in self.nodes.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedRuns:
    """Several runs of a variant.

    Attributes:
        runs: How many.
        placed: How many Pods have a node.
        nodes_in_use: How many nodes have a Pod that could be elsewhere.
        evicted: How many Pods had to leave their node.
        moved: How many Pods are on other nodes from one run to the next: luck alone.
        groups: Identical Pods, in the order in which they come.
        varying: Pods that have a node in some runs, and in others none.
    """

    runs: int
    placed: CountRange
    nodes_in_use: CountRange
    evicted: CountRange
    moved: CountRange
    groups: tuple[RepeatedPods, ...]
    varying: tuple[str, ...]


def repeated_runs(summaries: Sequence[RunSummary]) -> RepeatedRuns:
    """Return what several runs have in common."""
    by_group = zip(*(summary.groups for summary in summaries), strict=True)
    groups = tuple(_repeated(placed) for placed in by_group)
    return RepeatedRuns(
        runs=len(summaries),
        placed=over(summaries, lambda summary: summary.bound),
        nodes_in_use=over(summaries, nodes_in_use),
        evicted=over(summaries, lambda summary: len(summary.evicted)),
        moved=CountRange.of(moved_pods(*pair) for pair in pairwise(summaries)),
        groups=groups,
        varying=tuple(group.name for group in groups if not group.placed.is_same),
    )


def over(summaries: Iterable[RunSummary], number: Callable[[RunSummary], int]) -> CountRange:
    """Return what a number of a run was over several runs."""
    return CountRange.of(map(number, summaries))


def nodes_in_use(summary: RunSummary) -> int:
    """Return how many nodes have a Pod that could be elsewhere."""
    return len(summary.nodes) - len(summary.empty)


def _repeated(placed: Sequence[PlacedPods]) -> RepeatedPods:
    pods = placed[0].pods
    nodes = node_ranges(placed)
    return RepeatedPods(
        name=pods.name,
        pods=len(pods.pods),
        placed=CountRange.of(sum(one.nodes.values()) for one in placed),
        always=sum(number.least for number in nodes.values()),
        nodes=nodes,
    )


def node_ranges(placed: Sequence[PlacedPods]) -> dict[str, CountRange]:
    """Return how many Pods each node has over several runs, of those that have any in one."""
    known = dict.fromkeys(node for one in placed for node in one.nodes)
    return {node: CountRange.of(one.nodes.get(node, 0) for one in placed) for node in known}


def moved_pods(before: RunSummary, after: RunSummary) -> int:
    """Return how many Pods have another node: of identical ones it only counts how many each node has."""
    return sum(change.moved for change in changes(before, after))


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupChange:
    """How two runs place identical Pods.

    Attributes:
        pods: The Pods.
        moved: How many have another node.
        gained: How many have a node in the second run only.
        lost: How many have a node in the first run only.
        nodes: Node → how many more it has in the second run; less than 0 where it has fewer.
    """

    pods: IdenticalPods
    moved: int
    gained: int
    lost: int
    nodes: Mapping[str, int]

    @property
    def is_change(self) -> bool:
        """Whether anything differs."""
        return bool(self.moved or self.gained or self.lost)


def changes(before: RunSummary, after: RunSummary) -> Iterator[GroupChange]:
    """Yield for identical Pods how two runs place them."""
    for first, second in zip(before.groups, after.groups, strict=True):
        nodes = {
            node: difference
            for node in dict.fromkeys((*first.nodes, *second.nodes))
            if (difference := second.nodes.get(node, 0) - first.nodes.get(node, 0))
        }
        more = sum(number for number in nodes.values() if number > 0)
        fewer = -sum(number for number in nodes.values() if number < 0)
        moved = min(more, fewer)
        yield GroupChange(pods=first.pods, moved=moved, gained=more - moved, lost=fewer - moved, nodes=nodes)
