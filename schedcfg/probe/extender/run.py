"""How would the extenders of a file answer?"""

from dataclasses import dataclass

from schedcfg.effective.model import Configuration
from schedcfg.findings import Verdict
from schedcfg.operations.files import Settings
from schedcfg.operations.judging import Judged
from schedcfg.operations.validation import JudgedFile
from schedcfg.probe.configuration import line_of, release_of, validate_file
from schedcfg.probe.extender import inputs
from schedcfg.probe.extender.connection import TrialSettings
from schedcfg.probe.extender.findings import ExtenderFinding
from schedcfg.probe.extender.node_sampling import fewer_nodes_sampled
from schedcfg.probe.extender.request_bodies import TrialInputs
from schedcfg.probe.extender.results import ExtenderProbe, ExtenderVerb
from schedcfg.probe.extender.scoring import plugin_points
from schedcfg.probe.extender.trial import try_all


@dataclass(frozen=True, slots=True)
class ExtenderProbeOptions:
    """What extenders are asked about, and for.

    Attributes:
        pod: A file with a Pod, or with a workload that makes Pods; None: a built-in one.
        nodes: A file with nodes; None: built-in ones.
        names: What the built-in nodes are called; empty: names of our own.
        include: Which of `PREEMPT` and `BIND` to ask for, too. A binder really binds.
        seconds: A bound on each call besides `httpTimeout`; None: `httpTimeout` alone.
    """

    pod: str | None = None
    nodes: str | None = None
    names: tuple[str, ...] = ()
    include: frozenset[ExtenderVerb] = frozenset()
    seconds: float | None = None


def probe_extender(raw: bytes, path: str, settings: Settings, options: ExtenderProbeOptions) -> ExtenderProbe:
    """Ask each extender of a KubeSchedulerConfiguration or legacy Policy what kube-scheduler would ask it.

    Args:
        raw: The file's bytes.
        path: Its name in the result.
        settings: How to judge it; a file that is refused asks nobody.
        options: What to ask.

    Raises:
        UnreadableInput: if a file with the Pod or the nodes cannot be used.
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    validated = validate_file(raw, path, settings)
    if validated.report.verdict is not Verdict.ACCEPTED:
        return ExtenderProbe(validated.report, release_of(validated))
    return _probed(validated, settings, options)


def _probed(validated: JudgedFile, settings: Settings, options: ExtenderProbeOptions) -> ExtenderProbe:
    chosen = _chosen(validated)
    configuration = chosen.configuration
    assert configuration is not None
    if not configuration.extenders:
        finding = ExtenderFinding.NO_EXTENDER.finding(
            "The file configures no extender: there is nobody to ask", "Name the file that has `extenders`."
        )
        return ExtenderProbe(validated.report, configuration.release.name, findings=(finding,))
    trial_inputs = _question(configuration, options)
    points = plugin_points(configuration, settings.world)
    trial_settings = TrialSettings(configuration.release.number, options.include, options.seconds, points)
    lines = [line_of(chosen, ("extenders", number)) for number in range(len(configuration.extenders))]
    trials = try_all(configuration.extenders, lines, trial_inputs, trial_settings)
    return ExtenderProbe(
        file=validated.report,
        kubernetes=configuration.release.name,
        pod=trial_inputs.pod_name,
        nodes=tuple(trial_inputs.nodes),
        built_in=trial_inputs.built_in,
        is_named=bool(options.names),
        trials=trials.each,
        feasible=trials.outcome.feasible,
        points=trials.outcome.points,
        plugin_points=points,
        findings=tuple(fewer_nodes_sampled(configuration, len(trial_inputs.nodes))),
    )


def _chosen(validated: JudgedFile) -> Judged:
    """Return one of several configurations in a file: the first that has extenders, else the first."""
    with_extenders = (one for one in validated.documents if one.configuration and one.configuration.extenders)
    return next(with_extenders, validated.documents[0])


def _question(configuration: Configuration, options: ExtenderProbeOptions) -> TrialInputs:
    """Read or make what extenders are asked about.

    Raises:
        UnreadableInput: if a file cannot be used.
    """
    resources = inputs.managed_resources(configuration.extenders)
    pod = (
        inputs.built_in_pod(resources)
        if options.pod is None
        else inputs.given_pod(inputs.documents(options.pod), options.pod)
    )
    if options.nodes is None:
        nodes = inputs.built_in_nodes(options.names or inputs.BUILT_IN_NAMES, resources, configuration.release.number)
    else:
        nodes = inputs.given_nodes(inputs.documents(options.nodes), options.nodes)
    built_in = frozenset({"pod"} if options.pod is None else ()) | frozenset({"nodes"} if options.nodes is None else ())
    return TrialInputs(pod, nodes, built_in)
