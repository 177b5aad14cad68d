"""Nodes that go: what they had goes with them, or needs another node.

Upstream: `kubectl drain`, staging/src/k8s.io/kubectl/pkg/drain/filters.go.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from schedcfg.commands.trial.api.store import Object, controller_of, copied, full_name, has_ended, name_of
from schedcfg.commands.trial.inputs.given_objects import InputNotes, WrongTrialInputs
from schedcfg.commands.trial.node_selection import matches_labels
from schedcfg.document.texts import listing, printable
from schedcfg.errors import near_or
from schedcfg.output.summary import counted
from schedcfg.sources.manifests.pod import at, fields, text

_OF_NODES = frozenset({"DaemonSet", "Node"})
"""Owners of Pods that come and go with a node: the second is that of static Pods."""
_MIRROR = "kubernetes.io/config.mirror"
_NAMED_LIKE_NODE = frozenset({"Node", "CSINode"})
_SOME = 5


class DrainedCluster(NamedTuple):
    """What is left of a cluster, and what has to move."""

    there: list[Object]
    moved: list[Object]  # Pods without a node, as their controllers would create them again


def drained(there: Iterable[Object], leaving: Collection[str], notes: InputNotes) -> DrainedCluster:
    """Return objects of a cluster without some nodes, and the Pods that were there, without a node.

    Args:
        there: The objects, Pods with a node among them.
        leaving: The names of the nodes.
        notes: Gets what goes with its node, and what keeps `kubectl drain` from it.

    Raises:
        WrongTrialInputs: if there is no such node.
    """
    objects = list(there)
    nodes = [name_of(one)[1] for one in objects if one.get("kind") == "Node"]
    for name in leaving:
        if name not in nodes:
            known = near_or(name, nodes, f"There are: {listing(nodes, _SOME)}.")
            raise WrongTrialInputs(f"there is no node `{printable(name)}` that could go. {known}")
    kept = [one for one in objects if _node_of(one) not in leaving]
    pods = [one for one in objects if one.get("kind") == "Pod" and _node_of(one) in leaving and not has_ended(one)]
    with_node = [pod for pod in pods if _goes_with_node(pod)]
    moved = [pod for pod in pods if not _goes_with_node(pod)]
    if with_node:
        notes.add(f"{counted(len(with_node), 'Pod')} of DaemonSets, or static, went with the node")
    alone = [full_name(pod) for pod in moved if not controller_of(pod)]
    if alone:
        notes.add(
            "without a controller, so that `kubectl drain` needs --force, and nothing creates them again; placed all "
            f"the same: {listing(alone, _SOME)}"
        )
    _note_budgets(objects, moved, notes)
    return DrainedCluster(kept, [_without_node(pod) for pod in moved])


def _node_of(one: Object) -> str:
    """Return the node that an object is, or is on or about; empty where it is of none."""
    return name_of(one)[1] if one.get("kind") in _NAMED_LIKE_NODE else text(at(one, "spec", "nodeName"))


def _goes_with_node(pod: Object) -> bool:
    return controller_of(pod).get("kind") in _OF_NODES or _MIRROR in fields(at(pod, "metadata", "annotations"))


def _without_node(pod: Object) -> Object:
    """Return a Pod as its controller creates it again: under its old name, so that it is recognized."""
    new: Object = copied(pod)
    new.pop("status", None)
    del new["spec"]["nodeName"]
    for field in ("uid", "resourceVersion", "creationTimestamp", "deletionTimestamp"):
        new["metadata"].pop(field, None)
    return new


def _note_budgets(objects: Iterable[Object], moved: Iterable[Object], notes: InputNotes) -> None:
    """Note which budgets let none of the Pods leave, as their status says."""
    for budget in objects:
        if budget.get("kind") != "PodDisruptionBudget" or at(budget, "status", "disruptionsAllowed") != 0:
            continue
        namespace, selector = name_of(budget)[0], fields(at(budget, "spec", "selector"))
        covered = [
            full_name(pod)
            for pod in moved
            if name_of(pod)[0] == namespace and matches_labels(selector, fields(at(pod, "metadata", "labels")))
        ]
        if covered:
            named = f"PodDisruptionBudget {full_name(budget)}"
            notes.add(f"`kubectl drain` waits: {named} lets no Pod leave, such as {covered[0]}")
