"""A kind of resource lock that the release no longer has, or never had."""

from collections.abc import Iterator

from schedcfg.cards import v1_configuration
from schedcfg.configuration.effective.model import LeaderElection
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.rule import Rule, Subject

ID = "leader-election-lock"

_TWO_NAMES = {
    ("lockObjectName", "resourceName"): ("lock_object_name", "resource_name"),
    ("lockObjectNamespace", "resourceNamespace"): ("lock_object_namespace", "resource_namespace"),
}
"""v1alpha1's older and newer field for one thing → their attributes."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield the resource lock if leader election is on and the release cannot make it."""
    config = subject.configuration
    yield from problems(config.leader_election, config.release.leader_election_locks, config.release)
    if config.api_version == "v1alpha1":
        yield from _named_twice(subject)


def problems(election: LeaderElection, locks: tuple[str, ...], release: Release) -> Iterator[Problem]:
    """Yield a resource lock that is none of those with which a release starts, whether a file or a flag sets it."""
    if election.leader_elect and election.resource_lock not in locks:
        allowed = ", ".join(f"`{lock}`" for lock in locks)
        yield Problem(
            ID,
            ("leaderElection", "resourceLock"),
            f"Kubernetes {release.name} has no resource lock `{election.resource_lock}`; it supports {allowed}",
            "Remove the field to use the default, `leases`."
            if "leases" in locks
            else "Remove the field to use the default.",
        )


def _named_twice(subject: Subject) -> Iterator[Problem]:
    """Compare v1alpha1's two ways to name the lock; its conversion refuses to choose between different names."""
    written = subject.decoded.shape.leader_election
    for (old, new), attributes in _TWO_NAMES.items():
        names = [getattr(written, attribute, None) for attribute in attributes]
        if all(names) and names[0] != names[1]:
            yield Problem(
                ID,
                ("leaderElection", new),
                f"`{new}` is `{names[1]}`, but `{old}` is `{names[0]}`; both mean the same field",
                f"Keep `{new}`, which also exists in later versions.",
            )


RULE = Rule(
    id=ID,
    title="The resource lock does not exist in this release",
    why="The lock cannot be created, so the scheduler stops. 1.24 removed `endpoints` and `configmaps`, 1.27 "
    "everything but `leases`.",
    source="client-go/tools/leaderelection/resourcelock/interface.go; "
    "pkg/scheduler/apis/config/validation/validation.go since 1.27, ValidateKubeSchedulerConfiguration",
    check=check,
    severity=Severity.WARNING,
    refuses=True,
    flags_override=True,
    bad=v1_configuration("""\
leaderElection:
  leaderElect: true
  resourceLock: endpoints
"""),
    good=v1_configuration("""\
leaderElection:
  leaderElect: true
  resourceLock: leases
"""),
)
