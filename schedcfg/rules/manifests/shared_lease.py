"""Two schedulers that compete for the same lease."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.model import LeaderElection
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.running import RunningScheduler

_CLUSTERS_NAMESPACE = "kube-system"
ID = "shared-lease"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a scheduler that is elected for the lease of another one here, or of the cluster's own."""
    running, election = context.running, context.election
    if running is None or not running.competes or election is None or not election.leader_elect:
        return
    if running.is_clusters_own:
        # What needs another lease is the scheduler beside it.
        return
    other = next((scheduler for scheduler in context.related.schedulers if _clashes(context, scheduler)), None)
    has_file = running.flag("config") is not None
    setting = "`leaderElection.resourceName` in the configuration" if has_file else "`--leader-elect-resource-name`"
    help_ = f"Write a different {setting}."
    if other is not None and other.running is not None:
        message = f"only one of two schedulers works at a time: {other.described} also uses {_lease(election)}"
        yield advice(ID, _place(running), message, help_, Severity.ERROR)
    elif election.is_by_default_lease and context.is_second:
        message = (
            "this scheduler waits forever, or replaces the default scheduler: for leader election it uses its lease "
            f"`{election.resource_namespace}/{election.resource_name}`, but does not serve `{DEFAULT_SCHEDULER}`"
        )
        yield advice(ID, _place(running), message, help_, Severity.ERROR)
    elif election.is_by_default_lease and _is_apart(context):
        message = (
            f"this scheduler waits forever beside the default scheduler: it also serves `{DEFAULT_SCHEDULER}`, and for "
            f"leader election uses its lease `{election.resource_namespace}/{election.resource_name}`"
        )
        help_ = (
            f"Give its profile another `schedulerName`, use that in Pods, and write a different {setting}; ignore this "
            "if the cluster has no other scheduler."
        )
        yield advice(ID, _place(running), message, help_, Severity.WARNING)


def _is_apart(context: DeploymentContext) -> bool:
    """Return whether a scheduler serves the default name beside the cluster's own: in a namespace of its own."""
    running = context.running
    if running is None or running.namespace in {"", _CLUSTERS_NAMESPACE} or not context.is_beside_by_account:
        return False
    own = (one for one in context.related.schedulers if one.running is not None and one.running.is_clusters_own)
    if any(DEFAULT_SCHEDULER not in (one.served_names or (DEFAULT_SCHEDULER,)) for one in own):
        return False
    is_known = context.configuration is not None or context.is_stock
    return is_known and DEFAULT_SCHEDULER in (context.served_names or ())


def _clashes(context: DeploymentContext, other: DeploymentContext) -> bool:
    if (
        other.running is None
        or not other.running.competes
        or context.running is None
        or other.election is None
        or context.election is None
        or not other.election.leader_elect
    ):
        return False
    # Several manifests of one name are versions of one scheduler.
    return other.election.lock == context.election.lock and other.running.scheduler != context.running.scheduler


def _lease(election: LeaderElection) -> str:
    return f"the lease `{election.resource_namespace}/{election.resource_name}`"


def _place(running: RunningScheduler) -> Path:
    """Choose the place to report: the setting, or where it could be."""
    for name in ("leader-elect-resource-name", "config", "leader-elect"):
        flag = running.flag(name)
        if flag is not None:
            return flag.path
    return running.container


RULE = Rule(
    id=ID,
    title="Two schedulers share a lease",
    why="One of them waits with `attempting to acquire leader lease`, and its Pods stay Pending without events.",
    source="client-go, tools/leaderelection; pkg/scheduler/apis/config defaults",
    evidence=(
        Citation("https://github.com/kubernetes/kubernetes/issues/77131", "Pods of a second scheduler stay Pending"),
        Citation(
            "https://github.com/PavIek/gpusched/blob/441f8b635a52123e62d07061f9089058dcaab304/deploy/scheduler.yaml",
            "a second scheduler that elects in the lease of the first",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
