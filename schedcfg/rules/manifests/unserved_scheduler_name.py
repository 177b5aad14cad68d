"""Workloads that name a scheduler which is not there."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.names import nearest
from schedcfg.rules.rule import Rule, advice

ID = "unserved-scheduler-name"

_MOST_LISTED = 20


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `schedulerName` if no profile found here has that name; an error where it looks misspelled."""
    workload, served = context.workload, context.related.scheduler_names
    if workload is None or not served or workload.spec.scheduler_name in served:
        return
    name, known = workload.spec.scheduler_name, sorted(served)
    meant = nearest(name, known)
    listed = listing([f"`{one}`" for one in known], _MOST_LISTED)
    message = f"these Pods stay Pending: no scheduler here serves `{name}`; those found serve {listed}"
    help_ = f"Did you mean `{meant}`?" if meant else "Use one of them, or make sure that another scheduler serves it."
    severity = Severity.ERROR if meant else Severity.WARNING
    yield advice(ID, (*workload.spec.path, "schedulerName"), message, help_, severity)


RULE = Rule(
    id=ID,
    title="No profile serves this workload",
    why="Its Pods stay Pending, without any event that says why.",
    source="pkg/scheduler/eventhandlers.go, responsibleForPod",
    evidence=(
        Citation("https://github.com/kubernetes/kubernetes/issues/116982", "Pods stay Pending without an event"),
        Citation("https://github.com/kubernetes/kubernetes/issues/112180", "the same"),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
