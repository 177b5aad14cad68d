"""Two variants of a trial side by side: what moves, which nodes become free, and whether that may be luck."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from math import comb
from typing import NamedTuple

from schedcfg.commands.trial.answer.repeated_runs import (
    CountRange,
    GroupChange,
    changes,
    moved_pods,
    node_ranges,
    nodes_in_use,
    over,
)
from schedcfg.commands.trial.answer.summary import RunSummary

_UNLIKELY = 0.05
"""How likely it may be that ranges of runs do not overlap by luck alone."""


class ChangeCause(StrEnum):
    """What a difference between two variants comes from.

    Attributes:
        SAME: There is none.
        VARIANT: The variants: their runs do not overlap, and there are enough of them to know.
        LUCK: Maybe luck alone: the runs overlap.
        UNKNOWN: Too few runs to know.
        UNSERVED: No profile of one of the variants has the name that the Pods request: they were not tried there.
    """

    SAME = "same"
    VARIANT = "variant"
    LUCK = "luck"
    UNKNOWN = "unknown"
    UNSERVED = "unserved"


_STRONGEST = (ChangeCause.VARIANT, ChangeCause.UNKNOWN, ChangeCause.LUCK, ChangeCause.SAME)
"""Of several nodes, one on which the runs do not overlap is enough to know."""

_NOTHING = CountRange(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedNumber:
    """A number of two variants, over their runs.

    Attributes:
        name: What is counted.
        before: What it is in the runs of the first variant.
        after: What it is in those of the other.
        cause: What the difference comes from.
    """

    name: str
    before: CountRange
    after: CountRange
    cause: ChangeCause = field(metadata={"open": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPods:
    """Identical Pods that two variants place differently.

    Attributes:
        name: What they are called; see `groups`.
        moved: How many have another node.
        gained: How many have a node with the other variant only.
        lost: How many have a node with the first variant only.
        before: Node → how many of them it has in the runs of the first variant.
        after: Node → how many of them it has in those of the other.
        cause: What that comes from.
    """

    name: str
    moved: int
    gained: int
    lost: int
    before: Mapping[str, CountRange]
    after: Mapping[str, CountRange]
    cause: ChangeCause = field(metadata={"open": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantComparison:
    """How a variant differs from the first one.

    Attributes:
        before: The name of the first variant.
        after: The name of the other one.
        moved: How many Pods have another node, by their first runs. Of identical Pods it only counts how many each node
            has.
        gained: How many Pods have a node with the other variant only, by their first runs.
        lost: How many Pods have a node with the first variant only, by their first runs.
        moved_by_luck: How many Pods have another node from one run to the next of the same variant; null where no
            variant was run twice.
        freed: Nodes that are empty in every run of the other variant, and in none of the first.
        taken: Nodes that are empty in every run of the first variant, and in none of the other.
        numbers: What is counted of both.
        groups: Identical Pods that are placed differently.
        evicted_before: Pods that have to leave their node with the first variant only, by their first runs.
        evicted_after: Pods that have to leave their node with the other variant only, by their first runs.
    """

    before: str
    after: str
    moved: int
    gained: int
    lost: int
    moved_by_luck: CountRange | None
    freed: tuple[str, ...]
    taken: tuple[str, ...]
    numbers: tuple[ComparedNumber, ...]
    groups: tuple[MovedPods, ...]
    evicted_before: tuple[str, ...]
    evicted_after: tuple[str, ...]

    @property
    def has_luck(self) -> bool:
        """Whether luck may have a part in it: not where all that differs was never tried in one of the variants."""
        return any(group.cause is not ChangeCause.UNSERVED for group in self.groups)


_NUMBERS: Mapping[str, Callable[[RunSummary], int]] = {
    "Pods placed": lambda summary: summary.bound,
    "nodes in use": nodes_in_use,
    "Pods evicted": lambda summary: len(summary.evicted),
}


def compare(names: tuple[str, str], before: Sequence[RunSummary], after: Sequence[RunSummary]) -> VariantComparison:
    """Return how a variant differs from the first one.

    Args:
        names: What both are called.
        before: The runs of the first one.
        after: The runs of the other one.
    """
    first = list(changes(before[0], after[0]))
    freed, taken = _empty(before, after)
    gone = [[placement.pod for placement in runs[0].evicted] for runs in (before, after)]
    return VariantComparison(
        before=names[0],
        after=names[1],
        moved=sum(change.moved for change in first),
        gained=sum(change.gained for change in first),
        lost=sum(change.lost for change in first),
        moved_by_luck=_by_luck(before, after),
        freed=freed,
        taken=taken,
        numbers=tuple(_numbers(before, after)),
        groups=tuple(_groups(first, before, after)),
        evicted_before=tuple(pod for pod in gone[0] if pod not in set(gone[1])),
        evicted_after=tuple(pod for pod in gone[1] if pod not in set(gone[0])),
    )


def _empty(before: Sequence[RunSummary], after: Sequence[RunSummary]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the nodes that become empty, and those that no longer are, whatever the luck."""
    first, other = ([set(summary.empty) for summary in runs] for runs in (before, after))
    freed = other[0].intersection(*other) - first[0].union(*first)
    taken = first[0].intersection(*first) - other[0].union(*other)
    order = [node.name for node in before[0].nodes]
    return tuple(node for node in order if node in freed), tuple(node for node in order if node in taken)


