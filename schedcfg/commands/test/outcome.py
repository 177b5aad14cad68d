"""What became of the Pods of one run, as expectations ask about it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from schedcfg.commands.trial.answer.summary import RunSummary, Summarizer
from schedcfg.commands.trial.api.store import Object, controller_of, full_name, name_of
from schedcfg.commands.trial.inputs.workloads import TEMPLATE_HASH
from schedcfg.commands.trial.results import Placement, PodOutcome, TrialCluster, TrialRun
from schedcfg.models.scheduler_test import NODE_DOMAIN, NodeSelector, PodSelector
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.pod import at, fields, text

_NUMBER = pattern(r"-\d+$")
"""Ends the names of Pods that are sketched together."""


class SelectablePod(NamedTuple):
    """A Pod that an expectation may be about."""

    name: str  # With its namespace: `default/web-0`
    labels: Mapping[str, str]
    workload: str  # What it is one of, with the namespace: `default/web`; of a Pod alone its own name

    @property
    def names(self) -> frozenset[str]:
        """The names that select it, with and without the namespace."""
        full = (self.name, self.workload)
        return frozenset((*full, *(name.partition("/")[2] for name in full)))

    def is_selected(self, selector: PodSelector) -> bool:
        """Return whether a selector selects it."""
        has_name = selector.name is None or selector.name in self.names
        return has_name and _has_labels(self.labels, selector.labels)


def _has_labels(labels: Mapping[str, str], wanted: Mapping[str, str] | None) -> bool:
    """Return whether something has all labels that are wanted."""
    return all(labels.get(key) == value for key, value in (wanted or {}).items())


class TestedPods:
    """The Pods of a test: those that come, and those that have a node from the beginning."""

    def __init__(self, cluster: TrialCluster) -> None:
        self.coming = _selectable(cluster.pods)
        self.running = _selectable(
            one for one in cluster.objects if one.get("kind") == "Pod" and at(one, "spec", "nodeName")
        )

    def coming_of(self, selector: PodSelector | None) -> list[SelectablePod]:
        """Return the Pods that come and are selected; all where nothing selects."""
        return [pod for pod in self.coming if selector is None or pod.is_selected(selector)]

    def all_of(self, selector: PodSelector | None) -> list[SelectablePod]:
        """Return all Pods that are selected, those too that have a node from the beginning."""
        return [pod for pod in (*self.running, *self.coming) if selector is None or pod.is_selected(selector)]


def _selectable(pods: Iterable[Object]) -> list[SelectablePod]:
    return [_selectable_pod(pod) for pod in pods]


def _selectable_pod(pod: Object) -> SelectablePod:
    namespace, name = name_of(pod)
    workload = _workload(pod) or _NUMBER.sub("", name)
    labels = {key: text(value) for key, value in fields(at(pod, "metadata", "labels")).items()}
    return SelectablePod(full_name(pod), labels, f"{namespace}/{workload}")


def _workload(pod: Object) -> str:
    """Return the name of the workload that a Pod is of; of a Deployment its own, not that of its ReplicaSet."""
    controller = controller_of(pod)
    name, generated = text(controller.get("name")), text(at(pod, "metadata", "labels", TEMPLATE_HASH))
    return name.removesuffix(f"-{generated}") if generated else name


class RunOutcome:
    """What became of the Pods in one run.

    Attributes:
        placements: Each Pod that came, and each that had to leave its node, by its name.
        nodes: The labels of each node, by its name.
    """

    def __init__(self, cluster: TrialCluster, run: TrialRun, summarizer: Summarizer, release: str) -> None:
        self.placements: Mapping[str, Placement] = {one.pod: one for one in (*run.evicted, *run.placements)}
        self.nodes: Mapping[str, Mapping[str, str]] = {
            name_of(one)[1]: {key: text(value) for key, value in fields(at(one, "metadata", "labels")).items()}
            for one in cluster.objects
            if one.get("kind") == "Node"
        }
        self._run, self._summarizer, self._release = run, summarizer, release

    @cached_property
    def summary(self) -> RunSummary:
        """What the run means."""
        return self._summarizer.summary(self._run, self._release)

    def node_of(self, pod: SelectablePod) -> str | None:
        """Return the node that a Pod has; None where it has none."""
        placement = self.placements.get(pod.name)
        return placement.node if placement is not None and placement.outcome is PodOutcome.BOUND else None

    def nodes_of(self, pods: Iterable[SelectablePod]) -> dict[str, str]:
        """Return the Pods that have a node, by their names, with it."""
        return {pod.name: node for pod in pods if (node := self.node_of(pod)) is not None}

    def with_outcome(self, pods: Iterable[SelectablePod], outcome: PodOutcome) -> list[Placement]:
        """Return what became of the Pods with which this has happened."""
        found = (self.placements.get(pod.name) for pod in pods)
        return [one for one in found if one is not None and one.outcome is outcome]

    def selected_nodes(self, selector: NodeSelector) -> frozenset[str]:
        """Return the names of the nodes that a selector selects."""
        if selector.names:
            return frozenset(self.nodes) & frozenset(filter(None, selector.names))
        return frozenset(name for name, labels in self.nodes.items() if _has_labels(labels, selector.labels))

    def domains(self, by: str) -> dict[str, str]:
        """Return the nodes that have a label, with its value; for `node` each node with its name."""
        if by == NODE_DOMAIN:
            return {name: name for name in self.nodes}
        return {name: labels[by] for name, labels in self.nodes.items() if by in labels}

    def counts(self, pods: Sequence[SelectablePod]) -> dict[str, int]:
        """Return how many of some Pods each node has, of those that have any."""
        counted: dict[str, int] = {}
        for node in self.nodes_of(pods).values():
            counted[node] = counted.get(node, 0) + 1
        return counted

    def domain_counts(self, by: str, pods: Iterable[SelectablePod]) -> dict[str, int]:
        """Return how many of some Pods each value of a label has, of all values; none where no node has the label."""
        values = self.domains(by)
        counts = dict.fromkeys(values.values(), 0)
        for node in self.nodes_of(pods).values():
            if node in values:
                counts[values[node]] += 1
        return counts

    def possible_nodes(self, pods: Iterable[SelectablePod]) -> frozenset[str]:
        """Return the nodes that Pods have, and those that were as good: equal ones change their places by luck."""
        found: set[str] = set()
        for pod in pods:
            placement = self.placements.get(pod.name)
            if placement is not None and placement.node is not None:
                best = max(placement.totals.values(), default=0)
                found |= {placement.node, *(node for node, total in placement.totals.items() if total == best)}
        return frozenset(found)
