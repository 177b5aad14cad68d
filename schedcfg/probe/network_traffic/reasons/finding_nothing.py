"""Prometheus knows no node at all."""

from collections.abc import Iterator

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic.inquiring import Inquiry
from schedcfg.probe.network_traffic.inventory import take_inventory
from schedcfg.probe.network_traffic.queries import METRIC, UNAME
from schedcfg.probe.network_traffic.reasons import missing
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.probe.prometheus import Prometheus
from schedcfg.results.probing import ProbeFinding


def no_nodes(measured: Measured, prometheus: Prometheus) -> Iterator[ProbeFinding]:
    """Yield why there is no node to ask about."""
    inquiry = Inquiry(prometheus)
    inventory = take_inventory(inquiry)
    if inquiry.failure is not None:
        yield missing.unexplained(measured.variant, (), inquiry.failure)
        return
    if not inventory.targets:
        yield missing.no_metric(measured.variant, inventory)
        return
    yield Reason.NO_NODES.finding(
        f"no node is known: neither a label of {METRIC} nor {UNAME} names any, or the cluster has none",
        "Name the nodes with --node, or a kubeconfig of their cluster with --kubeconfig.",
    )
