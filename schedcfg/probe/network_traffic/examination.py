"""The walk: which nodes, what Prometheus says of each, what the plugin makes of it, and why not."""

import time
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.plugins.network_traffic import Measured
from schedcfg.probe.network_traffic import queries
from schedcfg.probe.network_traffic.asking import Asked, ask
from schedcfg.probe.network_traffic.known_nodes import known_nodes
from schedcfg.probe.network_traffic.reasons import failing, finding_nothing, settings
from schedcfg.probe.network_traffic.reasons.reason import Reason
from schedcfg.probe.network_traffic.valuing import valued
from schedcfg.probe.prometheus import Prometheus, QueryFailed
from schedcfg.probe.request import RequestFailed
from schedcfg.results.probing import ProbeFinding, errors_first
from schedcfg.results.traffic import NodeTraffic, Variant


class Examination(NamedTuple):
    """What was seen.

    Attributes:
        nodes: Best first where they have standings, else by name.
        findings: Errors first.
        better_query: What would measure traffic, for one node; empty where nothing was measured.
        as_meant: Whether values are of the query as it was meant, as the published one cannot be parsed.
    """

    nodes: tuple[NodeTraffic, ...] = ()
    findings: tuple[ProbeFinding, ...] = ()
    better_query: str = ""
    as_meant: bool = False


def examine(measured: Measured, prometheus: Prometheus, names: tuple[str, ...] | None = None) -> Examination:
    """Ask for every node what the plugin would ask, and judge the answers as it would.

    Args:
        measured: The plugin's Args.
        prometheus: At their address.
        names: The nodes; None: those that Prometheus knows.
    """
    # The plugin says "now" with each question. One "now" for all makes values, samples and rates fit together.
    prometheus = prometheus._replace(now=time.time())
    told = list(settings.reasons(measured))
    if not measured.address:
        return Examination(findings=tuple(told))
    try:
        names = known_nodes(prometheus, measured.variant) if names is None else names
    except (RequestFailed, QueryFailed) as failure:
        told.extend(failing.reasons(Asked({}, {"": failure}), measured, prometheus))
        return Examination(findings=errors_first(told))
    if not names:
        return Examination(findings=errors_first([*told, *finding_nothing.no_nodes(measured, prometheus)]))
    return _of_nodes(measured, prometheus, tuple(dict.fromkeys(names)), told)


def _of_nodes(
    measured: Measured, prometheus: Prometheus, names: tuple[str, ...], told: list[ProbeFinding]
) -> Examination:
    """Ask about each node."""
    as_meant = measured.variant is Variant.OWN
    if as_meant:
        told.extend(_published(measured, prometheus, names[0]))
    asked = ask(prometheus, {name: queries.meant(measured, name) for name in names})
    told.extend(failing.reasons(asked, measured, prometheus))
    if len(names) == 1:
        told.append(
            Reason.ONE_NODE.finding(
                "one node was asked about, with nobody to be compared with. Where only one node is left for a Pod, "
                "kube-scheduler does not score, and never asks the plugin"
            )
        )
    if asked.common is not None:
        nodes = tuple(NodeTraffic(name, queries.published(measured, name), None) for name in sorted(names))
        return Examination(nodes, errors_first(told), as_meant=False)
    found = valued(measured, prometheus, names, asked)
    return Examination(found.nodes, errors_first([*told, *found.findings]), found.better_query, as_meant=as_meant)


def _published(measured: Measured, prometheus: Prometheus, name: str) -> Iterator[ProbeFinding]:
    """Ask once what the program of its own asks: it fails for every node alike."""
    try:
        outcome = prometheus.query(queries.published(measured, name))
    except QueryFailed as failure:
        # What is no answer of Prometheus itself fails the query as it was meant as well, and is told there.
        if failing.is_answered(failure):
            yield failing.of_published(failure, measured, name)
    except RequestFailed:
        return
    else:
        yield failing.of_published(outcome, measured, name)
