"""What would NetworkTraffic make of the nodes? Prometheus is asked as the plugin asks it."""

import math
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from schedcfg.commands.probe import inputs
from schedcfg.commands.probe.findings import ProbeFinding, errors_first
from schedcfg.commands.probe.inputs import line_of, release_of, validate_file
from schedcfg.commands.probe.network_traffic import measurements, queries, reasons
from schedcfg.commands.probe.network_traffic.queries import is_answered, known_nodes, query_nodes
from schedcfg.commands.probe.network_traffic.results import (
    NodeSource,
    NodeTraffic,
    RatedTraffic,
    TrafficFinding,
    TrafficProbe,
    TrafficReport,
)
from schedcfg.commands.probe.prometheus import Prometheus, QueryFailed, QueryResult, ResultType
from schedcfg.commands.probe.request import HttpLimits, RequestFailed
from schedcfg.configuration.decode import shapes
from schedcfg.configuration.effective.model import ArgsEntry, Profile
from schedcfg.configuration.effective.plugin_sets import running_at
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document.golang.numbers import float_to_int64
from schedcfg.document.secrets import without_login
from schedcfg.findings import Verdict
from schedcfg.plugins.network_traffic import PLUGIN, Measured, NetworkTrafficArgs, Variant, measured
from schedcfg.releases.release import Release
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options

_SCORE = "score"
_WRONG_TYPE = "wrong-type"


@dataclass(frozen=True, slots=True)
class TrafficProbeOptions:
    """About which nodes Prometheus is asked, and how long an answer may take."""

    nodes: tuple[str, ...] = ()  # Their names (`--node`); none: see `file`
    file: str | None = None  # A file (`--nodes`) with the nodes that are asked about; None: see `kubeconfig`
    # A file (`--kubeconfig`) whose cluster's nodes are asked about; None: those that Prometheus knows
    kubeconfig: str | None = None
    context: str | None = None  # Which context of it; None: its current one
    seconds: float = 10.0  # How long each answer may take (`--timeout`)


def probe_network_traffic(raw: bytes, path: str, options: Options, asked: TrafficProbeOptions) -> TrafficProbe:
    """Ask Prometheus what each NetworkTraffic of a file would ask, and return what the plugin makes of the answers.

    Args:
        raw: The file's bytes.
        path: Its name in the report.
        options: How to validate it, as for `effective`.
        asked: About which nodes, and how long an answer may take.

    Returns:
        What each profile's NetworkTraffic would meet; nothing is asked where the file is refused.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
        SchedcfgError: if the nodes were to come from a kubeconfig's cluster, and cannot.
    """
    validated = validate_file(raw, path, options)
    kubernetes = release_of(validated)
    if validated.report.verdict is not Verdict.ACCEPTED:
        return TrafficProbe(validated.report, kubernetes)
    scored = [one for document in validated.documents for one in _scored_profiles(document, options.registry)]
    if not scored:
        return TrafficProbe(validated.report, kubernetes, findings=(_NO_PROFILE,))
    return TrafficProbe(validated.report, kubernetes, tuple(_reports(scored, asked)))


_NO_PROFILE = TrafficFinding.NO_PROFILE.finding(
    f"no profile scores with {PLUGIN.name}, so there is nothing to query",
    f"Enable {PLUGIN.name} at `score`; `schedcfg generate profile network-traffic` writes such a configuration.",
)


@dataclass(frozen=True, slots=True)
class _Scored:
    """A profile that runs the plugin; `measured` is None where its Args cannot be read."""

    name: str
    line: int | None
    weight: int
    measured: Measured | None


def _scored_profiles(validated: ValidatedDocument, registry: PluginRegistry) -> Iterator[_Scored]:
    configuration = validated.configuration
    assert configuration is not None
    points_of = partial(_points_of, registry, configuration.release)
    for profile in configuration.profiles:
        running = running_at(_SCORE, profile, configuration.release, points_of)
        weight = next((ref.weight_at(_SCORE) for ref in running if ref.name == PLUGIN.name), 0)
        if weight:
            entry = profile.args_entry(PLUGIN.name)
            args = _args(entry)
            found = None if args is None else measured(args, configuration.context)
            yield _Scored(profile.scheduler_name, _line(entry, profile, validated), weight, found)