def _by_luck(*variants: Sequence[RunSummary]) -> CountRange | None:
    moved = [moved_pods(*pair) for runs in variants for pair in pairwise(runs)]
    return CountRange.of(moved) if moved else None


def _numbers(before: Sequence[RunSummary], after: Sequence[RunSummary]) -> Iterator[ComparedNumber]:
    counted = {**_NUMBERS, **{f"Pods in zone {zone}": _in_zone(zone) for zone in _zones(before[0])}}
    for name, number in counted.items():
        ranges = over(before, number), over(after, number)
        because = cause(*ranges, (len(before), len(after)), len(counted))
        if because is not ChangeCause.SAME and any(_all_unserved(runs) for runs in (before, after)):
            because = ChangeCause.UNSERVED
        yield ComparedNumber(name=name, before=ranges[0], after=ranges[1], cause=because)


def _all_unserved(runs: Sequence[RunSummary]) -> bool:
    """Return whether no Pod was tried: the configuration is the same in each run."""
    return 0 < runs[0].pods == runs[0].unserved


def _zones(summary: RunSummary) -> list[str]:
    return [zone.zone for zone in summary.zones if zone.zone is not None]


def _in_zone(name: str) -> Callable[[RunSummary], int]:
    return lambda summary: next((zone.placed for zone in summary.zones if zone.zone == name), 0)


class _Groups(NamedTuple):
    """How often each node has how many of identical Pods, in the runs of both variants."""

    before: Mapping[str, CountRange]
    after: Mapping[str, CountRange]

    @classmethod
    def of(cls, index: int, before: Sequence[RunSummary], after: Sequence[RunSummary]) -> "_Groups":
        """Return them of the group at an index."""
        return cls(*(node_ranges([summary.groups[index] for summary in runs]) for runs in (before, after)))

    def pairs(self) -> Iterator[tuple[CountRange, CountRange]]:
        """Yield both ranges of each node."""
        for node in dict.fromkeys((*self.before, *self.after)):
            yield self.before.get(node, _NOTHING), self.after.get(node, _NOTHING)


def _groups(
    first: Sequence[GroupChange], before: Sequence[RunSummary], after: Sequence[RunSummary]
) -> Iterator[MovedPods]:
    """Yield the identical Pods that are placed differently, by the first runs."""
    both = {index: _Groups.of(index, before, after) for index, change in enumerate(first) if change.is_change}
    compared = sum(1 for ranges in both.values() for _ in ranges.pairs())
    for index, ranges in both.items():
        causes = {cause(*pair, (len(before), len(after)), compared) for pair in ranges.pairs()}
        change = first[index]
        is_unserved = any(runs[0].groups[index].is_unserved for runs in (before, after))
        yield MovedPods(
            name=change.pods.name,
            moved=change.moved,
            gained=change.gained,
            lost=change.lost,
            before=ranges.before,
            after=ranges.after,
            cause=ChangeCause.UNSERVED if is_unserved else next(one for one in _STRONGEST if one in causes),
        )


def cause(before: CountRange, after: CountRange, runs: tuple[int, int], compared: int) -> ChangeCause:
    """Return what a difference of two ranges may come from.

    That ranges of n and m runs of one and the same scheduler do not overlap has a chance of 2 in (n+m over n) at most:
    of all orders of the values, two have all of one side before all of the other. Of many numbers that are compared,
    one is the more likely to do so.

    Args:
        before: The range of the first variant.
        after: The range of the other one.
        runs: How often both were run.
        compared: How many numbers are compared.
    """
    if before == after and (before.is_same or min(runs) > 1):
        return ChangeCause.SAME
    if before.least <= after.most and after.least <= before.most:
        return ChangeCause.LUCK
    is_certain = 2 * compared / comb(sum(runs), runs[0]) <= _UNLIKELY
    return ChangeCause.VARIANT if is_certain else ChangeCause.UNKNOWN
