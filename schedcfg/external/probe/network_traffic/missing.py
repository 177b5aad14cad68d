"""Nodes without a sample, and the reason: one more query, about the interfaces of all nodes, shows it."""

from collections.abc import Iterator, Mapping, Sequence

from schedcfg.document.golang.text import one_line
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.network_traffic import findings
from schedcfg.external.probe.network_traffic.findings import TrafficFinding, listed
from schedcfg.external.probe.network_traffic.queries import METRIC, UNAME, interfaces_by, name_label
from schedcfg.external.probe.prometheus import Prometheus, QueryFailed
from schedcfg.external.probe.request import RequestFailed
from schedcfg.plugins.network_traffic import Measured, Variant

_SHOWN_INTERFACES = 30


def missing_samples(measured: Measured, nodes: Sequence[str], prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Ask why nodes have no sample, and yield one finding for all that lack it for the same reason."""
    upstream = findings.log_of_count(measured.variant, 0)
    try:
        interfaces = _interfaces(measured, prometheus)
    except (RequestFailed, QueryFailed) as failure:
        yield TrafficFinding.UNEXPLAINED.finding(
            f"Prometheus has no sample of {listed(nodes)}; the reason is unknown, because a further query failed: "
            f"{failure}",
            "Run this again, with a longer --timeout if Prometheus is slow.",
            upstream,
            nodes,
        )
        return
    if not interfaces:
        yield no_series(measured)
        return
    without = [node for node in nodes if measured.interface not in interfaces.get(node, (measured.interface,))]
    if without:
        yield _no_interface(measured, without, interfaces)
    too_seldom = [node for node in nodes if measured.interface in interfaces.get(node, ())]
    if too_seldom:
        yield TrafficFinding.SHORT_RANGE.finding(
            f"the time range of {measured.minutes} min contains no sample of {listed(too_seldom)}, although the "
            "interface exists: it is scraped less often",
            "Use a range of at least four scrapes.",
            upstream,
            too_seldom,
        )
    unknown = [node for node in nodes if node not in interfaces]
    if unknown:
        yield _unknown(measured, unknown, interfaces)


def no_series(measured: Measured) -> ProbeFinding:
    """Return the finding that no series of any node is there."""
    label = name_label(measured.variant)
    return TrafficFinding.NO_METRIC.finding(
        f"Prometheus has no {METRIC} with the label {label}, by which the plugin finds a node",
        "Run node exporter on each node (a DaemonSet with `hostNetwork: true`), have Prometheus scrape it, and let "
        f"that job write the node's name into {label}; Prometheus' Targets page shows what it scrapes.",
        findings.log_of_count(measured.variant, 0),
    )


def _interfaces(measured: Measured, prometheus: Prometheus) -> dict[str, set[str]]:
    """Return node → its interfaces, for all nodes.

    Raises:
        RequestFailed: if no answer came.
        QueryFailed: if it holds no result.
    """
    # Not joined by Prometheus, which would refuse it for all nodes where one has two series.
    names: dict[str, str] | None = None
    if measured.variant is Variant.OWN:
        unames = prometheus.query(UNAME).samples
        names = {sample.labels.get("instance", ""): sample.labels.get("nodename", "") for sample in unames}
    label = name_label(measured.variant) if names is None else "instance"
    interfaces: dict[str, set[str]] = {}
    for sample in prometheus.query(interfaces_by(label)).samples:
        written = sample.labels.get(label, "")
        node = written if names is None else names.get(written, "")
        if node:
            interfaces.setdefault(node, set()).add(sample.labels.get("device", ""))
    return interfaces


def _no_interface(measured: Measured, nodes: Sequence[str], interfaces: Mapping[str, set[str]]) -> ProbeFinding:
    every = sorted(set().union(*(interfaces[node] for node in nodes)))
    there = ", ".join(map(one_line, every[:_SHOWN_INTERFACES]))
    elsewhere = "; other nodes have it" if measured.interface in set().union(*interfaces.values()) else ""
    have = "have" if len(nodes) > 1 else "has"
    return TrafficFinding.NO_INTERFACE.finding(
        f'{listed(nodes)} {have} no interface "{measured.interface}"; there: {there}{elsewhere}',
        "The plugin uses one name for all nodes: use an interface that each has, or give it the same name on each.",
        findings.log_of_count(measured.variant, 0),
        nodes,
    )


def _unknown(measured: Measured, nodes: Sequence[str], interfaces: Mapping[str, set[str]]) -> ProbeFinding:
    label = name_label(measured.variant)
    return TrafficFinding.UNKNOWN_NODE.finding(
        f"Prometheus scrapes no {listed(nodes)} ({label}); it scrapes {listed(sorted(interfaces))}",
        f"The node's name in Kubernetes and the label {label} must be exactly the same. Node exporter must run on "
        "every node for Pods: add tolerations for all taints to its DaemonSet, including those of control planes. One "
        "node without it prevents every Pod from being scheduled.",
        findings.log_of_count(measured.variant, 0),
        nodes,
    )
