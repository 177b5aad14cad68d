"""The Pods that controllers make of a Deployment, a ReplicaSet, a StatefulSet, a Job and others.

Upstream: `GetPodFromTemplate` in `pkg/controller/controller_utils.go`, and the controllers beside it; of DaemonSets
`NodeShouldRunDaemonPod` in `pkg/controller/daemon/daemon_controller.go`, `AddOrUpdateDaemonPodTolerations` and
`ReplaceDaemonSetPodNodeNameNodeAffinity` in `pkg/controller/daemon/util/daemonset_util.go`. Names are readable here,
where upstream's end in random letters.
"""

import copy
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from schedcfg.commands.trial.api.store import Object, controller_of
from schedcfg.commands.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.commands.trial.inputs.object_index import (
    Kind,
    ObjectIndex,
    OwnedObjects,
    kind_of,
    name_of_given,
    reference_to,
)
from schedcfg.commands.trial.inputs.sketch import MOST_PODS
from schedcfg.commands.trial.node_selection import has_untolerated, is_selected
from schedcfg.sources.manifests.pod import at, entries, fields, text

TEMPLATE_HASH = "pod-template-hash"
"""The label by which Pods are of one template of a Deployment; it ends the name of their ReplicaSet."""
_ORDINAL = "apps.kubernetes.io/pod-index"
_SET_NAME = "statefulset.kubernetes.io/pod-name"
_INDEX = "batch.kubernetes.io/job-completion-index"
_LONGEST_NAME = 253

APPS, BATCH = "apps", "batch"
_DAEMON_SET: Kind = (APPS, "DaemonSet")
KINDS: Mapping[Kind, str] = {
    (APPS, "Deployment"): "replicas",
    (APPS, "ReplicaSet"): "replicas",
    (APPS, "StatefulSet"): "replicas",
    ("", "ReplicationController"): "replicas",
    (BATCH, "Job"): "parallelism",
    (BATCH, "CronJob"): "parallelism",
    _DAEMON_SET: "nodes",
}
"""Kind of a workload → what says how many Pods it has at a time."""

_COUNTS = ("replicas", "parallelism", "completions", "minReadySeconds", "backoffLimit")
_NODE = "node.kubernetes.io/"
_TOLERATED = (
    ("not-ready", "NoExecute"),
    ("unreachable", "NoExecute"),
    ("disk-pressure", "NoSchedule"),
    ("memory-pressure", "NoSchedule"),
    ("pid-pressure", "NoSchedule"),
    ("unschedulable", "NoSchedule"),
)
_OF_HOST_NETWORK = ("network-unavailable", "NoSchedule")


