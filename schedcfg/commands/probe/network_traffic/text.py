"""What Prometheus has for NetworkTraffic, for people."""

from collections.abc import Iterable, Iterator
from functools import partial

from schedcfg.commands.probe.network_traffic.results import NodeSource, NodeTraffic, TrafficProbe, TrafficReport
from schedcfg.commands.probe.report_text import blocks, head
from schedcfg.document.texts import printable
from schedcfg.findings import Severity
from schedcfg.output.figures import bar_of, name, size
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary, counted, in_numbers
from schedcfg.output.tables import TableColumn, TextLayout, fitted_table, padded
from schedcfg.output.terminal import DIM, columns, painter
from schedcfg.plugins.network_traffic import Variant
from schedcfg.plugins.plugin import MAX_NODE_SCORE

_VARIANTS = {
    None: "whose Args cannot be read",
    Variant.FORK: "as in the fork of scheduler-plugins (prometheusAddress, networkInterface, timeRangeInMinutes)",
    Variant.OWN: "as in the separate program (ip, deviceName, timeRange)",
}

_SOURCES = {
    NodeSource.GIVEN: "named by --node",
    NodeSource.FILE: "in the file of --nodes",
    NodeSource.CLUSTER: "of the cluster of --kubeconfig",
    NodeSource.PROMETHEUS: "known to Prometheus",
}

_AS_MEANT = "Prometheus cannot parse the published query; the values are those of the intended query."
_NOTHING = "-"
_LABEL = len("Prometheus")


def render(probes: Iterable[TrafficProbe], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield a report per profile, as wide as the terminal."""
    return each(probes, partial(_probe, paper=TextLayout.of(painter(colored=colored), columns())), summary)


def _probe(probe: TrafficProbe, paper: TextLayout) -> Iterator[str]:
    yield "".join(f"{line}\n" for line in head(probe, paper))
    for report in probe.reports:
        yield "\n" + "\n".join(_report(report, paper)).rstrip("\n") + "\n"


def _report(report: TrafficReport, paper: TextLayout) -> Iterator[str]:
    place = f" (line {report.line})" if report.line is not None else ""
    yield f"{paper.heading('PROFILE')} {name(report.profile)}{place}"
    for label, value in _settings(report):
        yield from paper.wrapped(value.split(), f"  {paper.paint(DIM, padded(label, _LABEL))}  ", _LABEL + 4)
    yield ""
    if report.as_meant:
        yield from paper.wrapped(_AS_MEANT.split(), "  ", 2)
    if any(node.value is not None for node in report.nodes):
        yield from fitted_table(_COLUMNS, report.nodes, "nodes", paper)
        yield ""
    yield from blocks(report.findings, paper)
    yield ""
    yield from _queries(report, paper)


def _settings(report: TrafficReport) -> Iterator[tuple[str, str]]:
    """Yield what the plugin works with: what it is called, and its value."""
    severities = [finding.severity for finding in report.findings]
    counts = in_numbers(0, severities.count(Severity.ERROR), severities.count(Severity.WARNING))
    answer = "no" if Severity.ERROR in severities else "yes"
    yield "works", f"{answer}: {' and '.join(counts)} below" if counts else answer
    yield "plugin", f"NetworkTraffic {_VARIANTS[report.variant]}"
    if report.variant is not None:
        yield "Prometheus", printable(report.address) or "(no address)"
        interface = printable(report.interface) or "(no interface)"
        yield "traffic", f"received by {interface} in the last {counted(report.minutes, 'minute')}"
        yield "nodes", f"{f'{len(report.nodes):,}' if report.nodes else 'those'} {_SOURCES[report.node_source]}"
    yield "weight", f"{report.weight}, so it gives a node at most {report.weight * MAX_NODE_SCORE} points"


_COLUMNS: list[TableColumn[NodeTraffic]] = [
    TableColumn("NODE", lambda node: name(node.name), is_number=False),
    TableColumn("BYTES", lambda node: _NOTHING if node.value is None else size(node.value)),
    TableColumn("", lambda node: "" if node.value is None else f"{node.value:,}", is_dispensable=True),
    TableColumn("SCORE", lambda node: _NOTHING if node.score is None else str(node.score)),
    TableColumn(
        "",
        lambda node: "" if node.score is None else bar_of(node.score, MAX_NODE_SCORE),
        is_number=False,
        is_dispensable=True,
    ),
]


def _queries(report: TrafficReport, paper: TextLayout) -> Iterator[str]:
    """Yield what is asked, to be tried by hand: lines are not broken."""
    if report.nodes:
        first = report.nodes[0]
        how = "as intended" if report.as_meant else "of the plugin"
        yield f"  {paper.heading('QUERY')} {how}, about {name(first.name)}:"
        yield f"    {printable(first.query)}"
    if report.better_query:
        yield f"  {paper.heading('BETTER')} as it measures traffic, and not the value of the counter:"
        yield f"    {printable(report.better_query)}"
