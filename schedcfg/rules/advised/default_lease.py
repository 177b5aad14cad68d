"""Second schedulers that compete for the lease of the cluster's own."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.findings import Finding, Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice
from schedcfg.rules.settling import ConfigurationContext, Settlement, by_schedulers

ID = "default-lease"

_FIELD = "leaderElection"
_CLUSTERS_OWN = ("kube-system", "kube-scheduler")


def check(subject: Subject) -> Iterator[Problem]:
    """Yield leader election by the cluster's own lease, which is the default, in a file for other schedulers only."""
    config = subject.configuration
    election = config.leader_election
    if (election.resource_namespace, election.resource_name) != _CLUSTERS_OWN or not election.leader_elect:
        return
    names = [profile.scheduler_name for profile in config.profiles]
    if DEFAULT_SCHEDULER in names or not all(names):
        return
    is_written = subject.decoded.shape.leader_election is not None
    where = " it uses" if is_written else ", which is on by default, it uses"
    what = "Write `resourceName: {}` there" if is_written else "Write `leaderElection: {{resourceName: {}}}`"
    off = "`leaderElect: false`" if is_written else "`leaderElection: {leaderElect: false}`"
    yield advice(
        ID,
        (_FIELD,) if is_written else (*config.profiles[0].path, "schedulerName"),
        f"`{names[0]}` waits forever, or replaces the default scheduler: for leader election{where} the same lease, "
        '"kube-system/kube-scheduler"',
        f"{what.format(names[0])}, unless it runs instead of the default scheduler; a single replica needs no leader "
        f"election: {off}.",
    )


def _settlement(finding: Finding, context: ConfigurationContext) -> Settlement | None:
    """Return what shows that the scheduler has another lease, or may have one."""
    found = context.found
    if context.is_generated_for and finding.path != _FIELD:
        return Settlement("the files that are generated give it a lease of its own, or the default scheduler's place")
    if found.runs_stock:
        return Settlement("the product of a managed cluster runs the scheduler, and sets its lease")
    if found.owner.startswith("ConfigMap openshift-"):
        return Settlement(f"{found.owner} is of OpenShift's own scheduler, with a lease in another namespace")
    if found.is_embedded and not found.owner:
        return Settlement("what its file is put into starts the scheduler with flags that may name another lease")
    return by_schedulers(
        context,
        lambda scheduler: scheduler.is_elected_by_default_lease,
        reporting="shared-lease",
        refuting="does not compete for that lease, by its flags",
    )


RULE = Rule(
    id=ID,
    title="A second scheduler uses the lease of the default one",
    why="It logs `attempting to acquire leader lease`, and its Pods stay Pending without events; or the default "
    "scheduler loses the lease, and all other Pods stay Pending.",
    source="cmd/kube-scheduler/app/server.go, Run; pkg/scheduler/apis/config/v1/defaults.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/39032",
            "a second scheduler waits for the lease of the default one",
        ),
        Citation(
            "https://github.com/kaschnit/kaschnit-scheduler/blob/b845d8c35392e6497bfe243d6399988c1e0cf78b/manifests/scheduler-config.yaml",
            "leader election without a `resourceName`",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    settled_by=_settlement,
    bad=v1_configuration("""\
leaderElection:
  leaderElect: true
profiles:
  - schedulerName: packing-scheduler
"""),
    good=v1_configuration("""\
leaderElection:
  leaderElect: true
  resourceName: packing-scheduler
profiles:
  - schedulerName: packing-scheduler
"""),
)
