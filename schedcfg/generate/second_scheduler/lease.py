"""Leader election of a second scheduler: it must not compete for the lease of the cluster's own."""

from typing import NamedTuple

from schedcfg.document.edit import Draft
from schedcfg.document.path import Path
from schedcfg.generate.given import Given

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


class Holder(NamedTuple):
    """Who gets a lease of its own.

    Attributes:
        name: What the scheduler's objects are called; its lease too.
        namespace: Where it runs; its lease too.
    """

    name: str
    namespace: str


_CLUSTERS_OWN = Holder("kube-scheduler", "kube-system")


class Lease(NamedTuple):
    """The object by which replicas find out which of them leads.

    Attributes:
        name: Its name.
        namespace: Its namespace.
        lock: The kind of resource lock: `leases`.
    """

    name: str
    namespace: str
    lock: str

    @property
    def objects(self) -> tuple[tuple[str, str], ...]:
        """The API group and resource of each object that it consists of."""
        return _LOCK_OBJECTS[self.lock]


class Election(NamedTuple):
    """How a second scheduler elects its leader.

    Attributes:
        text: Its configuration.
        lease: Its lease; None where leader election is off.
        edited: The fields that differ from what the user wrote, as upstream writes their paths.
    """

    text: str
    lease: Lease | None
    edited: tuple[str, ...] = ()


def clashes(given: Given) -> bool:
    """Tell whether a configuration names the lease of the cluster's own scheduler, as it does by default."""
    election = given.configuration.leader_election
    return election.leader_elect and (election.resource_name, election.resource_namespace) == _CLUSTERS_OWN


def own(given: Given, holder: Holder) -> Election:
    """Give a configuration a lease of its own, by an edit of its text; one that has such a lease stays as it is.

    Raises:
        EditConflict: where the text cannot be edited safely.
    """
    election = given.configuration.leader_election
    if not election.leader_elect:
        return Election(given.text, None)
    lease = Lease(election.resource_name, election.resource_namespace, election.resource_lock)
    if not clashes(given):
        return Election(given.text, lease)
    draft = Draft(given.text)
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
    return Election(draft.text, lease, tuple(f"leaderElection.{field}" for field in fields))


def _name_fields(written: dict[str, object]) -> tuple[str, ...]:
    """Tell which fields name the lease: v1alpha1 has a second one, which wins and must not say something else."""
    named = tuple(field for field in ("lockObjectName", "resourceName") if written.get(field))
    return named or ("resourceName",)
