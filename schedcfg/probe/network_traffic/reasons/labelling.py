"""No series has the label by which the plugin finds a node: which one does, and how to add it."""

from collections.abc import Sequence

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.exchange.quoting import one_line
from schedcfg.probe.network_traffic.landscape import Landscape
from schedcfg.probe.network_traffic.queries import METRIC, NODE_LABEL, UNAME, meant
from schedcfg.probe.network_traffic.reasons import words
from schedcfg.probe.network_traffic.reasons.carrier import Carrier, carrier
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.probe.network_traffic.reasons.words import listed
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.traffic import Variant

_SCRAPED = (
    "__meta_kubernetes_pod_node_name (role: pod or endpoints with Pods behind them), "
    "__meta_kubernetes_endpoint_node_name (role: endpoints) or __meta_kubernetes_node_name (role: node)"
)


def labelling(measured: Measured, nodes: Sequence[str], landscape: Landscape, discovered: str | None) -> ProbeFinding:
    """Explain that a label is missing everywhere."""
    upstream = words.count(measured.variant, 0)
    if measured.variant is Variant.OWN:
        return Reason.NO_NODE_LABEL.finding(
            f"Prometheus has no {UNAME}, whose label nodename the query needs",
            "Switch node exporter's `uname` collector on; it is on by default.",
            upstream,
        )
    found = carrier(nodes, landscape.targets)
    named = _named(found, nodes, landscape)
    return Reason.NO_NODE_LABEL.finding(
        f"no {METRIC} of {listed(nodes)} has the label {NODE_LABEL}, by which the plugin finds a node; {named}",
        f"{_rule(found, discovered)} Or change the plugin's query to one that needs no such label: "
        f"{meant(measured._replace(variant=Variant.OWN), '<node>')}",
        upstream,
    )


def _named(found: Carrier | None, nodes: Sequence[str], landscape: Landscape) -> str:
    if found is not None:
        return f"the label {one_line(found.label)} carries the node's name" + (
            ", with more around it" if found.regex else ""
        )
    if carrier(nodes, landscape.unames) is not None:
        return f"the label nodename of {UNAME} carries the node's name"
    return "no label carries the nodes' names"


def _rule(found: Carrier | None, discovered: str | None) -> str:
    """Write the relabelling rule that adds the label."""
    if discovered is not None:
        return f"Add to the job's relabel_configs: {_copy(Carrier(discovered))}."
    if found is not None:
        return f"Add to the job's metric_relabel_configs: {_copy(found)}."
    return f"Add to the job's relabel_configs: {_copy(Carrier('…'))}, where … is {_SCRAPED}."


def _copy(source: Carrier) -> str:
    regex = f", regex: '{source.regex}'" if source.regex else ""
    return f"{{source_labels: [{one_line(source.label)}]{regex}, target_label: {NODE_LABEL}}}"
