"""What a picture of scores shows: a row for each node, a bar for each way to score it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from schedcfg.output.probe.excerpt import excerpt
from schedcfg.output.probe.figures import name, rate, size
from schedcfg.output.probe.tally import count
from schedcfg.output.probe.traffic_words import AS_MEANT, measured
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import printable
from schedcfg.results.probing import errors_first, was_made
from schedcfg.results.traffic import NodeTraffic, Standing, TrafficProbe, TrafficReport
from schedcfg.show.diagram import refusal

_FIRST, _LAST = 60, 10
"""How many nodes are drawn of the best and of the worst."""

_NAME = 40
"""Columns of a node's name."""

PUBLISHED, BY_RATE = "by the plugin", "by bytes per second"


class Bar(NamedTuple):
    """A score.

    Attributes:
        series: Whose it is: `PUBLISHED` or `BY_RATE`.
        score: 0 to 100 where all is well.
        label: What stands behind it.
    """

    series: str
    score: int
    label: str


class Row(NamedTuple):
    """A node and its bars; where there are none, the label says why."""

    label: str
    bars: tuple[Bar, ...]


class Chart(NamedTuple):
    """One profile's picture.

    Attributes:
        title: Of which profile.
        subtitle: What was measured.
        series: What its bars are of.
        rows: Best first.
        notes: What is said about them, or in their place.
    """

    title: str
    subtitle: str
    series: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()


def charts(probes: Iterable[TrafficProbe], summary: Summary) -> Iterator[Chart]:
    """Yield a chart for each profile; one that says why where there is none."""
    for probe in probes:
        count(probe, summary)
        for report in probe.reports:
            yield _chart(report)
        if not probe.reports:
            path = "standard input" if probe.file.path == "-" else probe.file.path
            yield Chart(printable(path), "NetworkTraffic was not asked about", notes=(_obstacle(probe),))


def _obstacle(probe: TrafficProbe) -> str:
    """Say why nothing was asked."""
    if was_made(probe):
        return _worst(probe)
    refused = next(iter(probe.file.documents), None)
    return refusal(refused) if refused is not None else printable(f"{probe.file.verdict}: {probe.file.reason}")


def _worst(found: TrafficProbe | TrafficReport) -> str:
    first = next(iter(errors_first(found.findings)), None)
    return "" if first is None else printable(f"{first.severity}: {first.message}")


def _chart(report: TrafficReport) -> Chart:
    title = f"Network traffic: {name(report.profile)}"
    subtitle = f"{measured(report)}, as {printable(report.address) or 'nobody'} tells" if report.variant else ""
    rows = tuple(_rows(report.nodes))
    if not any(row.bars for row in rows):
        return Chart(title, subtitle, notes=(_worst(report) or "nothing was measured",))
    drawn = {bar.series for row in rows for bar in row.bars}
    series = tuple(one for one in (PUBLISHED, BY_RATE) if one in drawn)
    worst = _worst(report) if any(finding.is_error for finding in report.findings) else ""
    return Chart(title, subtitle, series, rows, tuple(filter(None, (AS_MEANT if report.as_meant else "", worst))))


def _rows(nodes: Sequence[NodeTraffic]) -> Iterator[Row]:
    part = excerpt(nodes, _FIRST, _LAST)
    yield from map(_row, part.first)
    if part.between:
        yield Row(f"… {part.between:,} nodes between", ())
    yield from map(_row, part.last)


def _row(node: NodeTraffic) -> Row:
    bars = []
    if node.standing is not None and node.value is not None:
        bars.append(_bar(PUBLISHED, node.standing, size(node.value)))
    if node.rated is not None and node.rated.standing is not None:
        bars.append(_bar(BY_RATE, node.rated.standing, rate(node.rated.bytes_per_second)))
    shown = name(node.name, _NAME)
    return Row(shown if bars else f"{shown}: not measured", tuple(bars))


def _bar(series: str, standing: Standing, figure: str) -> Bar:
    return Bar(series, standing.score, f"{standing.score} ({figure})")
