"""How would the extenders of a file answer?"""

from collections.abc import Iterator
from dataclasses import dataclass

from schedcfg.configuration.effective.model import Configuration
from schedcfg.external.probe.configuration import line_of, release_of, validate_file
from schedcfg.external.probe.extender import inputs
from schedcfg.external.probe.extender.connection import TrialSettings
from schedcfg.external.probe.extender.findings import ExtenderFinding
from schedcfg.external.probe.extender.results import ExtenderProbe, ExtenderVerb
from schedcfg.external.probe.extender.scoring import plugin_points
from schedcfg.external.probe.extender.trial import try_all
from schedcfg.external.probe.extender.wire import TrialInputs
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.findings import Verdict
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
    return _probe(validated, options, asked)


def _probe(validated: ValidatedFile, options: Options, asked: ExtenderProbeOptions) -> ExtenderProbe:
    chosen = _choose(validated)
    configuration = chosen.configuration
    assert configuration is not None
    if not configuration.extenders:
        finding = ExtenderFinding.NO_EXTENDER.finding(
            "The file configures no extender, so there is nothing to call", "Use the file that has `extenders`."
        )
        return ExtenderProbe(validated.report, configuration.release.name, findings=(finding,))
    trial_inputs = _trial_inputs(configuration, asked)
    points = plugin_points(configuration, options.registry)
    trial_settings = TrialSettings(configuration.release, asked.include, asked.seconds, points)
    lines = [line_of(chosen, ("extenders", number)) for number in range(len(configuration.extenders))]
    trials = try_all(configuration.extenders, lines, trial_inputs, trial_settings)
    return ExtenderProbe(
        file=validated.report,
        kubernetes=configuration.release.name,
        pod=trial_inputs.pod_name,
        nodes=tuple(trial_inputs.nodes),
        built_in=trial_inputs.built_in,
        is_named=bool(asked.names),
        trials=trials.each,
        feasible=trials.feasible,
        points=trials.points,
        unsettled=trials.unsettled,
        plugin_points=points,
        findings=tuple(fewer_nodes_sampled(configuration, len(trial_inputs.nodes))),
    )


def _choose(validated: ValidatedFile) -> ValidatedDocument:
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
    pod = (
        inputs.built_in_pod(resources)
        if asked.pod is None
        else inputs.given_pod(inputs.documents(asked.pod), asked.pod)
    )
    if asked.nodes is None:
        nodes = inputs.built_in_nodes(asked.names or inputs.BUILT_IN_NAMES, resources, configuration.release.number)
    else:
        nodes = inputs.given_nodes(inputs.documents(asked.nodes), asked.nodes)
    built_in = frozenset({"pod"} if asked.pod is None else ()) | frozenset({"nodes"} if asked.nodes is None else ())
    return TrialInputs(pod, nodes, built_in)


_FEWEST = 100
"""Nodes; of fewer, all are looked for."""

_ALL = 100
_ADAPTIVE, _NODES_PER_PERCENT, _LEAST = 50, 125, 5


def sampled_nodes(nodes: int, percentage: int) -> int:
    """Return at how many nodes that fit kube-scheduler stops looking for more.

    Upstream: `numFeasibleNodesToFind` in `pkg/scheduler/schedule_one.go`.

    Args:
        nodes: How many there are.
        percentage: `percentageOfNodesToScore`; 0: it goes by the number of nodes.
    """
    if nodes < _FEWEST or percentage >= _ALL:
        return nodes
    percentage = percentage or max(_ADAPTIVE - nodes // _NODES_PER_PERCENT, _LEAST)
    return max(nodes * percentage // 100, _FEWEST)


def fewer_nodes_sampled(configuration: Configuration, nodes: int) -> Iterator[ProbeFinding]:
    """Yield whether a trial with so many nodes asks more than kube-scheduler does, in every profile."""
    general = configuration.percentage_of_nodes_to_score
    own = [profile.percentage_of_nodes_to_score for profile in configuration.profiles]
    most = max(sampled_nodes(nodes, general if one is None else one) for one in own or [None])
    if most < nodes:
        yield ExtenderFinding.FEWER_AT_ONCE.finding(
            f"This probe sends all {nodes} nodes; kube-scheduler stops at {most} feasible ones "
            "(`percentageOfNodesToScore`) and sends these: its requests are smaller, and responses faster",
            f"Use {most} nodes to see how long a Pod waits.",
        )
