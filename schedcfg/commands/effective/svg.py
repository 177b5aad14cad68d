"""The pipeline as a picture (SVG), self-contained: no scripts, no fonts from elsewhere, light and dark.

First everything is placed, in pixels, then drawn.
"""

import textwrap
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from schedcfg.commands.effective.pictures import Box, Diagram, DiagramCell, Stage, each_diagram
from schedcfg.configuration.effective.view import FileView
from schedcfg.output.summary import Summary
from schedcfg.output.svg import FONT, GLYPH, LINE, MARGIN, TITLE_FONT, document, text_mark
from schedcfg.output.terminal import width as columns

PADDING = 10
GAP = 26
"""Between boxes; the arrow needs it."""

STAGE_HEAD, STAGE_GAP = 28, 18
HEAD = 30
"""Title above the stages, without the lines below it."""
SIGN = 14
"""The space for the sign before a plugin's name."""
BAR, BAR_HEIGHT = 60, 8
"""A bar for all of the total."""
SCREEN = 1000
"""What would make the picture wider begins a row of its own."""


class Rect(NamedTuple):
    """A rectangle by its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.height


class PlacedBox(NamedTuple):
    """An extension point and where it is."""

    box: Box
    rect: Rect


class Arrow(NamedTuple):
    """A step from one point to the next: to the right, to the next row, or down for the detour."""

    corners: tuple[tuple[float, float], ...]  # From its start to its end
    down: bool


class PlacedStage(NamedTuple):
    """A stage, where it is, and its boxes."""

    name: str
    rect: Rect
    boxes: tuple[PlacedBox, ...]


class PictureLayout(NamedTuple):
    """A whole diagram; its size includes the margin."""

    diagram: Diagram
    head: tuple[tuple[str, str], ...]  # The lines above the stages, each with its class
    stages: tuple[PlacedStage, ...]
    arrows: tuple[Arrow, ...]
    width: float
    height: float


def lay_out(diagram: Diagram, top: float) -> PictureLayout:
    """Place a diagram below `top`: stages in rows, their boxes from left to right, a detour below the way."""
    head = tuple(_head(diagram))
    rows = list(_place_rows(diagram.stages, top + HEAD + LINE * (len(head) - 1)))
    stages = tuple(stage for row in rows for stage in row)
    title = columns(diagram.title) * TITLE_FONT / FONT
    widest = max([title, *(columns(line) for line, _ in head[1:])]) * GLYPH + 2 * MARGIN
    right = max((stage.rect.right for stage in stages), default=0.0) + MARGIN
    bottom = rows[-1][0].rect.bottom if rows else top + HEAD + LINE * (len(head) - 2)
    return PictureLayout(
        diagram, head, stages, tuple(_place_arrows(diagram, rows)), max(widest, right), bottom + MARGIN - top
    )


def _head(diagram: Diagram) -> Iterator[tuple[str, str]]:
    """Yield the lines above the stages, each with its class."""
    yield diagram.title, "title"
    for text in filter(None, (diagram.subtitle, diagram.legend)):
        for line in textwrap.wrap(text, int(SCREEN / GLYPH), break_long_words=False, break_on_hyphens=False):
            yield line, "quiet"


def _place_rows(stages: Iterable[Stage], y: float) -> Iterator[tuple[PlacedStage, ...]]:
    """Yield rows of stages, all of one row equally high."""
    row: list[PlacedStage] = []
    x = float(MARGIN)
    for stage in chain.from_iterable(map(_parts, stages)):
        placed = _place_stage(stage, x, y)
        if row and placed.rect.right + MARGIN > SCREEN:
            yield _level(row)
            y = max(before.rect.bottom for before in row) + STAGE_GAP
            row, placed = [], _place_stage(stage, MARGIN, y)
        row.append(placed)
        x = placed.rect.right + STAGE_GAP
    if row:
        yield _level(row)


def _parts(stage: Stage) -> Iterator[Stage]:
    """Yield a stage in parts that fit a screen, as far as single boxes do."""
    name, boxes = stage.name, list[Box]()
    for box in stage.boxes:
        wider = _place_stage(Stage(name, (*boxes, box)), MARGIN, 0)
        if boxes and not box.note and wider.rect.right + MARGIN > SCREEN:
            yield Stage(name, tuple(boxes))
            name, boxes = f"{stage.name}, continued", []
        boxes.append(box)
    yield Stage(name, tuple(boxes))


def _level(row: list[PlacedStage]) -> tuple[PlacedStage, ...]:
    bottom = max(stage.rect.bottom for stage in row)
    return tuple(stage._replace(rect=stage.rect._replace(height=bottom - stage.rect.y)) for stage in row)


def _place_arrows(diagram: Diagram, rows: list[tuple[PlacedStage, ...]]) -> Iterator[Arrow]:
    row_of = {placed.box.point: row for row in rows for stage in row for placed in stage.boxes}
    rects = {placed.box.point: placed.rect for row in rows for stage in row for placed in stage.boxes}
    for left, right in diagram.path:
        start, end = rects[left.point], rects[right.point]
        begin, tip = (start.right, _way(start.y)), (end.x, _way(end.y))
        row = row_of[left.point]
        if row is row_of[right.point]:
            yield Arrow((begin, tip), down=False)
            continue
        # Around the rest of the row, between the rows, and along the left margin.
        beside, between = row[-1].rect.right + STAGE_GAP / 2, row[0].rect.bottom + STAGE_GAP / 2
        turns = (beside, begin[1]), (beside, between), (MARGIN / 2, between), (MARGIN / 2, tip[1])
        yield Arrow((begin, *turns, tip), down=False)
    for above, below in diagram.detour:
        start, end = rects[above.point], rects[below.point]
        x = end.x + 2 * PADDING
        # One that begins a stage leaves the way, which passes above it.
        y = (
            start.bottom
            if start.x == end.x and start.bottom < end.y
            else _way(row_of[below.point][0].rect.y + STAGE_HEAD)
        )
        yield Arrow(((x, y), (x, end.y)), down=True)


def _way(top: float) -> float:
    """Return at which height the way enters and leaves a box."""
    return top + LINE - 4


def _place_stage(stage: Stage, x: float, y: float) -> PlacedStage:
    left, top = x + PADDING, y + STAGE_HEAD
    boxes: list[PlacedBox] = []
    for box in stage.boxes:
        width, height = _size(box)
        if box.note and boxes:
            above = boxes[-1].rect
            width = max(width, above.width)
            boxes.append(PlacedBox(box, Rect(above.x, above.bottom + GAP, width, height)))
        elif box.note:
            boxes.append(PlacedBox(box, Rect(left, top + LINE + GAP, width, height)))
        else:
            boxes.append(PlacedBox(box, Rect(left, top, width, height)))
        left = max(placed.rect.right for placed in boxes) + GAP
    right = max(placed.rect.right for placed in boxes)
    bottom = max(placed.rect.bottom for placed in boxes)
    width = max(right - x + PADDING, columns(stage.name) * GLYPH + 2 * PADDING)
    return PlacedStage(stage.name, Rect(x, y, width, bottom - y + PADDING), tuple(boxes))


def detail_at(box: Box) -> float:
    """Return where the details are, from the left of the names' signs."""
    names = max((columns(cell.name) for cell in box.cells), default=0)
    gap = 2 * GLYPH if any(cell.detail for cell in box.cells) else 0
    return SIGN + names * GLYPH + gap


