"""What an API server does about a request that writes: status, patches, conflicts, deletions.

Upstream: `staging/src/k8s.io/apiserver/pkg/registry/generic`.
"""

from dataclasses import dataclass
from typing import Any

from schedcfg.commands.trial.api.kinds import ApiResource
from schedcfg.commands.trial.api.object_fields import check
from schedcfg.commands.trial.api.patches import patched
from schedcfg.commands.trial.api.store import (
    ApiRefusal,
    Collection,
    Name,
    Object,
    Store,
    conflict,
    copied,
    written_time,
)
from schedcfg.patterns import pattern
from schedcfg.releases import is_on
from schedcfg.sources.manifests.pod import at

_PATH = pattern(
    r"/(?:api/(?P<core>v1)|apis/(?P<group>[^/]+)/(?P<version>[^/]+))(?:/namespaces/(?P<namespace>[^/]+)(?=/[a-z]))?"
    r"/(?P<plural>[a-z]+)(?:/(?P<name>[^/]+)(?:/(?P<part>[a-z]+))?)?"
)
_STATUS, _BINDING, _EVICTION = "status", "binding", "eviction"

OK, CREATED, NOT_FOUND = 200, 201, 404

_TOPOLOGY = ("topology.kubernetes.io/zone", "topology.kubernetes.io/region")
"""Labels of a node that its Pods get. Upstream: `defaultConfig` in `plugin/pkg/admission/podtopologylabels`."""


@dataclass(frozen=True, slots=True)
class Target:
    """What the path of a request names."""

    group: str
    version: str
    plural: str
    namespace: str  # Empty for all, and for what is in none
    name: str  # Empty for all
    part: str  # `status`, `binding` …; empty for the object itself

    @property
    def api_version(self) -> str:
        """The version, with its group."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def key(self) -> Name:
        """The name of the object in its collection."""
        return self.namespace, self.name


def target_of(path: str) -> Target | None:
    """Return what a path names; None where it names no objects."""
    match = _PATH.fullmatch(path)
    if match is None:
        return None
    parts = match.groupdict(default="")
    namespace = parts["namespace"]
    return Target(
        parts["group"], parts["core"] or parts["version"], parts["plural"], namespace, parts["name"], parts["part"]
    )


def write(store: Store, release: str, method: str, target: Target, body: Any, content_type: str) -> tuple[int, Object]:
    """Carry out a request that writes, and return the status and the object of its response.

    Args:
        store: What is written to.
        release: The release that the API server is of.
        method: `POST`, `PUT`, `PATCH` or `DELETE`.
        target: What is written.
        body: The JSON that came.
        content_type: What it is, for patches.

    Raises:
        ApiRefusal: as an API server refuses it.
    """
    collection = store.collection(target.plural, target.group)
    if target.part and target.part not in ((_BINDING, _EVICTION) if method == "POST" else (_STATUS,)):
        raise ApiRefusal(404, "NotFound", "the server could not find the requested resource")
    if method == "DELETE" and target.name and not target.part:
        return OK, _delete(store, collection, target, body)
    if not isinstance(body, dict) or not _has_known_metadata(body):
        raise ApiRefusal(400, "BadRequest", "the body is no object")
    if method == "POST":
        return CREATED, _post(store, collection, target, body, release)
    if method in {"PUT", "PATCH"} and target.name:
        return OK, _change(store, collection, target, body, content_type if method == "PATCH" else None)
    raise ApiRefusal(405, "MethodNotAllowed", "the server does not allow this method on the requested resource")


def _has_known_metadata(body: Object) -> bool:
    metadata = body.get("metadata", {})
    return isinstance(metadata, dict) and all(isinstance(metadata.get(key, ""), str) for key in ("name", "namespace"))


def _post(store: Store, collection: Collection, target: Target, body: Object, release: str) -> Object:
    if target.part == _BINDING and target.plural == "pods":
        bind(store, target.key, _decoded(target, "Binding", body), release)
        return success()
    if target.part == _EVICTION and target.plural == "pods":
        _delete(store, collection, target, None)
        return success()
    if target.name:
        raise ApiRefusal(404, "NotFound", "the server could not find the requested resource")
    data = _decoded(target, collection.resource.kind, body)
    metadata = data.setdefault("metadata", {})
    if collection.resource.is_namespaced:
        metadata.setdefault("namespace", target.namespace)
    if not (metadata.get("name") or metadata.get("generateName")):
        raise ApiRefusal(422, "Invalid", "metadata.name: Required value: name or generateName is required")
    return store.create(collection, data)


def _decoded(target: Target, kind: str, body: Object) -> Object:
    """Return an object as an API server decodes it.

    Raises:
        ApiRefusal: if a field is of another type than its kind has.
    """
    checked = check(body, target.api_version, kind)
    if checked.faults:
        raise ApiRefusal(400, "BadRequest", f"{kind} cannot be decoded: {checked.faults[0][1]}")
    return checked.data


def success() -> Object:
    """Return what the response says where there is no object to return."""
    return {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success"}


def _delete(store: Store, collection: Collection, target: Target, body: Any) -> Object:
    """Remove an object. There is no kubelet that would let a Pod end: it ends at once."""
    before = store.get(collection, target.key)
    uid = at(body, "preconditions", "uid")
    if uid and uid != before["metadata"]["uid"]:
        reason = f"the UID in the precondition ({uid}) does not match the UID in record"
        raise conflict(collection.resource, target.key, reason)
    if target.plural == "pods" and before["spec"].get("nodeName"):
        store.update(collection, target.key, _mark_as_ending)
    store.delete(collection, target.key)
    return success()


def _mark_as_ending(pod: Object) -> None:
    pod["metadata"]["deletionTimestamp"] = written_time()
    pod["metadata"]["deletionGracePeriodSeconds"] = 30


def _change(store: Store, collection: Collection, target: Target, body: Object, patch: str | None) -> Object:
    """Replace an object by a body, or by what a patch of some content type makes of it."""
    before = store.get(collection, target.key)
    changed = body if patch is None else patched(copied(before), body, patch)
    after = _decoded(target, collection.resource.kind, changed)
    _check_name(collection.resource, target, after)
    return store.replace(collection, _written(collection.resource, target, before, after))


def _check_name(resource: ApiResource, target: Target, body: Object) -> None:
    metadata = body.setdefault("metadata", {})
    if metadata.get("name") != target.name or metadata.get("namespace", "") != target.namespace:
        raise ApiRefusal(400, "BadRequest", f"the {resource.kind} in the body has another name than the request")


def _written(resource: ApiResource, target: Target, before: Object, after: Object) -> Object:
    """Return what a write changes: the status alone, or all but the status; the uid is kept."""
    if target.part == _STATUS:
        metadata = {**before["metadata"], "resourceVersion": after["metadata"].get("resourceVersion", "")}
        return {**before, "metadata": metadata, "status": after.get("status", {})}
    kept = {key: before["metadata"][key] for key in ("uid", "creationTimestamp")}
    written = {**after, "metadata": {**after["metadata"], **kept}}
    if resource.has_status and "status" in before:
        written["status"] = before["status"]
    return written


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
