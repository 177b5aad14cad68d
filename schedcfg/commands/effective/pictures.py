"""The pipeline as a Mermaid flowchart, which GitHub and GitLab draw in Markdown.

What a picture shows, whatever it is drawn with: stages from left to right, extension points, plugins.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import count, pairwise
from typing import NamedTuple, TypeVar

from schedcfg.commands.effective.layout import address, named
from schedcfg.commands.effective.statements import STAGES, Mark, lacks_shares, mark_of
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.configuration.effective.view import (
    DocumentView,
    EffectiveView,
    ExtenderView,
    FileView,
    Point,
    ProfileView,
    RunningPlugin,
    UserChange,
)
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FindingClass
from schedcfg.output.figures import bar
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import percent
from schedcfg.patterns import pattern

Drawn = TypeVar("Drawn")


def refusal(report: DocumentReport) -> str:
    """Return which release refuses a document, and the first reason."""
    first = next((finding for finding in report.findings if finding.finding_class is FindingClass.REFUSED), None)
    release = f" by Kubernetes {report.kubernetes}" if report.kubernetes else ""
    reason = "" if first is None else f": line {first.start.line}: {first.message}"
    return printable(f"refused{release}{reason}")


NOTES = {
    "postFilter": "when no node is left",
    "placementGenerate": "groups of Pods only",
    "placementScore": "groups of Pods, once scheduled",
    "podGroupPostFilter": "if a group does not fit",
}
"""Point → when a Pod passes it, for those that not every Pod does: it takes a detour."""

_REMOVED, _EXTENDER = Mark.REMOVED.value.sign, "»"

MEANINGS = {mark.value.sign: mark.value.meaning for mark in Mark if mark is not Mark.DEFAULT} | {_EXTENDER: "extender"}
"""Sign → what it means; defaults have none."""

_EXTENDERS_FIRST = "bind"
"""Where an extender that binds goes before the plugins. Upstream: `bind` in `schedule_one.go`."""

_MOST_REMOVED = 4
"""More removed plugins than that are summed up."""


class DiagramCell(NamedTuple):
    """One line of a box: a plugin or an extender, with its notes."""

    sign: str
    name: str
    detail: str = ""
    share: float = 0.0  # Its part of all weights, 0 to 1, which is drawn as a bar


class Box(NamedTuple):
    """One extension point."""

    point: str
    cells: tuple[DiagramCell, ...]
    note: str = ""  # When Pods pass it, or why they never do; empty where they always do
    is_passed: bool = True  # Whether any Pod passes it


class Stage(NamedTuple):
    """Some extension points that belong together, left to right."""

    name: str
    boxes: tuple[Box, ...]


class Diagram(NamedTuple):
    """The picture of one profile; without stages where a file has no meaning: then the subtitle has the reason."""

    title: str
    subtitle: str
    stages: tuple[Stage, ...]

    @property
    def legend(self) -> str:
        """What the signs in it mean; empty where there are none."""
        used = {cell.sign for box in self.boxes for cell in box.cells}
        return " · ".join(f"{sign} {view}" for sign, view in MEANINGS.items() if sign in used)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All extension points, left to right."""
        return tuple(box for stage in self.stages for box in stage.boxes)

    @property
    def path(self) -> tuple[tuple[Box, Box], ...]:
        """The steps that every Pod takes from point to point."""
        return tuple(pairwise(box for box in self.boxes if not box.note))

    @property
    def detour(self) -> tuple[tuple[Box, Box], ...]:
        """The steps that a Pod takes when no node is left, or for its group; none to a point with nothing before it."""
        return tuple(step for step in pairwise(box for box in self.boxes if box.is_passed) if step[1].note)


def each_diagram(views: Iterable[FileView], draw: Callable[[Diagram], Drawn], summary: Summary) -> Iterator[Drawn]:
    """Yield what is drawn: a diagram for each profile, and one with the reason for what has none.

    Args:
        views: The files.
        draw: Returns what is drawn of a diagram.
        summary: Counts the files of which nothing can be drawn.
    """

    def drawn(view: FileView) -> Iterator[Drawn]:
        yield from map(draw, _of_file(view))

    is_empty = True
    for picture in each(views, drawn, summary):
        is_empty = False
        yield picture
    if is_empty:
        yield draw(Diagram("no pipeline", "no scheduler configuration was found", ()))


