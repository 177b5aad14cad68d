"""What a picture of scores shows: a row for each node, a bar for each way to score it."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from schedcfg.output.drawing import FONT, GLYPH, LINE, MARGIN, STYLE, TITLE_FONT
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import printable
from schedcfg.output.terminal import width as columns
from schedcfg.probe.findings import errors_first, was_made
from schedcfg.probe.network_traffic.results import NodeStanding, NodeTraffic, TrafficProbe, TrafficReport
from schedcfg.probe.network_traffic.text import AS_MEANT, measured
from schedcfg.probe.report_json import count
from schedcfg.probe.report_text import excerpt, name, rate, size
from schedcfg.results.scores import MAX_NODE_SCORE
from schedcfg.show.diagram import refusal

_FIRST, _LAST = 60, 10
"""How many nodes are drawn of the best and of the worst."""

_NAME = 40
"""Columns of a node's name."""

PUBLISHED, BY_RATE = "by the plugin", "by bytes per second"


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A score.

    Attributes:
        series: Whose it is: `PUBLISHED` or `BY_RATE`.
        score: 0 to 100 where all is well.
        label: What stands behind it.
    """

    series: str
    score: int
    label: str


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A node and its bars; where there are none, the label explains it."""

    label: str
    bars: tuple[ChartBar, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One profile's picture.

    Attributes:
        title: Of which profile.
        subtitle: What was measured.
        series: What its bars are of.
        rows: Best first.
        notes: Lines about them, or in their place.
    """

    title: str
    subtitle: str
    series: tuple[str, ...] = ()
    rows: tuple[ChartRow, ...] = ()
    notes: tuple[str, ...] = ()


def charts(probes: Iterable[TrafficProbe], summary: Summary) -> Iterator[Chart]:
    """Yield a chart for each profile; one with the reason where there is none."""
    for probe in probes:
        count(probe, summary)
        for report in probe.reports:
            yield _chart(report)
        if not probe.reports:
            path = "standard input" if probe.file.path == "-" else probe.file.path
            yield Chart(printable(path), "NetworkTraffic was not asked about", notes=(_obstacle(probe),))


def _obstacle(probe: TrafficProbe) -> str:
    """Return why nothing was asked."""
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
    rows = tuple(_rows_of(report.nodes))
    if not any(row.bars for row in rows):
        return Chart(title, subtitle, notes=(_worst(report) or "nothing was measured",))
    drawn = {bar.series for row in rows for bar in row.bars}
    series = tuple(one for one in (PUBLISHED, BY_RATE) if one in drawn)
    worst = _worst(report) if any(finding.is_error for finding in report.findings) else ""
    return Chart(title, subtitle, series, rows, tuple(filter(None, (AS_MEANT if report.as_meant else "", worst))))


def _rows_of(nodes: Sequence[NodeTraffic]) -> Iterator[ChartRow]:
    part = excerpt(nodes, _FIRST, _LAST)
    yield from map(_row, part.first)
    if part.between:
        yield ChartRow(f"… {part.between:,} nodes between", ())
    yield from map(_row, part.last)


def _row(node: NodeTraffic) -> ChartRow:
    bars = []
    if node.standing is not None and node.value is not None:
        bars.append(_bar(PUBLISHED, node.standing, size(node.value)))
    if node.rated is not None and node.rated.standing is not None:
        bars.append(_bar(BY_RATE, node.rated.standing, rate(node.rated.bytes_per_second)))
    shown = name(node.name, _NAME)
    return ChartRow(shown if bars else f"{shown}: not measured", tuple(bars))


def _bar(series: str, standing: NodeStanding, figure: str) -> ChartBar:
    return ChartBar(series, standing.score, f"{standing.score} ({figure})")


BAR, BAR_STEP = 11, 14
"""A bar's height, and how far below it the next one of a node begins."""

ROW_GAP = 8
SWATCH = 12
"""The square that stands for a series in the legend."""

SCALE = 320
"""How long the bar of a score of 100 is."""

_LABEL_GAP = 12
_NOTE = 90
"""Columns of a note's line."""


@dataclass(frozen=True, slots=True)
class ChartText:
    """A line of text at a place, its baseline; `look` is its class."""

    x: float
    y: float
    text: str
    look: str = ""


@dataclass(frozen=True, slots=True)
class ChartBlock:
    """A filled rectangle; `look` is its class."""

    x: float
    y: float
    width: float
    height: float
    look: str


@dataclass(frozen=True, slots=True)
class ChartLayout:
    """A chart with everything in its place; its size includes the margin."""

    chart: Chart
    texts: tuple[ChartText, ...]
    blocks: tuple[ChartBlock, ...]
    width: float
    height: float


LOOKS = {PUBLISHED: "published", BY_RATE: "rated"}
"""Series → its class."""


def lay_out(chart: Chart, top: float) -> ChartLayout:
    """Return a chart with everything in its place below `top`."""
    y = top + MARGIN + TITLE_FONT
    texts = [ChartText(MARGIN, y, chart.title, "title"), ChartText(MARGIN, y + LINE, chart.subtitle, "quiet")]
    blocks: list[ChartBlock] = []
    y += 2 * LINE
    for line in (line for note in chart.notes for line in textwrap.wrap(note, _NOTE)):
        texts.append(ChartText(MARGIN, y, line, "note"))
        y += LINE
    if chart.rows:
        y = _place_legend(chart, y, texts, blocks)
        y = _place_rows(chart, y, texts, blocks)
    right = max(one.x + columns(one.text) * _glyph(one.look) for one in texts)
    return ChartLayout(chart, tuple(texts), tuple(blocks), right + MARGIN, y + MARGIN - top)


def _glyph(look: str) -> float:
    return GLYPH * TITLE_FONT / FONT if look == "title" else GLYPH


def _place_legend(chart: Chart, y: float, texts: list[ChartText], blocks: list[ChartBlock]) -> float:
    x = float(MARGIN)
    for series in chart.series:
        blocks.append(ChartBlock(x, y - SWATCH + 2, SWATCH, SWATCH, LOOKS[series]))
        texts.append(ChartText(x + SWATCH + 6, y, f"score {series}"))
        x += SWATCH + 6 + columns(f"score {series}") * GLYPH + 2 * _LABEL_GAP
    return y + LINE


def _place_rows(chart: Chart, y: float, texts: list[ChartText], blocks: list[ChartBlock]) -> float:
    """Place the rows, and return where they end."""
    axis = MARGIN + max(columns(row.label) for row in chart.rows if row.bars) * GLYPH + _LABEL_GAP
    for row in chart.rows:
        height = max(BAR_STEP * len(row.bars), LINE)
        look = "" if row.bars else "quiet"
        texts.append(ChartText(MARGIN, y + height / 2 + 4, row.label, look))
        for number, bar in enumerate(row.bars):
            length = SCALE * min(max(bar.score / MAX_NODE_SCORE, 0), 1)
            at = y + BAR_STEP * number
            blocks.append(ChartBlock(axis, at, SCALE, BAR, "scale"))
            if length:
                blocks.append(ChartBlock(axis, at, length, BAR, LOOKS[bar.series]))
            texts.append(ChartText(axis + SCALE + _LABEL_GAP, at + BAR - 1, bar.label, "quiet"))
        y += height + ROW_GAP
    return y


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


def render(probes: Iterable[TrafficProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one SVG, the profiles one below the other."""
    layouts: list[ChartLayout] = []
    height = 0.0
    for chart in charts(probes, summary):
        layouts.append(lay_out(chart, height))
        height += layouts[-1].height
    width = max(layout.width for layout in layouts)
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>\n'
    yield f"<title>{escape(', '.join(layout.chart.title for layout in layouts))}</title>\n"
    yield f"<desc>{escape(_told(layouts))}</desc>\n"
    yield f'<style>\n{_STYLE}</style>\n<rect class="page" width="100%" height="100%"/>\n'
    for layout in layouts:
        yield "".join(_drawn(layout))
    yield "</svg>\n"


def _told(layouts: Iterable[ChartLayout]) -> str:
    """Return in words what is drawn, for those who do not see it."""
    return "\n".join(line for layout in layouts for line in _lines(layout.chart))


def _lines(chart: Chart) -> Iterator[str]:
    yield ". ".join(filter(None, (chart.title, chart.subtitle, *chart.notes)))
    for row in chart.rows:
        scores = "; ".join(f"{bar.series} {bar.label}" for bar in row.bars)
        yield f"{row.label}: {scores}" if scores else row.label


def _drawn(layout: ChartLayout) -> Iterator[str]:
    for block in layout.blocks:
        x, y, width, height = (f"{number:.1f}" for number in (block.x, block.y, block.width, block.height))
        yield f'<rect class="{block.look}" rx="2" x="{x}" y="{y}" width="{width}" height="{height}"/>\n'
    for line in layout.texts:
        look = f' class="{line.look}"' if line.look else ""
        yield f'<text{look} x="{line.x:.1f}" y="{line.y:.1f}">{escape(line.text)}</text>\n'
