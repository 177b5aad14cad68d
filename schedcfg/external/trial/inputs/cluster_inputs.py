"""What a cluster has that a scheduler looks at, read through the user's own kubectl. Secrets and ConfigMaps are not."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from schedcfg.document.texts import printable
from schedcfg.external.kubectl import Kubectl, KubectlFailed, KubectlFailure
from schedcfg.external.trial.api.kinds import BUILT_IN, ApiResource
from schedcfg.external.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.output.summary import counted
from schedcfg.sources.manifests.pod import at

SOURCE = "the cluster"
_CALLS = 4
"""Calls of kubectl at a time."""
_ALL = "--all-namespaces"
_NOT_SERVED = "the server doesn't have a resource type"
_UNREAD = frozenset({"configmaps", "events", "leases", "workloads", "devicetaintrules"})
_RESOURCES = tuple(resource for resource in BUILT_IN if resource.plural not in _UNREAD)
_NEEDED = frozenset({"nodes", "pods"})
"""Without these, nothing can be tried."""
_RUNNING = "--field-selector=status.phase!=Succeeded,status.phase!=Failed"


def objects_of(kubectl: Kubectl, notes: InputNotes) -> Iterator[GivenObject]:
    """Yield the objects of a cluster; Pods that wait for a node are left out, and counted.

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
            if given.kind == "Pod" and not at(given.data, "spec", "nodeName"):
                waiting += 1
            else:
                yield given
    if waiting:
        left_out = counted(waiting, "Pod")
        notes.add(f"left out: {left_out} of the cluster without a node; name those that are to be placed in a file")


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
    return [GivenObject(data, SOURCE, number=-1) for data in found], ""
