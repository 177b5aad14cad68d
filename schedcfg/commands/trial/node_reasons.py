"""Why each node does not take a Pod, of which the scheduler only counts how many nodes it refuses for what.

It is asked about one node at a time: all others are cordoned, and the Pod comes again. What the message then says
beside `node(s) were unschedulable` is about that node. This is done when all Pods have been placed, and their places
are known: it changes no answer. Where the counts are others than they must be, nothing is said.

Upstream: `FitError.Error` in `pkg/scheduler/framework/types.go`, for the message.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from schedcfg.commands.trial.answer.identical_pods import same_for_each_node
from schedcfg.commands.trial.api.store import Name, Object, Store, full_name, name_of
from schedcfg.commands.trial.decisions import PodProgress
from schedcfg.commands.trial.results import NodeReason, Placement, PodOutcome
from schedcfg.output.summary import counted
from schedcfg.patterns import pattern
from schedcfg.sources.manifests.pod import at

Offer = Callable[[Object], Awaitable[PodProgress]]
"""Lets a Pod come, and returns what the scheduler decides."""

MOST_PAIRS = 200
"""For how many Pods and nodes this is done: a pair takes some milliseconds."""
_SECONDS = 10.0
_ATTEMPTS = 12
_PAUSE = 0.004
"""Seconds until the scheduler is asked again whether it has seen a node change; each time twice as long."""
_LONGEST_PAUSE = 0.05
_CORDON_PLUGIN = "NodeUnschedulable"

_NODES = " nodes are available: "
_REASON = pattern(r"(\d{1,9}) (\S.*)")
_NEXT = pattern(r", (?=\d{1,9} \S)")

UNSCHEDULABLE = "node(s) were unschedulable"
"""`ErrReasonUnschedulable` in `pkg/scheduler/framework/plugins/nodeunschedulable`."""

_PLUGINS = (
    (UNSCHEDULABLE, "NodeUnschedulable"),
    ("node(s) had unknown conditions", "NodeUnschedulable"),
    ("node(s) didn't match the requested node name", "NodeName"),
    ("node(s) had taint", "TaintToleration"),
    ("node(s) had untolerated taint", "TaintToleration"),
    ("node(s) didn't match Pod's node affinity", "NodeAffinity"),
    ("node(s) didn't match scheduler-enforced node affinity", "NodeAffinity"),
    ("node(s) didn't have free ports", "NodePorts"),
    ("Insufficient ", "NodeResourcesFit"),
    ("Too many pods", "NodeResourcesFit"),
    ("node(s) had no available disk", "VolumeRestrictions"),
    ("node has pod using PersistentVolumeClaim", "VolumeRestrictions"),
    ("node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod", "VolumeRestrictions"),
    ("node(s) didn't find available persistent volumes", "VolumeBinding"),
    ("node(s) had volume node affinity conflict", "VolumeBinding"),
    ("node(s) didn't match PersistentVolume's node affinity", "VolumeBinding"),
    ("node(s) did not have enough free storage", "VolumeBinding"),
    ("node(s) unavailable due to one or more pvc(s) bound", "VolumeBinding"),
    ("node(s) had no available volume zone", "VolumeZone"),
    ("node(s) didn't match pod topology spread constraints", "PodTopologySpread"),
    ("node(s) didn't satisfy existing pods anti-affinity rules", "InterPodAffinity"),
    ("node(s) didn't match pod affinity", "InterPodAffinity"),
    ("node(s) didn't match pod anti-affinity", "InterPodAffinity"),
    ("node(s) didn't match Pod's required features", "NodeDeclaredFeatures"),
)
"""How the reasons of each plugin begin, of 1.22 to 1.37.

