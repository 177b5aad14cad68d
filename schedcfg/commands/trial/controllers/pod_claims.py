"""Claims that controllers make for a Pod, and remove or free with it: of ephemeral volumes, and of devices.

Upstream: `handleVolume` in `pkg/controller/volume/ephemeral/controller.go`; `handleClaim` and `syncClaim` in
`pkg/controller/resourceclaim/controller.go`; the garbage collector.
"""

import copy
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar

from schedcfg.commands.trial.api.store import (
    ChangeType,
    Collection,
    Name,
    Object,
    Store,
    StoredChange,
    controller_of,
    name_of,
)
from schedcfg.commands.trial.controllers.storage_classes import default_storage_class
from schedcfg.sources.manifests.pod import at, entries, fields, items, text

_GROUP = "resource.k8s.io"
_LONGEST = 57
"""Letters of a generated name, before those that upstream draws."""
_ANNOTATION = "resource.kubernetes.io/pod-claim-name"
_STATUSES = "resourceClaimStatuses"
_FINALIZER = "resource.kubernetes.io/delete-protection"


class PodClaimController:
    """Makes claims for Pods."""

    kinds: ClassVar[tuple[tuple[str, str], ...]] = (("", "pods"), (_GROUP, "resourceclaimtemplates"))

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pods: dict[Name, None] = {}
        self._waiting: set[Name] = set()  # Pods whose templates are not there yet
        self._gone: list[Object] = []

    def see(self, plural: str, change: StoredChange) -> None:
        """Note a change."""
        if plural != "pods":
            self._pods.update(dict.fromkeys(sorted(self._waiting)))
        elif change.type is ChangeType.DELETED:
            self._gone.append(change.after)
        elif change.type is ChangeType.ADDED and _needs_claims(change.after):
            self._pods[name_of(change.after)] = None

    def work(self) -> None:
        """Remove the claims of Pods that are gone, and make those of new ones."""
        gone, self._gone = self._gone, []
        for pod in gone:
            self._remove(pod)
        pods, self._pods = self._pods, {}
        for name in pods:
            pod_there = self._store.collection("pods").objects.get(name)
            if pod_there is not None:
                self._complete(name, pod_there)

    def _remove(self, pod: Object) -> None:
        """Remove the claims that belong to a Pod which is gone."""
        namespace, name = name_of(pod)
        volumes = [f"{name}-{text(one.get('name'))}" for one in entries(at(pod, "spec", "volumes"))]
        made = items(at(pod, "status", _STATUSES), ())
        devices = [text(one.get("resourceClaimName")) for one, _ in made]
        for collection, names in (
            (self._store.collection("persistentvolumeclaims"), volumes),
            (self._store.collection("resourceclaims", _GROUP), devices),
        ):
            for claim in ((namespace, one) for one in names):
                owner = controller_of(collection.objects.get(claim, {}))
                if owner.get("uid") == pod["metadata"]["uid"]:
                    self._store.delete(collection, claim)

    def prepare(self, pod: Object) -> bool:
        """Make the claims of a Pod that is about to be created, name them in it, and return whether it has any."""
        if not _needs_claims(pod):
            return False
        pod["metadata"].setdefault("uid", self._store.new_uid())
        _set_statuses(self._statuses(pod), pod)
        return True

    def _complete(self, name: Name, pod: Object) -> None:
        self._waiting.discard(name)
        there = at(pod, "status", _STATUSES) or []
        statuses = self._statuses(pod)
        if statuses != there:
            self._store.update(self._store.collection("pods"), name, partial(_set_statuses, statuses))

    def _statuses(self, pod: Object) -> list[Object]:
        """Make the claims of a Pod, and return the names of those for devices."""
        for volume in entries(at(pod, "spec", "volumes")):
            template = at(volume, "ephemeral", "volumeClaimTemplate")
            if isinstance(template, dict):
                self._make_volume_claim(pod, f"{name_of(pod)[1]}-{text(volume.get('name'))}", template)
        made = {text(one.get("name")): one for one in entries(at(pod, "status", _STATUSES))}
        return [*made.values(), *self._resource_claims(pod, made)]

    def _make_volume_claim(self, pod: Object, name: str, template: dict[str, Any]) -> None:
        claims = self._store.collection("persistentvolumeclaims")
        spec = copy.deepcopy(fields(template.get("spec")))
        default = default_storage_class(self._store.all("storageclasses", "storage.k8s.io"))
        if "storageClassName" not in spec and default is not None:
            spec["storageClassName"] = default
        self._make(claims, pod, name, {"metadata": _metadata(template), "spec": spec, "status": {"phase": "Pending"}})

    def _resource_claims(self, pod: Object, made: dict[str, Any]) -> Iterator[Object]:
        """Yield the names of claims that are made of templates, by the names that the Pod has for them."""
        namespace, pod_name = name_of(pod)
        templates = self._store.collection("resourceclaimtemplates", _GROUP)
        for wanted in entries(at(pod, "spec", "resourceClaims")):
            name, template_name = text(wanted.get("name")), text(wanted.get("resourceClaimTemplateName"))
            if not template_name or name in made:
                continue
            template = templates.objects.get((namespace, template_name))
            if template is None:
                self._waiting.add((namespace, pod_name))
                continue
            generated = _generated_name(pod_name, name)
            inner = fields(template.get("spec"))
            metadata = _metadata(inner)
            metadata["annotations"] = {**fields(metadata.get("annotations")), _ANNOTATION: name}
            claims = self._store.collection("resourceclaims", _GROUP)
            spec = copy.deepcopy(inner.get("spec") or {})
            yield {"name": name, "resourceClaimName": generated}
            self._make(claims, pod, generated, {"metadata": metadata, "spec": spec, "status": {}})

    def _make(self, claims: Collection, pod: Object, name: str, data: Object) -> None:
        """Make a claim that belongs to a Pod, unless there is one of that name."""
        namespace, pod_name = name_of(pod)
        if (namespace, name) in claims.objects:
            return
        owner = {"apiVersion": "v1", "kind": "Pod", "name": pod_name, "uid": pod["metadata"]["uid"]}
        metadata = {**data["metadata"], "name": name, "namespace": namespace}
        metadata["ownerReferences"] = [{**owner, "controller": True, "blockOwnerDeletion": True}]
        self._store.create(claims, {**data, "metadata": metadata})


