"""Claims of storage that get their volumes: bound to one that is there, or to a new one as a provisioner makes it.

Upstream: `syncUnboundClaim` and `syncVolume` in `pkg/controller/volume/persistentvolume/pv_controller.go`;
`FindMatchingVolume` in `staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go`.
"""

import copy
from fractions import Fraction
from typing import Any, ClassVar

from schedcfg.commands.trial.api.store import ChangeType, Name, Object, Store, StoredChange, name_of
from schedcfg.commands.trial.controllers.storage_classes import (
    PROVISIONED_BY,
    is_provisioning,
    provisioned,
    storage_class_of,
)
from schedcfg.commands.trial.node_selection import matches_labels
from schedcfg.commands.trial.pod_requests import amounts
from schedcfg.sources.manifests.pod import at, fields, text

_STORAGE = "storage.k8s.io"
_COMPLETED, _BY_CONTROLLER = "pv.kubernetes.io/bind-completed", "pv.kubernetes.io/bound-by-controller"
_SELECTED_NODE = "volume.kubernetes.io/selected-node"
_WAITS = "WaitForFirstConsumer"


class VolumeController:
    """Binds claims."""

    kinds: ClassVar[tuple[tuple[str, str], ...]] = (
        ("", "persistentvolumes"),
        (_STORAGE, "storageclasses"),
        ("", "persistentvolumeclaims"),
    )

    def __init__(self, store: Store) -> None:
        self._store = store
        self._claims: dict[Name, None] = {}
        self._volumes: dict[Name, None] = {}
        self._open: dict[Name, None] = {}  # Claims without a volume: a new free one may be theirs, and so may a class
        self._free: dict[Name, None] = {}  # Volumes that are reserved for no claim
        self._reserved: dict[Name, dict[Name, None]] = {}  # Claim → the volumes that are reserved for it

    def see(self, plural: str, change: StoredChange) -> None:
        """Note a change."""
        name = name_of(change.after)
        if plural == "persistentvolumes":
            self._see_volume(name, change)
        elif plural == "storageclasses":
            self._claims.update(self._open)
        elif change.type is ChangeType.DELETED:
            self._open.pop(name, None)
            self._volumes.update(self._reserved.get(name, {}))
        else:
            self._claims[name] = None

    def _see_volume(self, name: Name, change: StoredChange) -> None:
        before = None if change.before is None else _claim_of(change.before)
        after = _claim_of(change.after)
        if before is not None:
            self._reserved.get(before, {}).pop(name, None)
        self._free.pop(name, None)
        if change.type is ChangeType.DELETED:
            return
        self._volumes[name] = None
        if after is not None:
            self._reserved.setdefault(after, {})[name] = None
        else:
            self._free[name] = None
            self._claims.update(self._open)

    def work(self) -> None:
        """Bind what can be bound."""
        volumes, self._volumes = self._volumes, {}
        for name in volumes:
            self._sync_volume(name)
        claims, self._claims = self._claims, {}
        for name in claims:
            claim = self._store.collection("persistentvolumeclaims").objects.get(name)
            if claim is not None and not _is_bound(claim):
                self._sync_claim(name, claim)

    def _sync_volume(self, name: Name) -> None:
        """Write the phase of a volume: the scheduler takes only available ones. One of a gone claim may go, too."""
        volumes = self._store.collection("persistentvolumes")
        volume = volumes.objects.get(name)
        if volume is None:
            return
        claim = _claim_of(volume)
        there = None if claim is None else self._store.collection("persistentvolumeclaims").objects.get(claim)
        uid = text(at(volume, "spec", "claimRef", "uid"))
        if not uid:
            self._set_phase(name, "Available")
        elif there is None or there["metadata"]["uid"] != uid:
            if at(volume, "metadata", "annotations", PROVISIONED_BY) and _is_deleted_with_claim(volume):
                self._store.delete(volumes, name)
            else:
                self._set_phase(name, "Released")
        elif _is_bound(there):
            self._set_phase(name, "Bound")
        if claim is not None:
            self._claims[claim] = None

    def _set_phase(self, name: Name, phase: str) -> None:
        volumes = self._store.collection("persistentvolumes")
        if at(volumes.objects[name], "status", "phase") != phase:
            self._store.update(volumes, name, lambda data: data.setdefault("status", {}).update(phase=phase))

    def _sync_claim(self, name: Name, claim: Object) -> None:
        volumes = self._store.collection("persistentvolumes")
        wanted = text(at(claim, "spec", "volumeName"))
        if wanted:
            volume = volumes.objects.get(("", wanted))
            if volume is None or not self._may_have(claim, volume):
                self._open[name] = None
                return
        else:
            volume = self._match(claim) or self._provision(claim)
            if volume is None:
                self._open[name] = None
                return
        self._bind(name, claim, volume)

    def _class(self, claim: Object) -> Object | None:
        name = storage_class_of(claim)
        return self._store.collection("storageclasses", _STORAGE).objects.get(("", name)) if name else None

    @staticmethod
    def _may_have(claim: Object, volume: Object) -> bool:
        """Return whether a claim may have the volume that it names."""
        if at(volume, "spec", "claimRef"):
            return _is_for(volume, claim)
        return _fits(volume, claim) and _has_modes(volume, claim)

    def _match(self, claim: Object) -> Object | None:
        """Return a volume for a claim: one that is reserved for it, or the smallest that fits.

        The scheduler itself chooses where its class waits for the first consumer.
        """
        volumes = self._store.collection("persistentvolumes").objects
        for name in self._reserved.get(name_of(claim), {}):
            if _is_for(volumes[name], claim) and _size(volumes[name]) >= _requested(claim):
                return volumes[name]
        found = self._class(claim)
        if found is not None and found.get("volumeBindingMode") == _WAITS:
            return None
        free = (volumes[name] for name in self._free)
        fitting = [
            one
            for one in free
            if at(one, "status", "phase") == "Available" and _fits(one, claim) and _is_selected(one, claim)
        ]
        return min(fitting, key=_size, default=None)

    def _provision(self, claim: Object) -> Object | None:
        """Make a volume for a claim as its provisioner would; None where none makes one now."""
        found = self._class(claim)
        selected = text(at(claim, "metadata", "annotations", _SELECTED_NODE))
        if found is None or not is_provisioning(found) or (found.get("volumeBindingMode") == _WAITS and not selected):
            return None
        node = self._store.collection("nodes").objects.get(("", selected))
        csi_node = self._store.collection("csinodes", _STORAGE).objects.get(("", selected))
        volume = provisioned(claim, found, node, csi_node)
        volumes = self._store.collection("persistentvolumes")
        there = volumes.objects.get(name_of(volume))
        return there or self._store.create(volumes, volume)

    def _bind(self, name: Name, claim: Object, volume: Object) -> None:
        """Bind a claim and a volume to each other. Upstream: `bind`."""
        reference = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "namespace": name[0], "name": name[1]}
        reference["uid"] = claim["metadata"]["uid"]
        was_free = not at(volume, "spec", "claimRef")

        def bind_volume(data: Object) -> None:
            data["spec"]["claimRef"] = {**fields(data["spec"].get("claimRef")), **reference}
            if was_free:
                data["metadata"].setdefault("annotations", {})[_BY_CONTROLLER] = "yes"
            data.setdefault("status", {})["phase"] = "Bound"

        def bind_claim(data: Object) -> None:
            annotations = data["metadata"].setdefault("annotations", {})
            annotations[_COMPLETED] = "yes"
            if not data["spec"].get("volumeName"):
                annotations[_BY_CONTROLLER] = "yes"
            data["spec"]["volumeName"] = volume["metadata"]["name"]
            described = {key: copy.deepcopy(volume["spec"].get(key)) for key in ("accessModes", "capacity")}
            data["status"] = {**fields(data.get("status")), "phase": "Bound", **described}

        self._open.pop(name, None)
        self._store.update(self._store.collection("persistentvolumes"), name_of(volume), bind_volume)
        self._store.update(self._store.collection("persistentvolumeclaims"), name, bind_claim)


