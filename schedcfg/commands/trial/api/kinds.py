"""The kinds of objects that a kube-scheduler asks for, and how the API names them."""

from collections.abc import Iterable
from typing import NamedTuple

from schedcfg.sources.manifests.pod import Fields, at, entries, fields, text


class ApiResource(NamedTuple):
    """A kind of objects, as the API serves it."""

    group: str  # Empty for the core group
    versions: tuple[str, ...]  # The preferred one first; objects have the same fields in all of them
    plural: str
    kind: str
    is_namespaced: bool
    has_status: bool = True  # Whether `status` is written by itself, at `/status`

    @property
    def api_version(self) -> str:
        """The preferred version, with its group: `storage.k8s.io/v1`."""
        return self.in_version(self.versions[0])

    def in_version(self, version: str) -> str:
        """Return a version with the group."""
        return f"{self.group}/{version}" if self.group else version

    @property
    def qualified(self) -> str:
        """Plural and group, as `kubectl` and messages of the API have it: `replicasets.apps`."""
        return f"{self.plural}.{self.group}" if self.group else self.plural

    @property
    def key(self) -> tuple[str, str]:
        """Group and plural: what names it in a URL, but for the version."""
        return self.group, self.plural


def _core(plural: str, kind: str, *, is_namespaced: bool = True) -> ApiResource:
    return ApiResource("", ("v1",), plural, kind, is_namespaced)


def _of_group(group: str, versions: str, plural: str, kind: str, *, is_namespaced: bool = True) -> ApiResource:
    return ApiResource(group, tuple(versions.split()), plural, kind, is_namespaced)


_STORAGE, _DYNAMIC, _SCHEDULING = "storage.k8s.io", "resource.k8s.io", "scheduling.k8s.io"

BUILT_IN = (
    _core("nodes", "Node", is_namespaced=False),
    _core("namespaces", "Namespace", is_namespaced=False),
    _core("pods", "Pod"),
    _core("services", "Service"),
    _core("replicationcontrollers", "ReplicationController"),
    _core("persistentvolumes", "PersistentVolume", is_namespaced=False),
    _core("persistentvolumeclaims", "PersistentVolumeClaim"),
    _core("limitranges", "LimitRange"),
    _core("configmaps", "ConfigMap"),
    _core("events", "Event"),
    _of_group("events.k8s.io", "v1 v1beta1", "events", "Event"),
    _of_group("apps", "v1", "replicasets", "ReplicaSet"),
    _of_group("apps", "v1", "statefulsets", "StatefulSet"),
    _of_group("policy", "v1 v1beta1", "poddisruptionbudgets", "PodDisruptionBudget"),
    _of_group("node.k8s.io", "v1 v1beta1", "runtimeclasses", "RuntimeClass", is_namespaced=False),
    _of_group("coordination.k8s.io", "v1", "leases", "Lease"),
    _of_group(_STORAGE, "v1 v1beta1", "storageclasses", "StorageClass", is_namespaced=False),
    _of_group(_STORAGE, "v1 v1beta1", "csinodes", "CSINode", is_namespaced=False),
    _of_group(_STORAGE, "v1 v1beta1", "csidrivers", "CSIDriver", is_namespaced=False),
    _of_group(_STORAGE, "v1 v1beta1", "csistoragecapacities", "CSIStorageCapacity"),
    _of_group(_STORAGE, "v1 v1beta1", "volumeattachments", "VolumeAttachment", is_namespaced=False),
    _of_group(_DYNAMIC, "v1 v1beta2 v1beta1 v1alpha3", "resourceclaims", "ResourceClaim"),
    _of_group(_DYNAMIC, "v1 v1beta2 v1beta1 v1alpha3", "resourceclaimtemplates", "ResourceClaimTemplate"),
    _of_group(_DYNAMIC, "v1 v1beta2 v1beta1 v1alpha3", "deviceclasses", "DeviceClass", is_namespaced=False),
    _of_group(_DYNAMIC, "v1 v1beta2 v1beta1 v1alpha3", "resourceslices", "ResourceSlice", is_namespaced=False),
    _of_group(_DYNAMIC, "v1beta2 v1alpha3", "devicetaintrules", "DeviceTaintRule", is_namespaced=False),
    _of_group(_SCHEDULING, "v1 v1beta1", "priorityclasses", "PriorityClass", is_namespaced=False),
    _of_group(_SCHEDULING, "v1beta1 v1alpha3 v1alpha2 v1alpha1", "workloads", "Workload"),
    _of_group(_SCHEDULING, "v1beta1 v1alpha3 v1alpha2", "podgroups", "PodGroup"),
    _of_group(_SCHEDULING, "v1alpha3", "compositepodgroups", "CompositePodGroup"),
)
"""What the API itself has, of all releases that can be tried."""


class Kinds:
    """The kinds that are served: those of the API itself, and those that definitions among the objects add."""

    def __init__(self, definitions: Iterable[Fields] = ()) -> None:
        every = (*BUILT_IN, *(one for data in definitions if (one := _custom(data)) is not None))
        self.all = tuple({resource.key: resource for resource in every}.values())
        self._by_key = {resource.key: resource for resource in self.all}
        self._by_kind = {(resource.group, resource.kind): resource for resource in self.all}

    def at(self, group: str, plural: str) -> ApiResource | None:
        """Return the kind that a URL names; None where it is not served."""
        return self._by_key.get((group, plural))

    def of(self, manifest: Fields) -> ApiResource | None:
        """Return the kind of an object; None where it is not served."""
        group = text(manifest.get("apiVersion")).rpartition("/")[0]
        return self._by_kind.get((group, text(manifest.get("kind"))))

    def is_defined(self, manifest: Fields) -> bool:
        """Return whether a definition adds the kind of an object."""
        return self.of(manifest) not in {None, *BUILT_IN}


def _custom(definition: Fields) -> ApiResource | None:
    """Return what a CustomResourceDefinition adds; None where it does not say enough."""
    names = fields(at(definition, "spec", "names"))
    served = [version for version in entries(at(definition, "spec", "versions")) if version.get("served") is True]
    served.sort(key=lambda version: version.get("storage") is not True)
    versions = tuple(filter(None, (text(version.get("name")) for version in served)))
    group, plural, kind = text(at(definition, "spec", "group")), text(names.get("plural")), text(names.get("kind"))
    if not (versions and group and plural and kind):
        return None
    has_status = isinstance(at(served[0], "subresources", "status"), dict)
    return ApiResource(group, versions, plural, kind, at(definition, "spec", "scope") == "Namespaced", has_status)
