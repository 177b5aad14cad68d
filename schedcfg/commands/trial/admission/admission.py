"""What admission of an API server does with objects that are created, as far as it decides where Pods go.

Upstream: the plugins that are on by default, `DefaultOffAdmissionPlugins` in `pkg/kubeapiserver/options/plugins.go`, in
their order. Objects that an API server has stored before have been admitted.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from schedcfg.commands.trial.admission.limit_ranges import LimitRanges
from schedcfg.commands.trial.admission.pod_defaults import begin_status, complete_defaults, follow_own_labels
from schedcfg.commands.trial.admission.pod_validation import check_pod, has_containers
from schedcfg.commands.trial.controllers.storage_classes import default_storage_class
from schedcfg.commands.trial.inputs.given_objects import GivenObject, InputNotes
from schedcfg.commands.trial.inputs.object_index import ObjectIndex, name_of_given
from schedcfg.commands.trial.inputs.object_versions import completed
from schedcfg.commands.trial.node_selection import merged_tolerations
from schedcfg.commands.trial.pod_requests import amounts
from schedcfg.sources.manifests.pod import at, entries, fields, text

_CLASS = ("scheduling.k8s.io", "PriorityClass")
_GROUPS = (("scheduling.k8s.io", "PodGroup"), ("scheduling.k8s.io", "CompositePodGroup"))
_SYSTEM_CLASSES: Mapping[str, int] = {"system-node-critical": 2_000_001_000, "system-cluster-critical": 2_000_000_000}
"""Classes that every cluster has. Upstream: `systemPriorityClasses` in `pkg/apis/scheduling/v1/helpers.go`."""
_RUNTIME = ("node.k8s.io", "RuntimeClass")
_STORAGE_CLASS = ("storage.k8s.io", "StorageClass")
_CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class"
_NOT_READY, _UNREACHABLE = "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"
_TOLERATED_SECONDS = 300
"""Upstream: `default-not-ready-toleration-seconds` in `plugin/pkg/admission/defaulttolerationseconds/admission.go`."""


def is_stored(given: GivenObject) -> bool:
    """Return whether an API server has stored an object, as `kubectl get --output yaml` shows it."""
    return bool(text(at(given.data, "metadata", "resourceVersion")))


class Admission:
    """Admission for the objects of a run."""

    def __init__(self, index: ObjectIndex, notes: InputNotes, release: str) -> None:
        self._index = index
        self._notes = notes
        self._release = release
        self._checked: set[int] = set()  # Objects of which a Pod was checked: all Pods of a workload are the same
        self._limits = LimitRanges(index, notes, release)
        for name, value in _SYSTEM_CLASSES.items():
            data = {"apiVersion": "scheduling.k8s.io/v1", "kind": _CLASS[1], "metadata": {"name": name}, "value": value}
            data |= dict(completed(data))
            index.make(data, GivenObject(data, "a class that every cluster has"))

    def admit_pod(self, given: GivenObject) -> None:
        """Change a Pod as an API server does when it is created."""
        if not has_containers(given, self._notes):
            return
        begin_status(given, self._release)
        if is_stored(given):
            return
        # In this order, as each sees what the ones before it did.
        complete_defaults(given, self._notes, self._release)
        self._limits.complete(given)
        if not self._set_priority(given):
            return
        self._tolerate(given)
        if self._set_runtime(given):
            follow_own_labels(given, self._release)
            if given.number not in self._checked:
                self._limits.check(given)
                check_pod(given, self._notes, self._release)

    @cached_property
    def _default_class(self) -> GivenObject | None:
        """The PriorityClass of Pods that name none. Upstream: `getDefaultPriorityClass`: of several the least."""
        found = [one for one in self._index.of(*_CLASS) if one.data.get("globalDefault") is True]
        return min(found, key=_value, default=None)

    def _set_priority(self, given: GivenObject) -> bool:
        """Set the priority of a Pod or of a group of Pods, and return whether it is admitted.

        Upstream: `admitPod`, `admitPodGroup` and `admitCompositePodGroup` in
        `plugin/pkg/admission/priority/admission.go`.
        """
        spec = given.data.setdefault("spec", {})
        name = text(spec.get("priorityClassName"))
        found = self._index.find(_CLASS, "", name) if name else self._default_class
        if found is None and name:
            self._refuse_missing(given, _CLASS[1], "priorityClassName")
            return False
        priority = 0 if found is None else _value(found)
        policy = "PreemptLowerPriority" if found is None else text(found.data.get("preemptionPolicy"))
        for key, value in (("priority", priority), ("preemptionPolicy", policy)):
            if spec.get(key) not in {None, value} and value != "":
                behind = f"the class says {value}" if found else f"without a class it is {value}"
                self._notes.refuse(
                    given,
                    f"{given.label} sets `{key}` to {spec[key]} itself, and {behind}: an API server refuses that",
                    ("spec", key),
                )
                return False
        spec["priority"] = priority
        if policy:
            spec["preemptionPolicy"] = policy
        if found is not None:
            spec["priorityClassName"] = found.data["metadata"]["name"]
            default = "" if name else ", the default one"
            self._notes.count(
                f"priority {priority} from PriorityClass {spec['priorityClassName']}{default}", given.kind
            )
        return True

    def _refuse_missing(self, given: GivenObject, kind: str, key: str) -> None:
        """Refuse an object that names a class which is not there."""
        name = given.data["spec"][key]
        advice = f"add it to the files: `kubectl get {kind.lower()} {name} --output yaml`"
        problem = f"no {kind} {name} is given, and an API server refuses the Pod without it; {advice}"
        self._notes.refuse(given, f"{given.label}: {problem}", ("spec", key))

    def _set_runtime(self, given: GivenObject) -> bool:
        """Add what a RuntimeClass asks for, and return whether the Pod is admitted.

        Upstream: `setOverhead` and `setScheduling` in `plugin/pkg/admission/runtimeclass/admission.go`.
        """
        spec = given.data["spec"]
        name = text(spec.get("runtimeClassName"))
        found = self._index.find(_RUNTIME, "", name) if name else None
        if name and found is None:
            self._refuse_missing(given, _RUNTIME[1], "runtimeClassName")
            return False
        overhead = fields(at(found.data, "overhead", "podFixed")) if found is not None else {}
        if spec.get("overhead") and amounts(spec["overhead"]) != amounts(overhead):
            reason = "has another overhead than its RuntimeClass"
            self._notes.refuse(given, f"{given.label} {reason}", ("spec", "overhead"))
            return False
        return found is None or self._apply_runtime(given, found, overhead)

    def _apply_runtime(self, given: GivenObject, found: GivenObject, overhead: Mapping[str, Any]) -> bool:
        spec, scheduling = given.data["spec"], fields(found.data.get("scheduling"))
        wanted, own = fields(scheduling.get("nodeSelector")), fields(spec.get("nodeSelector"))
        other = next((key for key, value in wanted.items() if own.get(key, value) != value), None)
        if other is not None:
            reason = f"its nodeSelector of {other} contradicts that of RuntimeClass {found.data['metadata']['name']}"
            self._notes.refuse(given, f"{given.label}: {reason}", ("spec", "nodeSelector"))
            return False
        if overhead:
            spec["overhead"] = dict(overhead)
        if wanted:
            spec["nodeSelector"] = {**own, **wanted}
        added = list(entries(scheduling.get("tolerations")))
        if added:
            spec["tolerations"] = merged_tolerations(spec.get("tolerations") or [], added)
        if overhead or scheduling:
            name = found.data["metadata"]["name"]
            self._notes.count(f"overhead, nodeSelector and tolerations from RuntimeClass {name}", "Pod")
        return True

    def _tolerate(self, given: GivenObject) -> None:
        """Add the tolerations that every Pod has. Upstream: `plugin/pkg/admission/defaulttolerationseconds`."""
        spec = given.data["spec"]
        own = list(entries(spec.get("tolerations")))
        for key in (_NOT_READY, _UNREACHABLE):
            if not any(one.get("key", "") in {"", key} and one.get("effect", "") in {"", "NoExecute"} for one in own):
                added = {"key": key, "operator": "Exists", "effect": "NoExecute"}
                spec["tolerations"] = [*spec.get("tolerations", ()), {**added, "tolerationSeconds": _TOLERATED_SECONDS}]

    def admit_claim(self, given: GivenObject) -> None:
        """Set the StorageClass of a claim that names none: the default one.

        Upstream: `plugin/pkg/admission/storage/storageclass/setdefault/admission.go`.
        """
        spec = given.data.setdefault("spec", {})
        if is_stored(given):
            return
        annotation = at(given.data, "metadata", "annotations", _CLASS_ANNOTATION)
        default = self._default_storage_class
        if default is not None and "storageClassName" not in spec and annotation is None:
            spec["storageClassName"] = default
            self._notes.count(f"StorageClass {default}, the default one", "PersistentVolumeClaim")
        self._limits.check_claim(given)

    @cached_property
    def _default_storage_class(self) -> str | None:
        return default_storage_class(one.data for one in self._index.of(*_STORAGE_CLASS))

    def make_namespaces(self) -> list[str]:
        """Make the namespaces that objects are in, and return those that were not given.

        An API server refuses objects of others.
        """
        needed = dict.fromkeys(name_of_given(one)[0] for one in self._index.all())
        made = []
        for name in filter(None, needed):
            data: dict[str, Any] = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
            made += [] if self._index.make(data, GivenObject(data, name)) is None else [name]
        for one in self._index.of("", "Namespace"):
            metadata = one.data["metadata"]
            # Upstream: `SetDefaults_Namespace` in `pkg/apis/core/v1/defaults.go`
            metadata["labels"] = {**metadata.get("labels", {}), "kubernetes.io/metadata.name": metadata["name"]}
        return made

    def admit(self, pods: Iterable[GivenObject]) -> None:
        """Admit all objects of a run; Pods last, as they depend on the others."""
        for claim in self._index.of("", "PersistentVolumeClaim"):
            self.admit_claim(claim)
        for group in (one for kind in _GROUPS for one in self._index.of(*kind)):
            self._set_priority(group)
        refused: set[int] = set()
        for pod in pods:
            if pod.number not in refused:
                before = self._notes.refused
                self.admit_pod(pod)
                self._checked.add(pod.number)
                refused |= {pod.number} if self._notes.refused > before else set()


def _value(given: GivenObject) -> int:
    value = given.data.get("value", 0)
    return value if isinstance(value, int) else 0