def _points_of(registry: PluginRegistry, release: Release, name: str) -> tuple[str, ...] | None:
    """List the points that a plugin implements; NetworkTraffic is the published one, whatever is declared."""
    return (_SCORE,) if name == PLUGIN.name else registry.points_of(name, release)


def _args(entry: ArgsEntry | None) -> NetworkTrafficArgs | None:
    """Read the Args as either program's, whatever of them the release knows."""
    if entry is None or entry.raw is None:
        return NetworkTrafficArgs()
    args, problems, _, _ = shapes.read(NetworkTrafficArgs, entry.raw, (*entry.path, "args"))
    return None if any(problem.rule == _WRONG_TYPE for problem in problems) else args


def _line(entry: ArgsEntry | None, profile: Profile, validated: ValidatedDocument) -> int | None:
    """Return the line of the Args, or of the profile where it has none; None where nothing is written."""
    path = profile.path if entry is None else entry.path
    if not path:
        return None
    return line_of(validated, path if entry is None else (*path, "args"))


@dataclass(frozen=True, slots=True)
class Examination:
    """What was seen."""

    nodes: tuple[NodeTraffic, ...] = ()  # Best first where they have ranks, else by name
    findings: tuple[ProbeFinding, ...] = ()  # Errors first
    better_query: str | None = None  # What would measure traffic, for one node; None where nothing was measured
    as_meant: bool = False


def _reports(profiles: list[_Scored], asked: TrafficProbeOptions) -> Iterator[TrafficReport]:
    """Yield the reports; profiles with equal Args are asked about once."""
    examined: dict[Measured, Examination] = {}
    source, nodes = _nodes(asked) if any(profile.measured for profile in profiles) else (NodeSource.GIVEN, asked.nodes)
    for profile in profiles:
        if profile.measured is None:
            yield _unread(profile, source)
            continue
        if profile.measured not in examined:
            server = Prometheus(profile.measured.address, HttpLimits(seconds=asked.seconds))
            examined[profile.measured] = examine(profile.measured, server, nodes)
        yield _report(profile, profile.measured, source, examined[profile.measured])


def _nodes(asked: TrafficProbeOptions) -> tuple[NodeSource, tuple[str, ...] | None]:
    if asked.nodes:
        return NodeSource.GIVEN, asked.nodes
    if asked.file is not None:
        return NodeSource.FILE, tuple(inputs.given_nodes(inputs.documents(asked.file), asked.file))
    if asked.kubeconfig is None:
        return NodeSource.PROMETHEUS, None
    from schedcfg.integrations.kubectl import node_names  # noqa: PLC0415 - few ask a cluster

    return NodeSource.CLUSTER, node_names(asked.kubeconfig, asked.context, asked.seconds)


def _report(scored: _Scored, wanted: Measured, source: NodeSource, seen: Examination) -> TrafficReport:
    return TrafficReport(
        profile=scored.name,
        line=scored.line,
        variant=wanted.variant,
        address=without_login(wanted.address),
        interface=wanted.interface,
        minutes=wanted.minutes,
        weight=scored.weight,
        node_source=source,
        nodes=seen.nodes,
        better_query=seen.better_query,
        findings=seen.findings,
        as_meant=seen.as_meant,
    )


def _unread(scored: _Scored, source: NodeSource) -> TrafficReport:
    finding = TrafficFinding.WRONG_ARGS.finding(
        "the Args cannot be read as those of a published NetworkTraffic: the scheduler would not start with them",
        "`schedcfg validate` shows which field is wrong.",
    )
    return TrafficReport(scored.name, scored.line, None, "", "", 0, scored.weight, source, findings=(finding,))


