"""Scores as a picture (SVG), self-contained: no scripts, no fonts from elsewhere, light and dark.

A row for each node, a bar for each way to score it.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from schedcfg.commands.effective.pictures import refusal
from schedcfg.commands.probe.findings import errors_first
from schedcfg.commands.probe.network_traffic.results import NodeTraffic, TrafficProbe, TrafficReport
from schedcfg.commands.probe.network_traffic.text import AS_MEANT, measured
from schedcfg.commands.probe.report_text import excerpt, name, rate, size
from schedcfg.document.texts import printable
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary
from schedcfg.output.svg import GLYPH, LINE, MARGIN, STYLE, TITLE_FONT, BarDrawing, document
from schedcfg.output.terminal import width as columns
from schedcfg.plugins.plugin import MAX_NODE_SCORE

_FIRST, _LAST = 60, 10
"""How many nodes are drawn of the best and of the worst."""

_NAME = 40
"""Columns of a node's name."""

_SERIES = {"published": "by the plugin", "rated": "by bytes per second"}
"""Each way to score a node, by its class in the picture."""


class _Bar(NamedTuple):
    """A score."""

    series: str  # Whose it is, of `_SERIES`
    score: int  # 0 to 100 where all is well
    label: str


_Row: TypeAlias = tuple[str, tuple[_Bar, ...]]
"""A node and its bars; where there are none, the text says why."""


@dataclass(frozen=True, slots=True)
class Chart:
    """One profile's picture."""

    title: str
    subtitle: str
    rows: tuple[_Row, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def series(self) -> list[str]:
        """The ways to score that are drawn."""
        drawn = {bar.series for _, bars in self.rows for bar in bars}
        return [series for series in _SERIES if series in drawn]


def charts(probe: TrafficProbe) -> Iterator[Chart]:
    """Yield a chart for each profile; one with the reason where there is none."""
    yield from map(_chart, probe.reports)
    if not probe.reports:
        path = "standard input" if probe.file.path == "-" else probe.file.path
        refused = next(iter(probe.file.documents), None)
        reason = printable(f"{probe.file.verdict}: {probe.file.reason}") if refused is None else refusal(refused)
        reason = _worst(probe) if probe.was_made else reason
        yield Chart(printable(path), "NetworkTraffic was not queried", notes=(reason,))


def _worst(found: TrafficProbe | TrafficReport) -> str:
    first = next(iter(errors_first(found.findings)), None)
    return "" if first is None else printable(f"{first.severity}: {first.message}")


def _chart(report: TrafficReport) -> Chart:
    title = f"Network traffic: {name(report.profile)}"
    subtitle = f"{measured(report)}, from {printable(report.address) or 'no server'}" if report.variant else ""
    best, between, last = excerpt(report.nodes, _FIRST, _LAST)
    left_out: list[_Row] = [(f"… {between:,} nodes between", ())] if between else []
    rows = (*map(_row, best), *left_out, *map(_row, last))
    if not any(bars for _, bars in rows):
        return Chart(title, subtitle, notes=(_worst(report) or "nothing was measured",))
    worst = _worst(report) if any(finding.is_error for finding in report.findings) else ""
    return Chart(title, subtitle, rows, tuple(filter(None, (AS_MEANT if report.as_meant else "", worst))))


def _row(node: NodeTraffic) -> _Row:
    bars = []
    if node.score is not None and node.value is not None:
        bars.append(_Bar("published", node.score, f"{node.score} ({size(node.value)})"))
    if node.rated is not None and node.rated.score is not None and node.rated.bytes_per_second is not None:
        bars.append(_Bar("rated", node.rated.score, f"{node.rated.score} ({rate(node.rated.bytes_per_second)})"))
    label = name(node.name, _NAME)
    return (label if bars else f"{label}: not measured"), tuple(bars)


_BAR, _BAR_STEP = 11, 14
"""A bar's height, and how far below it the next one of a node begins."""

_ROW_GAP = 8
_SWATCH = 12
"""The square that represents a series in the legend."""

_SCALE = 320
"""How long the bar of a score of 100 is."""

_LABEL_GAP = 12
_NOTE = 90
"""Columns of a note's line."""

_STYLE = f"""{STYLE}\
.note {{ font-weight: bold; fill: #a02525; }}
.scale {{ fill: #f1f4f7; }}
.published {{ fill: #1d5fa6; }}
.rated {{ fill: #b7791f; }}
@media (prefers-color-scheme: dark) {{
  .note {{ fill: #f08c8c; }}
  .scale {{ fill: #1e242b; }}
  .published {{ fill: #7db7f0; }}
  .rated {{ fill: #e8b75a; }}
}}
"""


class _Drawing(BarDrawing):
    """The charts, one below the other."""

    def chart(self, chart: Chart) -> None:
        """Write a chart below what is there."""
        self.y += MARGIN + TITLE_FONT
        self.text(MARGIN, self.y, chart.title, "title")
        self.text(MARGIN, self.y + LINE, chart.subtitle, "quiet")
        self.y += 2 * LINE
        for line in (line for note in chart.notes for line in textwrap.wrap(note, _NOTE)):
            self.text(MARGIN, self.y, line, "note")
            self.y += LINE
        if chart.rows:
            self._legend(chart.series)
            axis = MARGIN + max(columns(label) for label, bars in chart.rows if bars) * GLYPH + _LABEL_GAP
            for label, bars in chart.rows:
                self._row(label, bars, axis)
        self.y += MARGIN
        self.lay_text()

    def _legend(self, series: Iterable[str]) -> None:
        x = float(MARGIN)
        for each_series in series:
            words = f"score {_SERIES[each_series]}"
            self.block(x, self.y - _SWATCH + 2, _SWATCH, _SWATCH, each_series)
            self.text(x + _SWATCH + 6, self.y, words)
            x += _SWATCH + 6 + columns(words) * GLYPH + 2 * _LABEL_GAP
        self.y += LINE

    def _row(self, label: str, bars: Sequence[_Bar], axis: float) -> None:
        height = max(_BAR_STEP * len(bars), LINE)
        self.text(MARGIN, self.y + height / 2 + 4, label, "" if bars else "quiet")
        for number, bar in enumerate(bars):
            length = _SCALE * min(max(bar.score / MAX_NODE_SCORE, 0), 1)
            top = self.y + _BAR_STEP * number
            self.block(axis, top, _SCALE, _BAR, "scale")
            if length:
                self.block(axis, top, length, _BAR, bar.series)
            self.text(axis + _SCALE + _LABEL_GAP, top + _BAR - 1, bar.label, "quiet")
        self.y += height + _ROW_GAP


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield an SVG for each, the profiles one below the other."""
    return each(probes, _picture, summary)


def _picture(probe: TrafficProbe) -> Iterator[str]:
    shown = list(charts(probe))
    drawing = _Drawing()
    for chart in shown:
        drawing.chart(chart)
    title = ", ".join(chart.title for chart in shown)
    description = "\n".join(line for chart in shown for line in _lines(chart))
    return document(title, description, (drawing.right + MARGIN, drawing.y), drawing.marks, _STYLE)


def _lines(chart: Chart) -> Iterator[str]:
    """Yield in words what is drawn, for those who do not see it."""
    yield ". ".join(filter(None, (chart.title, chart.subtitle, *chart.notes)))
    for label, bars in chart.rows:
        scores = "; ".join(f"{_SERIES[bar.series]} {bar.label}" for bar in bars)
        yield f"{label}: {scores}" if scores else label
