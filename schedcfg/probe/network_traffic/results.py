"""What NetworkTraffic would make of the nodes: what `schedcfg probe network-traffic` shows."""

from dataclasses import dataclass
from enum import StrEnum

from schedcfg.findings import FileReport
from schedcfg.plugins.network_traffic import Variant
from schedcfg.probe.findings import ProbeFinding


class NodeSource(StrEnum):
    """Where the names of the nodes come from."""

    GIVEN = "--node"
    FILE = "--nodes"
    CLUSTER = "--kubeconfig"
    PROMETHEUS = "Prometheus"


@dataclass(frozen=True, slots=True)
class NodeStanding:
    """How a node comes out.

    Attributes:
        score: After normalisation, as the plugin computes it: 0 to 100 where all is well.
        rank: 1 for the best; nodes with equal scores share it.
    """

    score: int
    rank: int


@dataclass(frozen=True, slots=True)
class RatedTraffic:
    """What a node's traffic is by the counter's rate, which the published query does not measure.

    Attributes:
        bytes_per_second: Received, over the same time range.
        standing: How the node would come out by it; None where all rates are zero.
    """

    bytes_per_second: float
    standing: NodeStanding | None


@dataclass(frozen=True, slots=True)
class NodeTraffic:
    """One node.

    Attributes:
        name: The node's name.
        query: What Prometheus was asked, as the plugin asks it.
        value: The plugin's bytes: the only sample's value, cut to a whole number; None where there is no such sample.
        samples: How many samples of the counter the range held; None where that is not known.
        standing: How it comes out; None where any node has no value, or the plugin would divide by zero.
        rated: By the counter's rate; None where that is not known.
    """

    name: str
    query: str
    value: int | None
    samples: int | None = None
    standing: NodeStanding | None = None
    rated: RatedTraffic | None = None


@dataclass(frozen=True, slots=True)
class TrafficReport:
    """One profile's NetworkTraffic.

    Attributes:
        profile: The profile's name.
        line: Where its Args stand in the file, from 1; None where it has none.
        variant: Which program the Args belong to; None where they cannot be read, and nothing below is known.
        address: Prometheus, without a login.
        interface: The network interface.
        minutes: How far to look back.
        weight: The plugin's weight.
        node_source: Where the nodes' names come from.
        nodes: Best first where they have standings, else by name.
        better_query: What would measure traffic, for one node; empty where nothing was measured.
        findings: Errors first.
        as_meant: Whether values are of the query as it was meant, as the published one cannot be parsed.
    """

    profile: str
    line: int | None
    variant: Variant | None
    address: str
    interface: str
    minutes: int
    weight: int
    node_source: NodeSource
    nodes: tuple[NodeTraffic, ...] = ()
    better_query: str = ""
    findings: tuple[ProbeFinding, ...] = ()
    as_meant: bool = False


@dataclass(frozen=True, slots=True)
class TrafficProbe:
    """One file.

    Attributes:
        file: What `validate` finds in it; where that is a refusal, nothing was asked.
        kubernetes: The release that it was validated for; None where there is none.
        reports: One for each profile that runs NetworkTraffic.
        findings: What is about the file as a whole: no profile runs NetworkTraffic.
    """

    file: FileReport
    kubernetes: str | None
    reports: tuple[TrafficReport, ...] = ()
    findings: tuple[ProbeFinding, ...] = ()

    @property
    def all_findings(self) -> tuple[ProbeFinding, ...]:
        """Those, and the ones of the profiles."""
        return (*self.findings, *(finding for report in self.reports for finding in report.findings))
