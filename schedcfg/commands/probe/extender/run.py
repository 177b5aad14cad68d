"""How would the extenders of a file respond? Each gets one request of each verb, as for one Pod.

First all filters, each for what the one before let through; then, if requested, preemption; then scores for the nodes
that are left; last, if requested, binding. Where upstream would stop, later extenders are still called.

Upstream: `pkg/scheduler/schedule_one.go`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from schedcfg.commands.probe import inputs
from schedcfg.commands.probe.extender.findings import ExtenderFinding, sentence
from schedcfg.commands.probe.extender.requests import (
    binding_args,
    extender_args,
    is_interested,
    preemption_args,
    verb_of,
)
from schedcfg.commands.probe.extender.responses import (
    ExtenderCall,
    filtered_nodes,
    left_victims,
    passed_nodes,
    scored_nodes,
)
from schedcfg.commands.probe.extender.results import Call, ExtenderProbe, ExtenderTrial, ExtenderVerb
from schedcfg.commands.probe.findings import ProbeFinding
from schedcfg.commands.probe.inputs import ApiObject
from schedcfg.configuration.effective.model import Configuration, Extender
from schedcfg.document.golang.text import harmless
from schedcfg.document.secrets import without_login
from schedcfg.document.texts import listing
from schedcfg.findings import Severity, Verdict
from schedcfg.integrations.extenders import ExtenderAccess, access_to, url_of
from schedcfg.integrations.http_failures import RequestFailed
from schedcfg.releases.release import Release
from schedcfg.validation.options import Options
from schedcfg.validation.validated_file import ValidatedFile


@dataclass(frozen=True, slots=True)
class ExtenderProbeOptions:
    """What extenders are asked about, and for."""

    pod: str | None = None  # A file with a Pod, or with a workload that makes Pods; None: a built-in one
    nodes: str | None = None  # A file with nodes; None: built-in ones
    names: tuple[str, ...] = ()  # What the built-in nodes are called; empty: names of our own
    # Which of `PREEMPT` and `BIND` to ask for, too. A binder really binds.
    include: frozenset[ExtenderVerb] = frozenset()
    seconds: float | None = None  # A bound on each call besides `httpTimeout`; None: a minute


def probe_extender(raw: bytes, path: str, options: Options, asked: ExtenderProbeOptions) -> ExtenderProbe:
    """Call each extender of a KubeSchedulerConfiguration or legacy Policy as kube-scheduler would.

    Args:
        raw: The file's bytes.
        path: Its name in the result.
        options: How to validate it; where it is refused, no server is called.
        asked: What to ask.

    Raises:
        UnreadableInput: if a file with the Pod or the nodes cannot be used.
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    validated = inputs.validate_file(raw, path, options)
    if validated.report.verdict is not Verdict.ACCEPTED:
        return ExtenderProbe(validated.report, inputs.release_of(validated))
    configuration, lines = _configuration_to_probe(validated)
    release, extenders = configuration.release, configuration.extenders
    if not extenders:
        return ExtenderProbe(validated.report, release.name, findings=(_NO_EXTENDER,))
    resources = sorted({resource.name for one in extenders for resource in one.managed_resources})
    pod = inputs.built_in_pod(resources) if asked.pod is None else inputs.given_pod(asked.pod)
    if asked.nodes is None:
        nodes = inputs.built_in_nodes(asked.names or inputs.BUILT_IN_NAMES, resources)
    else:
        nodes = inputs.given_nodes(asked.nodes)
    run = _Run([_OngoingTrial.of(*one, pod, release, asked.seconds) for one in zip(extenders, lines, strict=True)], pod)
    feasible = run.call_all(nodes, asked.include)
    return ExtenderProbe(
        file=validated.report,
        kubernetes=release.name,
        pod=f"{pod['metadata']['namespace']}/{pod['metadata']['name']}",
        nodes=tuple(nodes),
        built_in=(*(("nodes",) if asked.nodes is None else ()), *(("pod",) if asked.pod is None else ())),
        is_named=bool(asked.names),
        trials=tuple(trial.trial for trial in run.trials),
        feasible=feasible,
    )


_NO_EXTENDER = ExtenderFinding.NO_EXTENDER.finding(
    "The file configures no extender, so there is nothing to call", "Use the file that has `extenders`."
)


def _configuration_to_probe(validated: ValidatedFile) -> tuple[Configuration, list[tuple[int, int]]]:
    """Return one of several configurations of a file, the first with extenders, and the place and line of each."""
    documents = [document for document in validated.documents if document.configuration is not None]
    chosen = next((one for one in documents if one.configuration and one.configuration.extenders), documents[0])
    assert chosen.configuration is not None
    number = len(chosen.configuration.extenders)
    return chosen.configuration, [(index, inputs.line_of(chosen, ("extenders", index))) for index in range(number)]


