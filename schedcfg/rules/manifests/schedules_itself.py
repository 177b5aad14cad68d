"""Schedulers that wait for themselves."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "schedules-itself"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `schedulerName` of a scheduler's own Pods if it is the name that they serve."""
    running, served = context.running, context.served_names
    name = "" if running is None else running.spec.scheduler_name
    if running is None or running.is_managed or name in {"", DEFAULT_SCHEDULER} or name not in (served or ()):
        return
    yield advice(
        ID,
        (*running.spec.path, "schedulerName"),
        f"this Pod stays Pending: it waits for `{name}`, the scheduler that is to run in it",
        f"Remove `schedulerName`: `{DEFAULT_SCHEDULER}` places the scheduler.",
        Severity.ERROR,
    )


RULE = Rule(
    id=ID,
    title="A scheduler waits for itself",
    why="No other scheduler looks at its Pods, so that they are never placed. When all are gone, none comes back.",
    source="pkg/scheduler/eventhandlers.go, responsibleForPod",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/scheduler/eventhandlers.go",
            "a Pod waits for the scheduler that it names, whoever that is",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
