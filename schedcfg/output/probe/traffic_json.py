"""What NetworkTraffic would make of the nodes, for programs, version 1: a contract; extend it, do not rename."""

import math
from collections.abc import Iterable, Iterator

from schedcfg.output.json_writer import to_json
from schedcfg.output.probe.findings_json import findings, head
from schedcfg.output.probe.tally import count
from schedcfg.output.summary import Summary
from schedcfg.results.traffic import NodeTraffic, RatedTraffic, Standing, TrafficProbe, TrafficReport


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    for probe in probes:
        count(probe, summary)
        yield to_json({**head(probe), "profiles": list(map(_report, probe.reports))}, indent=1) + "\n"


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
        "probeFindings": findings(report.findings),
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


def _standing(standing: Standing | None) -> dict[str, object]:
    if standing is None:
        return {"score": None, "rank": None}
    return {"score": standing.score, "rank": standing.rank}