def _needs_claims(pod: Object) -> bool:
    is_ephemeral = any("ephemeral" in volume for volume in entries(at(pod, "spec", "volumes")))
    return is_ephemeral or bool(at(pod, "spec", "resourceClaims"))


def _metadata(template: dict[str, Any]) -> dict[str, Any]:
    metadata = fields(template.get("metadata"))
    return {key: copy.deepcopy(metadata[key]) for key in ("labels", "annotations") if metadata.get(key)}


def _generated_name(pod: str, claim: str) -> str:
    """Return the name of a claim: upstream's, without the letters that it draws."""
    length = len(pod) + len(claim) + 2
    if length <= _LONGEST:
        return f"{pod}-{claim}"
    return f"{pod[: len(pod) * _LONGEST // length]}-{claim[: len(claim) * _LONGEST // length]}"


def _set_statuses(statuses: list[Object], pod: Object) -> None:
    if statuses:
        pod.setdefault("status", {})[_STATUSES] = statuses


class ResourceClaimController:
    """Frees claims of devices whose users are gone."""

    kinds: ClassVar[tuple[tuple[str, str], ...]] = (("", "pods"),)

    def __init__(self, store: Store) -> None:
        self._store = store
        self._claims: dict[Name, None] = {}  # Those that Pods have used which are gone

    def see(self, plural: str, change: StoredChange) -> None:
        """Note a change."""
        assert plural == "pods"
        if change.type is ChangeType.DELETED:
            namespace, pod = name_of(change.after)[0], change.after
            named = (*items(at(pod, "spec", "resourceClaims"), ()), *items(at(pod, "status", _STATUSES), ()))
            names = (text(one.get("resourceClaimName")) for one, _ in named)
            self._claims.update(dict.fromkeys((namespace, name) for name in names if name))

    def work(self) -> None:
        """Free the claims that only Pods reserve which are gone."""
        claims, self._claims = self._claims, {}
        pods = self._store.collection("pods").objects
        for name in claims:
            claim = self._store.collection("resourceclaims", _GROUP).objects.get(name)
            reserved = list(entries(at(claim, "status", "reservedFor")))
            left = [one for one in reserved if one.get("resource") != "pods" or _is_there(one, name[0], pods)]
            if len(left) < len(reserved):
                self._free(name, left)

    def _free(self, name: Name, left: list[Object]) -> None:
        def change(claim: Object) -> None:
            status, finalizers = fields(claim.get("status")), claim["metadata"].get("finalizers") or []
            status["reservedFor"] = left
            if not left and _FINALIZER in finalizers:
                status.pop("allocation", None)
                claim["metadata"]["finalizers"] = [one for one in finalizers if one != _FINALIZER]

        self._store.update(self._store.collection("resourceclaims", _GROUP), name, change)


def _is_there(user: Object, namespace: str, pods: Mapping[Name, Object]) -> bool:
    pod = pods.get((namespace, text(user.get("name"))))
    return pod is not None and pod["metadata"]["uid"] == user.get("uid")