def bar_at(box: Box) -> float:
    """Return where the bars are, from the left of the names' signs."""
    details = max((columns(cell.detail) for cell in box.cells), default=0)
    return detail_at(box) + details * GLYPH + GLYPH


def _size(box: Box) -> tuple[float, float]:
    head = columns(f"{box.point}  {box.note}" if box.note else box.point) * GLYPH
    cells = bar_at(box) + BAR if any(cell.share for cell in box.cells) else bar_at(box) - GLYPH
    return max(head, cells) + 2 * PADDING, LINE * (len(box.cells) + 1) + PADDING + 6


CLASSES = {"+": "added", "~": "changed", "=": "named", "-": "removed", "»": "extender"}
"""Sign → the class of what bears it."""


def render(views: Iterable[FileView], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one SVG, the profiles one below the other."""
    top = 0.0

    def draw(diagram: Diagram) -> _DrawnDiagram:
        nonlocal top
        layout = lay_out(diagram, top)
        made = _DrawnDiagram(layout.width, diagram.title, "\n".join(_lines(diagram)), "".join(_drawing(top, layout)))
        top += layout.height
        return made

    pictures = list(each_diagram(views, draw, summary))
    width = max(picture.width for picture in pictures)
    title = "Scheduling pipeline: " + ", ".join(picture.title for picture in pictures)
    description = "\n".join(picture.description for picture in pictures)
    yield from document(title, description, (width, top), (picture.marks for picture in pictures))


class _DrawnDiagram(NamedTuple):
    """A diagram in its place."""

    width: float
    title: str
    description: str  # What is drawn, in words, for those who do not see it
    marks: str


def _lines(diagram: Diagram) -> Iterator[str]:
    yield ". ".join(filter(None, (f"{diagram.title}: {diagram.subtitle}", diagram.legend)))
    for box in diagram.boxes:
        note = f", {box.note}" if box.note else ""
        yield f"{box.point}{note}: {'; '.join(' '.join(filter(None, cell[:3])) for cell in box.cells)}"


def _drawing(top: float, layout: PictureLayout) -> Iterator[str]:
    for number, (line, look) in enumerate(layout.head):
        yield text_mark(MARGIN, top + MARGIN + 6 + number * LINE, line, look)
    for stage in layout.stages:
        yield from _stage(stage)
    yield from _arrows(layout)


def _stage(stage: PlacedStage) -> Iterator[str]:
    rect = stage.rect
    yield (
        f'<rect class="stage" rx="8" x="{rect.x:.1f}" y="{rect.y:.1f}" '
        f'width="{rect.width:.1f}" height="{rect.height:.1f}"/>\n'
    )
    yield text_mark(rect.x + PADDING, rect.y + STAGE_HEAD - 10, stage.name, "quiet")
    for placed in stage.boxes:
        yield from _box(placed)


def _box(placed: PlacedBox) -> Iterator[str]:
    box, rect = placed
    kind = "" if not box.note else " detour" if box.is_passed else " off"
    yield (
        f'<rect class="box{kind}" rx="5" x="{rect.x:.1f}" y="{rect.y:.1f}" '
        f'width="{rect.width:.1f}" height="{rect.height:.1f}"/>\n'
    )
    x, y = rect.x + PADDING, rect.y + LINE
    yield text_mark(x, y, box.point, "point")
    if box.note:
        yield text_mark(x + (len(box.point) + 2) * GLYPH, y, box.note, "quiet")
    starts = x + detail_at(box), x + bar_at(box)
    for number, cell in enumerate(box.cells, 1):
        look = CLASSES.get(cell.sign, "" if box.is_passed else "quiet")
        yield from _cell(cell, x, y + number * LINE, starts, look)


def _cell(cell: DiagramCell, x: float, y: float, starts: tuple[float, float], look: str) -> Iterator[str]:
    """Yield what is drawn for a plugin.

    Args:
        cell: The plugin.
        x: Where its sign is.
        y: Where its line is.
        starts: Where the details of the box begin, and where its bars do.
        look: The class of its name.
    """
    detail_x, bar_x = starts
    if cell.sign:
        yield text_mark(x, y, cell.sign, "quiet" if cell.sign == "-" else look)
    yield text_mark(x + SIGN, y, cell.name, look)
    if cell.detail:
        yield text_mark(detail_x, y, cell.detail, look or "quiet")
    if cell.share:
        yield (
            f'<rect class="bar" x="{bar_x:.1f}" y="{y - BAR_HEIGHT:.1f}" '
            f'width="{max(cell.share * BAR, 1):.1f}" height="{BAR_HEIGHT}"/>\n'
        )


def _arrows(layout: PictureLayout) -> Iterator[str]:
    for corners, down in layout.arrows:
        *way, (x, y) = corners
        last = (x, y - 6) if down else (x - 6, y)
        path = "L".join(f"{one:.1f} {other:.1f}" for one, other in (*way, last))
        tip = f"M{x - 4:.1f} {y - 7:.1f}l4 7 4-7z" if down else f"M{x - 7:.1f} {y - 4:.1f}l7 4-7 4z"
        yield f'<path class="arrow{" detour" if down else ""}" d="M{path}"/>\n<path class="tip" d="{tip}"/>\n'
