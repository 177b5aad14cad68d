"""Extenders without which Pods are not placed."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "required-extender"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each extender that filters all Pods and may not be down, unless the file shows that this is intended.

    Up to 1.29 also those that may be down, by the file, and bind Pods.
    """
    config = subject.configuration
    yield from _filtering(config.extenders)
    if not config.release.skips_failing_binders:
        yield from _binding(config.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a legacy Policy, which no later release reads."""
    yield from _filtering(extenders)
    yield from _binding(extenders)


def _binding(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    first = releases.first(lambda release: release.skips_failing_binders).name
    for index, extender in enumerate(extenders):
        if extender.bind_verb and extender.ignorable:
            pods = "no Pod with its `managedResources`" if extender.managed_resources else "no Pod"
            yield advice(
                ID,
                ("extenders", index, "ignorable"),
                f"{pods} is bound while this extender does not respond: before Kubernetes {first}, `ignorable` does "
                "not apply to `bindVerb`",
                "Remove `bindVerb` if the extender does nothing but bind Pods as the scheduler does, or keep several "
                "replicas of it.",
                Severity.INFO,
            )


def _filtering(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
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
        Citation("https://github.com/kubernetes/kubernetes/issues/122494", "`ignorable` has no effect on binding"),
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
