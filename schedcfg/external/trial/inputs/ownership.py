"""Which object belongs to which: references to the controllers of objects, and what was given of a workload."""

import uuid
from typing import Any

from schedcfg.document.golang.numbers import parse_int
from schedcfg.external.trial.api.store import controller_of, has_ended
from schedcfg.external.trial.inputs.given_objects import GivenObject
from schedcfg.external.trial.inputs.object_index import ObjectIndex, name_of_given
from schedcfg.sources.manifests.pod import at, text

_REVISION = "deployment.kubernetes.io/revision"

Owner = tuple[str, str, str]
"""Namespace, kind and name."""


def ensure_uid(given: GivenObject) -> str:
    """Return the uid of an object; one without gets the same in every run."""
    metadata = given.data["metadata"]
    if not metadata.get("uid"):
        name = "/".join((given.api_version, given.kind, *name_of_given(given)))
        metadata["uid"] = str(uuid.uuid5(uuid.NAMESPACE_URL, name))
    return str(metadata["uid"])


def reference_to(given: GivenObject) -> dict[str, Any]:
    """Return the reference by which an object of a controller names it."""
    return {
        "apiVersion": given.api_version,
        "kind": given.kind,
        "name": given.data["metadata"]["name"],
        "uid": ensure_uid(given),
        "controller": True,
        "blockOwnerDeletion": True,
    }


class OwnedObjects:
    """What was given of workloads: their ReplicaSets and Pods."""

    def __init__(self, index: ObjectIndex) -> None:
        self._pods: dict[Owner, list[GivenObject]] = {}
        self._replica_sets: dict[Owner, list[GivenObject]] = {}
        for one in index.of("apps", "ReplicaSet"):
            self._replica_sets.setdefault(_owner(one), []).append(one)
        for one in index.of("", "Pod"):
            if not has_ended(one.data):
                self._pods.setdefault(_owner(one), []).append(one)

    def pods(self, workload: GivenObject) -> list[GivenObject]:
        """Return the Pods of a workload; of a Deployment those of all its ReplicaSets."""
        namespace, name = name_of_given(workload)
        found = list(self._pods.get((namespace, workload.kind, name), ()))
        if workload.kind == "Deployment":
            for one in self._replica_sets.get((namespace, workload.kind, name), ()):
                found += self._pods.get((namespace, one.kind, one.data["metadata"]["name"]), ())
        return found

    def replica_set(self, deployment: GivenObject) -> GivenObject | None:
        """Return the newest ReplicaSet of a Deployment; None where none was given."""
        found = self._replica_sets.get((name_of_given(deployment)[0], deployment.kind, name_of_given(deployment)[1]))
        return max(found, key=_revision) if found else None


def _owner(given: GivenObject) -> Owner:
    controller = controller_of(given.data)
    return name_of_given(given)[0], text(controller.get("kind")), text(controller.get("name"))


def _revision(replica_set: GivenObject) -> int:
    return parse_int(text(at(replica_set.data, "metadata", "annotations", _REVISION))) or 0
