"""A kind of resource lock that the release no longer has, or never had."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem
from schedcfg.rules.rule import Rule, Subject

ID = "leader-election-lock"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the resource lock if leader election is on and the release cannot make it."""
    config = subject.configuration
    election, locks = config.leader_election, config.release.leader_election_locks
    if election.leader_elect and election.resource_lock not in locks:
        allowed = ", ".join(f"`{lock}`" for lock in locks)
        yield Problem(
            ID,
            ("leaderElection", "resourceLock"),
            f"Kubernetes {config.release.name} has no resource lock `{election.resource_lock}`; it takes {allowed}",
            "Remove the field for the default, `leases`." if "leases" in locks else "Remove the field for the default.",
        )


RULE = Rule(
    id=ID,
    title="The resource lock does not exist in this release",
    why="The lock cannot be made, so the scheduler stops. `endpoints` and `configmaps` went with 1.24, "
    "everything but `leases` with 1.27.",
    source="client-go/tools/leaderelection/resourcelock/interface.go; validation.go from 1.27 on",
    check=check,
)
