"""What a trial begins with: nodes and Pods that the user names, as an API server with controllers would have them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from schedcfg.commands.trial.admission.admission import Admission
from schedcfg.commands.trial.api.kinds import BUILT_IN, ApiResource, Kinds
from schedcfg.commands.trial.api.served_kinds import refusal
from schedcfg.commands.trial.api.store import Object, has_ended
from schedcfg.commands.trial.inputs.given_objects import (
    GivenFiles,
    GivenObject,
    InputNotes,
    WrongTrialInputs,
    note_skipped,
)
from schedcfg.commands.trial.inputs.leaving_nodes import drained
from schedcfg.commands.trial.inputs.missing import note_missing, note_namespaces
from schedcfg.commands.trial.inputs.object_index import ObjectIndex, kind_of
from schedcfg.commands.trial.inputs.sketch import HOSTNAME, MOST_NODES, MOST_PODS, Sketches, is_sketch
from schedcfg.commands.trial.inputs.workloads import KINDS, Workloads
from schedcfg.commands.trial.results import TrialCluster
from schedcfg.document.texts import printable, shown_name
from schedcfg.integrations.kubectl import Kubectl, KubectlFailed, KubectlFailure
from schedcfg.output.summary import counted
from schedcfg.sources.manifests.pod import at, entries, fields

_DEFINITION = ("apiextensions.k8s.io", "CustomResourceDefinition")
_POD = ("", "Pod")
_UNUSED = frozenset({("", "ConfigMap"), ("", "Event"), ("events.k8s.io", "Event"), ("coordination.k8s.io", "Lease")})
"""Kinds that are served, and that say nothing about where a Pod goes."""


_NODE = "node.kubernetes.io/"
_TAINTS: Mapping[tuple[str, str], str] = {
    ("Ready", "False"): "not-ready",
    ("Ready", "Unknown"): "unreachable",
    ("MemoryPressure", "True"): "memory-pressure",
    ("DiskPressure", "True"): "disk-pressure",
    ("NetworkUnavailable", "True"): "network-unavailable",
    ("PIDPressure", "True"): "pid-pressure",
}
"""Condition → taint. Upstream: `nodeConditionToTaintKeyStatusMap` in `pkg/controller/nodelifecycle`."""

_SOURCE = "the cluster"
_CALLS = 4
"""Calls of kubectl at a time."""
_ALL = "--all-namespaces"
_NOT_SERVED = "the server doesn't have a resource type"
_UNREAD = frozenset({"configmaps", "events", "leases", "workloads", "devicetaintrules"})
_RESOURCES = tuple(resource for resource in BUILT_IN if resource.plural not in _UNREAD)
_NEEDED = frozenset({"nodes", "pods"})
"""Without these, nothing can be tried."""
_RUNNING = "--field-selector=status.phase!=Succeeded,status.phase!=Failed"


class GivenCluster(NamedTuple):
    """What a trial begins with."""

    cluster: TrialCluster
    notes: tuple[str, ...]  # What has to be known about it, a sentence each, ready to be shown


def read_cluster(
    nodes: Sequence[str], pods: Sequence[str], release: str, leaving: Collection[str] = ()
) -> GivenCluster:
    """Return what files and sketches say.

    Args:
        nodes: Values of `--nodes`: files, folders, `-`, or sketches of nodes.
        pods: Values of `--pods`: files, folders, `-`, or sketches of Pods.
        release: The release of the scheduler, `1.29`.
        leaving: The names of nodes that go: their Pods are to be placed, too.

    Raises:
        UnreadableInput: if a file cannot be read.
        WrongTrialInputs: if something in it is refused, or there is nothing to place, or nowhere.
    """
    notes = InputNotes()
    return _completed(list(_given(nodes, pods, notes)), (), notes, release, leaving)


def of_cluster(
    kubectl: Kubectl, pods: Sequence[str], release: str, nodes: Sequence[str] = (), leaving: Collection[str] = ()
) -> GivenCluster:
    """Return a cluster with the Pods that run there, and what files and sketches say.

    Only Pods of the files and sketches are placed. An object that a file has, too, is as the file says.

    Args:
        kubectl: How kubectl is called.
        pods: Values of `--pods`.
        release: The release of the scheduler, `1.29`.
        nodes: Values of `--nodes`: nodes that the cluster does not have yet.
        leaving: The names of nodes that go: their Pods are to be placed, too.

    Raises:
        KubectlFailed: if nodes or Pods of the cluster cannot be listed.
        UnreadableInput: if a file cannot be read.
        WrongTrialInputs: if something in it is refused, or there is nothing to place, or nowhere.
    """
    notes = InputNotes()
    given = list(_given(nodes, pods, notes))
    notes.check()
    return _completed(given, _objects_of(kubectl, notes), notes, release, leaving)


def _given(nodes: Sequence[str], pods: Sequence[str], notes: InputNotes) -> Iterator[GivenObject]:
    """Yield the objects in all values, those of nodes first; a file that is in both is read once, as one of Pods."""
    sketches, files = Sketches(notes), GivenFiles(notes)
    coming = [one for value in pods for one in (sketches.pods(value) if is_sketch(value) else files.objects(value))]
    for value in nodes:
        for one in sketches.nodes(value) if is_sketch(value) else files.objects(value):
            yield one._replace(is_there=True)
    yield from coming


def _completed(
    given: list[GivenObject],
    of_cluster: Iterable[GivenObject],
    notes: InputNotes,
    release: str,
    leaving: Collection[str],
) -> GivenCluster:
    """Return the cluster that objects make, with what an API server and controllers add.

    Raises:
        WrongTrialInputs: if something is refused.
    """
    notes.check()
    kinds = Kinds(one.data for one in given if kind_of(one) == _DEFINITION)
    index = ObjectIndex(kinds, notes, release)
    workloads = list(_kept([one._replace(number=number) for number, one in enumerate(given)], index, notes))
    for one in of_cluster:
        if not index.add_stored(one):
            notes.count("as in the files, and not as in the cluster", shown_name(one.kind))
    notes.check()
    for node in index.of("", "Node"):
        complete_node(node, notes)
    expansion = Workloads(index, notes)
    for workload in workloads:
        list(expansion.pods(workload))
    admission = Admission(index, notes, release)
    admission.admit(index.of("", "Pod"))
    notes.check()
    note_missing(index, notes)
    note_namespaces(index, notes, admission.make_namespaces())
    cluster = _cluster(index, kinds, leaving, notes)
    return GivenCluster(cluster, notes.all())


def _kept(given: list[GivenObject], index: ObjectIndex, notes: InputNotes) -> Iterator[GivenObject]:
    """Keep what a scheduler looks at, and yield the workloads among it whose Pods come; note what it does not."""
    skipped, waiting = [], 0
    for one in given:
        if not _is_taken(one, index, notes):
            continue
        if one.is_there and is_waiting(one):
            waiting += 1
        elif kind_of(one) in KINDS and one.is_there:
            _keep_workload_of_nodes(one, index, notes)
        elif kind_of(one) in KINDS or (index.is_served(one) and kind_of(one) not in _UNUSED):
            kept = index.add(one)
            if kept is not None and kind_of(one) in KINDS:
                yield kept
        elif kind_of(one) != _DEFINITION:
            skipped.append(one)
    note_skipped(skipped, notes)
    _note_waiting(waiting, "`--nodes`", "with `--pods`", notes)


def _keep_workload_of_nodes(given: GivenObject, index: ObjectIndex, notes: InputNotes) -> None:
    """Keep a workload whose Pods are there as far as they are given; of one that nobody has created, say so."""
    is_served = index.is_served(given)
    if is_served:
        index.add(given)
    if not (is_served and given.is_stored):
        notes.count(
            "make no Pods, as they come with `--nodes`; name them with `--pods` to place their Pods", given.kind
        )


def _is_taken(given: GivenObject, index: ObjectIndex, notes: InputNotes) -> bool:
    """Return whether an API server has objects of this kind and version, and this one is not over; say so if not."""
    problem = _problem_of_type(given, index)
    if problem:
        notes.refuse(given, problem, ("apiVersion",))
    is_over = kind_of(given) == _POD and _is_over(given.data)
    if is_over:
        notes.count("left out, as they have ended, or are being deleted", "Pod")
    return not (problem or is_over)


def _problem_of_type(given: GivenObject, index: ObjectIndex) -> str:
    """Return why no API server takes an object of this kind and version; empty where one does, or may.

    A search also finds files of other programs, as kubeconfigs: of these, only what is of a known kind is refused.
    """
    is_meant = not given.searched or index.is_served(given) or kind_of(given) in KINDS
    if given.is_stored or not given.api_version or not is_meant or index.is_defined(given):
        return ""
    return refusal(given.api_version, given.kind)


def is_waiting(given: GivenObject) -> bool:
    """Return whether an object is a Pod without a node."""
    return kind_of(given) == _POD and not at(given.data, "spec", "nodeName")


def _note_waiting(number: int, source: str, where: str, notes: InputNotes) -> None:
    """Note how many Pods without a node are left out, as only those are placed that the user names for that."""
    if number:
        left_out = f"{counted(number, 'Pod')} of {source} without a node"
        notes.add(f"left out: {left_out}; name those that are to be placed {where}")


def _is_over(pod: Object) -> bool:
    """Return whether a Pod takes nothing of a node, now or later."""
    is_leaving = at(pod, "metadata", "deletionTimestamp") is not None and not at(pod, "spec", "nodeName")
    return is_leaving or has_ended(pod)


def _cluster(index: ObjectIndex, kinds: Kinds, leaving: Collection[str], notes: InputNotes) -> TrialCluster:
    """Return the cluster.

    Raises:
        WrongTrialInputs: if there is nothing to place, or nowhere.
    """
    there: list[Object] = []
    pods: list[Object] = []
    for given in sorted(index.all(), key=lambda one: one.number):
        if kinds.of(given.data) is None:
            continue
        (pods if is_waiting(given) else there).append(given.data)
    if leaving:
        there, moved = drained(there, leaving, notes)
        pods = [*moved, *pods]
    return _checked(TrialCluster(kinds, tuple(there), tuple(pods)), leaving)


def _checked(cluster: TrialCluster, leaving: Collection[str]) -> TrialCluster:
    """Return a cluster in which there is something to do.

    Raises:
        WrongTrialInputs: if there is nothing to place, or nowhere, or too much.
    """
    number = cluster.number_of_nodes
    if not cluster.pods and leaving:
        raise WrongTrialInputs(f"no Pod has to move from {printable(', '.join(leaving))}: there is nothing to place")
    if not cluster.pods:
        raise WrongTrialInputs(
            "there are no Pods to place", "Name files with Pods or workloads, or sketch some: `--pods 10:cpu=500m`."
        )
    if not number:
        raise WrongTrialInputs(
            "there are no nodes", "Name files with nodes, or sketch some: `--nodes 5:cpu=8,memory=32Gi`."
        )
    for count, most, what in ((len(cluster.pods), MOST_PODS, "Pods"), (number, MOST_NODES, "nodes")):
        if count > most:
            raise WrongTrialInputs(f"there are {count:,} {what}, and a trial takes {most:,} at most")
    return cluster


def complete_node(given: GivenObject, notes: InputNotes) -> None:
    """Fill in what the API server and the node controller do, and note what keeps Pods away.

    Upstream: `SetDefaults_NodeStatus` in `pkg/apis/core/v1/defaults.go`; `doNoScheduleTaintingPass` in
    `pkg/controller/nodelifecycle/node_lifecycle_controller.go`.
    """
    status = given.data.setdefault("status", {})
    if "allocatable" not in status and status.get("capacity"):
        status["allocatable"] = dict(status["capacity"])
    allocatable = fields(status.get("allocatable"))
    if not allocatable:
        notes.count("no `status.allocatable`, so that nothing fits there", "Node")
    elif not allocatable.get("pods"):
        notes.count("no `pods` in `status.allocatable`, so that no Pod fits there", "Node")
    if HOSTNAME not in fields(at(given.data, "metadata", "labels")):
        notes.count(f"without the label `{HOSTNAME}`, so that rules about hosts do not see them", "Node")
    spec = given.data.setdefault("spec", {})
    there = {(one.get("key"), one.get("effect")) for one in entries(spec.get("taints"))}
    added = [taint for taint in _taints(given.data) if (taint["key"], taint["effect"]) not in there]
    if added:
        spec["taints"] = [*spec.get("taints", ()), *added]
        for taint in added:
            notes.count(f"taint {taint['key']} from what the node says of itself", "Node")


def _taints(node: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for condition in entries(at(node, "status", "conditions")):
        key = _TAINTS.get((str(condition.get("type")), str(condition.get("status"))))
        if key is not None:
            yield {"key": f"{_NODE}{key}", "effect": "NoSchedule"}
    if at(node, "spec", "unschedulable") is True:
        yield {"key": f"{_NODE}unschedulable", "effect": "NoSchedule"}


def _objects_of(kubectl: Kubectl, notes: InputNotes) -> Iterator[GivenObject]:
    """Yield the objects of a cluster; Pods that wait for a node are left out, and counted.

    Secrets and ConfigMaps are not read.

    Raises:
        KubectlFailed: if nodes or Pods cannot be listed.
    """
    with ThreadPoolExecutor(_CALLS) as pool:
        answers = list(pool.map(partial(_listed, kubectl), _RESOURCES))
    waiting = 0
    for resource, (found, failure) in zip(_RESOURCES, answers, strict=True):
        if failure:
            notes.add(f"{resource.qualified} of the cluster are not read, and count as if there were none: {failure}")
        for given in found:
            if is_waiting(given):
                waiting += 1
            else:
                yield given
    _note_waiting(waiting, _SOURCE, "in a file", notes)


def _listed(kubectl: Kubectl, resource: ApiResource) -> tuple[list[GivenObject], str]:
    """Return the objects of a resource, or why they cannot be had; neither where the cluster does not have them.

    Raises:
        KubectlFailed: if nothing can be tried without them.
    """
    options = [_ALL] if resource.is_namespaced else []
    if resource.plural == "pods":
        options.append(_RUNNING)
    try:
        found = kubectl.objects(resource.qualified, *options)
    except KubectlFailed as error:
        if resource.plural in _NEEDED:
            raise
        is_absent = error.failure is KubectlFailure.STATUS and _NOT_SERVED in str(error)
        return [], "" if is_absent else printable(error.sentence)
    return [GivenObject(data, _SOURCE, number=-1) for data in found], ""
