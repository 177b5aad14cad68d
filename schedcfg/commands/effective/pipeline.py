"""The tables of the text report: what runs at each point, and how much each score counts."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from schedcfg.commands.effective import statements
from schedcfg.commands.effective.statements import Look, Mark, ScoreRow, mark_of, plugin_label
from schedcfg.configuration.effective.plugin_sets import POD_GROUP
from schedcfg.configuration.effective.view import ExtenderView, OriginKind, Point, RunningPlugin
from schedcfg.output.figures import bar
from schedcfg.output.tables import TableColumn, TextLayout, fitted_table, listed

_HEADING = "POINT"
_LABEL = len("preEnqueue")

_GROUP_HEADING = "POINT FOR GROUPS OF PODS"
_GROUP_LABEL = max(map(len, POD_GROUP))


class _PluginGroup(NamedTuple):
    """Neighbors with the same mark, which share a line."""

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
        entry.meaning if entry.mark is None else f"{_painted_sign(entry.mark, layout)} {entry.meaning}"
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


def scores(plugins: Sequence[RunningPlugin], extenders: Iterable[ExtenderView], layout: TextLayout) -> Iterator[str]:
    """Yield the table of weights and shares, and the extenders that rate beside it."""
    raters = statements.raters(extenders)
    if plugins:
        yield from _table(statements.score_rows(plugins), layout)
        for caveat in statements.caveats(plugins):
            yield from layout.wrapped(caveat.split(), "  ", 2)
    elif not raters:
        yield f"  {statements.NOTHING_SCORES}"
    total = statements.counted_total(plugins)
    for extender in raters:
        yield from layout.wrapped(statements.rating(extender, total).split(), "  > ", 4)


def _table(rows: Sequence[ScoreRow], layout: TextLayout) -> Iterator[str]:
    """Yield weights and shares; where they do not fit, the bars are left out."""
    columns: list[TableColumn[ScoreRow]] = [
        TableColumn("SCORE  ", lambda row: _name(row, layout), is_number=False),
        TableColumn("WEIGHT", lambda row: f"{row.plugin.weight}"),
        TableColumn(" SHARE", lambda row: row.share),
        TableColumn("", lambda row: bar(row.part), is_number=False, is_dispensable=True),
        TableColumn("", lambda row: row.note, is_number=False),
    ]
    yield from fitted_table(columns, rows, "plugins", layout, (len(rows), 1))


def _name(row: ScoreRow, layout: TextLayout) -> str:
    look: Look = mark_of(row.plugin).value
    return layout.paint(look.color, f"{look.sign} {row.name}")
