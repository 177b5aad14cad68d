"""Schedulers that place the Pods of the cluster's own."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "served-twice"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a scheduler beside the cluster's own that serves its name, and does not wait for its lease."""
    running, election = context.running, context.election
    if running is None or election is None or not running.competes or not context.is_beside_by_account:
        return
    if context.configuration is None and not context.is_stock:
        return  # A program of one's own may serve another name by itself.
    own = [
        scheduler
        for scheduler in context.related.schedulers
        if scheduler.running is not None and scheduler.running.is_clusters_own
    ]
    if any(DEFAULT_SCHEDULER not in (one.served_names or (DEFAULT_SCHEDULER,)) for one in own):
        return
    if election.is_by_default_lease or DEFAULT_SCHEDULER not in (context.served_names or ()):
        return
    flag = running.flag("config")
    path: Path = flag.value_path if flag is not None else (*running.path, "metadata", "name")
    yield advice(
        ID,
        path,
        f"two schedulers place the same Pods: `{running.name}` serves `{DEFAULT_SCHEDULER}` as the cluster's own does, "
        "and neither sees what the other has assigned",
        "Give its profile another `schedulerName`, and use that in Pods; ignore this if the cluster has no other.",
    )


RULE = Rule(
    id=ID,
    title="A second scheduler serves the default scheduler's name",
    why="Both bind the same Pods, each without the other's assumptions: bindings fail, and room on nodes is promised "
    "twice. Without `profiles`, or without `schedulerName` in the only one, a scheduler serves `default-scheduler`.",
    source="pkg/scheduler/apis/config/v1/defaults.go, setDefaults_KubeSchedulerProfile",
    evidence=(
        Citation(
            "https://github.com/rancher-archives/rke/issues/350",
            "`already assigned`: several schedulers seem to bind the same Pod",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