def _is_bound(claim: Object) -> bool:
    is_complete = _COMPLETED in fields(at(claim, "metadata", "annotations"))
    return is_complete and bool(at(claim, "spec", "volumeName"))


def _claim_of(volume: Object) -> Name | None:
    reference: Any = at(volume, "spec", "claimRef")
    if not isinstance(reference, dict):
        return None
    return text(reference.get("namespace")), text(reference.get("name"))


def _is_for(volume: Object, claim: Object) -> bool:
    """Return whether a volume is reserved for a claim. Upstream: `IsVolumeBoundToClaim`."""
    uid = text(at(volume, "spec", "claimRef", "uid"))
    return _claim_of(volume) == name_of(claim) and uid in {"", claim["metadata"]["uid"]}


def _is_deleted_with_claim(volume: Object) -> bool:
    return at(volume, "spec", "persistentVolumeReclaimPolicy") == "Delete"


def _size(volume: Object) -> Fraction:
    return amounts(at(volume, "spec", "capacity")).get("storage", Fraction(0))


def _requested(claim: Object) -> Fraction:
    return amounts(at(claim, "spec", "resources", "requests")).get("storage", Fraction(0))


def _fits(volume: Object, claim: Object) -> bool:
    modes = {text(at(one, "spec", "volumeMode")) or "Filesystem" for one in (volume, claim)}
    is_kept = not at(volume, "metadata", "deletionTimestamp")
    is_same = storage_class_of(volume) == storage_class_of(claim) and len(modes) == 1
    return is_kept and is_same and _size(volume) >= _requested(claim)


def _is_selected(volume: Object, claim: Object) -> bool:
    selector = at(claim, "spec", "selector")
    labels = fields(at(volume, "metadata", "labels"))
    return _has_modes(volume, claim) and (selector is None or matches_labels(selector, labels))


def _has_modes(volume: Object, claim: Object) -> bool:
    have, want = at(volume, "spec", "accessModes"), at(claim, "spec", "accessModes")
    return set(want if isinstance(want, list) else ()) <= set(have if isinstance(have, list) else ())
