"""Timeouts of extenders that are hardly meant."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import Extender
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "extender-timeout"

_SECOND = 10**9
_LONG = 60 * _SECOND
"""A scheduler places one Pod at a time: for so long nothing else happens."""
_SHORT = _SECOND // 1000
"""No answer comes back over a network in less."""
_HELP = "Write a few seconds; the default is 5 s."


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each timeout that stalls the scheduler, that no answer can keep, or that is none."""
    yield from problems(subject.configuration.extenders)


def problems(extenders: tuple[Extender, ...]) -> Iterator[Problem]:
    """Yield the same for the extenders of a configuration or a legacy Policy."""
    for index, extender in enumerate(extenders):
        timeout = extender.http_timeout
        if _SHORT <= timeout <= _LONG or not _is_waited_for(extender, timeout):
            continue
        if timeout < 0:
            message, severity = (
                "`httpTimeout` is negative, which means no timeout: one hanging request",
                Severity.WARNING,
            )
            message += " stops all scheduling"
        elif timeout < _SHORT:
            message, severity = f"`httpTimeout` is {timeout} ns: no extender can respond in this time", Severity.ERROR
        else:
            seconds = timeout // _SECOND
            message = (
                f"`httpTimeout` is {seconds} s: while one Pod waits that long for the extender, no other Pod is "
                "scheduled"
            )
            severity = Severity.WARNING
        help_ = "The number is in nanoseconds: 5 seconds are 5000000000." if extender.legacy_timeout else _HELP
        yield advice(ID, ("extenders", index, "httpTimeout"), message, help_, severity)


def _is_waited_for(extender: Extender, timeout: int) -> bool:
    """Return whether a timeout matters: Pods are bound side by side, so that waiting for that holds up no other."""
    placing = extender.filter_verb or extender.prioritize_verb or extender.preempt_verb
    return bool(placing) or (0 <= timeout < _SHORT and bool(extender.bind_verb))


RULE = Rule(
    id=ID,
    title="An extender's timeout is too short or too long",
    why="Pods are scheduled one after another, and each waits for the extender: a long timeout blocks all of them, a "
    "tiny one fails every request.",
    source="pkg/scheduler/extender.go, NewHTTPExtender; net/http, Client.Timeout",
    evidence=(
        Citation(
            "https://github.com/libopenstorage/stork/blob/9dc3204614b26c0091e0d4829c41dd3972b692f0/specs/stork-deployment.yaml",
            "a timeout of five minutes, for every Pod",
        ),
        Citation(
            "https://github.com/piraeusdatastore/linstor-scheduler-extender/blob/79f37f821e5e851c263c6b9de08263ee175026e6/deploy/linstor-scheduler.yaml",
            "`300000s`, which is more than three days",
        ),
        Citation("https://github.com/kubernetes/kubernetes/issues/89396", "a number counts as nanoseconds"),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    bad=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    httpTimeout: 30ns
"""),
    good=v1_configuration("""\
extenders:
  - urlPrefix: http://gpu-extender.kube-system.svc:8080/scheduler
    filterVerb: filter
    httpTimeout: 30s
"""),
    of_extenders=problems,
)
