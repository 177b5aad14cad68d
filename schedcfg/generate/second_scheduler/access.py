"""The ServiceAccount of a second scheduler, and what it and its plugins may do."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.configuration.effective.needs import out_of_tree_plugins
from schedcfg.document.span import Path
from schedcfg.generate.second_scheduler.plan import SecondSchedulerPlan, cluster_wide, namespaced
from schedcfg.generate.target import Data, KubernetesObject
from schedcfg.releases.release import Release

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
