"""Extenders without which no Pod is placed."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "required-extender"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each extender that filters all Pods and may not be down, unless the file shows that this is intended."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a configuration or a legacy Policy."""
    for index, extender in enumerate(extenders):
        if extender.filter_verb and not extender.has_ignorable and not extender.managed_resources:
            yield advice(
                ID,
                ("extenders", index, "filterVerb"),
                "no Pod is scheduled while this extender does not respond, not even its own: every Pod is sent to it",
                "Write `ignorable: true` if Pods may be scheduled without it, `false` if not; or list the resources "
                "that it manages in `managedResources`.",
                Severity.INFO,
            )


RULE = Rule(
    id=ID,
    title="Without this extender, no Pod is scheduled",
    why="If an extender that is not `ignorable` fails, scheduling the Pod fails; without `managedResources`, it is "
    "called for every Pod, including those that would restart the extender.",
    source="pkg/scheduler/schedule_one.go, findNodesThatPassExtenders; pkg/scheduler/extender.go, IsInterested",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/60616", "no Pod is scheduled while an extender is down"
        ),
        Citation("https://github.com/kubernetes/kubernetes/issues/64667", "every Pod is sent to an extender"),
    ),
    check=check,
    severity=Severity.INFO,
    bad=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    managedResources:
      - name: example.com/gpu
"""),
    of_extenders=problems,
)
