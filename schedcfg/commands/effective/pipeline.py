"""The weight of each plugin that scores."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from schedcfg.commands.effective.layout import address, listed
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.plugin_sets import POD_GROUP
from schedcfg.configuration.effective.view import (
    ExtenderView,
    Origin,
    OriginKind,
    Point,
    RemovedPlugin,
    RunningPlugin,
    UserChange,
)
from schedcfg.document.texts import printable
from schedcfg.output.figures import bar
from schedcfg.output.tables import TextLayout, in_columns, measure
from schedcfg.output.terminal import CYAN, DIM, GREEN, RED, YELLOW, percent

BY_RELEASE = "°"
"""Behind what comes by default of the release, where other defaults come from the API version."""


class Look(NamedTuple):
    """How a mark looks, and what it means."""

    sign: str
    colour: str
    view: str


class Mark(Enum):
    """What became of a plugin at a point."""

    DEFAULT = Look(" ", DIM, "unmarked")
    ADDED = Look("+", GREEN, "added")
    REWEIGHTED = Look("~", YELLOW, "re-weighted")
    NAMED = Look("=", CYAN, "named, as by default")
    REMOVED = Look("-", RED, "removed")


_BY_CHANGE = {
    UserChange.DEFAULT: Mark.DEFAULT,
    UserChange.ADDED: Mark.ADDED,
    UserChange.REWEIGHTED: Mark.REWEIGHTED,
    UserChange.NAMED: Mark.NAMED,
}


def mark_of(plugin: RunningPlugin) -> Mark:
    """Choose the mark of a plugin that runs."""
    return _BY_CHANGE[plugin.change]


def place(origin: Origin) -> str:
    """Name the place of an entry; for entries under `multiPoint` it includes that."""
    return f"multiPoint, {origin}" if ".multiPoint." in origin.path else str(origin)


def plugin_label(plugin: RunningPlugin) -> str:
    """Name a plugin that runs: with its weights where they changed, and its origin where that is no default."""
    name = printable(plugin.name)
    if plugin.origin.kind is OriginKind.API_VERSION:
        return name
    if plugin.origin.kind is OriginKind.RELEASE:
        return name + BY_RELEASE
    weights = f" {plugin.default_weight} → {plugin.weight}" if plugin.change is UserChange.REWEIGHTED else ""
    return f"{name}{weights} ({place(plugin.origin)})"


def legend(points: Iterable[Point], layout: TextLayout) -> Iterator[str]:
    """Explain the marks that these points use, and no others."""
    shown = list(points)
    running = [plugin for point in shown for plugin in point.running]
    used = {mark_of(plugin) for plugin in running}
    if any(point.removed for point in shown):
        used.add(Mark.REMOVED)
    entries = [
        f"{layout.paint(mark.value.colour, mark.value.sign)} {mark.value.view}"
        for mark in Mark
        if mark in used and mark is not Mark.DEFAULT
    ]
    entries += _defaults(plugin for plugin in running if plugin.change is UserChange.DEFAULT)
    yield from layout.wrapped([f"{entry}  " for entry in entries], "  ", 2)


def _defaults(plugins: Iterable[RunningPlugin]) -> Iterator[str]:
    """Explain what bears no mark of the user's."""
    origins: dict[OriginKind, str] = {}
    spread = False
    for plugin in plugins:
        origins[plugin.origin.kind] = str(plugin.origin)
        spread = spread or plugin.multi_point
    if OriginKind.API_VERSION in origins:
        yield f"unmarked: {origins[OriginKind.API_VERSION]}"
    if OriginKind.RELEASE in origins:
        yield f"{BY_RELEASE} {origins[OriginKind.RELEASE]}"
    if spread:
        yield "defaults come by MultiPoint"


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
    yield from legend(points, layout)


def _groups(points: Sequence[Point], layout: TextLayout) -> Iterator[str]:
    """Yield the table of the points that groups of Pods pass around the scheduling of each, and where none does."""
    yield layout.heading(f"  {_GROUP_HEADING}")
    for point in points:
        yield from _row(point, _GROUP_LABEL, layout)
    for gate in dict.fromkeys(point.gate_off for point in points if point.gate_off):
        idle = listed(point.name for point in points if point.gate_off == gate)
        yield from layout.wrapped(
            [*f"The feature gate {gate} is off: no plugin is called at".split(), *idle], "    ", 4
        )


def unplaced(plugins: Sequence[RunningPlugin], layout: TextLayout) -> Iterator[str]:
    """Yield of which plugins it is not known where they run."""
    if not plugins:
        return
    names = " and ".join(
        f"{printable(plugin.name)} ({place(plugin.origin)}, weight {plugin.weight})" for plugin in plugins
    )
    text = (
        f"{names}: not part of Kubernetes, so their extension points are not known. They are missing above, and below "
        "if they score: then all shares are smaller."
    )
    if len(plugins) == 1:
        text = (
            f"{names}: not part of Kubernetes, so its extension points are not known. It is missing above, and below "
            "if it scores: then all shares are smaller."
        )
    yield from layout.wrapped(text.split(), "  ? ", 4)


def lines_of(point: Point) -> list[int]:
    """List the lines of the file that affect what runs at a point."""
    origins = [plugin.origin for plugin in point.running] + [plugin.origin for plugin in point.removed]
    return sorted({origin.line for origin in origins if origin.kind is OriginKind.FILE and origin.line is not None})


