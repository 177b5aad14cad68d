"""Nodes for which the plugin's query finds nothing: what is in the way."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from schedcfg.document.golang.text import one_line
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.network_traffic import findings
from schedcfg.external.probe.network_traffic.findings import TrafficFinding, listed
from schedcfg.external.probe.network_traffic.inventory import Inventory, SideQueries, interfaces, take_inventory
from schedcfg.external.probe.network_traffic.queries import METRIC, NODE_LABEL, UNAME, QueryProblem, name_label
from schedcfg.external.probe.prometheus import Prometheus
from schedcfg.plugins.network_traffic import Measured, Variant


def missing_label(measured: Measured, nodes: Sequence[str]) -> ProbeFinding:
    """Return the finding that a label is missing everywhere."""
    upstream = findings.log_of_count(measured.variant, 0)
    if measured.variant is Variant.OWN:
        return TrafficFinding.NO_NODE_LABEL.finding(
            f"Prometheus has no {UNAME}, whose label nodename the query needs",
            "Enable node exporter's `uname` collector; it is on by default.",
            upstream,
        )
    return TrafficFinding.NO_NODE_LABEL.finding(
        f"no {METRIC} of {listed(nodes)} has the label {NODE_LABEL}, which the plugin uses to find a node",
        f"Let the job that scrapes node exporter copy the node's name into {NODE_LABEL} (relabel_configs; with "
        "Prometheus Operator, the ServiceMonitor's relabelings).",
        upstream,
    )


_SHOWN_INTERFACES = 30


@dataclass(frozen=True, slots=True)
class MissingSamples:
    """Nodes without a sample, and all that explains it."""

    measured: Measured
    nodes: tuple[str, ...]
    inventory: Inventory
    interfaces: Mapping[str, tuple[str, ...]]  # Node → the interfaces that it has now

    @property
    def upstream(self) -> str:
        """How the plugin words it."""
        return findings.log_of_count(self.measured.variant, 0)


def missing_samples(measured: Measured, nodes: tuple[str, ...], server: SideQueries) -> Iterator[ProbeFinding]:
    """Ask why nodes have no sample, and yield one finding for all that lack it for the same reason."""
    inventory = take_inventory(server)
    missing = MissingSamples(measured, nodes, inventory, interfaces(server, measured, nodes))
    if server.failure is not None:
        yield unexplained(measured.variant, nodes, server.failure)
        return
    if not missing.inventory.targets:
        yield no_metric(missing.measured.variant, missing.inventory)
        return
    if not any(labels.get(_name_label(missing)) for labels in _named(missing)):
        yield missing_label(missing.measured, missing.nodes)
        return
    left = set(missing.nodes)
    for explain in (_short_range, _no_interface):
        finding = explain(missing, [node for node in missing.nodes if node in left])
        if finding is not None:
            left.difference_update(finding.nodes)
            yield finding
    if left:
        yield _unknown(missing, sorted(left))


def _name_label(missing: MissingSamples) -> str:
    return name_label(missing.measured.variant)


def _named(missing: MissingSamples) -> tuple[Mapping[str, str], ...]:
    is_fork = missing.measured.variant is Variant.FORK
    return missing.inventory.targets if is_fork else missing.inventory.unames


def no_metric(variant: Variant, inventory: Inventory) -> ProbeFinding:
    """Return the finding that nothing serves the counter."""
    down = sorted({labels.get("job", "") for labels in inventory.down})
    if down:
        seen = f"targets of these jobs are down: {listed(down)}"
    else:
        seen = f"it scrapes {listed(inventory.jobs)}" if inventory.jobs else "it scrapes nothing"
    return TrafficFinding.NO_METRIC.finding(
        f"Prometheus has no {METRIC}; {seen}",
        "Run node exporter on each node (a DaemonSet with `hostNetwork: true`), have Prometheus scrape it, and check "
        "its Targets page for errors. Some distributions turn off the exporter's `netdev` collector.",
        findings.log_of_count(variant, 0),
    )


def unexplained(variant: Variant, nodes: Sequence[str], failure: QueryProblem) -> ProbeFinding:
    """Return the finding that it is not known why there is no sample: nothing is made of queries without an answer."""
    whom = listed(nodes) if nodes else "any node"
    return TrafficFinding.UNEXPLAINED.finding(
        f"Prometheus has no sample of {whom}; the reason is unknown, because further queries failed: {failure}",
        "Run this again, with a longer --timeout if Prometheus is slow.",
        findings.log_of_count(variant, 0),
        nodes,
    )


def _short_range(missing: MissingSamples, nodes: Sequence[str]) -> ProbeFinding | None:
    chosen = [node for node in nodes if missing.measured.interface in missing.interfaces.get(node, ())]
    if not chosen:
        return None
    return TrafficFinding.SHORT_RANGE.finding(
        f"the time range of {missing.measured.minutes} min contains no sample of {listed(chosen)}, although the "
        "interface exists: it is scraped less often",
        "Use a range of at least four scrapes.",
        missing.upstream,
        chosen,
    )


def _no_interface(missing: MissingSamples, nodes: Sequence[str]) -> ProbeFinding | None:
    chosen = [node for node in nodes if missing.interfaces.get(node)]
    if not chosen:
        return None
    name = missing.measured.interface
    elsewhere = "; other nodes have it" if name in missing.inventory.devices else ""
    every = sorted(set().union(*(missing.interfaces[node] for node in chosen)))
    there = ", ".join(map(one_line, every[:_SHOWN_INTERFACES]))
    return TrafficFinding.NO_INTERFACE.finding(
        f'{listed(chosen)} {"have" if len(chosen) > 1 else "has"} no interface "{name}"; there: {there}{elsewhere}',
        "The plugin uses one name for all nodes: use an interface that each has, or give it the same name on each.",
        missing.upstream,
        chosen,
    )


def _unknown(missing: MissingSamples, nodes: Sequence[str]) -> ProbeFinding:
    down = [labels.get("instance", "") for labels in missing.inventory.down]
    seen = f"; targets that are down: {listed(sorted(down))}" if down else ""
    known = sorted({labels[_name_label(missing)] for labels in _named(missing) if labels.get(_name_label(missing))})
    return TrafficFinding.UNKNOWN_NODE.finding(
        f"Prometheus scrapes no {listed(nodes)} ({_name_label(missing)}); it scrapes {listed(known)}{seen}",
        f"The node's name in Kubernetes and the label {_name_label(missing)} must be exactly the same. Node exporter "
        "must run on every node for Pods: add tolerations for all taints to its DaemonSet, including those of control "
        "planes. One node without it prevents every Pod from being scheduled.",
        missing.upstream,
        nodes,
    )


def no_nodes(measured: Measured, prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Yield why there is no node to ask about."""
    server = SideQueries(prometheus)
    inventory = take_inventory(server)
    if server.failure is not None:
        yield unexplained(measured.variant, (), server.failure)
        return
    if not inventory.targets:
        yield no_metric(measured.variant, inventory)
        return
    yield TrafficFinding.NO_NODES.finding(
        f"no node is known: neither a label of {METRIC} nor {UNAME} contains a name, or the cluster has no nodes",
        "Name the nodes with --node, or use a kubeconfig of their cluster with --kubeconfig.",
    )
