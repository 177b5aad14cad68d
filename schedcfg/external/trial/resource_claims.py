"""Claims of devices whose users are gone: they are free again.

Upstream: `syncClaim` in `pkg/controller/resourceclaim/controller.go`.
"""

from typing import ClassVar

from schedcfg.external.trial.store import ChangeType, Name, Object, Store, StoredChange
from schedcfg.sources.manifests.pod import at, fields, items

_GROUP = "resource.k8s.io"
_FINALIZER = "resource.kubernetes.io/delete-protection"


class ResourceClaimController:
    """Frees claims."""

    kinds: ClassVar[tuple[tuple[str, str], ...]] = (("", "pods"),)

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_due = False

    def see(self, plural: str, change: StoredChange) -> None:
        """Note a change."""
        assert plural == "pods"
        self._is_due = self._is_due or (
            change.type is ChangeType.DELETED and bool(at(change.after, "spec", "resourceClaims"))
        )

    def work(self) -> None:
        """Free the claims that only Pods reserve which are gone."""
        if not self._is_due:
            return
        self._is_due = False
        uids = {pod["metadata"]["uid"] for pod in self._store.all("pods")}
        claims = self._store.collection("resourceclaims", _GROUP)
        for name, claim in tuple(claims.objects.items()):
            reserved = [one for one, _ in items(at(claim, "status", "reservedFor"), ())]
            left = [one for one in reserved if one.get("resource") != "pods" or one.get("uid") in uids]
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
