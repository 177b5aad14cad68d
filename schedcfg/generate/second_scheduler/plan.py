"""A second scheduler, all decided: its names, and a lease that does not compete for that of the cluster's own."""

from functools import lru_cache
from typing import NamedTuple

from schedcfg.document.edit import Draft
from schedcfg.document.span import Path
from schedcfg.generate import target
from schedcfg.generate.generation import AcceptedConfig
from schedcfg.generate.target import Data

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
        image=options.image or target.stock_image(config.release),
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
