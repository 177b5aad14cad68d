"""Nodes for which the plugin's query finds nothing: what is in the way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from schedcfg.document.golang.text import one_line
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.network_traffic import findings
from schedcfg.external.probe.network_traffic.findings import TrafficFinding, listed
from schedcfg.external.probe.network_traffic.inventory import Inventory, SideQueries, take_inventory
from schedcfg.external.probe.network_traffic.queries import METRIC, NODE_LABEL, UNAME, QueryProblem, name_label
from schedcfg.external.probe.prometheus import Prometheus
from schedcfg.plugins.network_traffic import Measured, Variant


def bare(name: str) -> str:
    """Return what all ways to write a name have in common: no port, no domain, small letters."""
    return _without_port(name).lower().partition(".")[0]


def _without_port(name: str) -> str:
    host, colon, port = name.rpartition(":")
    return host if colon and port.isdigit() else name


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
    common: tuple[str, ...]
    past: Mapping[str, tuple[str, ...]]  # Node → the interfaces that it had within a day
    interval: float | None  # Seconds between scrapes; None where that is not known
    doubt: QueryProblem | None = None  # Why not all of this could be asked; None where it could

    @property
    def upstream(self) -> str:
        """How the plugin words it."""
        return findings.log_of_count(self.measured.variant, 0)


def missing_samples(missing: MissingSamples) -> Iterator[ProbeFinding]:
    """Yield one finding for all nodes that lack a sample for the same reason."""
    if missing.doubt is not None:
        yield unexplained(missing.measured.variant, missing.nodes, missing.doubt)
        return
    if not missing.inventory.targets:
        yield no_metric(missing.measured.variant, missing.inventory)
        return
    if not any(labels.get(_name_label(missing)) for labels in _named(missing)):
        yield missing_label(missing.measured, missing.nodes)
        return
    left = set(missing.nodes)
    for explain in (_short_range, _no_interface, _gone, _other_name):
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
    every = f"every {missing.interval:g} s" if missing.interval else "less often"
    return TrafficFinding.SHORT_RANGE.finding(
        f"the time range of {missing.measured.minutes} min contains no sample of {listed(chosen)}, although the "
        f"interface exists: it is scraped {every}",
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
        _interface_help([one for one in missing.common if one != "lo"]),
        missing.upstream,
        chosen,
    )


def _interface_help(common: list[str]) -> str:
    if common:
        return f"Use one that every node has: {listed(common)}."
    return "The plugin uses one name for all nodes: give the interface the same name on each."


def _gone(missing: MissingSamples, nodes: Sequence[str]) -> ProbeFinding | None:
    chosen = [node for node in nodes if missing.past.get(node)]
    if not chosen:
        return None
    return TrafficFinding.STALE_SERIES.finding(
        f"{listed(chosen)} was measured within the last day, but not in the time range: the node was removed, or its "
        "exporter is down",
        "Restart node exporter there. One node without it prevents every Pod from being scheduled.",
        missing.upstream,
        chosen,
    )


def _other_name(missing: MissingSamples, nodes: Sequence[str]) -> ProbeFinding | None:
    known = {labels[_name_label(missing)] for labels in _named(missing) if labels.get(_name_label(missing))}
    pairs = {node: other for node in nodes if (other := _alike(node, known)) is not None}
    if not pairs:
        return None
    node, *others = pairs
    also = f"; likewise {listed(others)}" if others else ""
    return TrafficFinding.NAME_DIFFERS.finding(
        f'Prometheus knows {node} as "{one_line(pairs[node])}" ({_name_label(missing)}){also}',
        "The name of the node in Kubernetes and this label must be exactly the same: " + _name_help(missing),
        missing.upstream,
        tuple(pairs),
    )


def _name_help(missing: MissingSamples) -> str:
    if missing.measured.variant is Variant.OWN:
        return "set the machine's host name to the node's name, or start the kubelet with `--hostname-override`."
    return f"let the relabeling rule for {NODE_LABEL} copy it from Kubernetes unchanged."


def _alike(node: str, known: Iterable[str]) -> str | None:
    """Return a name that is the same but for its domain, its port, or the case of its letters."""
    own = bare(node)
    return next((other for other in sorted(known) if other != node and bare(other) == own), None)


def _unknown(missing: MissingSamples, nodes: Sequence[str]) -> ProbeFinding:
    down = [labels.get("instance", "") for labels in missing.inventory.down]
    seen = f"; targets that are down: {listed(sorted(down))}" if down else ""
    known = sorted({labels[_name_label(missing)] for labels in _named(missing) if labels.get(_name_label(missing))})
    return TrafficFinding.UNKNOWN_NODE.finding(
        f"Prometheus does not know {listed(nodes)}; it knows {listed(known)}{seen}",
        "Node exporter must run on every node for Pods: add tolerations for all taints to its DaemonSet, including "
        "those of control planes. One node without it prevents every Pod from being scheduled.",
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
