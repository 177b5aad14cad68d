"""No series has the label by which the plugin finds a node: which one does, and how to add it."""

from collections.abc import Sequence

from schedcfg.golang.text import one_line
from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic.inventory import Inventory
from schedcfg.probe.network_traffic.queries import METRIC, NODE_LABEL, UNAME, meant
from schedcfg.probe.network_traffic.reasons import log
from schedcfg.probe.network_traffic.reasons.carrier import Carrier, carrier
from schedcfg.probe.network_traffic.reasons.quoting import listed
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import Variant

_SCRAPED = (
    "__meta_kubernetes_pod_node_name (role: pod or endpoints with Pods behind them), "
    "__meta_kubernetes_endpoint_node_name (role: endpoints) or __meta_kubernetes_node_name (role: node)"
)
_OPERATOR = " (with Prometheus Operator: to the ServiceMonitor's relabelings, as sourceLabels and targetLabel)"


def labelling(measured: Measured, nodes: Sequence[str], inventory: Inventory, discovered: str | None) -> ProbeFinding:
    """Explain that a label is missing everywhere."""
    upstream = log.count(measured.variant, 0)
    if measured.variant is Variant.OWN:
        return Reason.NO_NODE_LABEL.finding(
            f"Prometheus has no {UNAME}, whose label nodename the query needs",
            "Switch node exporter's `uname` collector on; it is on by default.",
            upstream,
        )
    found = carrier(nodes, inventory.targets)
    if found is not None:
        named = (
            f"the label {one_line(found.label)} carries the node's name{', with more around it' * bool(found.regex)}"
        )
    elif _has_nodename(nodes, inventory):
        named = f"the label nodename of {UNAME} carries the node's name"
    else:
        named = "no label carries the nodes' names as Kubernetes writes them"
    return Reason.NO_NODE_LABEL.finding(
        f"no {METRIC} of {listed(nodes)} has the label {NODE_LABEL}, by which the plugin finds a node; {named}",
        f"{_rule(found, discovered)} {_join(measured, nodes, inventory)}",
        upstream,
    )


def _has_nodename(nodes: Sequence[str], inventory: Inventory) -> bool:
    return any(labels.get("nodename") in nodes for labels in inventory.unames)


def _join(measured: Measured, nodes: Sequence[str], inventory: Inventory) -> str:
    """Tell of the query that finds nodes by what they call themselves, if that is what Kubernetes calls them."""
    if _has_nodename(nodes, inventory):
        joined = meant(measured._replace(variant=Variant.OWN), "<node>")
        return f"Or change the plugin's query to one that needs no such label: {joined}"
    seen = sorted({labels["nodename"] for labels in inventory.unames if labels.get("nodename")})
    says = f"its nodename says {listed(seen)}" if seen else "there is none"
    return f"A join with {UNAME}, which needs no such label, does not help here: {says}."


def _rule(found: Carrier | None, discovered: str | None) -> str:
    """Write the relabelling rule that adds the label."""
    if discovered is not None:
        return f"Add to the job's relabel_configs: {_copy(Carrier(discovered))}{_OPERATOR}."
    if found is not None:
        return f"Add to the job's metric_relabel_configs: {_copy(found)}."
    return f"Add to the job's relabel_configs: {_copy(Carrier('…'))}{_OPERATOR}, where … is {_SCRAPED}."


def _copy(source: Carrier) -> str:
    regex = f", regex: '{source.regex}'" if source.regex else ""
    return f"- {{source_labels: [{one_line(source.label)}]{regex}, target_label: {NODE_LABEL}}}"
