"""How would the extenders of a file answer? All are asked in the order in which a Pod meets them.

First all filters, each on what the one before let through; then, if requested, preemption; then scores for the nodes
that are left; last, if requested, binding. What upstream would stop at is a finding; later extenders are still tried.

Upstream: `pkg/scheduler/schedule_one.go`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from schedcfg.commands.probe import inputs
from schedcfg.commands.probe.extender import wire
from schedcfg.commands.probe.extender.answers import (
    FilterOutcome,
    answered_error,
    filter_outcome,
    preemption_outcome,
    rank,
)
from schedcfg.commands.probe.extender.call import call_extender
from schedcfg.commands.probe.extender.connection import ExtenderAccess, connection
from schedcfg.commands.probe.extender.findings import ExtenderFinding, listed, shown
from schedcfg.commands.probe.extender.results import Call, ExtenderProbe, ExtenderTrial, ExtenderVerb
from schedcfg.commands.probe.extender.wire import ApiObject, TrialInputs
from schedcfg.commands.probe.findings import errors_first
from schedcfg.commands.probe.inputs import line_of, release_of, validate_file
from schedcfg.configuration.effective.model import Configuration, Extender
from schedcfg.configuration.effective.plugin_sets import running_at
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document.golang.numbers import wrapped_int64
from schedcfg.document.secrets import without_login
from schedcfg.findings import Verdict
from schedcfg.plugins.plugin import MAX_NODE_SCORE
from schedcfg.releases.release import Release
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.text import ValidatedFile


@dataclass(frozen=True, slots=True)
class ExtenderProbeOptions:
    """What extenders are asked about, and for."""

    pod: str | None = None  # A file with a Pod, or with a workload that makes Pods; None: a built-in one
    nodes: str | None = None  # A file with nodes; None: built-in ones
    names: tuple[str, ...] = ()  # What the built-in nodes are called; empty: names of our own
    # Which of `PREEMPT` and `BIND` to ask for, too. A binder really binds.
    include: frozenset[ExtenderVerb] = frozenset()
    seconds: float | None = None  # A bound on each call besides `httpTimeout`; None: `httpTimeout` alone


def probe_extender(raw: bytes, path: str, options: Options, asked: ExtenderProbeOptions) -> ExtenderProbe:
    """Ask each extender of a KubeSchedulerConfiguration or legacy Policy what kube-scheduler would ask it.

    Args:
        raw: The file's bytes.
        path: Its name in the result.
        options: How to validate it; where it is refused, no server is asked.
        asked: What to ask.

    Raises:
        UnreadableInput: if a file with the Pod or the nodes cannot be used.
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    validated = validate_file(raw, path, options)
    if validated.report.verdict is not Verdict.ACCEPTED:
        return ExtenderProbe(validated.report, release_of(validated))
    chosen = _configuration_to_probe(validated)
    configuration = chosen.configuration
    assert configuration is not None
    if not configuration.extenders:
        return ExtenderProbe(validated.report, configuration.release.name, findings=(_NO_EXTENDER,))
    given = _trial_inputs(configuration, asked)
    probe = ExtenderProbe(
        file=validated.report,
        kubernetes=configuration.release.name,
        pod=given.pod_name,
        nodes=tuple(given.nodes),
        built_in=given.built_in,
        is_named=bool(asked.names),
        plugin_points=_plugin_points(configuration, options.registry),
    )
    release, sent = configuration.release, given.on_wire(configuration.release)
    trials = [
        _prepare(
            extender, ExtenderTrial.of(extender, index, line_of(chosen, ("extenders", index))), sent, release, asked
        )
        for index, extender in enumerate(configuration.extenders)
    ]
    return _try_all(probe, trials, sent, asked.include)


_NO_EXTENDER = ExtenderFinding.NO_EXTENDER.finding(
    "The file configures no extender, so there is nothing to call", "Use the file that has `extenders`."
)


def _configuration_to_probe(validated: ValidatedFile) -> ValidatedDocument:
    """Return one of several configurations in a file: the first that has extenders, else the first."""
    with_extenders = (
        document for document in validated.documents if document.configuration and document.configuration.extenders
    )
    return next(with_extenders, validated.documents[0])


