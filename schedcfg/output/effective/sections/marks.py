"""What tells at a glance what the user changed: signs that need no colour, and the legend that explains them."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from schedcfg.effective.view import Change, Origin, OriginKind, Point, RunningPlugin
from schedcfg.output.colours import CYAN, DIM, GREEN, RED, YELLOW
from schedcfg.output.effective.sections.paper import Paper
from schedcfg.output.terminal import printable

BY_RELEASE = "°"
"""Behind what comes by default of the release, where other defaults come from the API version."""


class Look(NamedTuple):
    """How a mark looks, and what it means."""

    sign: str
    colour: str
    meaning: str


class Mark(Enum):
    """What became of a plugin at a point."""

    DEFAULT = Look(" ", DIM, "unmarked")
    ADDED = Look("+", GREEN, "added")
    REWEIGHTED = Look("~", YELLOW, "re-weighted")
    NAMED = Look("=", CYAN, "named, as by default")
    REMOVED = Look("-", RED, "removed")


_BY_CHANGE = {
    Change.DEFAULT: Mark.DEFAULT,
    Change.ADDED: Mark.ADDED,
    Change.REWEIGHTED: Mark.REWEIGHTED,
    Change.NAMED: Mark.NAMED,
}


def mark_of(plugin: RunningPlugin) -> Mark:
    """Choose the mark of a plugin that runs."""
    return _BY_CHANGE[plugin.change]


def place(origin: Origin) -> str:
    """Name where an entry stands; what stands under `multiPoint` says so."""
    return f"multiPoint, {origin}" if ".multiPoint." in origin.path else str(origin)


def named(plugin: RunningPlugin) -> str:
    """Name a plugin that runs: with its weights where they changed, and its origin where that is no default."""
    name = printable(plugin.name)
    if plugin.origin.kind is OriginKind.API_VERSION:
        return name
    if plugin.origin.kind is OriginKind.RELEASE:
        return name + BY_RELEASE
    weights = f" {plugin.default_weight} → {plugin.weight}" if plugin.change is Change.REWEIGHTED else ""
    return f"{name}{weights} ({place(plugin.origin)})"


def legend(points: Iterable[Point], paper: Paper) -> Iterator[str]:
    """Explain the marks that these points use, and no others."""
    shown = list(points)
    running = [plugin for point in shown for plugin in point.running]
    used = {mark_of(plugin) for plugin in running}
    if any(point.removed for point in shown):
        used.add(Mark.REMOVED)
    said = [
        f"{paper.paint(mark.value.colour, mark.value.sign)} {mark.value.meaning}"
        for mark in Mark
        if mark in used and mark is not Mark.DEFAULT
    ]
    said += _defaults(plugin for plugin in running if plugin.change is Change.DEFAULT)
    yield from paper.wrapped([f"{one}  " for one in said], "  ", 2)


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
