"""A second scheduler, all decided: its names, its rights, and a lease that is not that of the cluster's own."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from schedcfg.commands.generate import objects
from schedcfg.commands.generate.generation import AcceptedConfig
from schedcfg.commands.generate.objects import Data, KubernetesObject
from schedcfg.configuration.effective.needs import out_of_tree_plugins
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path
from schedcfg.releases.release import Release

_ELECTION: Path = ("leaderElection",)

_LOCK_OBJECTS = {
    "leases": (("coordination.k8s.io", "leases"),),
    "endpoints": (("", "endpoints"),),
    "configmaps": (("", "configmaps"),),
    "endpointsleases": (("", "endpoints"), ("coordination.k8s.io", "leases")),
    "configmapsleases": (("", "configmaps"), ("coordination.k8s.io", "leases")),
}
"""Kind of resource lock → API group and resource of each object that it consists of.

Upstream: `New` in client-go/tools/leaderelection/resourcelock/interface.go.
"""


class LeaseHolder(NamedTuple):
    """Who gets a lease of its own."""

    name: str  # What the scheduler's objects are called; its lease too
    namespace: str  # Where it runs; its lease too


_CLUSTERS_OWN = LeaseHolder("kube-scheduler", "kube-system")


class Lease(NamedTuple):
    """The object by which replicas find out which of them leads."""

    name: str
    namespace: str
    lock: str  # The kind of resource lock: `leases`

    @property
    def objects(self) -> tuple[tuple[str, str], ...]:
        """The API group and resource of each object that it consists of."""
        return _LOCK_OBJECTS[self.lock]


class ElectionPlan(NamedTuple):
    """How a second scheduler elects its leader."""

    text: str
    lease: Lease | None  # Its lease; None where leader election is off
    edited: tuple[str, ...] = ()  # The fields that differ from what the user wrote, as upstream writes their paths


def uses_the_clusters_lease(config: AcceptedConfig) -> bool:
    """Check whether a configuration names the lease of the cluster's own scheduler, as it does by default."""
    election = config.configuration.leader_election
    return election.leader_elect and (election.resource_name, election.resource_namespace) == _CLUSTERS_OWN


@lru_cache(maxsize=8)
def own_lease(config: AcceptedConfig, holder: LeaseHolder) -> ElectionPlan:
    """Write a lease of its own into a configuration, by an edit of its text; one that has such a lease stays as it is.

    Checks, remarks and manifests each ask for it, of the same configuration.

    Raises:
        EditConflict: where the text cannot be edited safely.
    """
    election = config.configuration.leader_election
    if not election.leader_elect:
        return ElectionPlan(config.text, None)
    lease = Lease(election.resource_name, election.resource_namespace, election.resource_lock)
    if not uses_the_clusters_lease(config):
        return ElectionPlan(config.text, lease)
    draft = Draft(config.text)
    written = draft.get(_ELECTION) if draft.has(_ELECTION) else None
    if isinstance(written, dict) and written:
        fields = _name_fields(written)
        for field in fields:
            draft.set((*_ELECTION, field), holder.name)
        lease = lease._replace(name=holder.name)
    else:
        fields = ("leaderElect", "resourceName", "resourceNamespace")
        values = (True, holder.name, holder.namespace)
        draft.set(_ELECTION, dict(zip(fields, values, strict=True)))
        lease = lease._replace(name=holder.name, namespace=holder.namespace)
    return ElectionPlan(draft.text, lease, tuple(f"leaderElection.{field}" for field in fields))


def _name_fields(written: dict[str, object]) -> tuple[str, ...]:
    """Return the fields that name the lease: v1alpha1 has a second one, which takes precedence and must be equal."""
    named = tuple(field for field in ("lockObjectName", "resourceName") if written.get(field))
    return named or ("resourceName",)


PROGRAM = "kube-scheduler"
"""What the stock image has the scheduler as."""


class SecondSchedulerOptions(NamedTuple):
    """What a user may choose."""

    name: str | None = None  # What the scheduler's objects and its lease are called; None: as its first profile
    namespace: str = "kube-system"  # Where it runs
    image: str | None = None  # Its image; None: the stock one of the release
    replicas: int = 1  # How many Pods, at least 1; one of them leads
    # The Secret with the files that extenders' TLS settings name; None where there is none
    tls_secret: str | None = None
    program: str = PROGRAM  # What the image has the scheduler as: a name on its path, or a path


class SecondSchedulerPlan(NamedTuple):
    """A second scheduler, all decided."""

    config: AcceptedConfig
    name: str
    namespace: str  # Where it runs
    image: str
    replicas: int
    tls_secret: str | None  # The Secret with certificates; None where there is none
    program: str
    election: ElectionPlan

    @property
    def own_copy(self) -> AcceptedConfig:
        """The configuration as the scheduler gets it, with a lease of its own."""
        return self.config._replace(text=self.election.text)


