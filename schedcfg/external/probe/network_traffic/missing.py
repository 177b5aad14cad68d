"""Nodes for which the plugin's query finds nothing: what is in the way, and how to add a label that is missing."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from schedcfg.document.golang.text import one_line
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.external.probe.network_traffic import findings
from schedcfg.external.probe.network_traffic.findings import TrafficFinding, listed
from schedcfg.external.probe.network_traffic.inventory import Inventory, SideQueries, take_inventory
from schedcfg.external.probe.network_traffic.node_queries import QueryProblem
from schedcfg.external.probe.network_traffic.queries import METRIC, NODE_LABEL, UNAME, meant, name_label
from schedcfg.external.probe.prometheus import Prometheus
from schedcfg.plugins.network_traffic import Measured, Variant


class NameLabel(NamedTuple):
    """A label that contains nodes' names, and what cuts the name out of it; empty where it has nothing else."""

    label: str
    regex: str = ""


_PORT = "(.+):[0-9]+"
_DOMAIN = "([^.:]+).*"


def bare(name: str) -> str:
    """Return what all ways to write a name have in common: no port, no domain, small letters."""
    return _without_port(name).lower().partition(".")[0]


def name_label_of(nodes: Iterable[str], targets: Iterable[Mapping[str, str]]) -> NameLabel | None:
    """Return the label that most of the nodes' names can be taken from; None where none has any, letter by letter."""
    exact = frozenset(nodes)
    named: dict[NameLabel, set[str]] = {}
    for labels in targets:
        for label, value in labels.items():
            regex = _regex(value, exact)
            if regex is not None:
                named.setdefault(NameLabel(label, regex), set()).add(value)
    return max(named, key=lambda one: (len(named[one]), not one.regex, one.label), default=None)


def is_about(node: str, targets: Iterable[Mapping[str, str]]) -> bool:
    """Check whether a label names a node in any way to write it: with a port, a domain, in capital letters."""
    own = bare(node)
    return any(bare(value) == own for labels in targets for value in labels.values())


def _regex(value: str, exact: frozenset[str]) -> str | None:
    if value in exact:
        return ""
    return next((regex for regex in (_PORT, _DOMAIN) if (cut := re.fullmatch(regex, value)) and cut[1] in exact), None)


def _without_port(name: str) -> str:
    host, colon, port = name.rpartition(":")
    return host if colon and port.isdigit() else name


_SCRAPED = (
    "__meta_kubernetes_pod_node_name (role: pod or endpoints with Pods behind them), "
    "__meta_kubernetes_endpoint_node_name (role: endpoints) or __meta_kubernetes_node_name (role: node)"
)
_OPERATOR = " (with Prometheus Operator: to the ServiceMonitor's relabelings, as sourceLabels and targetLabel)"


def missing_label(
    measured: Measured, nodes: Sequence[str], inventory: Inventory, discovered: str | None
) -> ProbeFinding:
    """Return the finding that a label is missing everywhere."""
    upstream = findings.log_of_count(measured.variant, 0)
    if measured.variant is Variant.OWN:
        return TrafficFinding.NO_NODE_LABEL.finding(
            f"Prometheus has no {UNAME}, whose label nodename the query needs",
            "Enable node exporter's `uname` collector; it is on by default.",
            upstream,
        )
    found = name_label_of(nodes, inventory.targets)
    if found is not None:
        named = (
            f"the label {one_line(found.label)} contains the node's "
            f"name{', with other text around it' * bool(found.regex)}"
        )
    elif _has_nodename(nodes, inventory):
        named = f"the label nodename of {UNAME} contains the node's name"
    else:
        named = "no label contains the nodes' names as in Kubernetes"
    return TrafficFinding.NO_NODE_LABEL.finding(
        f"no {METRIC} of {listed(nodes)} has the label {NODE_LABEL}, which the plugin uses to find a node; {named}",
        f"{_rule(found, discovered)} {_join(measured, nodes, inventory)}",
        upstream,
    )


