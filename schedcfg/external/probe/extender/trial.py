"""All extenders, asked in the order in which a Pod meets them (`pkg/scheduler/schedule_one.go`).

First all filters, each on what the one before let through; then, if requested, preemption; then scores for the nodes
that are left; last, if requested, binding. What upstream would stop at is a finding; later extenders are still tried.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from schedcfg.configuration.effective.model import Extender
from schedcfg.document.golang.numbers import wrapped_int64
from schedcfg.document.texts import without_login
from schedcfg.external.probe.extender import inputs
from schedcfg.external.probe.extender import wire as response_types
from schedcfg.external.probe.extender.call import answered_error, call_extender
from schedcfg.external.probe.extender.connection import ExtenderAccess, TrialSettings, connection
from schedcfg.external.probe.extender.filtering import FilterOutcome, filter_outcome
from schedcfg.external.probe.extender.findings import ExtenderFinding, listed, shown
from schedcfg.external.probe.extender.preemption import preemption_outcome
from schedcfg.external.probe.extender.results import Call, ExtenderTrial, ExtenderVerb
from schedcfg.external.probe.extender.scoring import rank, weigh
from schedcfg.external.probe.extender.wire import (
    ApiObject,
    TrialInputs,
    binding_args,
    extender_args,
    is_interested,
    pod_on_wire,
    preemption_args,
    url_of,
)
from schedcfg.external.probe.findings import ProbeFinding, errors_first

_MILLION = 1_000_000


@dataclass(eq=False)
class OngoingTrial:
    """An extender, and what is known of it so far."""

    extender: Extender
    access: ExtenderAccess | None  # How it is asked; None where no client can be built for it
    trial: ExtenderTrial
    is_open: bool  # Whether it is not known what its filter does: not called, or not for as long as by kube-scheduler
    is_broken: bool = False

    @property
    def asked_by(self) -> ExtenderAccess:
        """How it is asked, where it can be."""
        assert self.access is not None
        return self.access

    def note(self, call: Call, **learnt: Any) -> None:
        """Keep a call, its findings in order, and what it brought for the trial."""
        call = replace(call, findings=errors_first(call.findings))
        self.trial = replace(self.trial, calls=(*self.trial.calls, call), **learnt)

    def skip(self, verb: ExtenderVerb, why: str) -> None:
        """Note a call that is not made."""
        url = without_login(url_of(self.extender, verb))
        self.note(Call(verb, url, names_only=self.extender.node_cache_capable, skipped=why))


def bind_skipped(include: frozenset[ExtenderVerb], left: list[str] | None) -> str:
    """Return why a binder is not asked; empty where it is. Without `left`, kube-scheduler may not get that far."""
    if ExtenderVerb.BIND not in include:
        return "it would really bind a Pod, and is only called with `--include bind`"
    if left is None:
        return "not all filters responded correctly, so kube-scheduler would not bind anything"
    return "" if left else "no node is left to bind the Pod to"


def would_not_be_asked(left: int) -> ProbeFinding:
    """Return the finding that kube-scheduler would not ask for scores."""
    how_many = "a single node" if left else "no node"
    return ExtenderFinding.WOULD_NOT_BE_ASKED.finding(
        f"The filters leave {how_many}, for which kube-scheduler does not request scores; this probe sends all nodes",
        "Use more nodes (`--nodes`) to see how scores decide.",
    )


_FEWEST = 2
"""Nodes; with fewer kube-scheduler asks for no scores."""


@dataclass(frozen=True, slots=True)
class Trials:
    """What came of all extenders."""

    each: tuple[ExtenderTrial, ...]  # By itself, in order
    # The nodes that are left behind all filters; None where a filter failed that may not be ignored, or it is not known
    # what one does
    feasible: tuple[str, ...] | None
    points: Mapping[str, int]  # Node → what all extenders together add to its total; feasible nodes only
    unsettled: tuple[int, ...]  # See `ExtenderProbe`


def try_all(
    extenders: Sequence[Extender], lines: Sequence[int | None], trial_inputs: TrialInputs, settings: TrialSettings
) -> Trials:
    """Ask extenders what kube-scheduler would ask them, and return what comes of it.

    Args:
        extenders: In the configuration's order; only those that are interested are asked.
        lines: Where each is in the file.
        trial_inputs: The Pod and the nodes.
        settings: How to ask.
    """
    wire = trial_inputs.on_wire(settings.release)
    tried = [
        _prepare(index, extender, line, wire, settings)
        for index, (extender, line) in enumerate(zip(extenders, lines, strict=True))
    ]
    asked = [trial for trial in tried if trial.trial.interested and trial.access is not None]
    nodes = wire.nodes
    for trial in asked:
        nodes = _filter(trial, wire.pod, nodes)
    # Without a client for an extender, upstream does not even start.
    is_settled = not any(trial.is_broken or trial.is_open for trial in tried)
    _preempt(asked, wire, settings)
    points = _prioritize(asked, wire, nodes)
    _bind(asked, wire.pod, list(nodes) if is_settled else None, settings.include)
    return Trials(
        each=tuple(trial.trial for trial in tried),
        feasible=tuple(map(shown, nodes)) if is_settled else None,
        points={shown(name): points.get(name, 0) for name in nodes} if is_settled else {},
        unsettled=tuple(trial.trial.index for trial in tried if trial.is_open),
    )


def _prepare(
    index: int, extender: Extender, line: int | None, trial_inputs: TrialInputs, settings: TrialSettings
) -> OngoingTrial:
    trust, findings = connection(extender)
    access = None if trust is None else ExtenderAccess(extender, trust, settings.release, settings.seconds)
    interested = is_interested(extender, trial_inputs.pod)
    weighed = weigh(extender, settings.plugin_points) if extender.prioritize_verb else ()
    trial = ExtenderTrial(
        index=index,
        line=line,
        url_prefix=without_login(extender.url_prefix),
        weight=extender.weight,
        timeout_milliseconds=extender.http_timeout / _MILLION,
        ignorable=extender.ignorable,
        interested=interested,
        findings=errors_first([*findings, *_use(extender, interested=interested), *weighed]),
    )
    return OngoingTrial(extender, access, trial, is_open=access is None)


def _filter(one: OngoingTrial, pod: ApiObject, nodes: dict[str, ApiObject]) -> dict[str, ApiObject]:
    """Ask for filtering, and return the nodes that go on."""
    if not one.extender.filter_verb:
        return nodes
    if not nodes:
        one.skip(ExtenderVerb.FILTER, "the filters before it left no node")
        return nodes
    access, body = one.asked_by, extender_args(one.extender, pod, nodes)
    result = call_extender(access, ExtenderVerb.FILTER, body, response_types.FILTER_RESULT, len(nodes))
    sifted = FilterOutcome(None) if result.failed else filter_outcome(result.value, nodes, access)
    call = result.with_findings(*sifted.findings).call
    if sifted.nodes is None:
        one.note(call)
        one.is_open = result.gave_up
        one.is_broken = not (one.extender.ignorable or result.gave_up)
        return nodes
    one.note(call, passed=tuple(map(shown, sifted.nodes)), filtered=sifted.filtered)
    return sifted.nodes


def _preempt(asked: Iterable[OngoingTrial], trial_inputs: TrialInputs, settings: TrialSettings) -> None:
    """Ask for victims, each extender for what the one before left; only where nothing fits would upstream ask."""
    verb = ExtenderVerb.PREEMPT
    victims = {
        name: pod_on_wire(pod, settings.release) for name, pod in inputs.built_in_victims(trial_inputs.nodes).items()
    }
    for trial in asked:
        if not trial.extender.preempt_verb:
            continue
        if verb not in settings.include:
            trial.skip(verb, "it is only called with `--include preempt`, as its side effects are not known")
            continue
        if not victims:
            trial.skip(verb, "the extenders before it left no victims")
            continue
        access, body = trial.asked_by, preemption_args(trial.extender, trial_inputs.pod, victims)
        result = call_extender(access, verb, body, response_types.PREEMPTION_RESULT, len(victims))
        if not result.failed:
            left, findings = preemption_outcome(result.value, victims, trial_inputs.nodes, access)
            result = result.with_findings(*findings)
            victims = victims if left is None else left
        trial.note(result.call)


def _prioritize(asked: Iterable[OngoingTrial], trial_inputs: TrialInputs, left: dict[str, ApiObject]) -> dict[str, int]:
    """Ask for scores, and return each node's points; with too few nodes left, all nodes are asked about."""
    enough = len(left) >= _FEWEST
    nodes = left if enough else trial_inputs.nodes
    points = dict.fromkeys(nodes, 0)
    for trial in asked:
        if not trial.extender.prioritize_verb:
            continue
        body = extender_args(trial.extender, trial_inputs.pod, nodes)
        result = call_extender(
            trial.asked_by, ExtenderVerb.PRIORITIZE, body, response_types.HOST_PRIORITY_LIST, len(nodes)
        )
        if not enough:
            result = result.with_findings(would_not_be_asked(len(left)))
        if result.failed:
            trial.note(result.call)
            continue
        ranking = rank(result.value, list(nodes), trial.extender.weight)
        trial.note(result.with_findings(*ranking.findings).call, scored=ranking.scored)
        for name, its in ranking.points.items():
            points[name] = wrapped_int64(points[name] + its)
    return points


