"""A Pod that is put onto a node.

Upstream: `setPodHostAndAnnotations` of `BindingREST` in `pkg/registry/core/pod/storage/storage.go`.
"""

from schedcfg.external.trial.api.gates import is_on
from schedcfg.external.trial.api.kinds import ApiResource
from schedcfg.external.trial.api.store import ApiRefusal, Name, Object, Store, conflict, written_time
from schedcfg.sources.manifests.pod import at

_TOPOLOGY = ("topology.kubernetes.io/zone", "topology.kubernetes.io/region")
"""Labels of a node that its Pods get. Upstream: `defaultConfig` in `plugin/pkg/admission/podtopologylabels`."""


def bind(store: Store, name: Name, body: Object, release: str) -> None:
    """Put a Pod onto a node.

    Args:
        store: What is written to.
        name: The Pod.
        body: The Binding.
        release: The release that the API server is of.

    Raises:
        ApiRefusal: if it cannot be put there.
    """
    node = at(body, "target", "name")
    if not isinstance(node, str) or not node:
        raise ApiRefusal(422, "Invalid", "target.name: Required value")
    pods = store.collection("pods")
    _check(pods.resource, name, store.get(pods, name), body)

    def change(data: Object) -> None:
        data["spec"]["nodeName"] = node
        data["metadata"].setdefault("annotations", {}).update(at(body, "metadata", "annotations") or {})
        condition = {"type": "PodScheduled", "status": "True", "lastTransitionTime": written_time()}
        status = data.setdefault("status", {})
        others = [one for one in status.get("conditions") or () if one.get("type") != "PodScheduled"]
        status["conditions"] = [*others, condition]
        if is_on("ClearingNominatedNodeNameAfterBinding", release):
            status.pop("nominatedNodeName", None)
        if is_on("PodTopologyLabelsAdmission", release):
            data["metadata"]["labels"] = {**data["metadata"].get("labels", {}), **_topology_of(store, node)}

    store.update(pods, name, change)


def _topology_of(store: Store, node: str) -> Object:
    """Return the labels of a node that its Pods get."""
    labels = at(store.collection("nodes").objects.get(("", node)), "metadata", "labels")
    return {} if not isinstance(labels, dict) else {key: labels[key] for key in _TOPOLOGY if key in labels}


def _check(resource: ApiResource, name: Name, pod: Object, body: Object) -> None:
    """Check that a Pod can be bound.

    Raises:
        ApiRefusal: if not.
    """
    uid = at(body, "metadata", "uid")
    if uid and uid != pod["metadata"]["uid"]:
        raise conflict(resource, name, f"the UID in the precondition ({uid}) does not match the UID in record")
    if pod["metadata"].get("deletionTimestamp"):
        raise conflict(resource, name, f"pod {name[1]} is being deleted, cannot be assigned to a host")
    if pod["spec"].get("nodeName"):
        taken = f'pod {name[1]} is already assigned to node "{pod["spec"]["nodeName"]}"'
        raise conflict(resource, name, taken)
    if pod["spec"].get("schedulingGates"):
        raise conflict(resource, name, f"pod {name[1]} has non-empty .spec.schedulingGates")
