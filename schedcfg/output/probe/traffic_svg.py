"""Scores as a picture (SVG) that stands for itself: no scripts, no fonts from elsewhere, light and dark."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from schedcfg.output.drawing import STYLE
from schedcfg.output.probe.chart import Chart, charts
from schedcfg.output.probe.chart_layout import Layout, lay_out
from schedcfg.output.summary import Summary
from schedcfg.results.traffic import TrafficProbe

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
    layouts: list[Layout] = []
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


def _told(layouts: Iterable[Layout]) -> str:
    """Tell in words what is drawn, for those who do not see it."""
    return "\n".join(line for layout in layouts for line in _lines(layout.chart))


def _lines(chart: Chart) -> Iterator[str]:
    yield ". ".join(filter(None, (chart.title, chart.subtitle, *chart.notes)))
    for row in chart.rows:
        scores = "; ".join(f"{bar.series} {bar.label}" for bar in row.bars)
        yield f"{row.label}: {scores}" if scores else row.label


def _drawn(layout: Layout) -> Iterator[str]:
    for block in layout.blocks:
        x, y, width, height = (f"{number:.1f}" for number in block[:4])
        yield f'<rect class="{block.look}" rx="2" x="{x}" y="{y}" width="{width}" height="{height}"/>\n'
    for line in layout.texts:
        look = f' class="{line.look}"' if line.look else ""
        yield f'<text{look} x="{line.x:.1f}" y="{line.y:.1f}">{escape(line.text)}</text>\n'
