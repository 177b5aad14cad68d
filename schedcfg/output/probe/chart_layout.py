"""Where everything in a picture of scores stands, in pixels: text is monospaced, so that its width is known."""

import textwrap
from typing import NamedTuple

from schedcfg.output.drawing import FONT, GLYPH, LINE, MARGIN, TITLE_FONT
from schedcfg.output.probe.chart import BY_RATE, PUBLISHED, Chart
from schedcfg.output.terminal import width as columns
from schedcfg.results.scores import MAX_NODE_SCORE

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


class Text(NamedTuple):
    """A line of text at a place, its baseline; `look` is its class."""

    x: float
    y: float
    text: str
    look: str = ""


class Block(NamedTuple):
    """A filled rectangle; `look` is its class."""

    x: float
    y: float
    width: float
    height: float
    look: str


class Layout(NamedTuple):
    """A chart with everything in its place; its size includes the margin."""

    chart: Chart
    texts: tuple[Text, ...]
    blocks: tuple[Block, ...]
    width: float
    height: float


LOOKS = {PUBLISHED: "published", BY_RATE: "rated"}
"""Series → its class."""


def lay_out(chart: Chart, top: float) -> Layout:
    """Place a chart below `top`."""
    y = top + MARGIN + TITLE_FONT
    texts = [Text(MARGIN, y, chart.title, "title"), Text(MARGIN, y + LINE, chart.subtitle, "quiet")]
    blocks: list[Block] = []
    y += 2 * LINE
    for line in (line for note in chart.notes for line in textwrap.wrap(note, _NOTE)):
        texts.append(Text(MARGIN, y, line, "note"))
        y += LINE
    if chart.rows:
        y = _legend(chart, y, texts, blocks)
        y = _rows(chart, y, texts, blocks)
    right = max(one.x + columns(one.text) * _glyph(one.look) for one in texts)
    return Layout(chart, tuple(texts), tuple(blocks), right + MARGIN, y + MARGIN - top)


def _glyph(look: str) -> float:
    return GLYPH * TITLE_FONT / FONT if look == "title" else GLYPH


def _legend(chart: Chart, y: float, texts: list[Text], blocks: list[Block]) -> float:
    x = float(MARGIN)
    for series in chart.series:
        blocks.append(Block(x, y - SWATCH + 2, SWATCH, SWATCH, LOOKS[series]))
        texts.append(Text(x + SWATCH + 6, y, f"score {series}"))
        x += SWATCH + 6 + columns(f"score {series}") * GLYPH + 2 * _LABEL_GAP
    return y + LINE


def _rows(chart: Chart, y: float, texts: list[Text], blocks: list[Block]) -> float:
    """Place the rows, and return where they end."""
    axis = MARGIN + max(columns(row.label) for row in chart.rows if row.bars) * GLYPH + _LABEL_GAP
    for row in chart.rows:
        height = max(BAR_STEP * len(row.bars), LINE)
        look = "" if row.bars else "quiet"
        texts.append(Text(MARGIN, y + height / 2 + 4, row.label, look))
        for number, bar in enumerate(row.bars):
            length = SCALE * min(max(bar.score / MAX_NODE_SCORE, 0), 1)
            at = y + BAR_STEP * number
            blocks.append(Block(axis, at, SCALE, BAR, "scale"))
            if length:
                blocks.append(Block(axis, at, length, BAR, LOOKS[bar.series]))
            texts.append(Text(axis + SCALE + _LABEL_GAP, at + BAR - 1, bar.label, "quiet"))
        y += height + ROW_GAP
    return y
