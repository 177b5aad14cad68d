"""What NetworkTraffic would make of the nodes, for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from schedcfg.external.probe.network_traffic.results import TrafficProbe, TrafficReport
from schedcfg.external.probe.report_json import ProbeJson, probe_fields
from schedcfg.output.json_writer import to_json
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficProbeJson(ProbeJson):
    """What NetworkTraffic would make of the nodes, as Prometheus answers now.

    Attributes:
        profiles: One for each profile that runs NetworkTraffic.
    """

    profiles: tuple[TrafficReport, ...]


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    for probe in probes:
        yield to_json(TrafficProbeJson(**probe_fields(probe), profiles=probe.reports), indent=1) + "\n"
