"""Claims of devices whose users are gone: they are free again.

Upstream: `syncClaim` in `pkg/controller/resourceclaim/controller.go`.
"""

from collections.abc import Mapping
from typing import ClassVar

from schedcfg.external.trial.api.store import ChangeType, Name, Object, Store, StoredChange, name_of
from schedcfg.sources.manifests.pod import at, fields, items, text

_GROUP = "resource.k8s.io"
_STATUSES = "resourceClaimStatuses"
_FINALIZER = "resource.kubernetes.io/delete-protection"


class ResourceClaimController:
    """Frees claims."""

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
            reserved = [one for one, _ in items(at(claim, "status", "reservedFor"), ())]
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