def examine(measured: Measured, prometheus: Prometheus, names: tuple[str, ...] | None = None) -> Examination:
    """Ask for every node what the plugin would ask, and return what it would make of the answers.

    Args:
        measured: The plugin's Args.
        prometheus: At their address.
        names: The nodes; None: those that Prometheus knows.
    """
    # The plugin asks for "now" each time. One "now" for all makes values, samples and rates fit together.
    prometheus = replace(prometheus, now=time.time())
    try:
        names = known_nodes(prometheus, measured.variant) if names is None else tuple(dict.fromkeys(names))
    except (RequestFailed, QueryFailed) as failure:
        return Examination(findings=(reasons.why_failed(failure, measured, prometheus),))
    if not names:
        return Examination(findings=(_NO_NODES,))
    as_meant = measured.variant is Variant.OWN
    findings = list(_published(measured, prometheus, names[0])) if as_meant else []
    replies = query_nodes(prometheus, {name: queries.meant(measured, name) for name in names})
    findings.extend(reasons.unanswered_nodes(replies, measured, prometheus))
    if replies.common is not None:
        nodes = tuple(NodeTraffic(name, queries.published(measured, name)) for name in sorted(names))
        return Examination(nodes, errors_first(findings), as_meant=False)
    nodes, about_values = _evaluate(measured, prometheus, names, replies.replies)
    better = next((queries.better(measured, node.name) for node in nodes if node.value is not None), None)
    return Examination(nodes, errors_first([*findings, *about_values]), better, as_meant=as_meant)


_NO_NODES = TrafficFinding.NO_NODES.finding(
    f"no node is known: neither a label of {queries.METRIC} nor {queries.UNAME} contains a name",
    "Run node exporter on each node. Name the nodes with --node, or use that of their cluster with --kubeconfig.",
)


def _published(measured: Measured, prometheus: Prometheus, name: str) -> Iterator[ProbeFinding]:
    """Ask once what the program of its own asks: it fails for every node alike."""
    with suppress(RequestFailed):
        try:
            yield reasons.why_published_fails(prometheus.query(queries.published(measured, name)), measured, name)
        except QueryFailed as failure:
            # What is no answer of Prometheus itself fails the intended query as well, and is reported there.
            if is_answered(failure):
                yield reasons.why_published_fails(failure, measured, name)


def _evaluate(
    measured: Measured, prometheus: Prometheus, names: Sequence[str], replies: Mapping[str, QueryResult]
) -> tuple[tuple[NodeTraffic, ...], list[ProbeFinding]]:
    """Return what the answers are worth, asking for what explains those without a value."""
    vectors = {node: reply.samples for node, reply in replies.items() if reply.type is ResultType.VECTOR}
    values = {node: samples[0].value for node, samples in vectors.items() if len(samples) == 1}
    findings = list(reasons.odd_answers(replies, measured))
    absent = tuple(node for node, samples in vectors.items() if not samples)
    if absent:
        findings.extend(reasons.missing_samples(measured, absent, prometheus))
    nodes = [NodeTraffic(name, queries.meant(measured, name)) for name in sorted(names)]
    if not values:
        return tuple(nodes), findings
    standings: dict[str, measurements.NodeStanding] = {}
    if len(values) == len(names):
        findings.extend(measurements.wrong_values(values))
        standings = measurements.standings({node: float_to_int64(value) for node, value in values.items()})
    counts, rated = _compare(measured, prometheus, values)
    for place, node in enumerate(nodes):
        score, rank = standings.get(node.name, (None, None))
        nodes[place] = replace(
            node,
            value=float_to_int64(values[node.name]) if node.name in values else None,
            samples=counts.get(node.name),
            score=score,
            rank=rank,
            rated=rated.get(node.name),
        )
    nodes.sort(key=lambda node: node.rank or 0)
    findings.append(measurements.counter_summed([node for node in nodes if node.value is not None]))
    return tuple(nodes), findings


def _compare(
    measured: Measured, prometheus: Prometheus, names: Collection[str]
) -> tuple[dict[str, int], dict[str, RatedTraffic]]:
    """Return how many samples of each node the range holds, and by rate what the plugin does not measure.

    Both are empty where Prometheus does not answer: the report does without them.
    """
    label = queries.name_label(measured.variant)
    by_node: list[dict[str, float]] = []
    try:
        for operator, function in (("max", "count_over_time"), ("sum", "rate")):
            samples = prometheus.query(queries.of_all(measured, operator, function)).samples
            by_node.append(
                {sample.labels.get(label, ""): sample.value for sample in samples if math.isfinite(sample.value)}
            )
    except (RequestFailed, QueryFailed):
        return {}, {}
    counts, rates = ({name: values[name] for name in names if name in values} for values in by_node)
    standings = measurements.standings({name: int(rate) for name, rate in rates.items()})
    return (
        {name: int(count) for name, count in counts.items()},
        {name: RatedTraffic(rate, *standings.get(name, ())) for name, rate in rates.items()},
    )