def _of_file(view: FileView) -> Iterator[Diagram]:
    if not view.documents:
        yield Diagram(printable(view.path), printable(f"{view.verdict}: {view.reason}"), ())
    for document in view.documents:
        yield from _of_document(view, document)


def _of_document(file: FileView, document: DocumentView) -> Iterator[Diagram]:
    view, place = document.view, named(file, document)
    if view is None:
        yield Diagram(place, refusal(document.report), ())
        return
    for profile in view.profiles:
        stages = tuple(_stages(profile, view))
        yield Diagram(printable(profile.name), f"{place}, {view.api_version}, Kubernetes {view.kubernetes}", stages)


def _stages(profile: ProfileView, view: EffectiveView) -> Iterator[Stage]:
    known = {point.name: point for point in profile.points}
    for name, names in STAGES.items():
        boxes = (_box(one, known.get(one), view.extenders) for one in names)
        filled = tuple(box for box in boxes if box.cells)
        if filled:
            yield Stage(name, filled)
    if profile.unplaced:
        cells = tuple(
            DiagramCell(mark_of(plugin).value.sign, printable(plugin.name), _weight(plugin))
            for plugin in profile.unplaced
        )
        yield Stage("Elsewhere", (Box(MULTI_POINT, cells, "at points that are not known", is_passed=False),))


def _box(name: str, point: Point | None, extenders: tuple[ExtenderView, ...]) -> Box:
    plugins = list(_running(point)) if point is not None else []
    queried = [_extender(extender, name) for extender in extenders if name in extender.verbs]
    runs = queried + plugins if name == _EXTENDERS_FIRST else plugins + queried
    cells = (*runs, *(_removed_cells(point) if point is not None else ()))
    gate = None if point is None else point.gate_off
    if gate is not None:
        without_bars = tuple(cell._replace(share=0.0) for cell in cells)
        return Box(name, without_bars, f"off: feature gate {gate}", is_passed=False)
    return Box(name, cells, NOTES.get(name, ""))


def _running(point: Point) -> Iterator[DiagramCell]:
    is_scoring = not lacks_shares(point.running)
    for plugin in point.running:
        drawn = plugin.share if is_scoring else None
        counts = "does not count" if plugin.idle else "" if drawn is None else percent(drawn)
        detail = ", ".join(filter(None, (_weight(plugin), counts)))
        yield DiagramCell(mark_of(plugin).value.sign.strip(), printable(plugin.name), detail, drawn or 0.0)


def _weight(plugin: RunningPlugin) -> str:
    before = f" (was {plugin.default_weight})" if plugin.change is UserChange.REWEIGHTED else ""
    return f"weight {plugin.weight}{before}" if plugin.weight else ""


def _extender(extender: ExtenderView, point: str) -> DiagramCell:
    detail = f"weight {extender.weight}" if point == "score" else ""
    url = f"{extender.url_prefix.rstrip('/')}/{extender.verbs[point]}"
    return DiagramCell(_EXTENDER, address(url), detail)


def _removed_cells(point: Point) -> list[DiagramCell]:
    removed = point.removed
    if len(removed) <= _MOST_REMOVED:
        return [DiagramCell(_REMOVED, printable(plugin.name)) for plugin in removed]
    defaults = sum(plugin.default_weight is not None for plugin in point.running) + len(removed)
    which = "all" if defaults == len(removed) else f"{len(removed)} of"
    return [DiagramCell(_REMOVED, f"{which} {defaults} defaults")]


_MARKUP = pattern(r"[^\w ,/%-]|_|-(?![^\W_])|(?<![^\W_])-|^ |(?<= ) ")
"""What is not allowed in a quoted label: Mermaid reads labels as Markdown, where lists and links are errors.

Letters, digits, single spaces, commas, slashes, percent signs and hyphens within words mean nothing there.
"""