class Workloads:
    """All workloads of a run, and what they make."""

    def __init__(self, index: ObjectIndex, notes: InputNotes) -> None:
        self._index = index
        self._notes = notes
        self._given = OwnedObjects(index)
        self._made = 0

    def pods(self, given: GivenObject) -> Iterator[GivenObject]:
        """Yield the Pods of a workload that are not there yet; what belongs to them is kept in the index."""
        if kind_of(given) == _DAEMON_SET:
            yield from self._daemon_pods(given)
            return
        if given.kind == "CronJob":
            made = self._job_of(given)
            if made is None:
                return
            given = made
        if self._is_counted_right(given) and not self._is_stopped(given) and not self._has_given_controller(given):
            yield from self._counted_pods(given)

    def _counted_pods(self, given: GivenObject) -> Iterator[GivenObject]:
        """Yield as many Pods as a workload says that it has."""
        owner = self._replica_set_of(given) if given.kind == "Deployment" else given
        there, wanted = len(self._given.pods(given)), self._replicas(given)
        if there:
            self._notes.add(f"{min(there, wanted)} of {wanted} Pods of {given.label} are there already")
        if not self._is_affordable(given, wanted - there):
            return
        for number in range(there, wanted):
            ordinal = _first(given) + number
            pod = self._pod(given, owner, f"{given.data['metadata']['name']}-{ordinal}")
            if pod is not None:
                self._add_identity(given, pod.data, ordinal)
                yield pod

    def _is_counted_right(self, given: GivenObject) -> bool:
        """Return whether no count of a workload is below 0, which is refused.

        Upstream: `ValidateNonnegativeField` in `pkg/apis/apps/validation/validation.go` and that of `batch`.
        """
        spec: Mapping[str, Any] = fields(given.data.get("spec"))
        wrong = [name for name in _COUNTS if isinstance(spec.get(name), int) and spec[name] < 0]
        for name in wrong:
            problem = f"{given.label}: spec.{name} must be 0 or more, and is {spec[name]}"
            self._notes.refuse(given, problem, ("spec", name))
        return not wrong

    def _is_affordable(self, given: GivenObject, number: int) -> bool:
        self._made += max(number, 0)
        if self._made > MOST_PODS:
            self._notes.refuse(given, f"{given.label} brings the number of Pods above {MOST_PODS:,}")
            return False
        return True

    def _is_stopped(self, given: GivenObject) -> bool:
        """Return whether a workload has no Pods now, which is said."""
        if self._is_suspended(given):
            return True
        if not self._replicas(given):
            self._notes.add(f"{given.label} has 0 {KINDS[given.api_version.rpartition('/')[0], given.kind]}: no Pods")
            return True
        return not self._has_template(given)

    def _is_suspended(self, given: GivenObject) -> bool:
        if at(given.data, "spec", "suspend") is True:
            self._notes.add(f"{given.label} is suspended, and has no Pods")
            return True
        return False

    def _has_template(self, given: GivenObject) -> bool:
        if isinstance(at(given.data, "spec", "template", "spec"), dict):
            return True
        self._notes.refuse(given, f"{given.label} has no `spec.template.spec`")
        return False

    def _daemon_pods(self, given: GivenObject) -> Iterator[GivenObject]:
        if not self._has_template(given):
            return
        name = name_of_given(given)[1]
        spec = daemon_spec(given)
        there = {at(pod.data, "spec", "nodeName") for pod in self._given.pods(given)}
        nodes = [
            node for node in chosen_nodes(spec, (one.data for one in self._index.of("", "Node"))) if node not in there
        ]
        self._notes.add(f"{given.label} has a Pod for each of {len(nodes) + len(there)} nodes")
        if not self._is_affordable(given, len(nodes)):
            return
        for node in nodes:
            pod = self._pod(given, given, f"{name}-{node}")
            if pod is not None:
                pod.data["spec"] = _on_node(spec, node)
                yield pod

    @staticmethod
    def _replicas(given: GivenObject) -> int:
        """Return how many Pods there are at a time. Upstream: `manageJob` in `pkg/controller/job/job_controller.go`."""
        spec = fields(given.data.get("spec"))
        if given.kind != "Job":
            replicas = spec.get("replicas", 1)
            return replicas if isinstance(replicas, int) else 1
        parallelism, completions = spec.get("parallelism", 1), spec.get("completions")
        parallelism = parallelism if isinstance(parallelism, int) else 1
        return min(parallelism, completions) if isinstance(completions, int) else parallelism

    def _has_given_controller(self, given: GivenObject) -> bool:
        """Return whether the workload of this workload is given, too, and brings its Pods.

        Of those that are each other's, each brings its own.
        """
        first = above = self._controller(given)
        seen = {id(given.data)}
        while above is not None and id(above.data) not in seen:
            seen.add(id(above.data))
            above = self._controller(above)
        return first is not None and above is None

    def _controller(self, given: GivenObject) -> GivenObject | None:
        reference = controller_of(given.data)
        group, _, _ = text(reference.get("apiVersion")).rpartition("/")
        kind, namespace = text(reference.get("kind")), name_of_given(given)[0]
        return self._index.find((group, kind), namespace, text(reference.get("name")))

    def _job_of(self, given: GivenObject) -> GivenObject | None:
        """Return the Job of one run. Upstream: `getJobFromTemplate2` in `pkg/controller/cronjob/utils.go`."""
        if self._is_suspended(given):
            return None
        template = fields(at(given.data, "spec", "jobTemplate"))
        namespace, name = name_of_given(given)
        metadata = {**_metadata_of(template), "name": name, "namespace": namespace}
        self._notes.count("one run of each CronJob", "CronJob")
        data = {"apiVersion": given.api_version, "kind": "Job", "metadata": metadata}
        return given._replace(data={**data, "spec": copy.deepcopy(template.get("spec") or {})})

    def _replica_set_of(self, deployment: GivenObject) -> GivenObject:
        """Return the ReplicaSet of a Deployment: the one that was given, or a new one.

        Upstream: `getNewReplicaSet` in `pkg/controller/deployment/sync.go`.
        """
        namespace, name = name_of_given(deployment)
        there = self._given.replica_set(deployment)
        if there is not None:
            return there
        template = fields(at(deployment.data, "spec", "template"))
        digest = _digest(template)
        labels = {TEMPLATE_HASH: digest}
        selector = copy.deepcopy(fields(at(deployment.data, "spec", "selector")))
        selector["matchLabels"] = {**fields(selector.get("matchLabels")), **labels}
        metadata = _metadata_of(template)
        labeled = {**metadata, "labels": {**fields(metadata.get("labels")), **labels}}
        data: Object = {
            "apiVersion": deployment.api_version,
            "kind": "ReplicaSet",
            "metadata": {
                "name": f"{name}-{digest}",
                "namespace": namespace,
                "labels": labeled["labels"],
                "ownerReferences": [reference_to(deployment)],
            },
            "spec": {
                "replicas": self._replicas(deployment),
                "selector": selector,
                "template": {"metadata": labeled, "spec": copy.deepcopy(template.get("spec"))},
            },
        }
        made = self._index.make(data, deployment)
        return made or deployment._replace(data=data)

    def _pod(self, given: GivenObject, owner: GivenObject, name: str) -> GivenObject | None:
        """Return one Pod of a workload, kept in the index; None where its name is too long."""
        template = fields(at(given.data, "spec", "template"))
        metadata = _metadata_of(template)
        digest = at(owner.data, "metadata", "labels", TEMPLATE_HASH)
        if digest:
            metadata["labels"] = {**fields(metadata.get("labels")), TEMPLATE_HASH: digest}
        name = self._name(given, name)
        if len(name) > _LONGEST_NAME:
            self._notes.refuse(given, f"{given.label} has a name that is too long for its Pods")
            return None
        metadata |= {"name": name, "namespace": name_of_given(given)[0], "ownerReferences": [reference_to(owner)]}
        data: Object = {"apiVersion": "v1", "kind": "Pod", "metadata": metadata}
        return self._index.make({**data, "spec": copy.deepcopy(template.get("spec"))}, given)

    def _name(self, given: GivenObject, name: str) -> str:
        """Return a name that no other Pod has; those of a StatefulSet are its own."""
        namespace = name_of_given(given)[0]
        candidates = (name, f"{name}-{given.kind.lower()}")
        if given.kind == "StatefulSet":
            return name
        return next(
            (one for one in candidates if self._index.find(("", "Pod"), namespace, one) is None), candidates[-1]
        )

    def _add_identity(self, given: GivenObject, pod: Object, number: int) -> None:
        """Add what distinguishes the Pods of a StatefulSet, or of a Job with an index.

        Upstream: `initIdentity` and `updateStorage` in `pkg/controller/statefulset/stateful_set_utils.go`;
        `addCompletionIndexLabel` in `pkg/controller/job/indexed_job_utils.go`.
        """
        metadata = pod["metadata"]
        if given.kind == "StatefulSet":
            metadata["labels"] = {**metadata.get("labels", {}), _SET_NAME: metadata["name"], _ORDINAL: str(number)}
            pod["spec"]["hostname"] = metadata["name"]
            pod["spec"]["volumes"] = [*self._claims(given, number), *_other_volumes(given, pod)]
        elif at(given.data, "spec", "completionMode") == "Indexed":
            metadata["labels"] = {**metadata.get("labels", {}), _INDEX: str(number)}
            metadata["annotations"] = {**metadata.get("annotations", {}), _INDEX: str(number)}

    def _claims(self, given: GivenObject, number: int) -> Iterator[Object]:
        """Yield the volumes of a StatefulSet's claims, which are made where they are not there."""
        namespace, name = name_of_given(given)
        for template in entries(at(given.data, "spec", "volumeClaimTemplates")):
            metadata = _metadata_of(template)
            volume = text(at(template, "metadata", "name"))
            matched = fields(at(given.data, "spec", "selector", "matchLabels"))
            metadata |= {
                "name": f"{volume}-{name}-{number}",
                "namespace": namespace,
                "labels": {**fields(metadata.get("labels")), **matched},
            }
            data = {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata}
            self._index.make({**data, "spec": copy.deepcopy(fields(template.get("spec")))}, given)
            yield {"name": volume, "persistentVolumeClaim": {"claimName": metadata["name"]}}