def _row(point: Point, label: int, layout: TextLayout) -> Iterator[str]:
    first = f"  {point.name:<{label}}  "
    for group in (*_running(point), *_removed_groups(point)):
        look = group.mark.value
        pieces = [layout.paint(look.colour, piece) for piece in group.pieces]
        # Lines that go on under a mark hang deeper, or they would look like neighbors without one.
        hang = len(first) + (2 if group.mark is Mark.DEFAULT else 4)
        yield from layout.wrapped(pieces, f"{first}{layout.paint(look.colour, look.sign.strip()) or ' '} ", hang)
        first = " " * len(first)


def _running(point: Point) -> Iterator[_PluginGroup]:
    # What scores nodes has its weights in a table of its own.
    label = _weighted_label if point.name in WEIGHTED.intersection(POD_GROUP) else plugin_label
    for mark, neighbours in groupby(point.running, key=mark_of):
        yield _PluginGroup(mark, listed(map(label, neighbours)))


def _weighted_label(plugin: RunningPlugin) -> str:
    weight = "" if plugin.change is UserChange.REWEIGHTED else f"weight {plugin.weight}: "
    return weight + plugin_label(plugin)


def _removed_groups(point: Point) -> Iterator[_PluginGroup]:
    all_defaults = all(plugin.default_weight is None for plugin in point.running)
    groups = [list(plugins) for _, plugins in groupby(point.removed, key=lambda plugin: plugin.origin)]
    for plugins in groups:
        yield _PluginGroup(Mark.REMOVED, _folded_names(plugins, "all " if all_defaults and len(groups) == 1 else ""))


def _folded_names(plugins: Sequence[RemovedPlugin], how_many: str) -> list[str]:
    """Name what one entry removes: its line once, in front of several names."""
    names = listed(printable(plugin.name) for plugin in plugins)
    where = f"({place(plugins[0].origin)})"
    if len(plugins) == 1:
        return [f"{names[0]} {where}"]
    return [f"{how_many}{len(plugins)} defaults {where}:", *names]


_BAR_CELL = 3
"""Its place in a row."""


def scores(plugins: Sequence[RunningPlugin], extenders: Iterable[ExtenderView], layout: TextLayout) -> Iterator[str]:
    """Yield the table of weights and shares, and the extenders that rate beside it."""
    rating = [extender for extender in extenders if extender.weight]
    if plugins:
        yield from _table(plugins, layout)
    elif not rating:
        yield "  Nothing scores: all nodes that fit are equal."
    total = sum(plugin.weight for plugin in plugins if not plugin.idle)
    for extender in rating:
        beside = f"weight {extender.weight} plus the {total} above" if total else ("it is the only one that scores")
        text = f"extender {address(extender.url_prefix)} ({extender.origin}): {beside}, for {_verbs_text(extender)}"
        yield from layout.wrapped(text.split(), "  > ", 4)


def turns_around(plugins: Sequence[RunningPlugin]) -> bool:
    """Return whether a weight is negative: shares mean nothing beside one."""
    return any(plugin.weight < 0 for plugin in plugins)


def _verbs_text(extender: ExtenderView) -> str:
    resources = " or ".join(map(printable, extender.resources))
    return f"Pods that request {resources}" if resources else "all Pods"


def _table(plugins: Sequence[RunningPlugin], layout: TextLayout) -> Iterator[str]:
    shares = _shares(plugins)
    weights = [str(plugin.weight) for plugin in plugins]
    width = max(map(len, [*weights, "WEIGHT"]))
    head = [f"{'SCORE':<7}", f"{'WEIGHT':>{width}}", f"{'SHARE':>6}", "", ""]
    rows = [
        [_name(plugin, layout), f"{weight:>{width}}", f"{share:>6}", drawn, _note(plugin)]
        for plugin, weight, (share, drawn) in zip(plugins, weights, shares, strict=True)
    ]
    first, *others = _fitting([head, *rows], layout)
    yield layout.heading(first)
    yield from others
    for plugin in plugins:
        if plugin.idle:
            yield from layout.wrapped(f"{printable(plugin.name)} does not count: {plugin.idle}.".split(), "  ", 2)
    if turns_around(plugins):
        yield "  A negative weight prefers nodes with a low score; shares are then meaningless."


def _shares(plugins: Sequence[RunningPlugin]) -> list[tuple[str, str]]:
    """Return each plugin's share, and its bar."""
    if turns_around(plugins):
        return [("-", "")] * len(plugins)
    return [("none", "") if plugin.idle else (percent(plugin.share or 0), bar(plugin.share or 0)) for plugin in plugins]


def _fitting(rows: Sequence[Sequence[str]], layout: TextLayout) -> list[str]:
    """Align the rows; where they do not fit, the bars are left out."""
    lines = list(in_columns(rows))
    if max(map(measure, lines)) <= layout.columns:
        return lines
    return list(in_columns([[*row[:_BAR_CELL], *row[_BAR_CELL + 1 :]] for row in rows]))


def _name(plugin: RunningPlugin, layout: TextLayout) -> str:
    look: Look = mark_of(plugin).value
    by_release = BY_RELEASE if plugin.origin.kind is OriginKind.RELEASE else ""
    return layout.paint(look.colour, f"{look.sign} {printable(plugin.name)}{by_release}")


def _note(plugin: RunningPlugin) -> str:
    """Return where a plugin comes from if not by default, and the weight that it would have."""
    entries = [] if plugin.origin.is_default else [place(plugin.origin)]
    if plugin.change is UserChange.REWEIGHTED:
        entries.append(f"default {plugin.default_weight}")
    return ", ".join(entries)
