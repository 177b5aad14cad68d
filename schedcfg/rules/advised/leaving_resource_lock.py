"""Resource locks that a later release no longer takes."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "leaving-resource-lock"

_STAYS = "leases"
_STEPS = {"endpoints": "endpointsleases", "configmaps": "configmapsleases"}
"""A lock → the one that holds both it and a lease, so that old and new schedulers keep each other out."""
_PATH: Path = ("leaderElection", "resourceLock")


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a lock that is written, accepted by the validating release, and not by the newest."""
    election = subject.configuration.leader_election
    lock = election.resource_lock
    release = subject.configuration.release
    if lock == _STAYS or not election.leader_elect or lock not in release.leader_election_locks:
        return
    if getattr(subject.decoded.shape.leader_election, "resource_lock", None) != lock:
        return
    last = next(one for one in reversed(releases.all_releases()) if lock in one.leader_election_locks)
    meant = _STEPS.get(lock, _STAYS)
    help_ = f"Write `resourceLock: {meant}`"
    yield advice(
        ID,
        _PATH,
        f"later releases of kube-scheduler do not start with `resourceLock: {lock}`: {last.name} is the last that does",
        f"{help_} in all replicas, then `leases` once all of them have it." if lock in _STEPS else f"{help_}.",
        remedy=Remedy(
            f"Write `{meant}`",
            (RemedyChange(Act.REPLACE, _PATH, meant),),
            unsafe="replicas with different locks lead at the same time",
        ),
    )


RULE = Rule(
    id=ID,
    title="The resource lock will be removed",
    why="client-go removed `endpoints` and `configmaps` first, then the locks for the transition to `leases`; with "
    "any of them, a later scheduler does not start.",
    source="client-go/tools/leaderelection/resourcelock/interface.go, New; since 1.27 validation.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/126413",
            "a scheduler that does not start with its old lock",
        ),
        Citation(
            "https://github.com/mauilion/kind-scheduler/blob/19e0162d6f4a3593e370e59b9d0175522a6b7f64/scheduler-config.yaml",
            "`resourceLock: endpoints`",
        ),
    ),
    check=check,
    mark=EditorMark.DEPRECATED,
    severity=Severity.WARNING,
    until="1.26",
    bad=v1_configuration("""\
leaderElection:
  resourceLock: endpointsleases
"""),
    good=v1_configuration("""\
leaderElection:
  resourceLock: leases
"""),
    options=("--kubernetes", "1.26"),
)
