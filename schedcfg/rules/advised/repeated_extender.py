"""The same extender called twice for the same thing."""

from collections.abc import Iterator

from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "repeated-extender"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each extender whose URL and verb an earlier one has, where both are for all Pods."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a configuration or a legacy Policy, and verbs that one has twice."""
    yield from (_shared(extender, index) for index, extender in enumerate(extenders) if _shares_verb(extender))
    if len(extenders) < 2:  # noqa: PLR2004 - there is nothing to compare
        return
    seen: dict[tuple[str, str, str], int] = {}
    for index, extender in enumerate(extenders):
        # With one entry for each of several resources, an extender can distinguish them.
        if extender.managed_resources:
            continue
        for field, verb in extender.verbs.items():
            first = seen.setdefault((extender.url_prefix.rstrip("/"), field, verb), index)
            if first != index:
                yield advice(
                    ID,
                    ("extenders", index, "urlPrefix"),
                    f"each Pod is sent there twice: extenders[{first}] uses the same URL for `{verb}`",
                    "Keep one of the entries.",
                )
                break


def _shares_verb(extender: Extender) -> bool:
    return bool(extender.filter_verb) and extender.filter_verb == extender.prioritize_verb


def _shared(extender: Extender, index: int) -> Problem:
    return advice(
        ID,
        ("extenders", index, "prioritizeVerb"),
        f"the extender gets the same request, `{extender.prioritize_verb}`, for filtering and for scores, and can only "
        "respond with one of them: either no Pod is scheduled, or its scores are ignored",
        "Write the verb by which it returns scores, such as `prioritize`.",
    )


RULE = Rule(
    id=ID,
    title="The same extender is called twice",
    why="Extenders are called one after another: the second call takes time for every Pod, and scores count twice. The "
    "requests to filter and to prioritize differ only in the verb, and their responses differ.",
    source="pkg/scheduler/schedule_one.go, findNodesThatPassExtenders and prioritizeNodes; pkg/scheduler/extender.go, "
    "Filter and Prioritize",
    evidence=(
        Citation(
            "https://github.com/kubernetes/enhancements/pull/2132",
            "extenders are called one after another, each for every Pod",
        ),
    ),
    check=check,
    mark=EditorMark.UNNECESSARY,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    prioritizeVerb: prioritize
    weight: 1
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    prioritizeVerb: prioritize
    weight: 1
"""),
    of_extenders=problems,
)