def _has_nodename(nodes: Sequence[str], inventory: Inventory) -> bool:
    return any(labels.get("nodename") in nodes for labels in inventory.unames)


def _join(measured: Measured, nodes: Sequence[str], inventory: Inventory) -> str:
    """Return advice on the query that finds nodes by what they call themselves, if Kubernetes calls them so."""
    if _has_nodename(nodes, inventory):
        joined = meant(measured._replace(variant=Variant.OWN), "<node>")
        return f"Or change the plugin's query to one that does not need this label: {joined}"
    seen = sorted({labels["nodename"] for labels in inventory.unames if labels.get("nodename")})
    says = f"its nodename is {listed(seen)}" if seen else "there is none"
    return f"A join with {UNAME}, which does not need this label, does not help here: {says}."


def _rule(found: NameLabel | None, discovered: str | None) -> str:
    """Write the relabeling rule that adds the label."""
    if discovered is not None:
        return f"Add to the job's relabel_configs: {_copy(NameLabel(discovered))}{_OPERATOR}."
    if found is not None:
        return f"Add to the job's metric_relabel_configs: {_copy(found)}."
    return f"Add to the job's relabel_configs: {_copy(NameLabel('…'))}{_OPERATOR}, where … is {_SCRAPED}."


def _copy(source: NameLabel) -> str:
    regex = f", regex: '{source.regex}'" if source.regex else ""
    return f"- {{source_labels: [{one_line(source.label)}]{regex}, target_label: {NODE_LABEL}}}"


_SHOWN_INTERFACES = 30


@dataclass(frozen=True, slots=True)
class MissingSamples:
    """Nodes without a sample, and all that explains it.

    Attributes:
        measured: What is measured.
        nodes: Their names.
        inventory: What Prometheus scrapes.
        interfaces: Node → the interfaces that it has now.
        common: Those that every node has, the nodes with a sample included.
        past: Node → the interfaces that it had within a day.
        interval: Seconds between scrapes; None where that is not known.
        discovered: The label that contains a node's name before relabeling; None where none is known.
        doubt: Why not all of this could be asked; None where it could.
    """

    measured: Measured
    nodes: tuple[str, ...]
    inventory: Inventory
    interfaces: Mapping[str, tuple[str, ...]]
    common: tuple[str, ...]
    past: Mapping[str, tuple[str, ...]]
    interval: float | None
    discovered: str | None
    doubt: QueryProblem | None = None

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
        yield missing_label(missing.measured, missing.nodes, missing.inventory, missing.discovered)
        return
    left = set(missing.nodes)
    for explain in (_short_range, _no_interface, _gone, _unlabelled, _other_name):
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


def _unlabelled(missing: MissingSamples, nodes: Sequence[str]) -> ProbeFinding | None:
    """Return the finding that some targets lack the label, for nodes that another label of theirs names."""
    if missing.measured.variant is Variant.OWN:
        return None
    bare_ones = [labels for labels in missing.inventory.targets if not labels.get(NODE_LABEL)]
    scraped = replace(missing.inventory, targets=tuple(bare_ones), unames=_of_instances(missing.inventory, bare_ones))
    chosen = [node for node in nodes if is_about(node, (*scraped.targets, *scraped.unames))]
    if not chosen:
        return None
    finding = missing_label(missing.measured, chosen, scraped, missing.discovered)
    return replace(finding, nodes=tuple(chosen))


def _of_instances(inventory: Inventory, targets: Iterable[Mapping[str, str]]) -> tuple[Mapping[str, str], ...]:
    instances = {labels.get("instance") for labels in targets}
    return tuple({"nodename": one["nodename"]} for one in inventory.unames if one.get("instance") in instances)


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
    return f"let the relabeling rule for {NODE_LABEL} copy it from {missing.discovered or 'Kubernetes'} unchanged."


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
