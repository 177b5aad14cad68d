"""All extenders, asked in the order in which a Pod meets them (`pkg/scheduler/schedule_one.go`).

First all filters, each on what the one before let through; then, if asked for, preemption; then scores for the nodes
that are left; last, if asked for, binding. What upstream would stop at is a finding; later extenders are still tried.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from schedcfg.document.texts import without_login
from schedcfg.effective.model import Extender
from schedcfg.golang.numbers import wrapped_int64
from schedcfg.probe.extender import inputs, response_types
from schedcfg.probe.extender.call import CallResult, answered_error, call_extender
from schedcfg.probe.extender.connection import ExtenderAccess, TrialSettings, connection
from schedcfg.probe.extender.filtering import FilterOutcome, filter_outcome
from schedcfg.probe.extender.findings import ExtenderFinding, listed, shown
from schedcfg.probe.extender.preemption import preemption_outcome
from schedcfg.probe.extender.request_bodies import (
    ApiObject,
    TrialInputs,
    binding_args,
    extender_args,
    is_interested,
    pod_on_wire,
    preemption_args,
    url_of,
)
from schedcfg.probe.extender.results import Call, ExtenderTrial, ExtenderVerb, Filtered, Scored
from schedcfg.probe.extender.scoring import Ranking, rank, weigh
from schedcfg.probe.findings import ProbeFinding, errors_first

_MILLION = 1_000_000


@dataclass(eq=False)
class OngoingTrial:
    """What is known of an extender so far.

    Attributes:
        number: Its place in `extenders`, from 0.
        line: Where it stands in the file; None where that is not known.
        extender: The extender, completed.
        interested: Whether kube-scheduler would ask it about the Pod.
        access: How it is asked; None where no client can be built for it.
        findings: What is about it as a whole.
        broken: Whether its filter fails every Pod.
        is_open: Whether it is not known what its filter does: nobody asked, or not for as long as kube-scheduler.
    """

    number: int
    line: int | None
    extender: Extender
    interested: bool
    access: ExtenderAccess | None
    findings: list[ProbeFinding]
    calls: list[Call] = field(default_factory=list)
    passed: tuple[str, ...] | None = None
    filtered: tuple[Filtered, ...] = ()
    scored: tuple[Scored, ...] = ()
    broken: bool = False
    is_open: bool = False

    @property
    def asked_by(self) -> ExtenderAccess:
        """How it is asked, where it can be."""
        assert self.access is not None
        return self.access

    def note(self, result: CallResult) -> None:
        """Keep a call with its findings in order."""
        self.calls.append(replace(result.call, findings=errors_first(result.call.findings)))

    def trial(self) -> ExtenderTrial:
        """Return what came of it."""
        return ExtenderTrial(
            number=self.number,
            line=self.line,
            url_prefix=without_login(self.extender.url_prefix),
            weight=self.extender.weight,
            timeout_milliseconds=self.extender.http_timeout / _MILLION,
            ignorable=self.extender.ignorable,
            interested=self.interested,
            is_open=self.is_open,
            calls=tuple(self.calls),
            passed=self.passed,
            filtered=self.filtered,
            scored=self.scored,
            findings=errors_first(self.findings),
        )


def skipped(extender: Extender, verb: ExtenderVerb, why: str) -> Call:
    """Return a call that is not made."""
    return Call(verb, without_login(url_of(extender, verb)), names_only=extender.node_cache_capable, skipped=why)


def bind_skipped(include: frozenset[ExtenderVerb], left: list[str] | None) -> str:
    """Return why a binder is not asked; empty where it is. Without `left`, kube-scheduler may not get that far."""
    if ExtenderVerb.BIND not in include:
        return "it would really bind a Pod, and is asked only with `--include bind`"
    if left is None:
        return "the filters did not all answer as they should, and kube-scheduler would bind nothing"
    return "" if left else "no node is left to bind the Pod to"


def would_not_be_asked(left: int) -> ProbeFinding:
    """Return the finding that kube-scheduler would not ask for scores."""
    how_many = "a single node" if left else "no node"
    return ExtenderFinding.WOULD_NOT_BE_ASKED.finding(
        f"The filters leave {how_many}, for which kube-scheduler asks nobody for scores; this trial asks "
        "about all nodes",
        "Give more nodes (`--nodes`) to see how scores decide.",
    )


_FEWEST = 2
"""Nodes; with fewer kube-scheduler asks for no scores."""


@dataclass(frozen=True, slots=True)
class ChainOutcome:
    """What came of all extenders together.

    Attributes:
        feasible: The nodes that are left behind all filters; None where a filter failed that may not be ignored,
            or it is not known what one does.
        points: Node → what all extenders together add to its total; feasible nodes only.
    """

    feasible: tuple[str, ...] | None
    points: Mapping[str, int]


def run_chain(tried: list[OngoingTrial], trial_inputs: TrialInputs, settings: TrialSettings) -> ChainOutcome:
    """Ask all extenders, noting with each what was asked and answered.

    Args:
        tried: The extenders, in the configuration's order; only those that are interested are asked.
        trial_inputs: What they are asked about, as it goes over the wire.
        settings: How to ask.
    """
    asked = [one for one in tried if one.interested and one.access is not None]
    nodes = trial_inputs.nodes
    for one in asked:
        nodes = _filter(one, trial_inputs.pod, nodes)
    # Without a client for an extender, upstream does not even start.
    is_settled = not any(one.broken or one.is_open for one in tried)
    _preempt(asked, trial_inputs, settings)
    points = _prioritize(asked, trial_inputs, nodes)
    _bind(asked, trial_inputs.pod, list(nodes) if is_settled else None, settings.include)
    if not is_settled:
        return ChainOutcome(None, {})
    names = tuple(map(shown, nodes))
    return ChainOutcome(names, {shown(name): points.get(name, 0) for name in nodes})


def _filter(one: OngoingTrial, pod: ApiObject, nodes: dict[str, ApiObject]) -> dict[str, ApiObject]:
    """Ask for filtering, and return the nodes that go on."""
    if not one.extender.filter_verb:
        return nodes
    if not nodes:
        one.calls.append(skipped(one.extender, ExtenderVerb.FILTER, "the filters before it left no node"))
        return nodes
    access = one.asked_by
    result = call_extender(
        access, ExtenderVerb.FILTER, extender_args(one.extender, pod, nodes), response_types.FILTER_RESULT, len(nodes)
    )
    sifted = FilterOutcome(None) if result.failed else filter_outcome(result.value, nodes, access)
    one.note(result.with_findings(*sifted.findings))
    if sifted.nodes is None:
        one.is_open = result.gave_up
        one.broken = not (one.extender.ignorable or result.gave_up)
        return nodes
    one.passed = tuple(map(shown, sifted.nodes))
    one.filtered = sifted.filtered
    return sifted.nodes


def _preempt(asked: Iterable[OngoingTrial], trial_inputs: TrialInputs, settings: TrialSettings) -> None:
    """Ask for victims, each extender for what the one before left; only where nothing fits would upstream ask."""
    victims = {
        name: pod_on_wire(pod, settings.release) for name, pod in inputs.built_in_victims(trial_inputs.nodes).items()
    }
    for one in asked:
        if not one.extender.preempt_verb:
            continue
        if ExtenderVerb.PREEMPT not in settings.include:
            why = "it is asked only with `--include preempt`: what it does then is its own affair"
            one.calls.append(skipped(one.extender, ExtenderVerb.PREEMPT, why))
            continue
        if not victims:
            one.calls.append(skipped(one.extender, ExtenderVerb.PREEMPT, "the extenders before it left no victim"))
            continue
        access = one.asked_by
        body = preemption_args(one.extender, trial_inputs.pod, victims)
        result = call_extender(access, ExtenderVerb.PREEMPT, body, response_types.PREEMPTION_RESULT, len(victims))
        if not result.failed:
            spared = preemption_outcome(result.value, victims, trial_inputs.nodes, access)
            result = result.with_findings(*spared.findings)
            victims = victims if spared.victims is None else spared.victims
        one.note(result)


def _prioritize(asked: Iterable[OngoingTrial], trial_inputs: TrialInputs, left: dict[str, ApiObject]) -> dict[str, int]:
    """Ask for scores, and return each node's points; with too few nodes left, all nodes are asked about."""
    enough = len(left) >= _FEWEST
    nodes = left if enough else trial_inputs.nodes
    points = dict.fromkeys(nodes, 0)
    for one in asked:
        if not one.extender.prioritize_verb:
            continue
        body = extender_args(one.extender, trial_inputs.pod, nodes)
        result = call_extender(
            one.asked_by, ExtenderVerb.PRIORITIZE, body, response_types.HOST_PRIORITY_LIST, len(nodes)
        )
        if not enough:
            result = result.with_findings(would_not_be_asked(len(left)))
        if not result.failed:
            ranking: Ranking = rank(result.value, list(nodes), one.extender.weight)
            result = result.with_findings(*ranking.findings)
            one.scored = ranking.scored
            for name, its in ranking.points.items():
                points[name] = wrapped_int64(points[name] + its)
        one.note(result)
    return points


