"""A cluster's own scheduler that leaves out the Pods which name none."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.running import RunningScheduler

ID = "unserved-default-scheduler"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the cluster's own scheduler if neither it nor, as far as is known, another one serves the default name."""
    running, names = context.running, context.served_names
    if running is None or not running.is_clusters_own or names is None or DEFAULT_SCHEDULER in names:
        return
    if any(_may_serve(other) for other in context.related.schedulers if not _is_version_of(other, running)):
        return
    listed = ", ".join(f"`{name}`" for name in sorted(names))
    message = (
        f"Pods without a `schedulerName` stay Pending: this is the default scheduler, but it only serves {listed}, "
        f"not `{DEFAULT_SCHEDULER}`"
    )
    help_ = (
        f"Add a profile with `schedulerName: {DEFAULT_SCHEDULER}`, or keep the default scheduler as it was and run "
        "this as a second one: `schedcfg generate second-scheduler`."
    )
    yield advice(ID, _place(running), message, help_, Severity.ERROR)


def _may_serve(other: DeploymentContext) -> bool:
    return other.served_names is None or DEFAULT_SCHEDULER in other.served_names


def _is_version_of(other: DeploymentContext, running: RunningScheduler) -> bool:
    """Return whether a manifest is of the same scheduler: one for each node, or for each release."""
    return other.running is not None and other.running.scheduler == running.scheduler


def _place(running: RunningScheduler) -> Path:
    flag = running.flag("config") or running.flag("scheduler-name")
    return running.container if flag is None else flag.path


RULE = Rule(
    id=ID,
    title="No scheduler serves Pods without a `schedulerName`",
    why="They wait for `default-scheduler`, and stay Pending without any event that says why.",
    source="pkg/apis/core/v1/defaults.go, SetDefaults_PodSpec; pkg/scheduler/eventhandlers.go, responsibleForPod",
    evidence=(
        Citation(
            "https://github.com/irealuna/scheduler-plugins/blob/2fad537adcc8fb3bf768fef713cce7971c733c0a/kube-scheduler.yaml",
            "the default scheduler serves another name only",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
