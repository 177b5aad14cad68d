"""All extenders, asked in the order in which a Pod meets them (`pkg/scheduler/schedule_one.go`).

First all filters, each on what the one before let through; then, if asked for, preemption; then scores for the nodes
that are left; last, if asked for, binding. What upstream would stop at is told, and later extenders are still tried.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from schedcfg.golang.numbers import wrapped_int64
from schedcfg.probe.extender import answers, built_in
from schedcfg.probe.extender.calling import Reply, ask
from schedcfg.probe.extender.filtering import Sifted, sift
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.ongoing_trial import OngoingTrial, bind_skipped, skipped, would_not_be_asked
from schedcfg.probe.extender.preempting import spare
from schedcfg.probe.extender.prioritizing import Ranking, rank
from schedcfg.probe.extender.question import Question, binding_args, extender_args, preemption_args
from schedcfg.probe.extender.quoting import shown
from schedcfg.probe.extender.setting import Setting
from schedcfg.probe.extender.terms import Terms
from schedcfg.probe.extender.wire import Fields, pod_on_wire
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import Verb

_FEWEST = 2
"""Nodes; with fewer kube-scheduler asks for no scores."""


class Outcome(NamedTuple):
    """What came of all extenders together.

    Attributes:
        feasible: The nodes that are left behind all filters; None where a filter failed that may not be ignored,
            or it is not known what one does.
        points: Node → what all extenders together add to its total; feasible nodes only.
    """

    feasible: tuple[str, ...] | None
    points: Mapping[str, int]


def run(tried: list[OngoingTrial], question: Question, setting: Setting) -> Outcome:
    """Ask all extenders, noting with each what was asked and answered.

    Args:
        tried: The extenders, in the configuration's order; only those that are interested are asked.
        question: What they are asked about, as it goes over the wire.
        setting: How to ask.
    """
    asked = [one for one in tried if one.interested and one.terms is not None]
    nodes = question.nodes
    for one in asked:
        nodes = _filter(one, question.pod, nodes)
    # Without a client for an extender, upstream does not even start.
    is_settled = not any(one.broken or one.is_open for one in tried)
    _preempt(asked, question, setting)
    points = _prioritize(asked, question, nodes)
    _bind(asked, question.pod, list(nodes) if is_settled else None, setting.include)
    if not is_settled:
        return Outcome(None, {})
    names = tuple(map(shown, nodes))
    return Outcome(names, {shown(name): points.get(name, 0) for name in nodes})


def _filter(one: OngoingTrial, pod: Fields, nodes: dict[str, Fields]) -> dict[str, Fields]:
    """Ask for filtering, and give the nodes that go on."""
    if not one.extender.filter_verb:
        return nodes
    if not nodes:
        one.calls.append(skipped(one.extender, Verb.FILTER, "the filters before it left no node"))
        return nodes
    terms = one.asked_by
    reply = ask(terms, Verb.FILTER, extender_args(one.extender, pod, nodes), answers.FILTER_RESULT, len(nodes))
    sifted = Sifted(None) if reply.failed else sift(reply.value, nodes, terms)
    one.note(reply.with_findings(*sifted.findings))
    if sifted.nodes is None:
        one.is_open = reply.gave_up
        one.broken = not (one.extender.ignorable or reply.gave_up)
        return nodes
    one.passed = tuple(map(shown, sifted.nodes))
    one.filtered = sifted.filtered
    return sifted.nodes


def _preempt(asked: Iterable[OngoingTrial], question: Question, setting: Setting) -> None:
    """Ask for victims, each extender for what the one before left; only where nothing fits would upstream ask."""
    victims = {name: pod_on_wire(pod, setting.release) for name, pod in built_in.victims(question.nodes).items()}
    for one in asked:
        if not one.extender.preempt_verb:
            continue
        if Verb.PREEMPT not in setting.include:
            why = "it is asked only with `--include preempt`: what it does then is its own affair"
            one.calls.append(skipped(one.extender, Verb.PREEMPT, why))
            continue
        if not victims:
            one.calls.append(skipped(one.extender, Verb.PREEMPT, "the extenders before it left no victim"))
            continue
        terms = one.asked_by
        body = preemption_args(one.extender, question.pod, victims)
        reply = ask(terms, Verb.PREEMPT, body, answers.PREEMPTION_RESULT, len(victims))
        if not reply.failed:
            spared = spare(reply.value, victims, question.nodes, terms)
            reply = reply.with_findings(*spared.findings)
            victims = victims if spared.victims is None else spared.victims
        one.note(reply)


def _prioritize(asked: Iterable[OngoingTrial], question: Question, left: dict[str, Fields]) -> dict[str, int]:
    """Ask for scores, and give each node's points; with too few nodes left, all nodes are asked about."""
    enough = len(left) >= _FEWEST
    nodes = left if enough else question.nodes
    points = dict.fromkeys(nodes, 0)
    for one in asked:
        if not one.extender.prioritize_verb:
            continue
        body = extender_args(one.extender, question.pod, nodes)
        reply = ask(one.asked_by, Verb.PRIORITIZE, body, answers.HOST_PRIORITY_LIST, len(nodes))
        if not enough:
            reply = reply.with_findings(would_not_be_asked(len(left)))
        if not reply.failed:
            ranking: Ranking = rank(reply.value, list(nodes), one.extender.weight)
            reply = reply.with_findings(*ranking.findings)
            one.scored = ranking.scored
            for name, its in ranking.points.items():
                points[name] = wrapped_int64(points[name] + its)
        one.note(reply)
    return points


def _bind(asked: Iterable[OngoingTrial], pod: Fields, left: list[str] | None, include: frozenset[Verb]) -> None:
    """Ask the binder, of which a configuration has one at most, to bind the Pod to the first node that is left."""
    for one in asked:
        if not one.extender.bind_verb:
            continue
        why = bind_skipped(include, left)
        if why or not left:
            one.calls.append(skipped(one.extender, Verb.BIND, why))
            continue
        terms = one.asked_by
        one.note(_bound(ask(terms, Verb.BIND, binding_args(pod, left[0]), answers.BINDING_RESULT, 1), terms))


def _bound(reply: Reply, terms: Terms) -> Reply:
    """Look for the error that a binder can answer with."""
    if reply.failed or not reply.value.get("Error"):
        return reply
    severity, words = terms.consequence(Verb.BIND)
    said = shown(reply.value["Error"])
    finding = tell(Kind.ERROR_FIELD, severity, f"The extender answers with an error: {said}; {words}", upstream=said)
    return reply.with_findings(finding)