def _trial_inputs(configuration: Configuration, asked: ExtenderProbeOptions) -> TrialInputs:
    """Read or make what extenders are asked about.

    Raises:
        UnreadableInput: if a file cannot be used.
    """
    resources = inputs.managed_resources(configuration.extenders)
    if asked.pod is None:
        pod = inputs.built_in_pod(resources)
    else:
        pod = inputs.given_pod(inputs.documents(asked.pod), asked.pod)
    if asked.nodes is None:
        nodes = inputs.built_in_nodes(asked.names or inputs.BUILT_IN_NAMES, resources, configuration.release.number)
    else:
        nodes = inputs.given_nodes(inputs.documents(asked.nodes), asked.nodes)
    given = {"pod": asked.pod, "nodes": asked.nodes}
    return TrialInputs(pod, nodes, frozenset(name for name, file in given.items() if file is None))


def _plugin_points(configuration: Configuration, registry: PluginRegistry) -> dict[str, int]:
    """Return for each profile what its score plugins together can give a node at most.

    Plugins of which nothing is known count where they are enabled by name at `score`.
    """
    points_of = partial(registry.points_of, release=configuration.release)
    return {
        profile.scheduler_name: MAX_NODE_SCORE
        * sum(ref.weight_at("score") for ref in running_at("score", profile, configuration.release, points_of))
        for profile in configuration.profiles
    }


@dataclass(eq=False)
class _OngoingTrial:
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
        url = without_login(wire.url_of(self.extender, verb))
        self.note(Call(verb, url, names_only=self.extender.node_cache_capable, skipped=why))


def _prepare(
    extender: Extender, trial: ExtenderTrial, sent: TrialInputs, release: Release, asked: ExtenderProbeOptions
) -> _OngoingTrial:
    trust, findings = connection(extender)
    access = None if trust is None else ExtenderAccess(extender, trust, release, asked.seconds)
    interested = wire.is_interested(extender, sent.pod)
    if not interested:
        managed = listed(resource.name for resource in extender.managed_resources)
        not_interested = ExtenderFinding.NOT_INTERESTED.finding(
            f"No container of the Pod requests {managed}: kube-scheduler does not call the extender for it",
            "Use a Pod that requests one of its `managedResources` (`--pod`).",
        )
        findings = errors_first([*findings, not_interested])
    trial = replace(trial, interested=interested, findings=findings)
    return _OngoingTrial(extender, access, trial, is_open=access is None)


def _try_all(
    probe: ExtenderProbe, trials: list[_OngoingTrial], sent: TrialInputs, include: frozenset[ExtenderVerb]
) -> ExtenderProbe:
    """Ask extenders what kube-scheduler would ask them, only those that are interested; add what comes of it."""
    asked = [trial for trial in trials if trial.trial.interested and trial.access is not None]
    nodes = sent.nodes
    for trial in asked:
        nodes = _filter(trial, sent.pod, nodes)
    # Without a client for an extender, upstream does not even start.
    is_settled = not any(trial.is_broken or trial.is_open for trial in trials)
    _preempt(asked, sent, include)
    points = _prioritize(asked, sent, nodes)
    _bind(asked, sent.pod, list(nodes) if is_settled else None, include)
    return replace(
        probe,
        trials=tuple(trial.trial for trial in trials),
        feasible=tuple(map(shown, nodes)) if is_settled else None,
        points={shown(name): points.get(name, 0) for name in nodes} if is_settled else {},
        unsettled=tuple(trial.trial.index for trial in trials if trial.is_open),
    )


def _filter(trial: _OngoingTrial, pod: ApiObject, nodes: dict[str, ApiObject]) -> dict[str, ApiObject]:
    """Ask for filtering, and return the nodes that go on."""
    if not trial.extender.filter_verb:
        return nodes
    if not nodes:
        trial.skip(ExtenderVerb.FILTER, "the filters before it left no node")
        return nodes
    access, body = trial.asked_by, wire.extender_args(trial.extender, pod, nodes)
    result = call_extender(access, ExtenderVerb.FILTER, body, wire.FILTER_RESULT, len(nodes))
    outcome = FilterOutcome(None) if result.failed else filter_outcome(result.value, nodes, access)
    call = result.with_findings(*outcome.findings).call
    if outcome.nodes is None:
        trial.note(call)
        trial.is_open = result.gave_up
        trial.is_broken = not (trial.extender.ignorable or result.gave_up)
        return nodes
    trial.note(call, passed=tuple(map(shown, outcome.nodes)), filtered=outcome.filtered)
    return outcome.nodes