def _bind(
    asked: Iterable[OngoingTrial], pod: ApiObject, left: list[str] | None, include: frozenset[ExtenderVerb]
) -> None:
    """Ask the binder, of which a configuration has one at most, to bind the Pod to the first node that is left."""
    verb = ExtenderVerb.BIND
    for trial in asked:
        if not trial.extender.bind_verb:
            continue
        why = bind_skipped(include, left)
        if why or not left:
            trial.skip(verb, why)
            continue
        result = call_extender(trial.asked_by, verb, binding_args(pod, left[0]), response_types.BINDING_RESULT, 1)
        if not result.failed and result.value.get("Error"):
            result = result.with_findings(answered_error(result.value["Error"], trial.asked_by, verb))
        trial.note(result.call)


def _use(extender: Extender, *, interested: bool) -> Iterator[ProbeFinding]:
    if not extender.verbs:
        yield ExtenderFinding.NO_VERB.finding(
            "The extender has no verb: kube-scheduler never calls it",
            "Write `filterVerb` or `prioritizeVerb`, or remove the extender.",
        )
    if not interested:
        managed = listed(resource.name for resource in extender.managed_resources)
        yield ExtenderFinding.NOT_INTERESTED.finding(
            f"No container of the Pod requests {managed}: kube-scheduler does not call the extender for it",
            "Use a Pod that requests one of its `managedResources` (`--pod`).",
        )