@dataclass(eq=False)
class _OngoingTrial:
    """An extender, and what is known of it so far."""

    extender: Extender
    release: Release
    access: ExtenderAccess | None  # How it is called; None where it is not: no client can be made, or it is not asked
    trial: ExtenderTrial

    @classmethod
    def of(
        cls, extender: Extender, place: tuple[int, int], pod: ApiObject, release: Release, seconds: float | None
    ) -> "_OngoingTrial":
        """Return an extender that was not called yet."""
        interested = is_interested(extender, pod)
        trial = ExtenderTrial.of(extender, *place, interested=interested)
        if not interested:
            return cls(extender, release, None, replace(trial, findings=(_not_interested(extender),)))
        try:
            return cls(extender, release, access_to(extender, seconds), trial)
        except RequestFailed as error:
            # `NewHTTPExtender` gets no further.
            message = f"{sentence(str(error))}: kube-scheduler does not start if it is so where it runs"
            finding = ProbeFinding(error.kind.id, Severity.ERROR, message, error.help)
            return cls(extender, release, None, replace(trial, findings=(finding,)))

    def skip(self, verb: ExtenderVerb, why: str) -> None:
        """Note a call that is not made."""
        self._add(replace(self._call(verb, 0), skipped=why))

    def send(self, verb: ExtenderVerb, body: bytes, sent: int) -> ExtenderCall:
        """Make a call, and return it with what came of it."""
        assert self.access is not None
        made = ExtenderCall(self.access, self.release, self._call(verb, sent))
        made.send(body)
        return made

    def note(self, made: ExtenderCall, **learned: object) -> None:
        """Keep a call, and what it brought."""
        self._add(made.call, **({} if made.failed else learned))

    def _add(self, call: Call, **learned: object) -> None:
        self.trial = replace(self.trial, calls=(*self.trial.calls, call), **learned)  # type: ignore[arg-type]

    def _call(self, verb: ExtenderVerb, sent: int) -> Call:
        url = without_login(url_of(self.extender, verb_of(self.extender, verb)))
        return Call(verb, url, sent, self.extender.node_cache_capable)


def _not_interested(extender: Extender) -> ProbeFinding:
    managed = listing([f"`{resource.name}`" for resource in extender.managed_resources], 5)
    return ExtenderFinding.NOT_INTERESTED.finding(
        f"No container of the Pod requests {managed}: kube-scheduler does not call the extender for it",
        "Use a Pod that requests one of its `managedResources` (`--pod`).",
    )


@dataclass(eq=False)
class _Run:
    """The way of a Pod through all extenders."""

    trials: list[_OngoingTrial]
    pod: ApiObject

    def call_all(self, nodes: Mapping[str, ApiObject], include: frozenset[ExtenderVerb]) -> tuple[str, ...] | None:
        """Call the extenders, and return which nodes they leave; None where that is not known."""
        left = self._filter(nodes)
        self._preempt(nodes, include)
        # For scores, kube-scheduler would want two nodes.
        self._prioritize(left if len(left) > 1 else nodes)
        is_known = not any(one.trial.fails_filter or (one.trial.interested and not one.access) for one in self.trials)
        self._bind(list(left) if is_known else [], include)
        return tuple(harmless(name, 200) for name in left) if is_known else None

    def _asked(self, verb: ExtenderVerb) -> list[_OngoingTrial]:
        return [one for one in self.trials if one.access is not None and verb_of(one.extender, verb)]

    def _filter(self, nodes: Mapping[str, ApiObject]) -> Mapping[str, ApiObject]:
        """Return the nodes that go on."""
        for one in self._asked(ExtenderVerb.FILTER):
            if not nodes:
                one.skip(ExtenderVerb.FILTER, "the filters before it left no node")
                continue
            made = one.send(ExtenderVerb.FILTER, extender_args(one.extender, self.pod, nodes), len(nodes))
            passed = {} if made.failed else passed_nodes(made, nodes)
            left_out = [name for name in nodes if name not in passed]
            shown = tuple(harmless(name, 200) for name in passed)
            one.note(made, passed=shown, filtered=filtered_nodes(made.value, left_out))
            nodes = nodes if made.failed else passed
        return nodes

    def _preempt(self, nodes: Mapping[str, ApiObject], include: frozenset[ExtenderVerb]) -> None:
        """Ask for victims, each extender for what the one before left; only where nothing fits would upstream ask."""
        verb, victims = ExtenderVerb.PREEMPT, inputs.built_in_victims(nodes)
        for one in self._asked(verb):
            if verb not in include:
                one.skip(verb, "it is only called with `--include preempt`, as its side effects are not known")
            elif not victims:
                one.skip(verb, "the extenders before it left no victims")
            else:
                made = one.send(verb, preemption_args(one.extender, self.pod, victims), len(victims))
                left = {} if made.failed else left_victims(made, victims)
                victims = victims if made.failed else left
                one.note(made)

    def _prioritize(self, nodes: Mapping[str, ApiObject]) -> None:
        for one in self._asked(ExtenderVerb.PRIORITIZE):
            made = one.send(ExtenderVerb.PRIORITIZE, extender_args(one.extender, self.pod, nodes), len(nodes))
            one.note(made, scored=() if made.failed else scored_nodes(made, list(nodes)))

    def _bind(self, left: list[str], include: frozenset[ExtenderVerb]) -> None:
        """Ask the binder, of which a configuration has one at most, to bind the Pod to the first node that is left."""
        verb = ExtenderVerb.BIND
        for one in self._asked(verb):
            if verb not in include:
                one.skip(verb, "it would really bind a Pod, and is only called with `--include bind`")
            elif not left:
                one.skip(verb, "no node is left to bind the Pod to")
            else:
                one.note(one.send(verb, binding_args(self.pod, left[0]), 1))
