"""A profile whose name is almost that of the default scheduler."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.names import nearest
from schedcfg.rules.rule import Rule, Subject, advice

ID = "misspelt-scheduler-name"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each name with spaces around it, or that is one or two letters off `default-scheduler`."""
    for profile in subject.configuration.profiles:
        name = profile.scheduler_name
        if name == DEFAULT_SCHEDULER or not name:
            continue
        meant = name.strip()
        # What is put behind the name makes a new one: `default-scheduler-2`.
        if meant == name and not name.startswith(DEFAULT_SCHEDULER):
            meant = nearest(name, (DEFAULT_SCHEDULER,)) or name
        if meant != name:
            yield _problem(name, meant, (*profile.path, "schedulerName"))


def _problem(name: str, meant: str, path: Path) -> Problem:
    return advice(
        ID,
        path,
        f'"{name}" differs from "{meant}": Pods that use "{meant}" stay Pending',
        f'Did you mean "{meant}"? Pods without a `schedulerName` use "{DEFAULT_SCHEDULER}".',
        remedy=Remedy(f'Write "{meant}"', (RemedyChange(Act.REPLACE, path, meant),), is_safe=False),
    )


RULE = Rule(
    id=ID,
    title="A scheduler's name looks misspelled",
    why="A Pod waits for the scheduler with exactly its `schedulerName`. If there is none, nothing happens to the "
    "Pod, and no event says why.",
    source="pkg/scheduler/eventhandlers.go, responsibleForPod",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-schedular
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
""",
)
