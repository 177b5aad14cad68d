"""Weights of extenders that do not score."""

from collections.abc import Iterator

from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "extender-weight"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each weight of more than 1 without a `prioritizeVerb`; 1 is written out of habit."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a configuration or a legacy Policy."""
    for index, extender in enumerate(extenders):
        if extender.weight in {0, 1} or extender.prioritize_verb:
            continue
        path = ("extenders", index, "weight")
        yield advice(
            ID,
            path,
            f"`weight: {extender.weight}` has no effect: without a `prioritizeVerb`, the extender gives no scores",
            "Write `prioritizeVerb` if it should score, or remove `weight`.",
            remedy=Remedy(
                "Remove `weight`", (RemedyChange(Act.REMOVE, path),), unsafe="the extender may have been meant to score"
            ),
        )


RULE = Rule(
    id=ID,
    title="An extender that does not score has a weight",
    why="The weight multiplies the scores of `prioritizeVerb`; without it, nothing is scored, and nothing is logged.",
    source="pkg/scheduler/extender.go, Prioritize",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    weight: 10
    ignorable: true
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    prioritizeVerb: prioritize
    weight: 10
    ignorable: true
""",
    of_extenders=problems,
)
