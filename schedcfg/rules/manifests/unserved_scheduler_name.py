"""Workloads that name a scheduler which is not there."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.placeholders import placeholder
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.names import is_another_name, nearest
from schedcfg.rules.rule import Rule, advice
from schedcfg.rules.served_names import ServedNames

ID = "unserved-scheduler-name"

_MOST_NAMED = 5


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `schedulerName` if no profile of its folder, or else of the run, has it; an error if it looks misspelled.

    A misspelling is one whatever other schedulers serve; another name may be that of one which is hidden.
    """
    if context.workload is None:
        return
    workload, here = context.workload, context.related.served
    name = workload.scheduler_name
    if name in here.files or placeholder(name):
        return
    run = context.related.served_in_run()
    if name in run.files:
        return
    served = run.with_those_of(here)
    meant = _meant(name, served)
    if not served.files or (meant is None and served.may_have(name)):
        return
    message = f"these Pods stay Pending: no scheduler here serves `{name}`"
    if served.unknown:
        message = f"these Pods stay Pending unless another scheduler serves `{name}`: none that is known here does"
    found = served.listed(_MOST_NAMED)
    help_ = f"Those found serve {found}: use one of them, or make sure that another scheduler serves it."
    if meant is not None:
        file = served.files[meant]
        help_ = f"Did you mean `{meant}`{f', which {file} serves' if file and file != context.file else ''}?"
    severity = Severity.ERROR if meant else Severity.WARNING
    yield advice(ID, workload.path, message, help_, severity)


def _meant(name: str, served: ServedNames) -> str | None:
    """Return the served name of which this one is a misspelling; None for what may be another one on purpose."""
    meant = nearest(name, served.names)
    return None if meant is None or is_another_name(name, meant) else meant


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
