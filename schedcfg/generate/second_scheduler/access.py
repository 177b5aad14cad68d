"""The ServiceAccount of a second scheduler, and what it may do."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.effective.needs import out_of_tree_plugins
from schedcfg.generate.objects import Data, Object
from schedcfg.generate.second_scheduler.metadata import cluster_wide, namespaced
from schedcfg.generate.second_scheduler.plan import Plan
from schedcfg.generate.second_scheduler.plugin_access import needed

_GROUP = "rbac.authorization.k8s.io"
_VERSION = f"{_GROUP}/v1"

_RULES: Path = ("rules",)


def account(plan: Plan) -> Object:
    """Make the ServiceAccount."""
    metadata = namespaced(plan, plan.name, plan.namespace)
    return Object({"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata})


def roles(plan: Plan) -> Iterator[Object]:
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


def _authentication_reader(plan: Plan) -> Object:
    """Let it read how the API server authenticates: without it, requests for its metrics count as anonymous."""
    name = f"{plan.name}-authentication-reader"
    return _binding(plan, namespaced(plan, name, "kube-system"), "extension-apiserver-authentication-reader")._replace(
        comments={(): "Tells who asks for its metrics. The role is in kube-system, so its binding is too."}
    )


def _lease(plan: Plan) -> Iterator[Object]:
    lease = plan.election.lease
    if lease is None:
        return
    rules: list[Data] = []
    for group, resource in lease.objects:
        rules.append(_rule(group, resource, ("create",)))
        rules.append(_rule(group, resource, ("get", "update")) | {"resourceNames": [lease.name]})
    metadata = namespaced(plan, f"{plan.name}-lease", lease.namespace)
    yield Object(
        {"apiVersion": _VERSION, "kind": "Role", "metadata": metadata, "rules": rules},
        {_RULES: "system:kube-scheduler covers the lease of the cluster's own scheduler only."},
    )
    yield _binding(plan, metadata, f"{plan.name}-lease")


def _plugins(plan: Plan) -> Iterator[Object]:
    plugins = sorted(out_of_tree_plugins(plan.given.configuration))
    rules = [_rule(access.group, access.resource, access.verbs) for access in needed(plugins, plan.given.release)]
    if not rules:
        return
    name = f"{plan.name}-plugins"
    yield Object(
        {"apiVersion": _VERSION, "kind": "ClusterRole", "metadata": cluster_wide(plan, name), "rules": rules},
        {_RULES: f"Beyond what kube-scheduler itself reads; the profiles enable {', '.join(plugins)}."},
    )
    yield _cluster_binding(plan, name, name)


def _rule(group: str, resource: str, verbs: tuple[str, ...]) -> Data:
    return {"apiGroups": [group], "resources": [resource], "verbs": list(verbs)}


def _cluster_binding(plan: Plan, name: str, role: str) -> Object:
    return Object(
        {
            "apiVersion": _VERSION,
            "kind": "ClusterRoleBinding",
            "metadata": cluster_wide(plan, name),
            "roleRef": {"apiGroup": _GROUP, "kind": "ClusterRole", "name": role},
            "subjects": _subjects(plan),
        }
    )


def _binding(plan: Plan, metadata: Data, role: str) -> Object:
    return Object(
        {
            "apiVersion": _VERSION,
            "kind": "RoleBinding",
            "metadata": metadata,
            "roleRef": {"apiGroup": _GROUP, "kind": "Role", "name": role},
            "subjects": _subjects(plan),
        }
    )


def _subjects(plan: Plan) -> list[Data]:
    return [{"kind": "ServiceAccount", "name": plan.name, "namespace": plan.namespace}]
