"""What does Prometheus have for the NetworkTraffic of a file? One query finds what the plugin asks for each node."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from schedcfg.commands.probe import inputs
from schedcfg.commands.probe.findings import ProbeFinding, errors_first
from schedcfg.commands.probe.network_traffic import findings as known
from schedcfg.commands.probe.network_traffic import queries
from schedcfg.commands.probe.network_traffic.findings import TrafficFinding, log_of, log_of_count
from schedcfg.commands.probe.network_traffic.prometheus import QueryFailed, SeriesSample, query
from schedcfg.commands.probe.network_traffic.results import NodeSource, NodeTraffic, TrafficProbe, TrafficReport
from schedcfg.configuration.decode import shapes
from schedcfg.configuration.effective.model import ArgsEntry, Profile
from schedcfg.configuration.effective.plugin_sets import running_at
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document.golang.numbers import fits_int64, float_to_int64
from schedcfg.document.golang.text import one_line
from schedcfg.document.secrets import without_login
from schedcfg.document.texts import listing
from schedcfg.findings import Verdict
from schedcfg.integrations.http import HttpLimits, RequestFailed
from schedcfg.plugins.network_traffic import PLUGIN, Measured, NetworkTrafficArgs, Variant, measured
from schedcfg.plugins.plugin import MAX_NODE_SCORE
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
    """Ask Prometheus what each NetworkTraffic of a file would ask.

    Args:
        raw: The file's bytes.
        path: Its name in the report.
        options: How to validate it, as for `effective`; where it is refused, nothing is asked.
        asked: About which nodes, and how long an answer may take.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
        SchedcfgError: if the nodes were to come from a file or a cluster, and cannot.
    """
    validated = inputs.validate_file(raw, path, options)
    kubernetes = inputs.release_of(validated)
    if validated.report.verdict is not Verdict.ACCEPTED:
        return TrafficProbe(validated.report, kubernetes)
    profiles = [one for document in validated.documents for one in _profiles(document, options.registry)]
    if not profiles:
        return TrafficProbe(validated.report, kubernetes, findings=(known.NO_PROFILE,))
    source, names = _node_names(asked)
    limits = HttpLimits(seconds=asked.seconds)
    # Profiles with equal Args are asked about once.
    examined = {args: examine(args, names, limits) for args in {args for _, args in profiles if args is not None}}
    reports = [_report(one, args, source, examined) for one, args in profiles]
    return TrafficProbe(validated.report, kubernetes, tuple(reports))


@dataclass(frozen=True, slots=True)
class _ScoredProfile:
    """A profile that runs the plugin."""

    name: str
    line: int | None
    weight: int


def _profiles(
    validated: ValidatedDocument, registry: PluginRegistry
) -> Iterator[tuple[_ScoredProfile, Measured | None]]:
    """Yield the profiles that run the plugin, and its Args; None where these cannot be read."""
    configuration = validated.configuration
    assert configuration is not None
    points_of = partial(_points_of, registry, configuration.release)
    for profile in configuration.profiles:
        running = running_at(_SCORE, profile, configuration.release, points_of)
        weight = next((ref.weight_at(_SCORE) for ref in running if ref.name == PLUGIN.name), 0)
        if weight:
            entry = profile.args_entry(PLUGIN.name)
            args = _args(entry)
            scored = _ScoredProfile(profile.scheduler_name, _line(entry, profile, validated), weight)
            yield scored, None if args is None else measured(args, configuration.context)


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
    path = profile.path if entry is None else (*entry.path, "args")
    return inputs.line_of(validated, path) if path else None


def _node_names(asked: TrafficProbeOptions) -> tuple[NodeSource, tuple[str, ...] | None]:
    if asked.nodes:
        return NodeSource.GIVEN, asked.nodes
    if asked.file is not None:
        return NodeSource.FILE, tuple(inputs.given_nodes(asked.file))
    if asked.kubeconfig is None:
        return NodeSource.PROMETHEUS, None
    from schedcfg.integrations.kubectl import node_names  # noqa: PLC0415 - few ask a cluster

    return NodeSource.CLUSTER, node_names(asked.kubeconfig, asked.context, asked.seconds)


def _report(
    profile: _ScoredProfile,
    args: Measured | None,
    source: NodeSource,
    examined: Mapping[Measured, tuple[tuple[NodeTraffic, ...], list[ProbeFinding]]],
) -> TrafficReport:
    report = TrafficReport(profile.name, profile.line, None, "", "", 0, profile.weight, source)
    if args is None:
        return replace(report, findings=(known.WRONG_ARGS,))
    report = replace(
        report,
        variant=args.variant,
        address=without_login(args.address),
        interface=args.interface,
        minutes=args.minutes,
        as_meant=args.variant is Variant.OWN,
    )
    nodes, found = examined[args]
    measured_nodes = [node.name for node in nodes if node.value is not None]
    return replace(
        report,
        nodes=nodes,
        better_query=queries.query_of_rate(args, measured_nodes[0]) if measured_nodes else None,
        findings=errors_first(found),
    )


def examine(
    args: Measured, names: tuple[str, ...] | None, limits: HttpLimits
) -> tuple[tuple[NodeTraffic, ...], list[ProbeFinding]]:
    """Ask Prometheus, and return what it has for each node, and what would go wrong with that.

    Args:
        args: The plugin's.
        names: The nodes; None: those that Prometheus knows.
        limits: How long each response may take, and how much of it is read.
    """
    try:
        samples = query(args.address, queries.query_of_all_nodes(args), limits)
        interfaces = _interfaces(query(args.address, queries.query_of_interfaces(args.variant), limits), args.variant)
    except (RequestFailed, QueryFailed) as failure:
        nodes = tuple(NodeTraffic(name, queries.published_query(args, name)) for name in sorted(names or ()))
        return nodes, [known.why_failed(failure, args)]
    label = queries.node_label(args.variant)
    by_node: dict[str, list[SeriesSample]] = {name: [] for name in sorted(interfaces if names is None else names)}
    for sample in samples:
        if sample.labels.get(label) in by_node:
            by_node[sample.labels[label]].append(sample)
    if not by_node:
        return (), [_no_nodes(label)]
    found = [_published_query(args, next(iter(by_node)))] if args.variant is Variant.OWN else []
    found += _missing(args, [name for name, seen in by_node.items() if not seen], interfaces)
    found += _several(args, {name: seen for name, seen in by_node.items() if len(seen) > 1})
    values = {name: seen[0].value for name, seen in by_node.items() if len(seen) == 1}
    scores: Mapping[str, int] = {}
    if values:
        found.append(known.COUNTER_SUMMED)
        unusable = [name for name, value in values.items() if _is_unusable(value)]
        if unusable:
            found.append(_unusable(values, unusable))
        elif len(values) == len(by_node):
            scores = _scores({name: int(value) for name, value in values.items()})
            found += [] if scores else [known.ALL_ZERO]
    nodes = tuple(
        NodeTraffic(
            name,
            queries.intended_query(args, name),
            float_to_int64(values[name]) if name in values else None,
            scores.get(name),
        )
        for name in sorted(by_node, key=lambda name: (-scores.get(name, 0), name))
    )
    return nodes, found


def _interfaces(samples: Sequence[SeriesSample], variant: Variant) -> dict[str, set[str]]:
    """Return node → its interfaces."""
    label = queries.node_label(variant)
    interfaces: dict[str, set[str]] = {}
    for sample in samples:
        if sample.labels.get(label):
            interfaces.setdefault(sample.labels[label], set()).add(sample.labels.get("device", ""))
    return interfaces


def _scores(values: Mapping[str, int]) -> dict[str, int]:
    """Return scores by the plugin's formula (`NormalizeScore`); none where it would divide by zero."""
    highest = max(values.values())
    if highest <= 0:
        return {}
    return {name: MAX_NODE_SCORE - value * MAX_NODE_SCORE // highest for name, value in values.items()}


def _is_unusable(value: float) -> bool:
    """Check whether a value, or 100 times it, is none that a 64-bit integer can hold."""
    return not fits_int64(value) or not fits_int64(value * MAX_NODE_SCORE)


def _unusable(values: Mapping[str, float], nodes: list[str]) -> ProbeFinding:
    return TrafficFinding.UNUSABLE.finding(
        f"the value of {_listed(nodes)} is {values[nodes[0]]:g}, which is not finite, or does not fit into the "
        "plugin's 64-bit integers when multiplied by 100: the score is meaningless, or fails the scheduling of the Pod",
        "Use a shorter time range: the sum has a term for each sample. Real counters are finite: check the exporter's "
        "output if this one is not.",
        nodes=nodes,
    )


def _no_nodes(label: str) -> ProbeFinding:
    return TrafficFinding.NO_NODES.finding(
        f"no node is known: Prometheus has no series of {queries.METRIC} with a {label}",
        "Run node exporter on each node, and let the job that scrapes it write the node's name in Kubernetes into "
        f"{label}. Name the nodes with --node, or use those of their cluster with --kubeconfig.",
    )


def _published_query(args: Measured, node: str) -> ProbeFinding:
    """Return what is wrong with the query of the program of its own, and how to correct it."""
    return TrafficFinding.PUBLISHED_QUERY.finding(
        f"the published program queries {queries.published_query(args, node)}, which Prometheus cannot parse. It has "
        "two bugs: node, interface and range are in the wrong places of the query, and an `s` is appended to a range "
        "that already has a unit. It fails for every node, and no Pod is scheduled",
        "In GetGauge of pkg/prometheus.go, pass the interface, the range and the node to Sprintf in this order, and "
        "write [%s] instead of [%ss] in nodeMeasureQueryTemplate. The values here are those of the intended query.",
        log_of(args.variant, "Error querying prometheus: bad_data: …"),
    )


def _missing(args: Measured, nodes: list[str], interfaces: Mapping[str, set[str]]) -> Iterator[ProbeFinding]:
    """Yield for the nodes without a sample what they lack."""
    label = queries.node_label(args.variant)
    unknown = [node for node in nodes if node not in interfaces]
    lacking = [node for node in nodes if args.interface not in interfaces.get(node, {args.interface})]
    seldom = [node for node in nodes if args.interface in interfaces.get(node, ())]
    there = sorted(set().union(*(interfaces[node] for node in lacking)))
    scraped = f"it only has {_listed(sorted(interfaces))}" if interfaces else "it has none of any node"
    no_exporter = (
        "Run node exporter on each node, have Prometheus scrape it, and let that job write the node's name in "
        f"Kubernetes into {label}. One node without it prevents every Pod from being scheduled."
    )
    no_interface = "The plugin uses one name for all nodes: use an interface that each has."
    others = listing(list(map(one_line, there)), 30)
    for concerned, reason, advice in (
        (unknown, f"it has no {queries.METRIC} with such a {label}; {scraped}", no_exporter),
        (lacking, f'none of an interface "{one_line(args.interface)}"; there is {others}', no_interface),
        (seldom, f"none from the last {args.minutes} min", "Use a time range of at least four scrapes."),
    ):
        if concerned:
            message = f"Prometheus has no sample of {_listed(concerned)}: {reason}"
            yield TrafficFinding.NO_SAMPLE.finding(message, advice, log_of_count(args.variant, 0), concerned)


def _several(args: Measured, nodes: Mapping[str, list[SeriesSample]]) -> Iterator[ProbeFinding]:
    if nodes:
        first = next(iter(nodes.values()))
        values = {
            label: sorted({sample.labels.get(label, "none") for sample in first})
            for label in sorted({label for sample in first for label in sample.labels})
        }
        differing = ", ".join(f"{one_line(label)} ({_listed(of)})" for label, of in values.items() if len(of) > 1)
        yield TrafficFinding.SEVERAL.finding(
            f"Prometheus has {len(first)} samples for {_listed(list(nodes))}, which differ in {differing or 'nothing'}"
            "; the plugin only accepts one",
            "Make the query find one series: write the interface, have one job only scrape an exporter, give each node "
            "a name of its own.",
            log_of_count(args.variant, len(first)),
            nodes,
        )


def _listed(names: Sequence[str]) -> str:
    """Return the first few names, and the number of the others; a server may have given the names."""
    return listing(list(map(one_line, names)), 5)
