"""What a picture shows, whatever it is drawn with: stages from left to right, extension points, plugins."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from schedcfg.output.effective.refusal import named, refusal
from schedcfg.output.secrets import masked
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import printable
from schedcfg.results.effective import (
    Change,
    DocumentMeaning,
    Extender,
    FileMeaning,
    Meaning,
    Point,
    Profile,
    RunningPlugin,
)

STAGES = {
    "Queue": ("preEnqueue", "queueSort"),
    "Scheduling cycle": ("preFilter", "filter", "postFilter", "preScore", "score", "reserve", "permit"),
    "Binding cycle": ("preBind", "bind", "postBind"),
}
"""Stage → its extension points, in the order in which a Pod passes them."""

DETOUR = "postFilter"
"""The one point that a Pod passes only when filtering left no node."""

NOTES = {DETOUR: "when no node is left"}

_SIGNS = {Change.DEFAULT: "", Change.ADDED: "+", Change.REWEIGHTED: "~", Change.NAMED: "="}
_REMOVED, _EXTENDER = "-", "»"

MEANINGS = {
    "+": "added",
    "~": "re-weighted",
    "=": "named, as by default",
    _REMOVED: "removed",
    _EXTENDER: "extender",
}
"""Sign → what it means; defaults have none."""

_MOST_REMOVED = 4
"""More removed plugins than that are summed up."""


class Cell(NamedTuple):
    """One line of a box: a plugin or an extender, with what is to be said about it."""

    sign: str
    name: str
    detail: str = ""


class Box(NamedTuple):
    """One extension point."""

    point: str
    cells: tuple[Cell, ...]

    @property
    def note(self) -> str:
        """When Pods pass it; empty where they always do."""
        return NOTES.get(self.point, "")


class Stage(NamedTuple):
    """Some extension points that belong together, left to right."""

    name: str
    boxes: tuple[Box, ...]


class Diagram(NamedTuple):
    """The picture of one profile; without stages where a file has no meaning: then the subtitle says why."""

    title: str
    subtitle: str
    stages: tuple[Stage, ...]

    @property
    def legend(self) -> str:
        """What the signs in it mean; empty where there are none."""
        used = {cell.sign for box in self.boxes for cell in box.cells}
        return "   ".join(f"{sign} {meaning}" for sign, meaning in MEANINGS.items() if sign in used)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All extension points, left to right."""
        return tuple(box for stage in self.stages for box in stage.boxes)

    @property
    def path(self) -> tuple[tuple[Box, Box], ...]:
        """The steps that every Pod takes from point to point."""
        return tuple(pairwise(box for box in self.boxes if box.point != DETOUR))

    @property
    def detour(self) -> tuple[tuple[Box, Box], ...]:
        """The step that a Pod takes when no node is left; none where no such point is shown, or nothing before it."""
        return tuple(step for step in pairwise(self.boxes) if step[1].point == DETOUR)


def diagrams(meanings: Iterable[FileMeaning], summary: Summary) -> Iterator[Diagram]:
    """Yield a diagram for each profile, and one that says why for what has none."""
    for meaning in meanings:
        summary.count(meaning.report)
        if not meaning.documents:
            yield Diagram(printable(meaning.path), printable(f"{meaning.verdict}: {meaning.reason}"), ())
        for document in meaning.documents:
            yield from _of_document(meaning.path, document)


def _of_document(path: str, document: DocumentMeaning) -> Iterator[Diagram]:
    meaning, where = document.meaning, named(path, document.report)
    if meaning is None:
        yield Diagram(where, refusal(document.report), ())
        return
    for profile in meaning.profiles:
        stages = tuple(_stages(profile, meaning))
        yield Diagram(
            printable(profile.name), f"{where}, {meaning.api_version}, Kubernetes {meaning.kubernetes}", stages
        )


def _stages(profile: Profile, meaning: Meaning) -> Iterator[Stage]:
    known = {point.name: point for point in profile.points}
    for name, names in STAGES.items():
        boxes = (_box(one, known.get(one), meaning.extenders) for one in names)
        filled = tuple(box for box in boxes if box.cells)
        if filled:
            yield Stage(name, filled)


def _box(name: str, point: Point | None, extenders: tuple[Extender, ...]) -> Box:
    cells = [_running(one) for one in point.running] if point is not None else []
    cells += [_extender(one, name) for one in extenders if name in one.verbs]
    cells += _removed(point) if point is not None else []
    return Box(name, tuple(cells))


def _running(plugin: RunningPlugin) -> Cell:
    detail = ""
    if plugin.share is not None:
        before = f" (was {plugin.default_weight})" if plugin.change is Change.REWEIGHTED else ""
        detail = f"weight {plugin.weight}{before}, {plugin.share:.0%}"
    return Cell(_SIGNS[plugin.change], printable(plugin.name), detail)


def _extender(extender: Extender, point: str) -> Cell:
    detail = f"weight {extender.weight}" if point == "score" else ""
    url = f"{extender.url_prefix.rstrip('/')}/{extender.verbs[point]}"
    return Cell(_EXTENDER, printable(masked(url, 0)), detail)


def _removed(point: Point) -> list[Cell]:
    removed = point.removed
    if len(removed) <= _MOST_REMOVED:
        return [Cell(_REMOVED, printable(one.name)) for one in removed]
    defaults = sum(one.default_weight is not None for one in point.running) + len(removed)
    which = "all" if defaults == len(removed) else f"{len(removed)} of"
    return [Cell(_REMOVED, f"{which} {defaults} defaults")]