def plan(config: AcceptedConfig, options: SecondSchedulerOptions) -> SecondSchedulerPlan:
    """Decide what is left open.

    Raises:
        EditConflict: where the configuration needs a lease of its own, and cannot be edited safely.
    """
    name = name_of(config, options)
    return SecondSchedulerPlan(
        config=config,
        name=name,
        namespace=options.namespace,
        image=options.image or objects.stock_image(config.release),
        replicas=options.replicas,
        tls_secret=options.tls_secret,
        program=options.program,
        election=own_lease(config, LeaseHolder(name, options.namespace)),
    )


def name_of(config: AcceptedConfig, options: SecondSchedulerOptions) -> str:
    """Return the name of its objects: the requested one, else that of the first profile."""
    return options.name or config.configuration.profiles[0].scheduler_name


def labels(plan: SecondSchedulerPlan) -> Data:
    """Return the labels by which its objects are found, its Pods among them."""
    return {"app.kubernetes.io/name": plan.name, "app.kubernetes.io/component": "scheduler"}


def namespaced(plan: SecondSchedulerPlan, name: str, namespace: str) -> Data:
    """Return the metadata of an object in a namespace."""
    return {"name": name, "namespace": namespace, "labels": labels(plan)}


def cluster_wide(plan: SecondSchedulerPlan, name: str) -> Data:
    """Return the metadata of an object that is in no namespace."""
    return {"name": name, "labels": labels(plan)}


def config_map_name(plan: SecondSchedulerPlan) -> str:
    """Return the name of the ConfigMap with the configuration."""
    return f"{plan.name}-config"


READ = ("get", "list", "watch")
"""The verbs of an informer or a cached client."""


class ApiAccess(NamedTuple):
    """What a plugin does with one kind of object."""

    group: str
    resource: str
    verbs: tuple[str, ...] = READ
    first: int = 0  # The first minor release in which it does
    last: int = 1000


_NODE_METRICS = (ApiAccess("metrics.k8s.io", "nodes", ("get", "list")),)
"""Unless another provider is set: pkg/trimaran/collector.go, by way of paypal/load-watcher."""

_APP_GROUPS = (
    # go.mod: diktyo-io/appgroup-api renames its group.
    ApiAccess("appgroup.diktyo.k8s.io", "appgroups", last=24),
    ApiAccess("appgroup.diktyo.x-k8s.io", "appgroups", first=25),
)

_ACCESS: dict[str, tuple[ApiAccess, ...]] = {
    # apis/scheduling/register.go: scheduling.x-k8s.io since 1.25.
    "CapacityScheduling": (
        ApiAccess("scheduling.sigs.k8s.io", "elasticquotas", last=24),
        ApiAccess("scheduling.x-k8s.io", "elasticquotas", first=25),
    ),
    "Coscheduling": (
        # The plugin of 1.18 goes by labels of Pods. pkg/coscheduling/core/core.go: PostBind patches up to 1.25.
        ApiAccess("scheduling.sigs.k8s.io", "podgroups", (*READ, "patch"), first=19, last=24),
        ApiAccess("scheduling.x-k8s.io", "podgroups", (*READ, "patch"), first=25, last=25),
        ApiAccess("scheduling.x-k8s.io", "podgroups", first=26),
    ),
    "CrossNodePreemption": (),
    "LoadVariationRiskBalancing": _NODE_METRICS,
    "LowRiskOverCommitment": _NODE_METRICS,
    "NetworkOverhead": (
        *_APP_GROUPS,
        ApiAccess("networktopology.diktyo.k8s.io", "networktopologies", last=24),
        ApiAccess("networktopology.diktyo.x-k8s.io", "networktopologies", first=25),
    ),
    # Asks Prometheus only.
    "NetworkTraffic": (),
    "NodeMetadata": (),
    "NodeResourceTopologyMatch": (ApiAccess("topology.node.k8s.io", "noderesourcetopologies"),),
    "NodeResourcesAllocatable": (),
    # Asks a load-watcher only.
    "Peaks": (),
    "PodState": (),
    "PreemptionToleration": (ApiAccess("scheduling.k8s.io", "priorityclasses"),),
    "QOSSort": (),
    "SySched": (ApiAccess("security-profiles-operator.x-k8s.io", "seccompprofiles"),),
    "TargetLoadPacking": _NODE_METRICS,
    "TopologicalSort": _APP_GROUPS,
}


