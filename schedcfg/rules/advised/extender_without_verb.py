"""Extenders without any verb."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "extender-without-verb"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each extender that has no verb, and by which the scheduler ignores no resource either."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a configuration or a legacy Policy."""
    for index, extender in enumerate(extenders):
        if extender.verbs or any(resource.ignored_by_scheduler for resource in extender.managed_resources):
            continue
        yield advice(
            ID,
            ("extenders", index),
            "this extender is never called: it has no verb",
            "Write `filterVerb`, `prioritizeVerb`, `preemptVerb` or `bindVerb`, or remove the extender.",
        )


RULE = Rule(
    id=ID,
    title="An extender has no verb",
    why="Without `filterVerb`, `prioritizeVerb`, `preemptVerb` or `bindVerb`, no request is sent, and nothing is "
    "logged.",
    source="pkg/scheduler/extender.go, Filter, Prioritize, IsBinder, SupportsPreemption",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/pull/76194", "an extender with an empty verb is never called"
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    nodeCacheCapable: true
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    nodeCacheCapable: true
"""),
    of_extenders=problems,
)
