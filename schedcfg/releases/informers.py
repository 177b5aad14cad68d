"""What a scheduler lists and watches: it places no Pod before it has read all of it once.

Upstream: the informers that `addAllEventHandlers` in `pkg/scheduler/eventhandlers.go`, the queue and the constructors
in `pkg/scheduler/framework/plugins` ask for, and `WaitForCacheSync` in `cmd/kube-scheduler/app/server.go`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from schedcfg.releases.release import Release


class Resource(NamedTuple):
    """A kind of objects in the API server."""

    group: str  # API group; empty for core
    name: str


_STORAGE, _APPS, _DRA = "storage.k8s.io", "apps", "resource.k8s.io"

NODES, PODS, NAMESPACES = Resource("", "nodes"), Resource("", "pods"), Resource("", "namespaces")
SERVICES = Resource("", "services")
STORAGE_CLASSES, CSI_NODES = Resource(_STORAGE, "storageclasses"), Resource(_STORAGE, "csinodes")
VOLUMES = (Resource("", "persistentvolumes"), Resource("", "persistentvolumeclaims"), STORAGE_CLASSES)
_OWNERS = (
    SERVICES,
    Resource("", "replicationcontrollers"),
    Resource(_APPS, "replicasets"),
    Resource(_APPS, "statefulsets"),
)
_CAPACITY = (Resource(_STORAGE, "csidrivers"), Resource(_STORAGE, "csistoragecapacities"))
_PDBS = Resource("policy", "poddisruptionbudgets")
_ATTACHMENTS = Resource(_STORAGE, "volumeattachments")
_DEVICES = tuple(Resource(_DRA, name) for name in ("deviceclasses", "resourceclaims", "resourceslices"))
_SCHEDULING = "scheduling.k8s.io"
POD_GROUPS, COMPOSITE_POD_GROUPS = Resource(_SCHEDULING, "podgroups"), Resource(_SCHEDULING, "compositepodgroups")

_ALWAYS: Mapping[range, tuple[Resource, ...]] = {
    range(1000): (NODES, PODS),
    # Up to 1.21 events of these wake Pods, whatever plugins run.
    range(22): (*VOLUMES, CSI_NODES, SERVICES),
    range(22, 1000): (NAMESPACES,),
}
"""Minor releases → what is watched in them with any plugins."""

SPREADING = frozenset({"DefaultPodTopologySpread", "PodTopologySpread", "SelectorSpread"})
"""Plugins that look at what Pods belong to; PodTopologySpread only with default constraints."""

_LIMITS = frozenset({"AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"})

_Periods: TypeAlias = Mapping[int, tuple[Resource, ...]]

_BY_PLUGIN: Mapping[str, _Periods] = {
    **{name: {18: _OWNERS} for name in SPREADING},
    **{name: {18: (*VOLUMES, CSI_NODES)} for name in _LIMITS},
    "DefaultPreemption": {19: (_PDBS,)},
    "NodeVolumeLimits": {18: (*VOLUMES, CSI_NODES), 32: (_ATTACHMENTS,)},
    "ServiceAffinity": {18: (SERVICES,)},
    "VolumeBinding": {18: (*VOLUMES, CSI_NODES), 21: _CAPACITY},
    "VolumeZone": {18: VOLUMES},
}
"""Plugin → what it watches, each from a minor release on."""

_BY_GATE: Mapping[str, _Periods] = {
    "DynamicResourceAllocation": {32: _DEVICES},
    "GenericWorkload": {36: (POD_GROUPS,)},
    "CompositePodGroup": {37: (COMPOSITE_POD_GROUPS,)},
}
"""Feature gate → what is watched where it is on, each from a minor release on."""

EVERY = frozenset(
    {
        *(resource for found in _ALWAYS.values() for resource in found),
        *(
            resource
            for periods in (*_BY_PLUGIN.values(), *_BY_GATE.values())
            for found in periods.values()
            for resource in found
        ),
    }
)
"""All of it, in any release."""


class _ServedVersion(NamedTuple):
    """An API version, and the minor releases of API servers that serve it."""

    name: str
    first: int
    last: int = 1000


_VERSIONS: Mapping[Resource, Mapping[int, _ServedVersion]] = {
    _PDBS: {18: _ServedVersion("v1beta1", 5, 24), 21: _ServedVersion("v1", 21)},
    CSI_NODES: {18: _ServedVersion("v1", 17)},
    _CAPACITY[0]: {21: _ServedVersion("v1", 18)},
    _CAPACITY[1]: {21: _ServedVersion("v1beta1", 21, 26), 24: _ServedVersion("v1", 24)},
    _ATTACHMENTS: {32: _ServedVersion("v1", 13)},
    **{one: {32: _ServedVersion("v1beta1", 32, 37), 34: _ServedVersion("v1", 34)} for one in _DEVICES},
    POD_GROUPS: {36: _ServedVersion("v1alpha2", 36, 36), 37: _ServedVersion("v1beta1", 37)},
    COMPOSITE_POD_GROUPS: {37: _ServedVersion("v1alpha3", 37, 37)},
}
"""What is watched → the version that schedulers ask for, each from a minor release on; of the rest, all serve v1.

Upstream: `informerFactory.Policy().V1()` and the like in pkg/scheduler; `APILifecycleRemoved` of k8s.io/api.
"""


def unserved(release: Release, resources: Iterable[Resource], cluster: int) -> Iterator[str]:
    """Yield what a scheduler lists and watches that an API server does not serve: `policy/v1 poddisruptionbudgets`.

    Args:
        release: The scheduler's.
        resources: What it watches.
        cluster: The minor release of the API server.
    """
    for resource in resources:
        versions = [one for first, one in _VERSIONS.get(resource, {}).items() if first <= release.number]
        if versions and not versions[-1].first <= cluster <= versions[-1].last:
            yield f"{resource.group}/{versions[-1].name} {resource.name}"


def watched(release: Release, plugins: Iterable[str]) -> Iterator[Resource]:
    """Yield what a release lists and watches with some plugins enabled, each kind once."""
    number = release.number
    resources = [resource for period, those in _ALWAYS.items() if number in period for resource in those]
    for name in sorted(plugins):
        resources.extend(
            resource for first, those in _BY_PLUGIN.get(name, {}).items() if first <= number for resource in those
        )
    for gate, periods in _BY_GATE.items():
        if release.enables(gate):
            resources.extend(resource for first, those in periods.items() if first <= number for resource in those)
    yield from dict.fromkeys(resources)
