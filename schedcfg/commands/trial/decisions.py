"""What becomes of Pods as the scheduler writes it: who is bound, who finds no node, who has to leave."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from schedcfg.commands.trial.api.store import ChangeType, Name, Object, Store, StoredChange, group_of, name_of
from schedcfg.commands.trial.results import PodOutcome
from schedcfg.sources.manifests.pod import at, entries, text

_UNDECIDED = {PodOutcome.WAITING}


@dataclass(slots=True)
class PodProgress:
    """What became of a Pod so far."""

    outcome: PodOutcome = PodOutcome.WAITING
    node: str | None = None
    message: str = ""
    nominated: str = ""  # The node that is being freed for it

    @property
    def is_open(self) -> bool:
        """Whether it may still get a node."""
        return self.outcome in {PodOutcome.WAITING, PodOutcome.UNSCHEDULABLE}

    @property
    def is_decided(self) -> bool:
        """Whether the scheduler has done with it for now."""
        return self.outcome not in _UNDECIDED and not (self.nominated and self.outcome is PodOutcome.UNSCHEDULABLE)


class Decisions:
    """What became of all Pods so far."""

    def __init__(self, store: Store) -> None:
        self.pods: dict[Name, PodProgress] = {}
        self.changed = asyncio.Event()
        self.settled = 0  # How many Pods have got a node
        self.members: Counter[Name] = Counter()  # How many Pods each group has
        self.open: set[Name] = set()  # Pods without a node, which the scheduler may try again by itself
        for pod in store.all("pods"):
            self.pods[name_of(pod)] = _progress(pod)
            self._count(pod, 1)
        store.collection("pods").listen(self._see)

    def _see(self, change: StoredChange) -> None:
        name = name_of(change.after)
        self.open.discard(name)
        if change.type is not ChangeType.MODIFIED:
            self._count(change.after, 1 if change.type is ChangeType.ADDED else -1)
        if change.type is ChangeType.DELETED:
            if text(at(change.after, "spec", "nodeName")):
                self.pods[name] = PodProgress(PodOutcome.EVICTED, text(at(change.after, "spec", "nodeName")))
        else:
            self.pods[name] = _progress(change.after)
            if self.pods[name].is_open:
                self.open.add(name)
            self.settled += self.pods[name].outcome is PodOutcome.BOUND and not at(change.before, "spec", "nodeName")
        self.changed.set()

    def _count(self, pod: Object, number: int) -> None:
        group = group_of(pod)
        if group is not None:
            self.members[group] += number

    def of(self, name: Name) -> PodProgress:
        """Return what became of a Pod so far."""
        return self.pods.get(name) or PodProgress()


def _progress(pod: Object) -> PodProgress:
    node = text(at(pod, "spec", "nodeName"))
    if node:
        return PodProgress(PodOutcome.BOUND, node)
    nominated = text(at(pod, "status", "nominatedNodeName"))
    for condition in _scheduled(pod):
        if condition.get("status") == "False":
            reason = text(condition.get("reason"))
            gated = reason == "SchedulingGated"
            outcome = PodOutcome.GATED if gated else PodOutcome.UNSCHEDULABLE
            return PodProgress(outcome, None, text(condition.get("message")), nominated)
    return PodProgress(nominated=nominated)


def _scheduled(pod: Object) -> Iterator[Object]:
    for condition in entries(at(pod, "status", "conditions")):
        if condition.get("type") == "PodScheduled":
            yield condition
