"""How would the extenders of a file answer?"""

from dataclasses import dataclass

from schedcfg.effective.model import Configuration
from schedcfg.findings import Severity, Verdict
from schedcfg.operations.files import Settings
from schedcfg.operations.judging import Judged
from schedcfg.operations.validation import JudgedFile
from schedcfg.probe.configuration import judge, line_of, release_of
from schedcfg.probe.extender import inputs
from schedcfg.probe.extender.connection import TrialSettings
from schedcfg.probe.extender.findings import ExtenderFinding
from schedcfg.probe.extender.node_sampling import fewer_nodes_sampled
from schedcfg.probe.extender.request_bodies import TrialInputs
from schedcfg.probe.extender.results import ExtenderProbe, Verb
from schedcfg.probe.extender.scoring import plugin_points
from schedcfg.probe.extender.trial import try_all
from schedcfg.probe.findings import make_finding


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
    include: frozenset[Verb] = frozenset()
    seconds: float | None = None


def probe_extender(raw: bytes, path: str, settings: Settings, trying: ExtenderProbeOptions) -> ExtenderProbe:
    """Ask each extender of a KubeSchedulerConfiguration or legacy Policy what kube-scheduler would ask it.

    Args:
        raw: The file's bytes.
        path: Its name in the result.
        settings: How to judge it; a file that is refused asks nobody.
        trying: What to ask.

    Raises:
        UnreadableInput: if a file with the Pod or the nodes cannot be used.
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    judged = judge(raw, path, settings)
    if judged.report.verdict is not Verdict.ACCEPTED:
        return ExtenderProbe(judged.report, release_of(judged))
    return _probed(judged, settings, trying)


def _probed(judged: JudgedFile, settings: Settings, trying: ExtenderProbeOptions) -> ExtenderProbe:
    chosen = _chosen(judged)
    configuration = chosen.configuration
    assert configuration is not None
    if not configuration.extenders:
        finding = make_finding(
            ExtenderFinding.NO_EXTENDER,
            Severity.ERROR,
            "The file configures no extender: there is nobody to ask",
            "Name the file that has `extenders`.",
        )
        return ExtenderProbe(judged.report, configuration.release.name, findings=(finding,))
    question = _question(configuration, trying)
    points = plugin_points(configuration, settings.world)
    setting = TrialSettings(configuration.release.number, trying.include, trying.seconds, points)
    lines = [line_of(chosen, ("extenders", number)) for number in range(len(configuration.extenders))]
    trials = try_all(configuration.extenders, lines, question, setting)
    return ExtenderProbe(
        file=judged.report,
        kubernetes=configuration.release.name,
        pod=question.pod_name,
        nodes=tuple(question.nodes),
        built_in=question.built_in,
        is_named=bool(trying.names),
        trials=trials.each,
        feasible=trials.outcome.feasible,
        points=trials.outcome.points,
        plugin_points=points,
        findings=tuple(fewer_nodes_sampled(configuration, len(question.nodes))),
    )


def _chosen(judged: JudgedFile) -> Judged:
    """Return one of several configurations in a file: the first that has extenders, else the first."""
    with_extenders = (one for one in judged.documents if one.configuration and one.configuration.extenders)
    return next(with_extenders, judged.documents[0])


def _question(configuration: Configuration, trying: ExtenderProbeOptions) -> TrialInputs:
    """Read or make what extenders are asked about.

    Raises:
        UnreadableInput: if a file cannot be used.
    """
    resources = inputs.managed_resources(configuration.extenders)
    pod = (
        inputs.built_in_pod(resources)
        if trying.pod is None
        else inputs.given_pod(inputs.documents(trying.pod), trying.pod)
    )
    if trying.nodes is None:
        nodes = inputs.built_in_nodes(trying.names or inputs.BUILT_IN_NAMES, resources, configuration.release.number)
    else:
        nodes = inputs.given_nodes(inputs.documents(trying.nodes), trying.nodes)
    built_in = frozenset({"pod"} if trying.pod is None else ()) | frozenset({"nodes"} if trying.nodes is None else ())
    return TrialInputs(pod, nodes, built_in)
