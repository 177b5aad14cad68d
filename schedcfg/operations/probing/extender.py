"""How would the extenders of a file answer?"""

from typing import NamedTuple

from schedcfg.document import decode_text, parse
from schedcfg.document_validation import ValidatedDocument
from schedcfg.effective.model import Configuration
from schedcfg.errors import UnreadableInput
from schedcfg.findings import Severity, Verdict
from schedcfg.operations.probing.judging import judge, line_of, release_of
from schedcfg.options import Options
from schedcfg.probe.extender import Kind, Question, Setting, fewer_at_once, given, plugin_points, try_all
from schedcfg.probe.extender import built_in as ours
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import ExtenderProbe, Verb
from schedcfg.sources import Source, TooLarge
from schedcfg.validation import ValidatedFile

_LARGEST = 256 * 1024 * 1024
"""Bytes of a file with nodes: Kubernetes has 5,000 at most, each with 10 to 20 KB."""


class Trying(NamedTuple):
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


def probe_extender(raw: bytes, path: str, options: Options, trying: Trying) -> ExtenderProbe:
    """Ask each extender of a KubeSchedulerConfiguration or legacy Policy what kube-scheduler would ask it.

    Args:
        raw: The file's bytes.
        path: Its name in the result.
        options: How to judge it; a file that is refused asks nobody.
        trying: What to ask.

    Raises:
        UnreadableInput: if a file with the Pod or the nodes cannot be used.
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    judged = judge(raw, path, options)
    if judged.report.verdict is not Verdict.ACCEPTED:
        return ExtenderProbe(judged.report, release_of(judged))
    return _probed(judged, options, trying)


def _probed(judged: ValidatedFile, options: Options, trying: Trying) -> ExtenderProbe:
    chosen = _chosen(judged)
    configuration = chosen.configuration
    assert configuration is not None
    if not configuration.extenders:
        finding = tell(
            Kind.NO_EXTENDER,
            Severity.ERROR,
            "The file configures no extender: there is nobody to ask",
            "Name the file that has `extenders`.",
        )
        return ExtenderProbe(judged.report, configuration.release.name, findings=(finding,))
    question = _question(configuration, trying)
    points = plugin_points(configuration, options.registry)
    setting = Setting(configuration.release.number, trying.include, trying.seconds, points)
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
        findings=tuple(fewer_at_once(configuration, len(question.nodes))),
    )


def _chosen(judged: ValidatedFile) -> ValidatedDocument:
    """Choose among several configurations in a file: the first that has extenders, else the first."""
    with_extenders = (one for one in judged.documents if one.configuration and one.configuration.extenders)
    return next(with_extenders, judged.documents[0])


def _question(configuration: Configuration, trying: Trying) -> Question:
    """Read or make what extenders are asked about.

    Raises:
        UnreadableInput: if a file cannot be used.
    """
    resources = ours.managed_resources(configuration.extenders)
    pod = ours.pod(resources) if trying.pod is None else given.pod(_documents(trying.pod), trying.pod)
    if trying.nodes is None:
        nodes = ours.nodes(trying.names or ours.NAMES, resources, configuration.release.number)
    else:
        nodes = given.nodes(_documents(trying.nodes), trying.nodes)
    built_in = frozenset({"pod"} if trying.pod is None else ()) | frozenset({"nodes"} if trying.nodes is None else ())
    return Question(pod, nodes, built_in)


def _documents(path: str) -> list[object]:
    try:
        stream = parse(decode_text(Source(path).read(_LARGEST)))
    except TooLarge as error:
        raise UnreadableInput(f"{path}: {error}", "Give fewer nodes.") from None
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}", error.help) from None
    if stream.error is not None:
        line = stream.error.span.start.line
        raise UnreadableInput(f"{path}:{line}: {stream.error.message}", stream.error.help)
    return [document.data for document in stream.documents]
