"""What kube-scheduler does with objects in the API server, and what happens where its account may not do it.

Upstream: `plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go`, whose ClusterRoles grant all of it.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.findings import Severity
from schedcfg.releases.informers import EVERY, STORAGE_CLASSES, VOLUMES, Resource, watched
from schedcfg.releases.release import Release

SCHEDULER_ROLE = "system:kube-scheduler"
VOLUME_ROLE = "system:volume-scheduler"
"""The ClusterRoles of the default scheduler, which are in every cluster."""

AUTHENTICATION_ROLE = "extension-apiserver-authentication-reader"
"""The Role in kube-system with which an API server authenticates requests."""

_DELEGATOR_ROLE = "system:auth-delegator"
"""The ClusterRole of programs that have the API server authenticate and authorize requests."""

CLUSTER_ROLES = (SCHEDULER_ROLE, VOLUME_ROLE, AUTHENTICATION_ROLE, _DELEGATOR_ROLE)
"""The roles in every cluster that grant something of what a scheduler does."""

READING = ("list", "watch")
"""What an informer does."""

_LAST = 1000


class Right(NamedTuple):
    """Something that a scheduler does with objects in the API server, for which its account needs permission.

    Attributes:
        verbs: What it does: `create`, `patch` …
        resource: The objects, with their subresource: `pods/binding`.
        effect: What happens where it may not, as a clause: `all Pods stay Pending`.
        severity: How bad that is.
        role: The cluster's own role that grants it; empty where none does.
        purpose: What it is for, as an order; empty where the verbs say that.
        name: The only object that it is about; empty where it is about all.
        namespace: Where these are; empty for those without one, and for all namespaces.
        plugin: The plugin that does it; empty where the scheduler does, whatever plugins run.
        gate: The feature gate without which it is not done; empty where there is none.
        first: The first minor release that does it.
        last: The last one.
    """

    verbs: tuple[str, ...]
    resource: Resource
    effect: str
    severity: Severity
    role: str = ""
    purpose: str = ""
    name: str = ""
    namespace: str = ""
    plugin: str = ""
    gate: str = ""
    first: int = 0
    last: int = _LAST


_PODS_STATUS, _CLAIMS = Resource("", "pods/status"), Resource("resource.k8s.io", "resourceclaims")
_PLACED, _FATAL = "no Pod is scheduled", Severity.ERROR
_UNSHOWN = "Pods that fit nowhere show no reason, and cluster-autoscaler adds no node for them"
_WAITING = "Pods whose claims wait for a node (`WaitForFirstConsumer`) stay Pending"
_DEVICES = "Pods with resource claims stay Pending"

_WRITES = (
    Right(
        ("create",),
        Resource("", "pods/binding"),
        "all Pods stay Pending",
        _FATAL,
        SCHEDULER_ROLE,
        "place Pods",
    ),
    # pkg/scheduler/util/utils.go, PatchPodStatus; 1.18 updates it.
    Right(("update",), _PODS_STATUS, _UNSHOWN, Severity.WARNING, SCHEDULER_ROLE, last=18),
    Right(("patch",), _PODS_STATUS, _UNSHOWN, Severity.WARNING, SCHEDULER_ROLE, first=19),
    Right(
        ("delete",),
        Resource("", "pods"),
        "no Pod makes room for one of higher priority",
        Severity.WARNING,
        SCHEDULER_ROLE,
        plugin="DefaultPreemption",
    ),
    # client-go/tools/events: this group wherever the cluster serves it, as all of these releases do.
    Right(
        ("create", "patch"),
        Resource("events.k8s.io", "events"),
        "no events show what becomes of Pods",
        Severity.WARNING,
        SCHEDULER_ROLE,
    ),
    # bindAPIUpdate in …/plugins/volumebinding/binder.go writes what a claim that is bound already does not need.
    *(
        Right(("update",), resource, _WAITING, Severity.WARNING, VOLUME_ROLE, "bind volumes", plugin="VolumeBinding")
        for resource in VOLUMES
        if resource != STORAGE_CLASSES
    ),
    *(
        Right(verbs, resource, _DEVICES, Severity.WARNING, SCHEDULER_ROLE, plugin="DynamicResources", first=32)
        for verbs, resource in (
            (("update",), _CLAIMS),
            (("patch", "update"), Resource("resource.k8s.io", "resourceclaims/status")),
        )
    ),
    Right(
        ("create", "delete"),
        _CLAIMS,
        "Pods that request a device as an extended resource stay Pending",
        Severity.WARNING,
        SCHEDULER_ROLE,
        plugin="DynamicResources",
        gate="DRAExtendedResource",
    ),
    Right(
        ("patch",),
        Resource("scheduling.k8s.io", "podgroups/status"),
        "PodGroups do not show what becomes of them",
        Severity.WARNING,
        SCHEDULER_ROLE,
        gate="GenericWorkload",
        first=36,
    ),
)
"""What it writes."""

AUTHENTICATION = Right(
    ("get",),
    Resource("", "configmaps"),
    "requests for metrics are anonymous",
    Severity.WARNING,
    AUTHENTICATION_ROLE,
    "read ConfigMap `kube-system/extension-apiserver-authentication`",
    name="extension-apiserver-authentication",
    namespace="kube-system",
)
"""What it reads when it starts, to find out who sends requests to it; it logs that it may not.

