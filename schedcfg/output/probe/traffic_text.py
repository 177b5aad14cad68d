"""What NetworkTraffic would make of the nodes, for people."""

from collections.abc import Iterable, Iterator

from schedcfg.output.probe import columns as table
from schedcfg.output.probe.columns import Column
from schedcfg.output.probe.figures import name, rate, size
from schedcfg.output.probe.findings_text import blocks
from schedcfg.output.probe.head import head
from schedcfg.output.probe.tally import count
from schedcfg.output.probe.traffic_words import AS_MEANT, settings, title
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import DIM, columns, painter, printable
from schedcfg.results.scores import MAX_NODE_SCORE
from schedcfg.results.traffic import NodeTraffic, Standing, TrafficProbe, TrafficReport
from schedcfg.show.layout import Paper, padded

_NOTHING = "-"
_LABEL = len("Prometheus")

_RATE = "RATE, and the score and rank behind it: by bytes per second, which the plugin does not look at."


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield a report per profile, as wide as the terminal."""
    paper = Paper.of(painter(coloured=coloured), columns())
    for probe in probes:
        count(probe, summary)
        yield "\n".join(head(probe, paper)) + "\n"
        for report in probe.reports:
            yield "\n" + "\n".join(_report(report, paper)).rstrip("\n") + "\n"


def _report(report: TrafficReport, paper: Paper) -> Iterator[str]:
    yield f"{paper.heading('PROFILE')} {title(report)}"
    for label, value in settings(report):
        yield from paper.wrapped(value.split(), f"  {paper.paint(DIM, padded(label, _LABEL))}  ", _LABEL + 4)
    yield ""
    if report.as_meant:
        yield from paper.wrapped(AS_MEANT.split(), "  ", 2)
    if any(node.value is not None for node in report.nodes):
        yield from table.lines(_columns(report.nodes), report.nodes, "nodes", paper)
        if any(node.rated is not None for node in report.nodes):
            yield from paper.wrapped(_RATE.split(), "  ", 2)
        yield ""
    yield from blocks(report.findings, paper)
    yield ""
    yield from _queries(report, paper)


def _columns(nodes: tuple[NodeTraffic, ...]) -> list[Column[NodeTraffic]]:
    """Choose the columns: what is known of no node has none."""
    shown: list[Column[NodeTraffic]] = [
        Column("RANK", lambda node: _rank(node.standing)),
        Column("NODE", lambda node: name(node.name), is_number=False),
        Column("BYTES", lambda node: _NOTHING if node.value is None else size(node.value)),
        Column("", lambda node: "" if node.value is None else f"{node.value:,}", is_dispensable=True),
    ]
    if any(node.samples is not None for node in nodes):
        shown.append(Column("SAMPLES", lambda node: _NOTHING if node.samples is None else f"{node.samples:,}"))
    shown += [
        Column("SCORE", lambda node: _score(node.standing)),
        Column("", lambda node: _bar(node.standing), is_number=False, is_dispensable=True),
    ]
    if any(node.rated is not None for node in nodes):
        shown += [
            Column("RATE", lambda node: _NOTHING if node.rated is None else rate(node.rated.bytes_per_second)),
            Column("SCORE", lambda node: _score(_by_rate(node))),
            Column("RANK", lambda node: _rank(_by_rate(node))),
        ]
    return shown


def _by_rate(node: NodeTraffic) -> Standing | None:
    return None if node.rated is None else node.rated.standing


def _rank(standing: Standing | None) -> str:
    return _NOTHING if standing is None else str(standing.rank)


def _score(standing: Standing | None) -> str:
    return _NOTHING if standing is None else str(standing.score)


def _bar(standing: Standing | None) -> str:
    return "" if standing is None else table.bar_of(standing.score, MAX_NODE_SCORE)


def _queries(report: TrafficReport, paper: Paper) -> Iterator[str]:
    """Show what was asked, to be tried by hand: lines are not broken."""
    if report.nodes:
        first = report.nodes[0]
        asked = "as it was meant" if report.as_meant else "as the plugin asks it"
        yield f"  {paper.heading('QUERY')} {asked}, about {name(first.name)}:"
        yield f"    {printable(first.query)}"
    if report.better_query:
        yield f"  {paper.heading('BETTER')} as it measures traffic, and not how high the counter stands:"
        yield f"    {printable(report.better_query)}"
