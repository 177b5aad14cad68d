"""The extenders of a configuration, tried: who is asked at all, and how."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from schedcfg.effective.model import Extender
from schedcfg.findings import Severity
from schedcfg.probe.extender.chain import Outcome, run
from schedcfg.probe.extender.connection import connection
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.ongoing_trial import OngoingTrial
from schedcfg.probe.extender.question import Question, is_interested
from schedcfg.probe.extender.quoting import listed
from schedcfg.probe.extender.setting import Setting
from schedcfg.probe.extender.terms import Terms
from schedcfg.probe.extender.weighing import weigh
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import ExtenderTrial
from schedcfg.results.probing import ProbeFinding


class Trials(NamedTuple):
    """What came of all extenders: each by itself, and together."""

    each: tuple[ExtenderTrial, ...]
    outcome: Outcome


def try_all(extenders: Sequence[Extender], lines: Sequence[int | None], question: Question, setting: Setting) -> Trials:
    """Ask extenders what kube-scheduler would ask them, and tell what comes of it.

    Args:
        extenders: In the configuration's order.
        lines: Where each stands in the file.
        question: The Pod and the nodes.
        setting: How to ask.
    """
    wire = question.on_wire(setting.release)
    tried = [
        _prepared(number, extender, line, wire, setting)
        for number, (extender, line) in enumerate(zip(extenders, lines, strict=True))
    ]
    outcome = run(tried, wire, setting)
    return Trials(tuple(one.trial() for one in tried), outcome)


def _prepared(number: int, extender: Extender, line: int | None, question: Question, setting: Setting) -> OngoingTrial:
    reached = connection(extender)
    terms = None
    if reached.trust is not None:
        terms = Terms(extender, reached.trust, setting.release, setting.seconds)
    interested = is_interested(extender, question.pod)
    findings = [*reached.findings, *_use(extender, interested=interested)]
    if extender.prioritize_verb:
        findings.extend(weigh(extender, setting.plugin_points))
    return OngoingTrial(number, line, extender, interested, terms, findings, is_open=terms is None)


def _use(extender: Extender, *, interested: bool) -> Iterator[ProbeFinding]:
    if not extender.verbs:
        yield tell(
            Kind.NO_VERB,
            Severity.WARNING,
            "The extender has no verb: kube-scheduler never asks it",
            "Write `filterVerb` or `prioritizeVerb`, or remove the extender.",
        )
    if not interested:
        managed = listed(resource.name for resource in extender.managed_resources)
        yield tell(
            Kind.NOT_INTERESTED,
            Severity.WARNING,
            f"No container of the Pod requests {managed}: kube-scheduler does not ask the extender about it",
            "Give a Pod that requests one of its `managedResources` (`--pod`).",
        )