def _first(given: GivenObject) -> int:
    start = at(given.data, "spec", "ordinals", "start")
    return start if isinstance(start, int) and given.kind == "StatefulSet" else 0


def _other_volumes(given: GivenObject, pod: Object) -> Iterator[Object]:
    claimed = {at(one, "metadata", "name") for one in entries(at(given.data, "spec", "volumeClaimTemplates"))}
    return (one for one in entries(pod["spec"].get("volumes")) if one.get("name") not in claimed)


def _metadata_of(template: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the objects of a template get from it."""
    metadata = fields(template.get("metadata"))
    return {key: copy.deepcopy(metadata[key]) for key in ("labels", "annotations", "finalizers") if metadata.get(key)}


def _digest(template: Mapping[str, Any]) -> str:
    """Return a few letters that differ where templates do, as upstream's hash does."""
    return hashlib.sha256(json.dumps(template, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def daemon_spec(daemon_set: GivenObject) -> dict[str, Any]:
    """Return the `spec` of a DaemonSet's Pods, but for the node of each."""
    spec: dict[str, Any] = copy.deepcopy(fields(at(daemon_set.data, "spec", "template", "spec")))
    tolerated = (*_TOLERATED, _OF_HOST_NETWORK) if spec.get("hostNetwork") is True else _TOLERATED
    added = [{"key": f"{_NODE}{key}", "operator": "Exists", "effect": effect} for key, effect in tolerated]
    names = [(one["key"], one["effect"]) for one in added]
    own = [one for one in entries(spec.get("tolerations")) if (one.get("key"), one.get("effect")) not in names]
    spec["tolerations"] = [*own, *added]
    return spec


def chosen_nodes(spec: dict[str, Any], nodes: Iterable[Object]) -> Iterator[str]:
    """Yield the names of the nodes that get a Pod with a `spec`."""
    for node in nodes:
        name = text(at(node, "metadata", "name"))
        taints = list(entries(at(node, "spec", "taints")))
        is_there = spec.get("nodeName") in {None, "", name} and is_selected(spec, node)
        if is_there and not has_untolerated(taints, spec["tolerations"], "NoSchedule", "NoExecute"):
            yield name


def _on_node(spec: dict[str, Any], node: str) -> dict[str, Any]:
    """Return the `spec` of the Pod for a node: it may be nowhere else."""
    own = copy.deepcopy(spec)
    affinity = own.setdefault("affinity", {}).setdefault("nodeAffinity", {})
    named = {"key": "metadata.name", "operator": "In", "values": [node]}
    affinity["requiredDuringSchedulingIgnoredDuringExecution"] = {"nodeSelectorTerms": [{"matchFields": [named]}]}
    return own