def _bind(
    asked: Iterable[OngoingTrial], pod: ApiObject, left: list[str] | None, include: frozenset[ExtenderVerb]
) -> None:
    """Ask the binder, of which a configuration has one at most, to bind the Pod to the first node that is left."""
    for one in asked:
        if not one.extender.bind_verb:
            continue
        why = bind_skipped(include, left)
        if why or not left:
            one.calls.append(skipped(one.extender, ExtenderVerb.BIND, why))
            continue
        access = one.asked_by
        one.note(
            _bound(
                call_extender(access, ExtenderVerb.BIND, binding_args(pod, left[0]), response_types.BINDING_RESULT, 1),
                access,
            )
        )


def _bound(result: CallResult, access: ExtenderAccess) -> CallResult:
    """Return a binder's answer with the finding that it is an error, if it is."""
    if result.failed or not result.value.get("Error"):
        return result
    return result.with_findings(answered_error(result.value["Error"], access, ExtenderVerb.BIND))


@dataclass(frozen=True, slots=True)
class Trials:
    """What came of all extenders: each by itself, and together."""

    each: tuple[ExtenderTrial, ...]
    outcome: ChainOutcome


def try_all(
    extenders: Sequence[Extender], lines: Sequence[int | None], trial_inputs: TrialInputs, settings: TrialSettings
) -> Trials:
    """Ask extenders what kube-scheduler would ask them, and return what comes of it.

    Args:
        extenders: In the configuration's order.
        lines: Where each stands in the file.
        trial_inputs: The Pod and the nodes.
        settings: How to ask.
    """
    wire = trial_inputs.on_wire(settings.release)
    tried = [
        _prepared(number, extender, line, wire, settings)
        for number, (extender, line) in enumerate(zip(extenders, lines, strict=True))
    ]
    outcome = run_chain(tried, wire, settings)
    return Trials(tuple(one.trial() for one in tried), outcome)


def _prepared(
    number: int, extender: Extender, line: int | None, trial_inputs: TrialInputs, settings: TrialSettings
) -> OngoingTrial:
    reached = connection(extender)
    access = None
    if reached.trust is not None:
        access = ExtenderAccess(extender, reached.trust, settings.release, settings.seconds)
    interested = is_interested(extender, trial_inputs.pod)
    findings = [*reached.findings, *_use(extender, interested=interested)]
    if extender.prioritize_verb:
        findings.extend(weigh(extender, settings.plugin_points))
    return OngoingTrial(number, line, extender, interested, access, findings, is_open=access is None)


def _use(extender: Extender, *, interested: bool) -> Iterator[ProbeFinding]:
    if not extender.verbs:
        yield ExtenderFinding.NO_VERB.finding(
            "The extender has no verb: kube-scheduler never asks it",
            "Write `filterVerb` or `prioritizeVerb`, or remove the extender.",
        )
    if not interested:
        managed = listed(resource.name for resource in extender.managed_resources)
        yield ExtenderFinding.NOT_INTERESTED.finding(
            f"No container of the Pod requests {managed}: kube-scheduler does not ask the extender about it",
            "Give a Pod that requests one of its `managedResources` (`--pod`).",
        )
