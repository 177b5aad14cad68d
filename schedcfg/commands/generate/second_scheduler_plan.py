"""A second scheduler, all decided: its names, its rights, and a lease that is not that of the cluster's own."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from schedcfg.commands.generate import objects
from schedcfg.commands.generate.generation import AcceptedConfig
from schedcfg.commands.generate.objects import Data, KubernetesObject
from schedcfg.configuration.effective.needs import out_of_tree_plugins
from schedcfg.configuration.effective.rights import plugin_rights
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path
from schedcfg.releases.rights import AUTHENTICATION_ROLE, SCHEDULER_ROLE, VOLUME_ROLE, Lease, Right, election_rights

_ELECTION: Path = ("leaderElection",)


class LeaseHolder(NamedTuple):
    """Who gets a lease of its own."""

    name: str  # What the scheduler's objects are called; its lease too
    namespace: str  # Where it runs; its lease too


_CLUSTERS_OWN = LeaseHolder("kube-scheduler", "kube-system")


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
    yield _cluster_binding(plan, f"{plan.name}-as-kube-scheduler", SCHEDULER_ROLE)
    yield _cluster_binding(plan, f"{plan.name}-as-volume-scheduler", VOLUME_ROLE)
    yield _authentication_reader(plan)
    yield from _lease(plan)
    yield from _plugins(plan)


def _authentication_reader(plan: SecondSchedulerPlan) -> KubernetesObject:
    """Allow it to read how the API server authenticates: without it, requests for its metrics count as anonymous."""
    name = f"{plan.name}-authentication-reader"
    return _binding(plan, namespaced(plan, name, "kube-system"), AUTHENTICATION_ROLE)._replace(
        comments={(): "To authenticate requests for its metrics. The role is in kube-system, and so is its binding."}
    )


def _lease(plan: SecondSchedulerPlan) -> Iterator[KubernetesObject]:
    lease = plan.election.lease
    if lease is None:
        return
    rules = [_rule(right) for right in election_rights(lease)]
    metadata = namespaced(plan, f"{plan.name}-lease", lease.namespace)
    yield KubernetesObject(
        {"apiVersion": _VERSION, "kind": "Role", "metadata": metadata, "rules": rules},
        {_RULES: "system:kube-scheduler only covers the lease of the default scheduler."},
    )
    yield _binding(plan, metadata, f"{plan.name}-lease")


def _plugins(plan: SecondSchedulerPlan) -> Iterator[KubernetesObject]:
    plugins = sorted(out_of_tree_plugins(plan.config.configuration))
    rules = [_rule(right) for right in plugin_rights(plugins, plan.config.release)]
    if not rules:
        return
    name = f"{plan.name}-plugins"
    yield KubernetesObject(
        {"apiVersion": _VERSION, "kind": "ClusterRole", "metadata": cluster_wide(plan, name), "rules": rules},
        {_RULES: f"In addition to what kube-scheduler itself reads; the profiles enable {', '.join(plugins)}."},
    )
    yield _cluster_binding(plan, name, name)


def _rule(right: Right) -> Data:
    group, resource = right.resource
    only = {"resourceNames": [right.name]} if right.name else {}
    return {"apiGroups": [group], "resources": [resource], **only, "verbs": list(right.verbs)}


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
