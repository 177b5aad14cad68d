"""The tables of the text report: what runs at each point, and how much each score counts."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from schedcfg.commands.effective import statements
from schedcfg.commands.effective.layout import listed
from schedcfg.commands.effective.statements import Look, Mark, ScoreRow, mark_of, plugin_label
from schedcfg.configuration.effective.plugin_sets import POD_GROUP
from schedcfg.configuration.effective.view import ExtenderView, OriginKind, Point, RunningPlugin
from schedcfg.output.figures import bar
from schedcfg.output.tables import TextLayout, in_columns, measure

_HEADING = "POINT"
_LABEL = len("preEnqueue")

_GROUP_HEADING = "POINT FOR GROUPS OF PODS"
_GROUP_LABEL = max(map(len, POD_GROUP))


class _PluginGroup(NamedTuple):
    """Neighbours with the same mark, which share a line."""

    mark: Mark
    pieces: Sequence[str]


def pipeline(points: Sequence[Point], layout: TextLayout) -> Iterator[str]:
    """Yield the table of points, and its legend."""
    if not points:
        return
    of_pods = [point for point in points if point.name not in POD_GROUP]
    of_groups = [point for point in points if point.name in POD_GROUP]
    if of_pods:
        yield layout.heading(f"  {_HEADING:<{_LABEL}}    PLUGINS, IN RUNNING ORDER")
        for point in of_pods:
            yield from _row(point, _LABEL, layout)
        yield ""
    if of_groups:
        yield from _groups(of_groups, layout)
        yield ""
    entries = [
        entry.view if entry.mark is None else f"{_painted_sign(entry.mark, layout)} {entry.view}"
        for entry in statements.legend(points)
    ]
    yield from layout.wrapped([f"{entry}  " for entry in entries], "  ", 2)


def _painted_sign(mark: Mark, layout: TextLayout) -> str:
    return layout.paint(mark.value.color, mark.value.sign)


def _groups(points: Sequence[Point], layout: TextLayout) -> Iterator[str]:
    """Yield the table of the points that groups of Pods pass around the scheduling of each, and where none does."""
    yield layout.heading(f"  {_GROUP_HEADING}")
    for point in points:
        yield from _row(point, _GROUP_LABEL, layout)
    for sentence in statements.gates_off(points):
        yield from layout.wrapped(sentence.split(), "    ", 4)


def unplaced(plugins: Sequence[RunningPlugin], layout: TextLayout) -> Iterator[str]:
    """Yield of which plugins it is not known where they run."""
    if plugins:
        yield from layout.wrapped(statements.unplaced(plugins).split(), "  ? ", 4)


def lines_of(point: Point) -> list[int]:
    """List the lines of the file that affect what runs at a point."""
    origins = [plugin.origin for plugin in point.running] + [plugin.origin for plugin in point.removed]
    return sorted({origin.line for origin in origins if origin.kind is OriginKind.FILE and origin.line is not None})


def _row(point: Point, label: int, layout: TextLayout) -> Iterator[str]:
    first = f"  {point.name:<{label}}  "
    for group in (*_running(point), *_removed_groups(point)):
        look = group.mark.value
        pieces = [layout.paint(look.color, piece) for piece in group.pieces]
        # Lines that go on under a mark hang deeper, or they would look like neighbors without one.
        hang = len(first) + (2 if group.mark is Mark.DEFAULT else 4)
        yield from layout.wrapped(pieces, f"{first}{layout.paint(look.color, look.sign.strip()) or ' '} ", hang)
        first = " " * len(first)


def _running(point: Point) -> Iterator[_PluginGroup]:
    for mark, neighbors in groupby(point.running, key=mark_of):
        yield _PluginGroup(mark, listed(plugin_label(plugin, point.name) for plugin in neighbors))


def _removed_groups(point: Point) -> Iterator[_PluginGroup]:
    yield from (_PluginGroup(Mark.REMOVED, group.pieces) for group in statements.removed_groups(point))


_BAR_CELL = 3
"""Its place in a row."""


def scores(plugins: Sequence[RunningPlugin], extenders: Iterable[ExtenderView], layout: TextLayout) -> Iterator[str]:
    """Yield the table of weights and shares, and the extenders that rate beside it."""
    rating = [extender for extender in extenders if extender.weight]
    if plugins:
        yield from _table(statements.score_rows(plugins), layout)
        for caveat in statements.caveats(plugins):
            yield from layout.wrapped(caveat.split(), "  ", 2)
    elif not rating:
        yield f"  {statements.NOTHING_SCORES}"
    total = statements.counted_total(plugins)
    for extender in rating:
        yield from layout.wrapped(statements.rating(extender, total).split(), "  > ", 4)


def _table(rows: Sequence[ScoreRow], layout: TextLayout) -> Iterator[str]:
    width = max(len("WEIGHT"), *(len(str(row.plugin.weight)) for row in rows))
    head = [f"{'SCORE':<7}", f"{'WEIGHT':>{width}}", f"{'SHARE':>6}", "", ""]
    cells = [
        [_name(row, layout), f"{row.plugin.weight:>{width}}", f"{row.share:>6}", bar(row.part), row.note]
        for row in rows
    ]
    first, *others = _fitting([head, *cells], layout)
    yield layout.heading(first)
    yield from others


def _fitting(rows: Sequence[Sequence[str]], layout: TextLayout) -> list[str]:
    """Align the rows; where they do not fit, the bars are left out."""
    lines = list(in_columns(rows))
    if max(map(measure, lines)) <= layout.columns:
        return lines
    return list(in_columns([[*row[:_BAR_CELL], *row[_BAR_CELL + 1 :]] for row in rows]))


def _name(row: ScoreRow, layout: TextLayout) -> str:
    look: Look = mark_of(row.plugin).value
    return layout.paint(look.color, f"{look.sign} {row.name}")