Those that are not among them are of several plugins (`node(s) exceed max volume count`), or are made of what they are
about. Upstream: the constants in `pkg/scheduler/framework/plugins/*`; `volumebinding/binder.go`,
`InsufficientResource` of `noderesources/fit.go`.
"""


class FoundReasons(NamedTuple):
    """Why nodes do not take Pods."""

    reasons: Mapping[str, tuple[NodeReason, ...]]  # Pod → the reasons of all nodes
    skipped: int = 0  # How many Pods it was not looked into for, as that would take too long

    @property
    def notes(self) -> tuple[str, ...]:
        """What has to be known to read them."""
        if not self.skipped:
            return ()
        pods = counted(self.skipped, "Pod")
        return (f"which node has which reason was not looked into for {pods}: that would take too long",)


class NodeReasons:
    """Asks a scheduler about one node after another."""

    def __init__(self, store: Store, offer: Offer, rejecting: Callable[[Name], Collection[str]]) -> None:
        """Remember what is needed.

        Args:
            store: What the scheduler sees.
            offer: Lets a Pod come.
            rejecting: Returns the plugins that the log says have refused a Pod; none where it does not.
        """
        self._store = store
        self._offer = offer
        self._rejecting = rejecting
        self._nodes = store.collection("nodes")
        self._pods = store.collection("pods")
        self._deadline = asyncio.get_running_loop().time() + _SECONDS

    async def of(self, placements: Iterable[Placement], pods: Sequence[Object]) -> FoundReasons:
        """Return the reasons for the Pods that no node takes.

        Args:
            placements: What became of the Pods.
            pods: The Pods.
        """
        messages = {one.pod: one.message for one in placements if one.outcome is PodOutcome.UNSCHEDULABLE}
        nodes = len(self._nodes.objects)
        same: dict[Name, list[Object]] = {}
        found: dict[Name, tuple[NodeReason, ...]] = {}
        unclear: list[Object] = []
        skipped = 0
        for group in _same(messages, pods):
            first = name_of(group[0])
            known = fit_message(messages["/".join(first)])
            same[first] = group
            if known is not None and known.same_for_all and nodes <= MOST_PAIRS:
                reason = self._reason(known.same_for_all, self._rejecting(first))
                found[first] = tuple(replace(reason, node=node) for _, node in self._nodes.objects)
            elif known is not None and not known.same_for_all:
                if (len(unclear) + 1) * nodes <= MOST_PAIRS:
                    unclear.append(group[0])
                else:
                    skipped += len(group)
        if unclear:
            found |= await self._one_by_one(unclear, messages)
        reasons = {full_name(pod): known for first, known in found.items() for pod in same[first]}
        return FoundReasons(reasons, skipped)

    async def _one_by_one(
        self, pods: Sequence[Object], messages: Mapping[str, str]
    ) -> dict[Name, tuple[NodeReason, ...]]:
        """Return the reasons of Pods whose messages leave open which node has which; only where all nodes are known."""
        # Those that wait in the queue would come again with every change of a node, and might find one.
        for called in messages:
            namespace, _, own_name = called.partition("/")
            self._remove((namespace, own_name))
        cordoned = [name for name, node in self._nodes.objects.items() if at(node, "spec", "unschedulable") is True]
        others = [name for name in self._nodes.objects if name not in set(cordoned)]
        for node in others:
            self._cordon(node, is_on=True)
        # A Pod that is not refused by all cordoned nodes would get an answer that is about others than one of them.
        left = [pod for pod in pods if await self._answer(pod, expects_open=False) is not None]
        found: dict[Name, dict[str, NodeReason]] = {name_of(pod): {} for pod in left}
        for node in others:
            self._cordon(node, is_on=False)
            for pod in tuple(left):
                reason = await self._answer(pod, expects_open=True)
                if reason is None:
                    left.remove(pod)
                else:
                    found[name_of(pod)][node[1]] = reason
            self._cordon(node, is_on=True)
            # Only what has seen the last node closed cannot mistake the next one for it.
            if not left or await self._answer(left[0], expects_open=False) is None:
                break
        closed = NodeReason(node="", message=UNSCHEDULABLE, plugin=_CORDON_PLUGIN)
        for pod in left:
            found[name_of(pod)] |= {node: closed for _, node in cordoned}
        order = [node for _, node in self._nodes.objects]
        return {
            name: tuple(replace(reasons[node], node=node) for node in order)
            for name, reasons in found.items()
            if len(reasons) == len(order)
        }

    async def _answer(self, pod: Object, *, expects_open: bool) -> NodeReason | None:
        """Return what the scheduler says of the only open node, or of all cordoned ones; None where that stays unclear.

        Args:
            pod: The Pod.
            expects_open: Whether one node is open.
        """
        pause = _PAUSE
        for _ in range(_ATTEMPTS):
            if asyncio.get_running_loop().time() > self._deadline:
                return None
            progress = await self._ask(pod)
            message = fit_message(progress.message)
            if progress.outcome is not PodOutcome.UNSCHEDULABLE or message is None:
                return None
            reasons = message.of_only(UNSCHEDULABLE)
            if reasons is not None and bool(reasons) is expects_open:
                rejecting = set(self._rejecting(name_of(pod))) - {_CORDON_PLUGIN}
                return self._reason(reasons or (UNSCHEDULABLE,), rejecting)
            # It has not seen the last change of a node yet, or a Pod is not refused by cordoned nodes.
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        return None

    async def _ask(self, pod: Object) -> PodProgress:
        """Let a Pod come again, which makes no other one leave."""
        self._remove(name_of(pod))
        progress = await self._offer({**pod, "spec": {**pod["spec"], "preemptionPolicy": "Never"}})
        self._remove(name_of(pod))
        return progress

    def _remove(self, pod: Name) -> None:
        if pod in self._pods.objects:
            self._store.delete(self._pods, pod)

    def _cordon(self, node: Name, *, is_on: bool) -> None:
        def change(data: Object) -> None:
            data["spec"] = {**data.get("spec", {}), "unschedulable": is_on}

        self._store.update(self._nodes, node, change)

    @staticmethod
    def _reason(reasons: Sequence[str], rejecting: Collection[str]) -> NodeReason:
        """Return reasons of some node with their plugin: the one that the log names, or that is known to say so."""
        known = {plugin_of(reason) for reason in reasons}
        plugins = set(rejecting) if len(set(rejecting)) == 1 else known
        plugin = next(iter(plugins)) if len(plugins) == 1 else None
        return NodeReason(node="", message=", ".join(reasons), plugin=plugin)


def _same(messages: Mapping[str, str], pods: Sequence[Object]) -> Iterator[list[Object]]:
    """Yield Pods that no node takes, those together of which each node says the same."""
    same: dict[tuple[str, str], list[Object]] = {}
    for pod in pods:
        message = messages.get(full_name(pod))
        if message is not None:
            same.setdefault((same_for_each_node(pod), message), []).append(pod)
    yield from same.values()


class FitMessage(NamedTuple):
    """What a scheduler counts."""

    nodes: int  # How many there are
    reasons: Mapping[str, int]  # Reason → how many nodes it refuses for it

    @property
    def same_for_all(self) -> tuple[str, ...]:
        """The reasons that every node has; none where the message leaves open which node has which."""
        if self.nodes == 1:
            return tuple(self.reasons)
        is_one = len(self.reasons) == 1 and set(self.reasons.values()) == {self.nodes}
        return tuple(self.reasons) if is_one else ()

    def of_only(self, common: str) -> tuple[str, ...] | None:
        """Return the reasons of the only node that is not refused for a common one.

        None where the message is of something else; no reason where all nodes are refused for the common one.
        """
        others = {reason: number for reason, number in self.reasons.items() if reason != common}
        number = self.reasons.get(common, 0)
        if number == self.nodes and not others:
            return ()
        is_single = number == self.nodes - 1 and bool(others) and set(others.values()) == {1}
        return tuple(others) if is_single else None


def fit_message(message: str) -> FitMessage | None:
    """Read the message of a scheduler; None where it counts nothing."""
    head, found, rest = message.partition(_NODES)
    number = head.partition("/")[2]
    if not found or not number.isdecimal():
        return None
    # What comes after the first full stop is of plugins that try to make room.
    body = rest.partition(". ")[0].removesuffix(".")
    matches = [_REASON.fullmatch(part) for part in _NEXT.split(body)]
    if None in matches:
        return None
    return FitMessage(int(number), {match[2]: int(match[1]) for match in matches if match is not None})


def plugin_of(reason: str) -> str | None:
    """Return the plugin that gives a reason; None where that is not known."""
    return next((plugin for begin, plugin in _PLUGINS if reason.startswith(begin)), None)
