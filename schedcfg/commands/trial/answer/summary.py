"""What a run means: how full each node is, which Pods have no node and why, who had to leave."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from schedcfg.commands.trial.answer.identical_pods import IdenticalPods, identical_pods
from schedcfg.commands.trial.api.store import Object, controller_of, full_name, has_ended, name_of
from schedcfg.commands.trial.pod_requests import PODS, Amounts, amounts, requests_of, sums, written_amounts
from schedcfg.commands.trial.results import (
    NodeReason,
    Placement,
    PodOutcome,
    Trial,
    TrialCluster,
    TrialRun,
    TrialVariant,
)
from schedcfg.sources.manifests.pod import at, fields, text

_ZONES = ("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone")
"""Labels with the zone of a node, the second in old clusters. Upstream: `staging/src/k8s.io/api/core/v1`."""
_OF_NODES = frozenset({"DaemonSet", "Node"})
"""Owners of Pods that come and go with a node: the second is that of static Pods."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeUsage:
    """How full a node is at the end.

    Attributes:
        name: The node.
        zone: Its zone; None where no label names it.
        pods: How many Pods it has.
        placed: How many of these the run has put there.
        is_empty: Whether it has no Pod that could be elsewhere: none but those of DaemonSets, and static ones.
        requested: What its Pods request, by resource; `pods` are counted too.
        allocatable: What it has for Pods.
    """

    __json__ = (
        *("name", "zone", "pods", "placed", "is_empty", "written_requests as requested"),
        "written_allocatable as allocatable",
    )

    name: str
    zone: str | None
    pods: int
    placed: int
    is_empty: bool
    requested: Amounts
    allocatable: Amounts

    @property
    def written_requests(self) -> Mapping[str, str]:
        """What its Pods request, by resource, as Kubernetes writes amounts; `pods` are counted too."""
        return written_amounts(self.requested)

    @property
    def written_allocatable(self) -> Mapping[str, str]:
        """What it has for Pods."""
        return written_amounts(self.allocatable)

    def share(self, resource: str) -> Fraction:
        """Return how much of a resource is requested, 0 to 1; more where it was too much from the beginning."""
        there = self.allocatable.get(resource, Fraction(0))
        return self.requested.get(resource, Fraction(0)) / there if there > 0 else Fraction(0)

    def free(self, resource: str) -> Fraction:
        """Return how much of a resource is left."""
        return self.allocatable.get(resource, Fraction(0)) - self.requested.get(resource, Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneUsage:
    """What a zone has at the end.

    Attributes:
        zone: Its name; None for all nodes without one.
        nodes: How many nodes it has.
        pods: How many Pods these have.
        placed: How many of these the run has put there.
    """

    zone: str | None
    nodes: int
    pods: int
    placed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPods:
    """What became of identical Pods.

    Attributes:
        pods: The Pods.
        nodes: Node → how many of them it has, the most first.
        without: Outcome → how many of them have no node.
    """

    pods: IdenticalPods
    nodes: Mapping[str, int]
    without: Mapping[PodOutcome, int]

    @property
    def is_unserved(self) -> bool:
        """Whether no profile has the name that they request."""
        return self.without.get(PodOutcome.UNSERVED, 0) == len(self.pods.pods)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnplacedPods:
    """Pods that have no node for the same reason.

    Attributes:
        group: The PodGroup that does not fit, whose Pods they are: `default/train`; None where each is on its own.
        outcome: What became of them.
        message: Why no node takes them, in the scheduler's words; empty where it does not say.
        reasons: Why each node does not take them; empty where that was not looked into.
        pods: The Pods.
    """

    group: str | None = None
    outcome: PodOutcome
    message: str
    reasons: tuple[NodeReason, ...]
    pods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EvictedPod:
    """A Pod that had a node, and had to leave it.

    Attributes:
        pod: Namespace and name.
        node: The node that it had.
    """

    pod: str
    node: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """What one run means.

    Attributes:
        groups: What became of the Pods, identical ones together, in the order in which they came.
        nodes: All nodes, in their order.
        zones: All zones, by name; none where no node is in one.
        unplaced: The Pods without a node, by reason.
        evicted: The Pods that had a node, and had to leave it.
    """

    groups: tuple[PlacedPods, ...]
    nodes: tuple[NodeUsage, ...]
    zones: tuple[ZoneUsage, ...]
    unplaced: tuple[UnplacedPods, ...]
    evicted: tuple[EvictedPod, ...]

    @property
    def bound(self) -> int:
        """How many Pods have a node."""
        return sum(sum(group.nodes.values()) for group in self.groups)

    @property
    def pods(self) -> int:
        """How many Pods were to be placed."""
        return self.bound + sum(sum(group.without.values()) for group in self.groups)

    @property
    def unserved(self) -> int:
        """How many Pods request a scheduler whose name no profile has."""
        return sum(group.without.get(PodOutcome.UNSERVED, 0) for group in self.groups)

    @property
    def empty(self) -> tuple[str, ...]:
        """The nodes that could be given back."""
        return tuple(node.name for node in self.nodes if node.is_empty)


class Summarizer:
    """Makes summaries of the runs of a cluster: what does not change between them is computed once."""

    def __init__(self, cluster: TrialCluster) -> None:
        self.groups = identical_pods(cluster.pods)
        self._cluster = cluster
        self._nodes = [data for data in cluster.objects if data.get("kind") == "Node"]
        self._there = [data for data in cluster.objects if data.get("kind") == "Pod" and _takes(data)]
        self._movable = {
            full_name(pod) for pod in (*self._there, *cluster.pods) if controller_of(pod).get("kind") not in _OF_NODES
        }
        self._requests: dict[str, Mapping[str, Amounts]] = {}  # Release → Pod → what it requests

    def summary(self, run: TrialRun, release: str) -> RunSummary:
        """Return what a run means."""
        outcomes = {placement.pod: placement for placement in run.placements}
        nodes = tuple(self._usages(run, self._requests_by_pod(release)))
        return RunSummary(
            groups=tuple(_placed(group, outcomes) for group in self.groups),
            nodes=nodes,
            zones=tuple(_zones(nodes)),
            unplaced=(*_unplaced_groups(run, outcomes), *_unplaced(_alone(run))),
            evicted=tuple(
                EvictedPod(placement.pod, placement.node)
                for placement in chain(
                    run.evicted, (one for one in run.placements if one.outcome is PodOutcome.EVICTED)
                )
            ),
        )

    def requests(self, pod: str, release: str) -> Amounts:
        """Return what a Pod requests."""
        return self._requests_by_pod(release).get(pod, {})

    def _requests_by_pod(self, release: str) -> Mapping[str, Amounts]:
        if release not in self._requests:
            self._requests[release] = {
                full_name(pod): requests_of(pod, release) for pod in (*self._there, *self._cluster.pods)
            }
        return self._requests[release]

    def _usages(self, run: TrialRun, requests: Mapping[str, Amounts]) -> Iterator[NodeUsage]:
        """Yield how full each node is: with what was there and has not left, and what the run has put there."""
        there, placed = self._pods_by_node(run)
        for data in self._nodes:
            name = name_of(data)[1]
            pods = [*there[name], *placed[name]]
            yield NodeUsage(
                name=name,
                zone=zone_of(data),
                pods=len(pods),
                placed=len(placed[name]),
                is_empty=not any(pod in self._movable for pod in pods),
                requested={PODS: Fraction(0), **sums(requests.get(pod, {}) for pod in pods)},
                allocatable=amounts(at(data, "status", "allocatable")),
            )

    def _pods_by_node(self, run: TrialRun) -> tuple[Mapping[str, list[str]], Mapping[str, list[str]]]:
        """Return the Pods that each node has kept, and those that the run has put there."""
        gone = {placement.pod for placement in run.evicted}
        there, placed = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        for pod in self._there:
            if full_name(pod) not in gone:
                there[text(at(pod, "spec", "nodeName"))].append(full_name(pod))
        for placement in run.placements:
            if placement.outcome is PodOutcome.BOUND and placement.node is not None:
                placed[placement.node].append(placement.pod)
        return there, placed


class SummarizedVariant(NamedTuple):
    """A variant, and what its runs mean."""

    variant: TrialVariant
    runs: tuple[RunSummary, ...]


def summaries(trial: Trial, summarizer: Summarizer) -> Iterator[SummarizedVariant]:
    """Yield each variant with what its runs mean."""
    for variant in trial.variants:
        runs = tuple(summarizer.summary(run, variant.release) for run in variant.runs)
        yield SummarizedVariant(variant, runs)


def zone_of(node: Object) -> str | None:
    """Return the zone that a node is in; None where no label names it."""
    labels = fields(at(node, "metadata", "labels"))
    return next(filter(None, (text(labels.get(label)) for label in _ZONES)), None)


def zone_label(labels: Iterable[Mapping[str, str]]) -> str | None:
    """Return the label that names the zones of nodes, by the labels of each; None where none does."""
    used = {key for own in labels for key in own}
    return next((label for label in _ZONES if label in used), None)


def _takes(pod: Object) -> bool:
    """Return whether a Pod that has a node takes something there."""
    return bool(at(pod, "spec", "nodeName")) and not has_ended(pod)


def _placed(group: IdenticalPods, outcomes: Mapping[str, Placement]) -> PlacedPods:
    there = [outcomes[pod] for pod in group.pods if pod in outcomes]
    nodes = Counter(one.node for one in there if one.outcome is PodOutcome.BOUND and one.node is not None)
    without: Counter[PodOutcome] = Counter(one.outcome for one in there if one.outcome is not PodOutcome.BOUND)
    return PlacedPods(pods=group, nodes=dict(nodes.most_common()), without=dict(without))


def _zones(nodes: Sequence[NodeUsage]) -> Iterator[ZoneUsage]:
    names = {node.zone for node in nodes}
    if names <= {None}:
        return
    by_zone: dict[str | None, list[NodeUsage]] = defaultdict(list)
    for node in nodes:
        by_zone[node.zone].append(node)
    for zone in sorted(names, key=lambda name: (name is None, name or "")):
        those = by_zone[zone]
        pods, placed = sum(node.pods for node in those), sum(node.placed for node in those)
        yield ZoneUsage(zone=zone, nodes=len(those), pods=pods, placed=placed)


def _unplaced_groups(run: TrialRun, outcomes: Mapping[str, Placement]) -> Iterator[UnplacedPods]:
    """Yield the PodGroups that do not fit, each with why the nodes do not take its first Pod that finds none."""
    for group in run.groups:
        reasons = next((outcomes[pod].reasons for pod in group.pods if outcomes[pod].reasons), ())
        yield UnplacedPods(
            group=group.group,
            outcome=PodOutcome.UNSCHEDULABLE,
            message=group.message,
            reasons=reasons,
            pods=group.pods,
        )


def _alone(run: TrialRun) -> Iterator[Placement]:
    """Yield what became of the Pods that are in no PodGroup which does not fit."""
    grouped = {pod for group in run.groups for pod in group.pods}
    return (placement for placement in run.placements if placement.pod not in grouped)


def _unplaced(placements: Iterable[Placement]) -> Iterator[UnplacedPods]:
    same: dict[tuple[PodOutcome, str, tuple[NodeReason, ...]], list[str]] = {}
    for placement in placements:
        if placement.outcome not in {PodOutcome.BOUND, PodOutcome.EVICTED}:
            same.setdefault((placement.outcome, placement.message, placement.reasons), []).append(placement.pod)
    for (outcome, message, reasons), pods in same.items():
        yield UnplacedPods(outcome=outcome, message=message, reasons=reasons, pods=tuple(pods))
