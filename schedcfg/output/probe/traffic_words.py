"""How the settings of a NetworkTraffic are said."""

from collections.abc import Iterator

from schedcfg.findings import Severity
from schedcfg.output.probe.figures import name
from schedcfg.output.summary import counted
from schedcfg.output.terminal import printable
from schedcfg.results.scores import MAX_NODE_SCORE
from schedcfg.results.traffic import NodeSource, TrafficReport, Variant

_VARIANTS = {
    None: "whose Args cannot be read",
    Variant.FORK: "as in the fork of scheduler-plugins (prometheusAddress, networkInterface, timeRangeInMinutes)",
    Variant.OWN: "as in the program of its own (ip, deviceName, timeRange)",
}

_SOURCES = {
    NodeSource.GIVEN: "named by --node",
    NodeSource.CLUSTER: "of the cluster of --kubeconfig",
    NodeSource.PROMETHEUS: "known to Prometheus",
}

AS_MEANT = "The published query cannot be parsed by Prometheus; the values are of the query as it was meant."


def title(report: TrafficReport) -> str:
    """Name the profile, and where in the file it is told how to work."""
    place = f" (line {report.line})" if report.line is not None else ""
    return f"{name(report.profile)}{place}"


def settings(report: TrafficReport) -> list[tuple[str, str]]:
    """List what the plugin works with: what it is called, and its value."""
    return [
        ("works", _outcome(report)),
        ("plugin", f"NetworkTraffic {_VARIANTS[report.variant]}"),
        *(_asked(report) if report.variant is not None else ()),
        ("weight", f"{report.weight}, so it gives a node {report.weight * MAX_NODE_SCORE} points at most"),
    ]


def _outcome(report: TrafficReport) -> str:
    """Say first what a reader wants to know: whether the plugin would get on, and how much there is to read on."""
    severities = [finding.severity for finding in report.findings]
    told = [
        counted(number, word)
        for severity, word in ((Severity.ERROR, "error"), (Severity.WARNING, "warning"))
        if (number := severities.count(severity))
    ]
    answer = "no" if Severity.ERROR in severities else "yes"
    return f"{answer}: {' and '.join(told)} below" if told else answer


def _asked(report: TrafficReport) -> Iterator[tuple[str, str]]:
    yield "Prometheus", printable(report.address) or "(no address)"
    yield "traffic", measured(report)
    number = f"{len(report.nodes):,} " if report.nodes else "those "
    yield "nodes", f"{number}{_SOURCES[report.node_source]}"


def measured(report: TrafficReport) -> str:
    """Say what is measured: through which interface, for how long."""
    interface = printable(report.interface) or "(no interface)"
    return f"received by {interface} in the last {counted(report.minutes, 'minute')}"
