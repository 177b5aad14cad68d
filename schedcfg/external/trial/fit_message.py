"""The message of a scheduler that finds no node: how many nodes it refuses for what, and which plugin says so.

Upstream: `FitError.Error` in `pkg/scheduler/framework/types.go`.
"""

from collections.abc import Mapping
from typing import NamedTuple

from schedcfg.patterns import pattern

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
