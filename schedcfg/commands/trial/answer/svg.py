"""How full the nodes are as a picture (SVG), self-contained: no scripts, no fonts from elsewhere, light and dark.

A row for each node, a column for each variant: a bar for CPU, one for memory, and how many Pods it has.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from schedcfg.commands.trial.answer.identical_pods import group_of
from schedcfg.commands.trial.answer.node_table import heading_of, share_text, shown_resources
from schedcfg.commands.trial.answer.repeated_runs import nodes_in_use
from schedcfg.commands.trial.answer.side_by_side import letter, named
from schedcfg.commands.trial.answer.summary import NodeUsage, RunSummary, SummarizedVariant, Summarizer, summaries
from schedcfg.commands.trial.answer.unplaced_text import pods_text
from schedcfg.commands.trial.pod_requests import CPU
from schedcfg.commands.trial.results import Trial
from schedcfg.output.figures import name
from schedcfg.output.summary import counted
from schedcfg.output.svg import FONT, GLYPH, LINE, MARGIN, STYLE, TITLE_FONT, BarDrawing, document
from schedcfg.output.tables import excerpt
from schedcfg.output.terminal import width as columns

_FIRST, _LAST = 60, 10
"""How many nodes are drawn of the first and of the last."""
_MOST_VARIANTS = 4
_MOST_BARS = 4
"""Resources that are drawn: more would be too thin to compare."""
_NAME, _NOTE = 32, 90
_SCALE = 160
"""How long a bar for a full node is."""
_BAR, _BAR_STEP = 7, 9
_ROW_GAP, _COLUMN_GAP, _LABEL_GAP = 8, 28, 10

_COLORS = ("cpu", "memory", "other", "last")
"""Classes of the bars, in the order of the resources."""

_STYLE = f"""{STYLE}\
.scale {{ fill: #f1f4f7; }}
.cpu {{ fill: #1d5fa6; }}
.memory {{ fill: #b7791f; }}
.other {{ fill: #12713f; }}
.last {{ fill: #6b3fa0; }}
.note {{ font-weight: bold; fill: #a02525; }}
@media (prefers-color-scheme: dark) {{
  .scale {{ fill: #1e242b; }}
  .cpu {{ fill: #7db7f0; }}
  .memory {{ fill: #e8b75a; }}
  .other {{ fill: #6bd49a; }}
  .last {{ fill: #c3a2ee; }}
  .note {{ fill: #f08c8c; }}
}}
"""


class _Column(NamedTuple):
    """A variant."""

    title: str
    subtitle: str
    nodes: tuple[NodeUsage, ...]
    notes: tuple[str, ...]  # Who has no node


class _Picture(NamedTuple):
    """What is drawn."""

    columns: tuple[_Column, ...]
    resources: tuple[str, ...]
    rows: tuple[tuple[NodeUsage, ...] | str, ...]  # A node in each variant, or what is left out


def render(trial: Trial, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Return one SVG, as it is written."""
    picture = _picture(trial)
    drawing = _DrawnNodes()
    drawing.picture(picture)
    title = "Pods on nodes: " + ", ".join(column.title for column in picture.columns)
    description = "\n".join(_lines(picture))
    return document(title, description, (drawing.right + MARGIN, drawing.y + MARGIN), drawing.marks, _STYLE)


def _picture(trial: Trial) -> _Picture:
    summarizer = Summarizer(trial.cluster)
    tried = [one for one in summaries(trial, summarizer) if one.runs][:_MOST_VARIANTS]
    titles = [f"{letter(number)}  " if len(tried) > 1 else "" for number in range(len(tried))]
    made = tuple(_column(title, one, summarizer) for title, one in zip(titles, tried, strict=True))
    together = list(zip(*(column.nodes for column in made), strict=True))
    first, between, last = excerpt(together, _FIRST, _LAST)
    left_out = [f"… {between:,} nodes between"] if between else []
    resources = shown_resources([node for row in together for node in row])
    return _Picture(made, tuple(resources[:_MOST_BARS]), (*first, *left_out, *last))


def _column(called: str, one: SummarizedVariant, summarizer: Summarizer) -> _Column:
    summary = one.runs[0]
    return _Column(
        f"{called}{named(one.variant)}", _subtitle(summary), summary.nodes, tuple(_notes(summary, summarizer))
    )


def _subtitle(summary: RunSummary) -> str:
    used = f"{nodes_in_use(summary):,} of {counted(len(summary.nodes), 'node')} in use"
    return f"{summary.bound:,} of {counted(summary.pods, 'Pod')} placed, {used}"


def _notes(summary: RunSummary, summarizer: Summarizer) -> Iterator[str]:
    for unplaced in summary.unplaced[:3]:
        words = f"{unplaced.outcome}: {pods_text(unplaced.pods, group_of(summarizer.groups))}"
        yield words if columns(words) <= _NOTE else f"{words[: _NOTE - 1]}…"


class _DrawnNodes(BarDrawing):
    """The nodes, a row for each."""

    def picture(self, picture: _Picture) -> None:
        """Write all of it."""
        for column in picture.columns:
            self.y += MARGIN + TITLE_FONT
            self.text(MARGIN, self.y, column.title, "title")
            self.y += LINE
            self.text(MARGIN, self.y, column.subtitle, "quiet")
            for note in column.notes:
                self.y += LINE
                self.text(MARGIN, self.y, note, "note")
        self.y += 1.5 * LINE
        self._legend(picture)
        known = [row for row in picture.rows if not isinstance(row, str)]
        labels = max((columns(name(row[0].name, _NAME)) for row in known), default=0)
        starts = self._starts(MARGIN + labels * GLYPH + _LABEL_GAP, picture)
        for start, number in zip(starts, range(len(picture.columns)), strict=True):
            if len(picture.columns) > 1:
                self.text(start, self.y, letter(number), "point")
        self.y += LINE / 2 if len(picture.columns) > 1 else 0
        for row in picture.rows:
            self._row(row, starts, picture.resources)
        self.lay_text()

    def _starts(self, first: float, picture: _Picture) -> list[float]:
        """Return where the bars of each variant begin."""
        starts, x = [], first
        for column in picture.columns:
            starts.append(x)
            widest = max((columns(_label(node, picture.resources)) for node in column.nodes), default=0)
            x += _SCALE + _LABEL_GAP + widest * GLYPH + _COLUMN_GAP
        return starts

    def _legend(self, picture: _Picture) -> None:
        x = float(MARGIN)
        for look, resource in zip(_COLORS, picture.resources, strict=False):
            words = f"{_word(resource)} requested"
            self.block(x, self.y - FONT + 2, FONT, FONT, look)
            self.text(x + FONT + 6, self.y, words)
            x += FONT + 6 + columns(words) * GLYPH + 2 * _LABEL_GAP
        self.y += 1.5 * LINE

    def _row(self, row: tuple[NodeUsage, ...] | str, starts: Sequence[float], resources: Sequence[str]) -> None:
        height = max(_BAR_STEP * len(resources), LINE)
        middle = self.y + height / 2 + 4
        if isinstance(row, str):
            self.text(MARGIN, middle, row, "quiet")
        else:
            self.text(MARGIN, middle, name(row[0].name, _NAME))
            for start, node in zip(starts, row, strict=True):
                self._bars(start, node, resources)
                look = "changed" if node.pods != row[0].pods else "quiet"
                self.text(start + _SCALE + _LABEL_GAP, middle, _label(node, resources), look)
        self.y += height + _ROW_GAP

    def _bars(self, start: float, node: NodeUsage, resources: Sequence[str]) -> None:
        for number, (look, resource) in enumerate(zip(_COLORS, resources, strict=False)):
            top = self.y + _BAR_STEP * number
            share = float(min(max(node.share(resource), Fraction(0)), Fraction(1)))
            self.block(start, top, _SCALE, _BAR, "scale")
            if share:
                self.block(start, top, max(share * _SCALE, 1), _BAR, look)


def _word(resource: str) -> str:
    return heading_of(resource) if resource == CPU else name(resource, _NAME)


def _label(node: NodeUsage, resources: Sequence[str]) -> str:
    shares = ", ".join(f"{_word(resource)} {share_text(resource, node)}" for resource in resources)
    return ", ".join(filter(None, (counted(node.pods, "Pod"), shares)))


def _lines(picture: _Picture) -> Iterator[str]:
    """Yield in words what is drawn, for those who do not see it."""
    for column in picture.columns:
        yield ". ".join((column.title, column.subtitle, *column.notes))
    for row in picture.rows:
        if isinstance(row, str):
            yield row
        else:
            yield f"{name(row[0].name, _NAME)}: {'; '.join(_label(node, picture.resources) for node in row)}"
