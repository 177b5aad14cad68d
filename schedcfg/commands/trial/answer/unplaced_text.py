"""Which Pods have no node, and why, as lines of text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from schedcfg.commands.trial.answer.identical_pods import IdenticalPods, short_name
from schedcfg.commands.trial.answer.node_table import short_amount
from schedcfg.commands.trial.answer.summary import NodeUsage, UnplacedPods
from schedcfg.commands.trial.pod_requests import PODS, Amounts
from schedcfg.commands.trial.results import NodeReason, PodOutcome
from schedcfg.document.texts import listing, printable
from schedcfg.output.figures import name
from schedcfg.output.summary import counted
from schedcfg.output.tables import TextLayout
from schedcfg.output.terminal import CYAN, RED, YELLOW
from schedcfg.patterns import pattern

_HEADS = {
    PodOutcome.UNSCHEDULABLE: ("no node takes", RED),
    PodOutcome.GATED: ("held back by scheduling gates", YELLOW),
    PodOutcome.WAITING: ("undecided, as a plugin lets them wait", YELLOW),
    PodOutcome.UNSERVED: ("for another scheduler, as no profile has the name that they request", YELLOW),
    PodOutcome.EVICTED: ("evicted", YELLOW),
    PodOutcome.BOUND: ("placed", CYAN),
}
_MOST = 6
"""Reasons that are shown: each has a few lines."""
_MOST_PODS, _MOST_NODES = 4, 5
_MOST_REASONS = 5
_NAME = 48
_INSUFFICIENT = pattern(r"Insufficient ([^\s,.]{1,200}(?:\.[^\s,.]{1,200}){0,20})")
"""Upstream: `Fits` in `pkg/scheduler/framework/plugins/noderesources/fit.go`."""
_TOO_MANY = "Too many pods"


def unplaced_lines(
    unplaced: Sequence[UnplacedPods],
    groups: Mapping[str, IdenticalPods],
    fits: "FreeAmounts",
    called: str,
    layout: TextLayout,
) -> Iterator[str]:
    """Yield who has no node, in whose words, and what would have to be free.

    Args:
        unplaced: The Pods, by reason.
        groups: By Pod the Pods that it is one of.
        fits: What is free on the nodes, and what the Pods request.
        called: What comes before.
        layout: The width and colors.
    """
    for one in unplaced[:_MOST]:
        head = layout.paint(_HEADS[one.outcome][1], head_of(one))
        yield from layout.wrapped(listing(pods_names(one.pods, groups), _MOST_PODS).split(), f"  {called}{head}: ", 4)
        if one.message:
            yield from layout.wrapped(printable(one.message).split(), "    ", 6)
        yield from _reason_lines(one.reasons, layout)
        for help_ in fits.missing(one):
            yield from layout.wrapped(help_.split(), f"    {layout.paint(CYAN, 'help')}: ", 6)
    if len(unplaced) > _MOST:
        rest = sum(len(one.pods) for one in unplaced[_MOST:])
        yield f"  … and {counted(rest, 'more Pod')}; --output json has all"


def head_of(one: UnplacedPods) -> str:
    """Return what became of Pods without a node, before they are named."""
    return (
        _HEADS[one.outcome][0] if one.group is None else f"PodGroup {name(short_name(one.group), _NAME)} does not fit"
    )


def pods_names(pods: Sequence[str], groups: Mapping[str, IdenticalPods]) -> list[str]:
    """Name Pods, identical ones together.

    Args:
        pods: The Pods.
        groups: By Pod the Pods that it is one of.
    """
    by_group: dict[str, list[str]] = {}
    for pod in pods:
        by_group.setdefault(groups[pod].name if pod in groups else pod, []).append(pod)
    return [_name(members, groups) for members in by_group.values()]


def _name(members: Sequence[str], groups: Mapping[str, IdenticalPods]) -> str:
    if len(members) == 1:
        return name(short_name(members[0]), _NAME)
    group = groups[members[0]]
    number = f"{len(members):,}" if len(members) == len(group.pods) else f"{len(members):,} of {len(group.pods):,}"
    return f"{name(group.label, _NAME)} ({number} Pods)"


def by_reason(reasons: Iterable[NodeReason]) -> list[tuple[tuple[str, str | None], list[str]]]:
    """Return reasons, each with its plugin if that is known, and the nodes that have it, the most first."""
    found: dict[tuple[str, str | None], list[str]] = {}
    for reason in reasons:
        found.setdefault((reason.message, reason.plugin), []).append(reason.node)
    return sorted(found.items(), key=lambda entry: -len(entry[1]))


def _reason_lines(reasons: Iterable[NodeReason], layout: TextLayout) -> Iterator[str]:
    entries = by_reason(reasons)
    for (message, plugin), nodes in entries[:_MOST_REASONS]:
        named = listing([name(node, _NAME) for node in nodes], _MOST_NODES)
        behind = f" ({printable(plugin)})" if plugin else ""
        yield from layout.wrapped(f"{printable(message)}{behind}".split(), f"    {named}: ", 6)
    if len(entries) > _MOST_REASONS:
        yield f"    … and {counted(len(entries) - _MOST_REASONS, 'more reason')}"


class FreeAmounts:
    """What is free at the end, beside what Pods request."""

    def __init__(self, nodes: Sequence[NodeUsage], requests: Mapping[str, Amounts]) -> None:
        self._nodes = nodes
        self._requests = requests  # Pod → what it requests

    def missing(self, unplaced: UnplacedPods) -> Iterator[str]:
        """Yield what Pods request and nothing has, of the resources that the scheduler names."""
        if unplaced.group is not None:
            return  # What is free at the end was taken while the group was tried
        if unplaced.outcome is not PodOutcome.UNSCHEDULABLE or not unplaced.pods or not self._nodes:
            return
        said = " ".join([unplaced.message, *(reason.message for reason in unplaced.reasons)])
        named = dict.fromkeys(_INSUFFICIENT.findall(said))
        requests = self._requests.get(unplaced.pods[0], {})
        for resource in (*named, *([PODS] if _TOO_MANY in said else [])):
            if requests.get(resource):
                yield self._sentence(resource, requests[resource])

    def _sentence(self, resource: str, wanted: Fraction) -> str:
        begin = f"{short_amount(resource, wanted)} {printable(resource)} requested"
        having = [node for node in self._nodes if node.allocatable.get(resource, Fraction(0)) > 0]
        if not having:
            return f"{begin}; {self._nowhere(resource)}."
        largest = max(having, key=lambda node: node.allocatable[resource])
        freest = max(having, key=lambda node: node.free(resource))
        has, free = largest.allocatable[resource], freest.free(resource)
        if wanted > has:
            return f"{begin}; the largest node, {name(largest.name, _NAME)}, has {short_amount(resource, has)} in all."
        if free <= 0:
            return f"{begin}; {_all_of(having)} none free at the end."
        if wanted > free:
            most = f"{short_amount(resource, free)} at most, on {name(freest.name, _NAME)}"
            return f"{begin}; free at the end: {most}."
        return f"{begin}; {name(freest.name, _NAME)} has that free, and another reason against it."

    def _nowhere(self, resource: str) -> str:
        """Return what is to be said of a resource of which no node has any; a broken device plugin reports 0."""
        reporting = [node.name for node in self._nodes if resource in node.allocatable]
        if not reporting:
            return "no node has this resource"
        named = listing([name(one, _NAME) for one in reporting], _MOST_NODES)
        return f"no node has any of this resource: it is 0 in `status.allocatable` of {named}"


def _all_of(having: Sequence[NodeUsage]) -> str:
    """Return how a sentence begins about all nodes that have some resource: not all nodes have each."""
    if len(having) == 1:
        return f"{name(having[0].name, _NAME)}, the only node that has this resource, has"
    return f"all {len(having):,} nodes that have this resource have"