Upstream: `DelegatingAuthenticationOptions` in `staging/src/k8s.io/apiserver/pkg/server/options`.
"""

REVIEWS = tuple(
    Right(("create",), resource, "requests for metrics are refused", Severity.WARNING, SCHEDULER_ROLE)
    for resource in (
        Resource("authentication.k8s.io", "tokenreviews"),
        Resource("authorization.k8s.io", "subjectaccessreviews"),
    )
)
"""What it asks of the API server about whoever sends a request with a token; probes send none.

Upstream: `DelegatingAuthenticationOptions` and `DelegatingAuthorizationOptions`, as above.
"""


class Lease(NamedTuple):
    """The object by which replicas find out which of them leads."""

    name: str
    namespace: str
    lock: str  # The kind of resource lock: `leases`


CLUSTERS_LEASE = "kube-scheduler"
"""The lease of the default scheduler, in kube-system: the only one that its ClusterRole covers."""

_LEASES = Resource("coordination.k8s.io", "leases")
_ENDPOINTS, _CONFIG_MAPS = Resource("", "endpoints"), Resource("", "configmaps")

_LOCK_OBJECTS = {
    "leases": (_LEASES,),
    "endpoints": (_ENDPOINTS,),
    "configmaps": (_CONFIG_MAPS,),
    "endpointsleases": (_ENDPOINTS, _LEASES),
    "configmapsleases": (_CONFIG_MAPS, _LEASES),
}
"""Kind of resource lock → each object that it consists of.

Upstream: `New` in client-go/tools/leaderelection/resourcelock/interface.go.
"""


def election_rights(lease: Lease) -> Iterator[Right]:
    """Yield what leader election needs: to create its lease, and to keep it.

    A rule that names objects does not allow to create any.
    """
    what = f"its lease `{lease.namespace}/{lease.name}`"
    for resource in _LOCK_OBJECTS.get(lease.lock, ()):
        right = Right(("create",), resource, _PLACED, _FATAL, namespace=lease.namespace)
        yield right._replace(purpose=f"create {what}")
        yield right._replace(purpose=f"renew {what}", verbs=("get", "update"), name=lease.name)


def scheduler_rights(release: Release, plugins: Iterable[str] | None) -> Iterator[Right]:
    """Yield what a release needs, leader election and authentication apart.

    Args:
        release: With the feature gates that are set.
        plugins: The plugins that are enabled; None: not known, so that what any of them writes may be needed.
    """
    enabled = None if plugins is None else set(plugins)
    yield from (_read(resource) for resource in watched(release, enabled or ()))
    for right in _WRITES:
        is_enabled = not right.plugin or enabled is None or right.plugin in enabled
        is_on = not right.gate or release.enables(right.gate)
        if is_enabled and is_on and right.first <= release.number <= right.last:
            yield right


def _read(resource: Resource) -> Right:
    return Right(READING, resource, _PLACED, _FATAL, VOLUME_ROLE if resource in VOLUMES else SCHEDULER_ROLE)


def granted_by_cluster(role: str) -> Iterator[Right]:
    """Yield what one of the cluster's own roles grants of all this, in any release."""
    yield from (right for right in (*map(_read, EVERY), *_WRITES, AUTHENTICATION, *REVIEWS) if right.role == role)
    if role == _DELEGATOR_ROLE:
        yield from REVIEWS
    if role == SCHEDULER_ROLE:
        # Both of the scheduler's roles may read volumes and claims.
        yield from (_read(resource) for resource in VOLUMES if resource != STORAGE_CLASSES)
        for lock in ("endpoints", "leases"):
            yield from election_rights(Lease(CLUSTERS_LEASE, "", lock))
