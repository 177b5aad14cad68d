"""Scores as a picture (SVG), self-contained: no scripts, no fonts from elsewhere, light and dark.

A row for each node, a bar for each way to score it.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from schedcfg.document.texts import printable
from schedcfg.external.probe.findings import errors_first
from schedcfg.external.probe.network_traffic.results import NodeTraffic, TrafficProbe, TrafficReport
from schedcfg.external.probe.network_traffic.text import AS_MEANT, measured
from schedcfg.external.probe.report_text import excerpt, name, rate, size
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import FONT, GLYPH, LINE, MARGIN, STYLE, TITLE_FONT
from schedcfg.output.terminal import width as columns
from schedcfg.plugins.plugin import MAX_NODE_SCORE
from schedcfg.show.effective.pictures import refusal

_FIRST, _LAST = 60, 10
"""How many nodes are drawn of the best and of the worst."""

_NAME = 40
"""Columns of a node's name."""

PUBLISHED, BY_RATE = "by the plugin", "by bytes per second"


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A score."""

    series: str  # Whose it is: `PUBLISHED` or `BY_RATE`
    score: int  # 0 to 100 where all is well
    label: str


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A node and its bars; where there are none, the label explains it."""

    label: str
    bars: tuple[ChartBar, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One profile's picture."""

    title: str
    subtitle: str
    series: tuple[str, ...] = ()
    rows: tuple[ChartRow, ...] = ()
    notes: tuple[str, ...] = ()


def charts(probes: Iterable[TrafficProbe]) -> Iterator[Chart]:
    """Yield a chart for each profile; one with the reason where there is none."""
    for probe in probes:
        for report in probe.reports:
            yield _chart(report)
        if not probe.reports:
            path = "standard input" if probe.file.path == "-" else probe.file.path
            yield Chart(printable(path), "NetworkTraffic was not queried", notes=(_obstacle(probe),))


def _obstacle(probe: TrafficProbe) -> str:
    """Return why nothing was asked."""
    if probe.was_made:
        return _worst(probe)
    refused = next(iter(probe.file.documents), None)
    return refusal(refused) if refused is not None else printable(f"{probe.file.verdict}: {probe.file.reason}")


def _worst(found: TrafficProbe | TrafficReport) -> str:
    first = next(iter(errors_first(found.findings)), None)
    return "" if first is None else printable(f"{first.severity}: {first.message}")


def _chart(report: TrafficReport) -> Chart:
    title = f"Network traffic: {name(report.profile)}"
    subtitle = f"{measured(report)}, from {printable(report.address) or 'no server'}" if report.variant else ""
    rows = tuple(_rows_of(report.nodes))
    if not any(row.bars for row in rows):
        return Chart(title, subtitle, notes=(_worst(report) or "nothing was measured",))
    drawn = {bar.series for row in rows for bar in row.bars}
    series = tuple(one for one in (PUBLISHED, BY_RATE) if one in drawn)
    worst = _worst(report) if any(finding.is_error for finding in report.findings) else ""
    return Chart(title, subtitle, series, rows, tuple(filter(None, (AS_MEANT if report.as_meant else "", worst))))


def _rows_of(nodes: Sequence[NodeTraffic]) -> Iterator[ChartRow]:
    best, between, worst = excerpt(nodes, _FIRST, _LAST)
    yield from map(_row, best)
    if between:
        yield ChartRow(f"… {between:,} nodes between", ())
    yield from map(_row, worst)


def _row(node: NodeTraffic) -> ChartRow:
    bars = []
    if node.score is not None and node.value is not None:
        bars.append(ChartBar(PUBLISHED, node.score, f"{node.score} ({size(node.value)})"))
    if node.rated is not None and node.rated.score is not None and node.rated.bytes_per_second is not None:
        figure = rate(node.rated.bytes_per_second)
        bars.append(ChartBar(BY_RATE, node.rated.score, f"{node.rated.score} ({figure})"))
    shown = name(node.name, _NAME)
    return ChartRow(shown if bars else f"{shown}: not measured", tuple(bars))


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

_LOOKS = {PUBLISHED: "published", BY_RATE: "rated"}
"""Series → its class."""

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


class _Drawing:
    """The charts, one below the other; text is monospaced, so that its width is known.

    Attributes:
        y: How far down the next line or bar goes.
        right: How far to the right any text reaches.
        marks: What is drawn, in order.
    """

    def __init__(self) -> None:
        self.y = 0.0
        self.right = 0.0
        self.marks: list[str] = []
        self._texts: list[str] = []

    def text(self, x: float, y: float, text: str, look: str = "") -> None:
        """Write a line of text, its baseline at a place; `look` is its class."""
        glyph = GLYPH * TITLE_FONT / FONT if look == "title" else GLYPH
        self.right = max(self.right, x + columns(text) * glyph)
        shown = f' class="{look}"' if look else ""
        self._texts.append(f'<text{shown} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>\n')

    def block(self, x: float, y: float, width: float, height: float, look: str) -> None:
        """Write a filled rectangle, below all text of its chart."""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        self.marks.append(f'<rect class="{look}" rx="2" {place}/>\n')

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
            axis = MARGIN + max(columns(row.label) for row in chart.rows if row.bars) * GLYPH + _LABEL_GAP
            for row in chart.rows:
                self._row(row, axis)
        self.y += MARGIN
        self.marks += self._texts
        self._texts = []

    def _legend(self, series: Iterable[str]) -> None:
        x = float(MARGIN)
        for each_series in series:
            self.block(x, self.y - _SWATCH + 2, _SWATCH, _SWATCH, _LOOKS[each_series])
            self.text(x + _SWATCH + 6, self.y, f"score {each_series}")
            x += _SWATCH + 6 + columns(f"score {each_series}") * GLYPH + 2 * _LABEL_GAP
        self.y += LINE

    def _row(self, row: ChartRow, axis: float) -> None:
        height = max(_BAR_STEP * len(row.bars), LINE)
        self.text(MARGIN, self.y + height / 2 + 4, row.label, "" if row.bars else "quiet")
        for number, bar in enumerate(row.bars):
            length = _SCALE * min(max(bar.score / MAX_NODE_SCORE, 0), 1)
            top = self.y + _BAR_STEP * number
            self.block(axis, top, _SCALE, _BAR, "scale")
            if length:
                self.block(axis, top, length, _BAR, _LOOKS[bar.series])
            self.text(axis + _SCALE + _LABEL_GAP, top + _BAR - 1, bar.label, "quiet")
        self.y += height + _ROW_GAP


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one SVG, the profiles one below the other."""
    shown = list(charts(probes))
    drawing = _Drawing()
    for chart in shown:
        drawing.chart(chart)
    width, height = drawing.right + MARGIN, drawing.y
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>\n'
    yield f"<title>{escape(', '.join(chart.title for chart in shown))}</title>\n"
    description = "\n".join(line for chart in shown for line in _lines(chart))
    yield f"<desc>{escape(description)}</desc>\n"
    yield f'<style>\n{_STYLE}</style>\n<rect class="page" width="100%" height="100%"/>\n'
    yield from drawing.marks
    yield "</svg>\n"


def _lines(chart: Chart) -> Iterator[str]:
    """Yield in words what is drawn, for those who do not see it."""
    yield ". ".join(filter(None, (chart.title, chart.subtitle, *chart.notes)))
    for row in chart.rows:
        scores = "; ".join(f"{bar.series} {bar.label}" for bar in row.bars)
        yield f"{row.label}: {scores}" if scores else row.label
