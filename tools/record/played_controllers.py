"""What absent controllers would do, as functions: what to change, given the objects as they are.

Each represents one of `pkg/controller/`, or the kubelet: terminating Pods are gone at once, claims are provisioned and
bound, budgets have a status, claims are made from templates and freed.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Literal, NamedTuple

Manifest = dict[str, Any]
Objects = Mapping[tuple[str, str], Manifest]

_SELECTED = "volume.kubernetes.io/selected-node"
_BIND_COMPLETED, _BOUND_BY_CONTROLLER = "pv.kubernetes.io/bind-completed", "pv.kubernetes.io/bound-by-controller"
_NO_PROVISIONER = "kubernetes.io/no-provisioner"
_FIRST_START = "2026-01-01T00:00:00Z"
_FACTORS: Mapping[str, int | Decimal] = {
    "": 1,
    "m": Decimal("0.001"),
    "k": 10**3,
    "M": 10**6,
    "G": 10**9,
    "T": 10**12,
    "Ki": 2**10,
    "Mi": 2**20,
    "Gi": 2**30,
    "Ti": 2**40,
}


class Action(NamedTuple):
    """One request of a controller."""

    verb: Literal["create", "replace", "write_status", "delete"]
    manifest: Manifest


@dataclass(frozen=True)
class ClusterState:
    """The objects that controllers look at, by namespace and name."""

    nodes: Objects = field(default_factory=dict)
    pods: Objects = field(default_factory=dict)
    claims: Objects = field(default_factory=dict)
    volumes: Objects = field(default_factory=dict)
    storage_classes: Objects = field(default_factory=dict)
    budgets: Objects = field(default_factory=dict)
    resource_claims: Objects = field(default_factory=dict)
    claim_templates: Objects = field(default_factory=dict)


def actions(state: ClusterState) -> Iterator[Action]:
    """Yield what all controllers would do now; nothing is left to do where nothing is yielded."""
    yield from _kubelet(state)
    yield from _ephemeral_claims(state)
    yield from _volumes(state)
    yield from _budgets(state)
    yield from _resource_claims(state)


def _kubelet(state: ClusterState) -> Iterator[Action]:
    """Let Pods end that are deleted, and start those that have come to a node, each a second after the one before.

    Of Pods with the same priority, the scheduler lets the youngest leave for another. A kubelet writes whole seconds.
    """
    started = (pod.get("status", {}).get("startTime") for pod in state.pods.values())
    latest = datetime.fromisoformat(max(filter(None, started), default=_FIRST_START))
    for pod in state.pods.values():
        if "deletionTimestamp" in pod["metadata"]:
            yield Action("delete", pod)
        elif pod["spec"].get("nodeName") and not pod.get("status", {}).get("startTime"):
            latest += timedelta(seconds=1)
            begun = {"phase": "Running", "startTime": f"{latest:%Y-%m-%dT%H:%M:%SZ}"}
            yield Action("write_status", pod | {"status": {**pod.get("status", {}), **begun}})


def _ephemeral_claims(state: ClusterState) -> Iterator[Action]:
    """Make the claims of ephemeral volumes, as `pkg/controller/volume/ephemeral` does."""
    for pod in state.pods.values():
        for volume in pod["spec"].get("volumes", ()):
            name = f"{pod['metadata']['name']}-{volume['name']}"
            if "ephemeral" in volume and (pod["metadata"]["namespace"], name) not in state.claims:
                template = volume["ephemeral"]["volumeClaimTemplate"]
                metadata = {"namespace": pod["metadata"]["namespace"], "name": name, "ownerReferences": [_owner(pod)]}
                yield Action(
                    "create",
                    {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata}
                    | {"spec": template["spec"]},
                )
    uids = {pod["metadata"]["uid"] for pod in state.pods.values()}
    for claim in state.claims.values():
        if _is_orphan(claim, uids):
            yield Action("delete", claim)


def _volumes(state: ClusterState) -> Iterator[Action]:
    """Bind claims and volumes, as `pkg/controller/volume/persistentvolume` and provisioners do."""
    taken: set[str] = set()
    for claim in state.claims.values():
        if _BIND_COMPLETED in claim["metadata"].get("annotations", {}):
            continue
        volume = _named(claim, state) or _reserved(claim, state) or _matching(claim, state, taken)
        if volume is not None:
            taken.add(volume["metadata"]["name"])
            yield from _bound(claim, volume)
        elif _is_provisioned(claim, state):
            yield from _bound(claim, _provisioned(claim, state))
    for volume in state.volumes.values():
        if not volume["spec"].get("claimRef") and volume["status"].get("phase") != "Available":
            yield Action("write_status", volume | {"status": {"phase": "Available"}})


def _named(claim: Manifest, state: ClusterState) -> Manifest | None:
    """Return the volume that a claim names itself."""
    return state.volumes.get(("", claim["spec"].get("volumeName", "")))


def _reserved(claim: Manifest, state: ClusterState) -> Manifest | None:
    """Return the volume that says itself that it is for a claim: the scheduler or an administrator wrote that."""
    metadata = claim["metadata"]
    wanted = metadata.get("namespace"), metadata["name"]
    for volume in state.volumes.values():
        reference = volume["spec"].get("claimRef") or {}
        same = reference.get("uid") in {None, "", metadata["uid"]}
        if (reference.get("namespace"), reference.get("name")) == wanted and same:
            return volume
    return None


def _matching(claim: Manifest, state: ClusterState, taken: set[str]) -> Manifest | None:
    """Return the smallest free volume for a claim that does not wait for a Pod (`volume.FindMatchingVolume`)."""
    if _waits_for_consumer(claim, state):
        return None
    spec, requested = claim["spec"], _size(claim["spec"]["resources"]["requests"]["storage"])
    free = [
        volume
        for volume in state.volumes.values()
        if not volume["spec"].get("claimRef")
        and volume["metadata"]["name"] not in taken
        and volume["spec"].get("storageClassName", "") == spec.get("storageClassName", "")
        and set(spec["accessModes"]) <= set(volume["spec"]["accessModes"])
        and _size(volume["spec"]["capacity"]["storage"]) >= requested
    ]
    return min(free, key=lambda volume: _size(volume["spec"]["capacity"]["storage"]), default=None)


def _is_provisioned(claim: Manifest, state: ClusterState) -> bool:
    storage_class = state.storage_classes.get(("", claim["spec"].get("storageClassName") or ""))
    if storage_class is None or storage_class["provisioner"] == _NO_PROVISIONER:
        return False
    return not _waits_for_consumer(claim, state) or _SELECTED in claim["metadata"].get("annotations", {})


def _waits_for_consumer(claim: Manifest, state: ClusterState) -> bool:
    storage_class = state.storage_classes.get(("", claim["spec"].get("storageClassName") or ""), {})
    return storage_class.get("volumeBindingMode") == "WaitForFirstConsumer"


def _provisioned(claim: Manifest, state: ClusterState) -> Manifest:
    spec, terms = claim["spec"], list(_topology(claim, state))
    reachable = {"nodeAffinity": {"required": {"nodeSelectorTerms": [{"matchExpressions": terms}]}}} if terms else {}
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": f"pvc-{claim['metadata']['uid']}"},
        "spec": {
            "accessModes": spec["accessModes"],
            "capacity": {"storage": spec["resources"]["requests"]["storage"]},
            "storageClassName": spec["storageClassName"],
            "csi": {"driver": "provisioned.example", "volumeHandle": claim["metadata"]["uid"]},
            **reachable,
        },
    }


def _topology(claim: Manifest, state: ClusterState) -> Iterator[Manifest]:
    """Yield where a new volume can be reached: where its node is, by the keys that its class looks at.

    Upstream: `GenerateAccessibilityRequirements` of kubernetes-csi/external-provisioner.
    """
    node = state.nodes.get(("", claim["metadata"].get("annotations", {}).get(_SELECTED, "")))
    storage_class = state.storage_classes.get(("", claim["spec"].get("storageClassName") or ""), {})
    for term in storage_class.get("allowedTopologies", ()) if node else ():
        for expression in term["matchLabelExpressions"]:
            value = node["metadata"]["labels"].get(expression["key"]) if node else None
            if value is not None:
                yield {"key": expression["key"], "operator": "In", "values": [value]}


def _bound(claim: Manifest, volume: Manifest) -> Iterator[Action]:
    name = volume["metadata"]["name"]
    reference = {"apiVersion": "v1", "kind": "PersistentVolumeClaim"}
    reference |= {key: claim["metadata"][key] for key in ("namespace", "name", "uid")}
    is_new = "resourceVersion" not in volume["metadata"]
    if (volume["spec"].get("claimRef") or {}).get("uid") != reference["uid"]:
        changed = volume | {"spec": {**volume["spec"], "claimRef": reference}}
        yield Action("create" if is_new else "replace", changed | {"status": {"phase": "Bound"}})
    marks = {_BIND_COMPLETED: "yes", **({} if claim["spec"].get("volumeName") else {_BOUND_BY_CONTROLLER: "yes"})}
    metadata = {**claim["metadata"], "annotations": {**claim["metadata"].get("annotations", {}), **marks}}
    bound = claim | {"metadata": metadata, "spec": {**claim["spec"], "volumeName": name}}
    size = {"accessModes": claim["spec"]["accessModes"], "capacity": volume["spec"]["capacity"]}
    yield Action("replace", bound | {"status": {"phase": "Bound", **size}})


def _budgets(state: ClusterState) -> Iterator[Action]:
    """Write how many disruptions a budget allows, as `pkg/controller/disruption` does for Pods without controllers."""
    for budget in state.budgets.values():
        pods = [pod for pod in state.pods.values() if _selects(budget, pod)]
        healthy = sum(map(_is_ready, pods))
        wanted = _desired(budget["spec"], len(pods))
        status = {
            "observedGeneration": budget["metadata"].get("generation", 1),
            "disruptionsAllowed": max(0, healthy - wanted),
            "currentHealthy": healthy,
            "desiredHealthy": wanted,
            "expectedPods": len(pods),
        }
        before = budget.get("status", {})
        if any(before.get(name) != value for name, value in status.items()):
            yield Action("write_status", budget | {"status": status})


def _desired(spec: Manifest, expected: int) -> int:
    if "maxUnavailable" in spec:
        return max(0, expected - _scaled(spec["maxUnavailable"], expected))
    return _scaled(spec.get("minAvailable", 1), expected)


def _scaled(value: int | str, total: int) -> int:
    """Return a number, or a percentage of a total, rounded up (`GetScaledValueFromIntOrPercent`)."""
    return value if isinstance(value, int) else math.ceil(int(value.removesuffix("%")) * total / 100)


def _selects(budget: Manifest, pod: Manifest) -> bool:
    """Return whether a budget is about a Pod; budgets of worlds select by `matchLabels`."""
    labels = pod["metadata"].get("labels", {})
    wanted = budget["spec"].get("selector", {}).get("matchLabels", {})
    here = pod["metadata"].get("namespace") == budget["metadata"].get("namespace")
    return here and all(labels.get(key) == value for key, value in wanted.items())


def _is_ready(pod: Manifest) -> bool:
    conditions = pod.get("status", {}).get("conditions", ())
    is_ready = any(one["type"] == "Ready" and one["status"] == "True" for one in conditions)
    return is_ready and "deletionTimestamp" not in pod["metadata"]


def _resource_claims(state: ClusterState) -> Iterator[Action]:
    """Make claims from templates, and free those of Pods that are gone, as `pkg/controller/resourceclaim` does."""
    uids = {pod["metadata"]["uid"] for pod in state.pods.values()}
    for pod in state.pods.values():
        yield from _claims_of(pod, state)
    for claim in state.resource_claims.values():
        if _is_orphan(claim, uids):
            yield Action("delete", claim)
            continue
        reserved = claim.get("status", {}).get("reservedFor", ())
        kept = [one for one in reserved if one.get("resource") != "pods" or one["uid"] in uids]
        if len(kept) < len(reserved):
            status = {key: value for key, value in claim["status"].items() if key != "reservedFor"}
            # Nothing stays allocated that nobody uses.
            yield Action("write_status", claim | {"status": {**status, "reservedFor": kept} if kept else {}})


def _claims_of(pod: Manifest, state: ClusterState) -> Iterator[Action]:
    wanted = [one for one in pod["spec"].get("resourceClaims", ()) if "resourceClaimTemplateName" in one]
    known = {one["name"] for one in pod.get("status", {}).get("resourceClaimStatuses", ())}
    statuses = []
    for entry in wanted:
        template = state.claim_templates.get((pod["metadata"]["namespace"], entry["resourceClaimTemplateName"]))
        if template is None:
            continue
        name = f"{pod['metadata']['name']}-{entry['name']}-{pod['metadata']['uid'][:5]}"
        statuses.append({"name": entry["name"], "resourceClaimName": name})
        if (pod["metadata"]["namespace"], name) not in state.resource_claims:
            yield Action("create", _from_template(template, pod, entry["name"], name))
    if {one["name"] for one in statuses} - known:
        yield Action("write_status", pod | {"status": {**pod.get("status", {}), "resourceClaimStatuses": statuses}})


def _from_template(template: Manifest, pod: Manifest, entry: str, name: str) -> Manifest:
    return {
        "apiVersion": template["apiVersion"],
        "kind": "ResourceClaim",
        "metadata": {
            "namespace": pod["metadata"]["namespace"],
            "name": name,
            "annotations": {"resource.kubernetes.io/pod-claim-name": entry},
            "ownerReferences": [_owner(pod)],
        },
        "spec": template["spec"]["spec"],
    }


def _owner(pod: Manifest) -> Manifest:
    owner = {"apiVersion": "v1", "kind": "Pod", "name": pod["metadata"]["name"], "uid": pod["metadata"]["uid"]}
    return {**owner, "controller": True, "blockOwnerDeletion": True}


def _is_orphan(claim: Manifest, pods: set[str]) -> bool:
    """Return whether the Pod that a claim was made for is gone: the garbage collector deletes such."""
    owners = {owner["uid"] for owner in claim["metadata"].get("ownerReferences", ()) if owner["kind"] == "Pod"}
    return bool(owners) and not owners & pods


def _size(quantity: str) -> Decimal:
    number = quantity.rstrip("KMGTikm")
    suffix = quantity[len(number) :]
    return Decimal(number) * _FACTORS[suffix]
