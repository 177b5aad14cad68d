"""What NetworkTraffic would make of the nodes, for people."""

from collections.abc import Iterable, Iterator
from functools import partial

from schedcfg.commands.effective.layout import TextLayout, padded
from schedcfg.commands.probe import report_text as table
from schedcfg.commands.probe.network_traffic.results import NodeSource, NodeTraffic, TrafficProbe, TrafficReport
from schedcfg.commands.probe.report_text import TableColumn, blocks, head, name, rate, size
from schedcfg.document.texts import printable
from schedcfg.findings import Severity
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary, counted
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

AS_MEANT = "Prometheus cannot parse the published query; the values are those of the intended query."


def title(report: TrafficReport) -> str:
    """Return the profile's name, and the line of its Args."""
    place = f" (line {report.line})" if report.line is not None else ""
    return f"{name(report.profile)}{place}"


def settings(report: TrafficReport) -> list[tuple[str, str]]:
    """Return what the plugin works with: what it is called, and its value."""
    return [
        ("works", _outcome(report)),
        ("plugin", f"NetworkTraffic {_VARIANTS[report.variant]}"),
        *(_request_rows(report) if report.variant is not None else ()),
        ("weight", f"{report.weight}, so it gives a node at most {report.weight * MAX_NODE_SCORE} points"),
    ]


def _outcome(report: TrafficReport) -> str:
    """Return what a reader wants to know first: whether the plugin would get on, and how much there is to read on."""
    severities = [finding.severity for finding in report.findings]
    counts = [
        counted(number, word)
        for severity, word in ((Severity.ERROR, "error"), (Severity.WARNING, "warning"))
        if (number := severities.count(severity))
    ]
    answer = "no" if Severity.ERROR in severities else "yes"
    return f"{answer}: {' and '.join(counts)} below" if counts else answer


def _request_rows(report: TrafficReport) -> Iterator[tuple[str, str]]:
    yield "Prometheus", printable(report.address) or "(no address)"
    yield "traffic", measured(report)
    number = f"{len(report.nodes):,} " if report.nodes else "those "
    yield "nodes", f"{number}{_SOURCES[report.node_source]}"


def measured(report: TrafficReport) -> str:
    """Return what is measured: through which interface, for how long."""
    interface = printable(report.interface) or "(no interface)"
    return f"received by {interface} in the last {counted(report.minutes, 'minute')}"


_NOTHING = "-"
_LABEL = len("Prometheus")

_RATE = "RATE, and the score and rank after it: by bytes per second, which the plugin does not use."


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield a report per profile, as wide as the terminal."""
    return each(probes, partial(_probe, paper=TextLayout.of(painter(coloured=coloured), columns())), summary)


def _probe(probe: TrafficProbe, paper: TextLayout) -> Iterator[str]:
    yield "".join(f"{line}\n" for line in head(probe, paper))
    for report in probe.reports:
        yield "\n" + "\n".join(_report(report, paper)).rstrip("\n") + "\n"


def _report(report: TrafficReport, paper: TextLayout) -> Iterator[str]:
    yield f"{paper.heading('PROFILE')} {title(report)}"
    for label, value in settings(report):
        yield from paper.wrapped(value.split(), f"  {paper.paint(DIM, padded(label, _LABEL))}  ", _LABEL + 4)
    yield ""
    if report.as_meant:
        yield from paper.wrapped(AS_MEANT.split(), "  ", 2)
    if any(node.value is not None for node in report.nodes):
        yield from table.table_lines(_columns(report.nodes), report.nodes, "nodes", paper)
        if any(node.rated is not None for node in report.nodes):
            yield from paper.wrapped(_RATE.split(), "  ", 2)
        yield ""
    yield from blocks(report.findings, paper)
    yield ""
    yield from _queries(report, paper)


def _columns(nodes: tuple[NodeTraffic, ...]) -> list[TableColumn[NodeTraffic]]:
    """Return the columns: what is known of no node has none."""
    shown: list[TableColumn[NodeTraffic]] = [
        TableColumn("RANK", lambda node: _figure(node.rank)),
        TableColumn("NODE", lambda node: name(node.name), is_number=False),
        TableColumn("BYTES", lambda node: _NOTHING if node.value is None else size(node.value)),
        TableColumn("", lambda node: "" if node.value is None else f"{node.value:,}", is_dispensable=True),
    ]
    if any(node.samples is not None for node in nodes):
        shown.append(TableColumn("SAMPLES", lambda node: _NOTHING if node.samples is None else f"{node.samples:,}"))
    shown += [
        TableColumn("SCORE", lambda node: _figure(node.score)),
        TableColumn(
            "",
            lambda node: "" if node.score is None else table.bar_of(node.score, MAX_NODE_SCORE),
            is_number=False,
            is_dispensable=True,
        ),
    ]
    if any(node.rated is not None for node in nodes):
        shown += [
            TableColumn("RATE", _rate),
            TableColumn("SCORE", lambda node: _figure(None if node.rated is None else node.rated.score)),
            TableColumn("RANK", lambda node: _figure(None if node.rated is None else node.rated.rank)),
        ]
    return shown


def _rate(node: NodeTraffic) -> str:
    known = None if node.rated is None else node.rated.bytes_per_second
    return _NOTHING if known is None else rate(known)


def _figure(number: int | None) -> str:
    return _NOTHING if number is None else str(number)


def _queries(report: TrafficReport, paper: TextLayout) -> Iterator[str]:
    """Yield what was asked, to be tried by hand: lines are not broken."""
    if report.nodes:
        first = report.nodes[0]
        how = "as intended" if report.as_meant else "of the plugin"
        yield f"  {paper.heading('QUERY')} {how}, about {name(first.name)}:"
        yield f"    {printable(first.query)}"
    if report.better_query:
        yield f"  {paper.heading('BETTER')} as it measures traffic, and not the value of the counter:"
        yield f"    {printable(report.better_query)}"
