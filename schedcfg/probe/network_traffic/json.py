"""What NetworkTraffic would make of the nodes, for programs, version 1: a contract; extend it, do not rename."""

import math
from collections.abc import Iterable, Iterator

from schedcfg.output.json_report import written
from schedcfg.output.summary import Summary
from schedcfg.probe.network_traffic.results import NodeStanding, NodeTraffic, RatedTraffic, TrafficProbe, TrafficReport
from schedcfg.probe.report_json import count, json_findings, json_head


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    for probe in probes:
        count(probe, summary)
        yield written({**json_head(probe), "profiles": list(map(_report, probe.reports))}, indent=1) + "\n"


def _report(report: TrafficReport) -> dict[str, object]:
    return {
        "profile": report.profile,
        "line": report.line,
        "variant": report.variant,
        "address": report.address,
        "interface": report.interface,
        "minutes": report.minutes,
        "weight": report.weight,
        "nodeSource": report.node_source,
        "asMeant": report.as_meant,
        "nodes": list(map(_node, report.nodes)),
        "betterQuery": report.better_query or None,
        "probeFindings": json_findings(report.findings),
    }


def _node(node: NodeTraffic) -> dict[str, object]:
    return {
        "name": node.name,
        "query": node.query,
        "bytes": node.value,
        "samples": node.samples,
        **_standing(node.standing),
        "rate": None if node.rated is None else _rate(node.rated),
    }


def _rate(rated: RatedTraffic) -> dict[str, object]:
    # JSON knows neither NaN nor infinity.
    known = math.isfinite(rated.bytes_per_second)
    return {"bytesPerSecond": rated.bytes_per_second if known else None, **_standing(rated.standing)}


def _standing(standing: NodeStanding | None) -> dict[str, object]:
    if standing is None:
        return {"score": None, "rank": None}
    return {"score": standing.score, "rank": standing.rank}