def render(views: Iterable[FileView], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one flowchart, with a subgraph for each profile."""
    # A plugin, its weight and its bar fit in so many pixels; Mermaid's own are 200.
    yield '%%{init: {"flowchart": {"wrappingWidth": 420}}}%%\n'
    yield "flowchart TB\n"
    names: list[str] = []
    # The number keeps the names of one diagram apart from those of others.
    numbers = count()

    def subgraph(diagram: Diagram) -> tuple[str, str]:
        name = f"p{next(numbers)}"
        return name, "".join(f"{'  ' * depth}{line}\n" for depth, line in _lines(diagram, name))

    for name, lines in each_diagram(views, subgraph, summary):
        names.append(name)
        yield lines
    # What nothing links, Mermaid draws in the opposite order.
    yield from (f"  {one} ~~~ {other}\n" for one, other in pairwise(names))
    yield "  classDef off opacity:0.6,stroke-dasharray:2 3\n"
    yield "  classDef head fill:none,stroke:none\n"


def _lines(diagram: Diagram, name: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a subgraph, each with its depth."""
    yield from _subgraph(1, name, diagram.title, "TB")
    about = "<br/>".join(map(_escaped, filter(None, (diagram.subtitle, diagram.legend))))
    yield 2, f'{name}_head["{about}"]:::head'
    if not diagram.stages:
        yield 2, f'{name}_none["nothing runs"]'
    for place, stage in enumerate(diagram.stages):
        yield from _stage(f"{name}_{place}", name, stage)
    # Between nodes of two stages, a link would make Mermaid place both from top to bottom.
    yield from ((2, link) for link in _links(diagram, name))
    yield 1, "end"


def _links(diagram: Diagram, name: str) -> Iterator[str]:
    """Yield the links between stages, one below the other; those that no Pod takes are not drawn."""
    before = above = f"{name}_head"
    for place, stage in enumerate(diagram.stages):
        passed = [box for box in stage.boxes if box.is_passed]
        is_detour = all(box.note for box in passed)
        below = f"{name}_{place}"
        if place == 0 or not passed:
            yield f"{above} ~~~ {below}"
        else:
            yield f"{before} {'-.->' if is_detour else '-->'} {below}"
            yield from [f"{above} ~~~ {below}"] if above != before else []
        above = below
        before = before if is_detour and place else below


def _stage(place: str, name: str, stage: Stage) -> Iterator[tuple[int, str]]:
    yield from _subgraph(2, place, stage.name, "LR")
    for box in stage.boxes:
        yield 3, _node(f"{name}_{box.point}", box)
    within = Diagram("", "", (stage,))
    for arrow, steps in (("-->", within.path), ("-.->", within.detour)):
        yield from ((3, f"{name}_{left.point} {arrow} {name}_{right.point}") for left, right in steps)
    yield 2, "end"


def _subgraph(depth: int, name: str, label: str, direction: str) -> Iterator[tuple[int, str]]:
    yield depth, f'subgraph {name}["{_escaped(label)}"]'
    yield depth + 1, f"direction {direction}"


def _node(name: str, box: Box) -> str:
    note = f" <i>{_escaped(box.note)}</i>" if box.note else ""
    lines = [f"<b>{box.point}</b>{note}"]
    for cell in box.cells:
        plugin = f"<s>{_escaped(cell.name)}</s>" if cell.sign == "-" else _escaped(cell.name)
        parts = (_escaped(cell.sign), plugin, _escaped(cell.detail), _escaped(bar(cell.share)))
        lines.append(" ".join(filter(None, parts)))
    return f'{name}["{"<br/>".join(lines)}"]' + ("" if box.is_passed else ":::off")


def _escaped(text: str) -> str:
    plain = _MARKUP.sub(lambda found: f"#{ord(found[0])};", text)
    # Some versions of Mermaid read the numbers before the Markdown: nothing else keeps them from finding a link.
    return plain.replace("#58;//", "#58;<wbr/>//")
