"""What Prometheus has for NetworkTraffic: what `schedcfg probe network-traffic` shows, and writes as JSON."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from schedcfg.commands.probe.findings import ProbeFinding, ProbeReport
from schedcfg.errors import SchedcfgError
from schedcfg.plugins.network_traffic import Variant

if TYPE_CHECKING:
    from schedcfg.integrations.http import HttpResponse


class QueryFailed(SchedcfgError):  # noqa: N818
    """A response came, but no result.

    Attributes:
        status: HTTP's status code.
        error_type: Prometheus' own word for it: `bad_data`, `execution`, `timeout`; None where it is not Prometheus
            that reports what is wrong.
    """

    def __init__(self, message: str, response: "HttpResponse", error_type: str | None = None) -> None:
        super().__init__(message)
        self.status = response.status
        self.error_type = error_type


class NodeSource(StrEnum):
    """Where the names of the nodes come from."""

    GIVEN = "--node"
    FILE = "--nodes"
    CLUSTER = "--kubeconfig"
    PROMETHEUS = "Prometheus"


@dataclass(frozen=True, slots=True)
class NodeTraffic:
    """One node.

    Attributes:
        name: Its name.
        query: What the plugin asks Prometheus about it.
        value: The value of its only sample, cut to a whole number; null where there is none.
        score: 100 less the value's percentage of the highest one; null where any node has no bytes, or the plugin would
            divide by zero.
    """

    name: str
    query: str
    value: int | None = field(default=None, metadata={"json": "bytes"})
    score: int | None = None


@dataclass(frozen=True, slots=True)
class TrafficReport:
    """One profile's NetworkTraffic.

    Attributes:
        profile: The profile's name.
        line: Where its Args are, from 1; null where it has none.
        variant: Whose the Args are; null where they cannot be read, and nothing below is known.
        address: Prometheus, without a login.
        interface: The network interface.
        minutes: How far to look back.
        weight: The plugin's weight.
        node_source: Where the nodes' names come from.
        as_meant: Whether the published query cannot be parsed, and values are of what was meant.
        nodes: Best first where they have scores, else by name.
        better_query: What would measure traffic, for one node; null where nothing was measured.
        findings: What asking Prometheus showed, errors first.
    """

    profile: str
    line: int | None = field(metadata={"minimum": 1})
    variant: Variant | None
    address: str
    interface: str
    minutes: int
    weight: int
    node_source: NodeSource
    as_meant: bool = False
    nodes: tuple[NodeTraffic, ...] = ()
    better_query: str | None = None
    findings: tuple[ProbeFinding, ...] = field(default=(), metadata={"json": "probeFindings"})


@dataclass(frozen=True, slots=True)
class TrafficProbe(ProbeReport):
    """What Prometheus has now for the nodes of NetworkTraffic.

    Attributes:
        reports: One for each profile that runs NetworkTraffic.
    """

    __json__ = (*ProbeReport.__json__, "reports as profiles")

    reports: tuple[TrafficReport, ...] = ()

    @property
    def all_findings(self) -> tuple[ProbeFinding, ...]:
        """Those, and the ones of the profiles."""
        return (*self.findings, *(finding for report in self.reports for finding in report.findings))