def _preempt(asked: Iterable[_OngoingTrial], sent: TrialInputs, include: frozenset[ExtenderVerb]) -> None:
    """Ask for victims, each extender for what the one before left; only where nothing fits would upstream ask."""
    verb = ExtenderVerb.PREEMPT
    victims: dict[str, ApiObject] | None = None
    for trial in asked:
        if not trial.extender.preempt_verb:
            continue
        access = trial.asked_by
        if victims is None:
            built_in = inputs.built_in_victims(sent.nodes).items()
            victims = {name: wire.pod_on_wire(pod, access.release) for name, pod in built_in}
        if verb not in include:
            trial.skip(verb, "it is only called with `--include preempt`, as its side effects are not known")
            continue
        if not victims:
            trial.skip(verb, "the extenders before it left no victims")
            continue
        body = wire.preemption_args(trial.extender, sent.pod, victims)
        result = call_extender(access, verb, body, wire.PREEMPTION_RESULT, len(victims))
        if not result.failed:
            left, findings = preemption_outcome(result.value, victims, sent.nodes, access)
            result = result.with_findings(*findings)
            victims = victims if left is None else left
        trial.note(result.call)


_FEWEST = 2
"""Nodes; with fewer kube-scheduler asks for no scores."""


def _prioritize(asked: Iterable[_OngoingTrial], sent: TrialInputs, left: dict[str, ApiObject]) -> dict[str, int]:
    """Ask for scores, and return each node's points; with too few nodes left, all nodes are asked about."""
    enough = len(left) >= _FEWEST
    nodes = left if enough else sent.nodes
    points = dict.fromkeys(nodes, 0)
    for trial in asked:
        if not trial.extender.prioritize_verb:
            continue
        body = wire.extender_args(trial.extender, sent.pod, nodes)
        result = call_extender(trial.asked_by, ExtenderVerb.PRIORITIZE, body, wire.HOST_PRIORITY_LIST, len(nodes))
        if not enough:
            how_many = "a single node" if left else "no node"
            not_asked = ExtenderFinding.WOULD_NOT_BE_ASKED.finding(
                f"The filters leave {how_many}, for which kube-scheduler does not request scores; this probe sends all "
                "nodes",
                "Use more nodes (`--nodes`) to see how scores decide.",
            )
            result = result.with_findings(not_asked)
        if result.failed:
            trial.note(result.call)
            continue
        ranking = rank(result.value, list(nodes), trial.extender.weight)
        trial.note(result.with_findings(*ranking.findings).call, scored=ranking.scored)
        for name, more in ranking.points.items():
            points[name] = wrapped_int64(points[name] + more)
    return points


def _bind(
    asked: Iterable[_OngoingTrial], pod: ApiObject, left: list[str] | None, include: frozenset[ExtenderVerb]
) -> None:
    """Ask the binder, of which a configuration has one at most, to bind the Pod to the first node that is left.

    Without `left`, kube-scheduler may not get that far.
    """
    verb = ExtenderVerb.BIND
    for trial in asked:
        if not trial.extender.bind_verb:
            continue
        if verb not in include:
            trial.skip(verb, "it would really bind a Pod, and is only called with `--include bind`")
        elif left is None:
            trial.skip(verb, "not all filters responded correctly, so kube-scheduler would not bind anything")
        elif not left:
            trial.skip(verb, "no node is left to bind the Pod to")
        else:
            access = trial.asked_by
            result = call_extender(access, verb, wire.binding_args(pod, left[0]), wire.BINDING_RESULT, 1)
            if not result.failed and result.value.get("Error"):
                result = result.with_findings(answered_error(result.value["Error"], access, verb))
            trial.note(result.call)