def is_access_known(plugin: str) -> bool:
    """Check whether it is known what a plugin needs."""
    return plugin in _ACCESS


def needed_access(plugins: Iterable[str], release: Release) -> Iterator[ApiAccess]:
    """Yield what plugins need in a release, sorted, each once."""
    found = {access for plugin in plugins for access in _ACCESS.get(plugin, ())}
    yield from sorted(access for access in found if access.first <= release.number <= access.last)


_GROUP = "rbac.authorization.k8s.io"
_VERSION = f"{_GROUP}/v1"

_RULES: Path = ("rules",)


def account(plan: SecondSchedulerPlan) -> KubernetesObject:
    """Make the ServiceAccount."""
    metadata = namespaced(plan, plan.name, plan.namespace)
    return KubernetesObject({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata})


def roles(plan: SecondSchedulerPlan) -> Iterator[KubernetesObject]:
    """Yield what binds it to the roles that it needs, and those roles that the cluster does not bring.

    Upstream: plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go and namespace_policy.go. `system:kube-scheduler`
    grants what the scheduler of the same release reads, and delegated authentication and authorization too, so that
    `system:auth-delegator` would add nothing. For volumes it only reads; `system:volume-scheduler` lets it bind them.
    """
    yield _cluster_binding(plan, f"{plan.name}-as-kube-scheduler", "system:kube-scheduler")
    yield _cluster_binding(plan, f"{plan.name}-as-volume-scheduler", "system:volume-scheduler")
    yield _authentication_reader(plan)
    yield from _lease(plan)
    yield from _plugins(plan)


def _authentication_reader(plan: SecondSchedulerPlan) -> KubernetesObject:
    """Allow it to read how the API server authenticates: without it, requests for its metrics count as anonymous."""
    name = f"{plan.name}-authentication-reader"
    return _binding(plan, namespaced(plan, name, "kube-system"), "extension-apiserver-authentication-reader")._replace(
        comments={(): "To authenticate requests for its metrics. The role is in kube-system, and so is its binding."}
    )


def _lease(plan: SecondSchedulerPlan) -> Iterator[KubernetesObject]:
    lease = plan.election.lease
    if lease is None:
        return
    rules: list[Data] = []
    for group, resource in lease.objects:
        rules.append(_rule(group, resource, ("create",)))
        rules.append(_rule(group, resource, ("get", "update"), lease.name))
    metadata = namespaced(plan, f"{plan.name}-lease", lease.namespace)
    yield KubernetesObject(
        {"apiVersion": _VERSION, "kind": "Role", "metadata": metadata, "rules": rules},
        {_RULES: "system:kube-scheduler only covers the lease of the default scheduler."},
    )
    yield _binding(plan, metadata, f"{plan.name}-lease")


def _plugins(plan: SecondSchedulerPlan) -> Iterator[KubernetesObject]:
    plugins = sorted(out_of_tree_plugins(plan.config.configuration))
    rules = [
        _rule(access.group, access.resource, access.verbs) for access in needed_access(plugins, plan.config.release)
    ]
    if not rules:
        return
    name = f"{plan.name}-plugins"
    yield KubernetesObject(
        {"apiVersion": _VERSION, "kind": "ClusterRole", "metadata": cluster_wide(plan, name), "rules": rules},
        {_RULES: f"In addition to what kube-scheduler itself reads; the profiles enable {', '.join(plugins)}."},
    )
    yield _cluster_binding(plan, name, name)


def _rule(group: str, resource: str, verbs: tuple[str, ...], name: str | None = None) -> Data:
    only = {} if name is None else {"resourceNames": [name]}
    return {"apiGroups": [group], "resources": [resource], **only, "verbs": list(verbs)}


def _cluster_binding(plan: SecondSchedulerPlan, name: str, role: str) -> KubernetesObject:
    return KubernetesObject(
        {
            "apiVersion": _VERSION,
            "kind": "ClusterRoleBinding",
            "metadata": cluster_wide(plan, name),
            "subjects": _subjects(plan),
            "roleRef": {"apiGroup": _GROUP, "kind": "ClusterRole", "name": role},
        }
    )


def _binding(plan: SecondSchedulerPlan, metadata: Data, role: str) -> KubernetesObject:
    return KubernetesObject(
        {
            "apiVersion": _VERSION,
            "kind": "RoleBinding",
            "metadata": metadata,
            "subjects": _subjects(plan),
            "roleRef": {"apiGroup": _GROUP, "kind": "Role", "name": role},
        }
    )


def _subjects(plan: SecondSchedulerPlan) -> list[Data]:
    return [{"kind": "ServiceAccount", "name": plan.name, "namespace": plan.namespace}]
