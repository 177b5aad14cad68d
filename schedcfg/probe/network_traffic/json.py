"""What NetworkTraffic would make of the nodes, for programs, version 1: a contract; extend it, do not rename."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from schedcfg.output.json_writer import filled, to_json
from schedcfg.output.summary import Summary
from schedcfg.plugins.network_traffic import Variant
from schedcfg.probe.network_traffic.results import NodeSource, NodeTraffic, RatedTraffic, TrafficProbe, TrafficReport
from schedcfg.probe.report_json import ProbeFindingJson, ProbeJson, count, probe_fields


@dataclass(frozen=True, slots=True)
class RatedTrafficJson:
    """By the counter's rate, which the published query does not measure.

    Attributes:
        bytes_per_second: Over the same time range; null where that is no number.
        score: After normalization, 0 to 100 where all is well; null where all rates are zero.
        rank: 1 for the best; equal scores share it; null where all rates are zero.
    """

    bytes_per_second: float | None
    score: int | None
    rank: int | None = field(metadata={"minimum": 1})

    @classmethod
    def of(cls, rated: RatedTraffic) -> "RatedTrafficJson":
        """Return a rate and what follows from it as they are written."""
        # JSON knows neither NaN nor infinity.
        rate = rated.bytes_per_second if math.isfinite(rated.bytes_per_second) else None
        if rated.standing is None:
            return cls(rate, None, None)
        return cls(rate, rated.standing.score, rated.standing.rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeTrafficJson:
    """One node.

    Attributes:
        name: Its name.
        query: What Prometheus was asked, as the plugin asks it.
        value: The value of its only sample, cut to a whole number; null where there is none.
        samples: How many samples of the counter the range held; null where that is not known.
        score: After normalization, 0 to 100 where all is well; null where any node has no bytes, or the plugin would
            divide by zero.
        rank: 1 for the best; equal scores share it; null where any node has no bytes, or the plugin would divide by
            zero.
        rate: The same by the counter's rate; null where that was not measured.
    """

    name: str
    query: str
    value: int | None = field(metadata={"json": "bytes"})
    samples: int | None = field(metadata={"minimum": 0})
    score: int | None
    rank: int | None = field(metadata={"minimum": 1})
    rate: RatedTrafficJson | None

    @classmethod
    def of(cls, node: NodeTraffic) -> "NodeTrafficJson":
        """Return a node as it is written."""
        return filled(
            cls,
            node,
            score=node.standing and node.standing.score,
            rank=node.standing and node.standing.rank,
            rate=None if node.rated is None else RatedTrafficJson.of(node.rated),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficReportJson:
    """One profile's NetworkTraffic.

    Attributes:
        profile: The profile's name.
        line: Where its Args stand, from 1; null where it has none.
        variant: Whose the Args are; null where they cannot be read, and nothing below is known.
        address: Prometheus, without a login.
        interface: The network interface.
        minutes: How far to look back.
        weight: The plugin's weight.
        node_source: Where the nodes' names come from.
        as_meant: Whether the published query cannot be parsed, and values are of what was meant.
        nodes: Best first where they have scores, else by name.
        better_query: What would measure traffic, for one node; null where nothing was measured.
        probe_findings: What asking Prometheus showed, errors first.
    """

    profile: str
    line: int | None = field(metadata={"minimum": 1})
    variant: Variant | None
    address: str
    interface: str
    minutes: int
    weight: int
    node_source: NodeSource
    as_meant: bool
    nodes: tuple[NodeTrafficJson, ...]
    better_query: str | None
    probe_findings: tuple[ProbeFindingJson, ...]

    @classmethod
    def of(cls, report: TrafficReport) -> "TrafficReportJson":
        """Return a profile's report as it is written."""
        return filled(
            cls,
            report,
            nodes=tuple(map(NodeTrafficJson.of, report.nodes)),
            better_query=report.better_query or None,
            probe_findings=tuple(map(ProbeFindingJson.of, report.findings)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficProbeJson(ProbeJson):
    """What NetworkTraffic would make of the nodes, as Prometheus answers now.

    Attributes:
        profiles: One for each profile that runs NetworkTraffic.
    """

    profiles: tuple[TrafficReportJson, ...]


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    for probe in probes:
        count(probe, summary)
        reports = tuple(map(TrafficReportJson.of, probe.reports))
        yield to_json(TrafficProbeJson(**probe_fields(probe), profiles=reports), indent=1) + "\n"
