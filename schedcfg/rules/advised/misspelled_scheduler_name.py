"""A profile whose name is almost that of the default scheduler."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document.placeholders import placeholder
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.names import is_another_name, nearest
from schedcfg.rules.rule import Rule, Subject, advice

ID = "misspelled-scheduler-name"

_AROUND = " \t\r\n\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb"
"""What may be around a name by mistake: blanks, and quotes of all kinds, which YAML only takes for quotes if plain."""
_QUALIFIED = pattern(r"(?:[a-z0-9.-]+/)?[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?")
"""The `reportingController` of an event is the scheduler's name. Upstream: `legacyValidateEvent` in
`pkg/apis/core/validation/events.go`; `IsQualifiedName` of apimachinery's `pkg/util/validation`."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each name with blanks or quotes around it, almost `default-scheduler`, or not one that events may have."""
    for profile in subject.configuration.profiles:
        name = profile.scheduler_name
        if name == DEFAULT_SCHEDULER or not name or placeholder(name):
            continue
        meant = _meant(name)
        if meant != name:
            yield _problem(name, meant, (*profile.path, "schedulerName"))
        elif _QUALIFIED.fullmatch(name) is None:
            yield advice(
                ID,
                (*profile.path, "schedulerName"),
                "no event says why a Pod of this profile stays Pending: the API server refuses events by this name",
                "Write letters, digits, `-`, `_` and `.` only, with a letter or digit first and last.",
            )


def _meant(name: str) -> str:
    meant = name.strip(_AROUND)
    # What is put behind the name makes a new one, and so does a word or a number in it: `default-1-scheduler`.
    if meant == name and not name.startswith(DEFAULT_SCHEDULER):
        near = nearest(name, (DEFAULT_SCHEDULER,))
        return name if near is None or is_another_name(name, near) else near
    return meant


def _is_unusual(name: str) -> bool:
    return _QUALIFIED.fullmatch(name) is None or _meant(name) != name


def _problem(name: str, meant: str, path: Path) -> Problem:
    return advice(
        ID,
        path,
        f'"{name}" differs from "{meant}": Pods that use "{meant}" stay Pending',
        f'Did you mean "{meant}"? Pods without a `schedulerName` use "{DEFAULT_SCHEDULER}".',
        remedy=Remedy(
            f'Write "{meant}"',
            (RemedyChange(Act.REPLACE, path, meant),),
            unsafe="the profile serves other Pods, and what was meant is a guess",
        ),
    )


RULE = Rule(
    id=ID,
    title="A scheduler's name looks misspelled",
    why="A Pod waits for the scheduler with exactly its `schedulerName`. If there is none, nothing happens to the "
    "Pod, and no event says why. Events carry the name of their scheduler, and the API server only takes qualified "
    "names there.",
    source="pkg/scheduler/eventhandlers.go, responsibleForPod",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/issues/116982",
            "no event says that a Pod names a scheduler that does not exist",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - schedulerName: default-schedular
"""),
    good=v1_configuration("""\
profiles:
  - schedulerName: default-scheduler
"""),
)
