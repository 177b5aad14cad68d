"""What nodes come to: values, standings, and what is odd about them."""

import math
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from schedcfg.document.golang.numbers import float_to_int64
from schedcfg.external.probe.findings import ProbeFinding, errors_first
from schedcfg.external.probe.network_traffic import measurements, missing, queries, unanswered
from schedcfg.external.probe.network_traffic.findings import TrafficFinding
from schedcfg.external.probe.network_traffic.queries import NodeReplies, is_answered, known_nodes, query_nodes
from schedcfg.external.probe.network_traffic.results import NodeTraffic, RatedTraffic
from schedcfg.external.probe.prometheus import Prometheus, QueryFailed, ResultType
from schedcfg.external.probe.request import RequestFailed
from schedcfg.plugins.network_traffic import Measured, Variant


@dataclass(frozen=True, slots=True)
class Examination:
    """What was seen."""

    nodes: tuple[NodeTraffic, ...] = ()  # Best first where they have ranks, else by name
    findings: tuple[ProbeFinding, ...] = ()  # Errors first
    better_query: str | None = None  # What would measure traffic, for one node; None where nothing was measured
    as_meant: bool = False


def examine(measured: Measured, prometheus: Prometheus, names: tuple[str, ...] | None = None) -> Examination:
    """Ask for every node what the plugin would ask, and return what it would make of the answers.

    Args:
        measured: The plugin's Args.
        prometheus: At their address.
        names: The nodes; None: those that Prometheus knows.
    """
    # The plugin asks for "now" each time. One "now" for all makes values, samples and rates fit together.
    prometheus = replace(prometheus, now=time.time())
    findings = list(unanswered.missing_settings(measured))
    if not measured.address:
        return Examination(findings=tuple(findings))
    try:
        names = known_nodes(prometheus, measured.variant) if names is None else names
    except (RequestFailed, QueryFailed) as failure:
        findings.extend(unanswered.unanswered_nodes(NodeReplies({}, {"": failure}), measured, prometheus))
        return Examination(findings=errors_first(findings))
    if not names:
        return Examination(findings=errors_first([*findings, _NO_NODES]))
    return _of_nodes(measured, prometheus, tuple(dict.fromkeys(names)), findings)


def _of_nodes(
    measured: Measured, prometheus: Prometheus, names: tuple[str, ...], findings: list[ProbeFinding]
) -> Examination:
    """Ask about each node."""
    as_meant = measured.variant is Variant.OWN
    if as_meant:
        findings.extend(_published(measured, prometheus, names[0]))
    replies = query_nodes(prometheus, {name: queries.meant(measured, name) for name in names})
    findings.extend(unanswered.unanswered_nodes(replies, measured, prometheus))
    if len(names) == 1:
        findings.append(
            TrafficFinding.ONE_NODE.finding(
                "only one node was queried, so it cannot be compared. If only one node is left for a Pod, "
                "kube-scheduler does not score, and never calls the plugin"
            )
        )
    if replies.common is not None:
        nodes = tuple(NodeTraffic(name, queries.published(measured, name)) for name in sorted(names))
        return Examination(nodes, errors_first(findings), as_meant=False)
    nodes, found = _evaluate(measured, prometheus, names, replies)
    better = next((queries.better(measured, node.name) for node in nodes if node.value is not None), None)
    return Examination(nodes, errors_first([*findings, *found]), better, as_meant=as_meant)


_NO_NODES = TrafficFinding.NO_NODES.finding(
    f"no node is known: neither a label of {queries.METRIC} nor {queries.UNAME} contains a name",
    "Run node exporter on each node. Name the nodes with --node, or use that of their cluster with --kubeconfig.",
)


def _published(measured: Measured, prometheus: Prometheus, name: str) -> Iterator[ProbeFinding]:
    """Ask once what the program of its own asks: it fails for every node alike."""
    try:
        outcome = prometheus.query(queries.published(measured, name))
    except QueryFailed as failure:
        # What is no answer of Prometheus itself fails the intended query as well, and is reported there.
        if is_answered(failure):
            yield unanswered.of_published(failure, measured, name)
    except RequestFailed:
        return
    else:
        yield unanswered.of_published(outcome, measured, name)


def _evaluate(
    measured: Measured, prometheus: Prometheus, names: Sequence[str], replies: NodeReplies
) -> tuple[tuple[NodeTraffic, ...], list[ProbeFinding]]:
    """Return what the answers are worth, asking for what explains those without a value."""
    vectors = {node: reply.samples for node, reply in replies.replies.items() if reply.type is ResultType.VECTOR}
    values = {node: samples[0].value for node, samples in vectors.items() if len(samples) == 1}
    findings = list(measurements.odd_answers(replies, measured.variant))
    several = {node: samples for node, samples in vectors.items() if len(samples) > 1}
    findings.extend(measurements.several_samples(several, measured.variant))
    absent = tuple(node for node, samples in vectors.items() if not samples)
    if absent:
        findings.extend(missing.missing_samples(measured, absent, prometheus))
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
    valued = [node for node in nodes if node.value is not None]
    findings.extend(measurements.counter_findings(valued))
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
