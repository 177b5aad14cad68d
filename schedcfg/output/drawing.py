"""Where everything in a picture stands, in pixels: text is set in a monospaced font, so that its width is known."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.output.terminal import width as columns
from schedcfg.show.diagram import DETOUR, Box, Diagram, Stage

FONT = 12
"""Size of the text."""

TITLE_FONT = 15
"""Size of the title."""

LINE = 18
GLYPH = 0.62 * FONT
"""A letter's width: of the monospaced fonts in use SF Mono has the widest, with 0.618 of its size; most have 0.6."""

PADDING = 10
GAP = 26
"""Between boxes; the arrow needs it."""

STAGE_HEAD, STAGE_GAP = 28, 18
HEAD = 66
"""Title, subtitle and legend above the stages."""

MARGIN = 16
SIGN = 14
"""The room for the sign before a plugin's name."""


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
    """An extension point and where it stands."""

    box: Box
    rect: Rect


class Arrow(NamedTuple):
    """A step from one point to the next: to the right, or down for the detour."""

    start: tuple[float, float]
    end: tuple[float, float]
    down: bool


class PlacedStage(NamedTuple):
    """A stage, where it stands, and its boxes."""

    name: str
    rect: Rect
    boxes: tuple[PlacedBox, ...]


class Layout(NamedTuple):
    """A whole diagram; its size includes the margin."""

    diagram: Diagram
    stages: tuple[PlacedStage, ...]
    arrows: tuple[Arrow, ...]
    width: float
    height: float


def lay_out(diagram: Diagram, top: float) -> Layout:
    """Place a diagram below `top`: stages and boxes from left to right, a detour below the box it leaves from."""
    x, y = float(MARGIN), top + HEAD
    stages = []
    for stage in diagram.stages:
        placed = _place(stage, x, y)
        stages.append(placed)
        x = placed.rect.right + STAGE_GAP
    title = columns(diagram.title) * TITLE_FONT / FONT
    widest = max(title, columns(diagram.subtitle), columns(diagram.legend)) * GLYPH + 2 * MARGIN
    bottom = max((stage.rect.bottom for stage in stages), default=y - LINE)
    level = tuple(stage._replace(rect=stage.rect._replace(height=bottom - stage.rect.y)) for stage in stages)
    rects = {placed.box.point: placed.rect for stage in level for placed in stage.boxes}
    return Layout(
        diagram, level, tuple(_arrows(diagram, rects)), max(widest, x - STAGE_GAP + MARGIN), bottom + MARGIN - top
    )


def _arrows(diagram: Diagram, rects: dict[str, Rect]) -> Iterator[Arrow]:
    for left, right in diagram.path:
        y = rects[left.point].y + LINE - 4
        yield Arrow((rects[left.point].right, y), (rects[right.point].x, y), down=False)
    for above, below in diagram.detour:
        x = rects[below.point].x + 2 * PADDING
        yield Arrow((x, rects[above.point].bottom), (x, rects[below.point].y), down=True)


def _place(stage: Stage, x: float, y: float) -> PlacedStage:
    left, top = x + PADDING, y + STAGE_HEAD
    boxes: list[PlacedBox] = []
    for box in stage.boxes:
        width, height = _size(box)
        if box.point == DETOUR and boxes:
            above = boxes[-1].rect
            width = max(width, above.width)
            boxes.append(PlacedBox(box, Rect(above.x, above.bottom + GAP, width, height)))
        else:
            boxes.append(PlacedBox(box, Rect(left, top, width, height)))
        left = max(placed.rect.right for placed in boxes) + GAP
    right = max(placed.rect.right for placed in boxes)
    bottom = max(placed.rect.bottom for placed in boxes)
    width = max(right - x + PADDING, columns(stage.name) * GLYPH + 2 * PADDING)
    return PlacedStage(stage.name, Rect(x, y, width, bottom - y + PADDING), tuple(boxes))


def detail_at(box: Box) -> float:
    """Return where the details stand, from the left of the names' signs."""
    names = max((columns(cell.name) for cell in box.cells), default=0)
    gap = 2 * GLYPH if any(cell.detail for cell in box.cells) else 0
    return SIGN + names * GLYPH + gap


def _size(box: Box) -> tuple[float, float]:
    head = columns(f"{box.point}  {box.note}" if box.note else box.point) * GLYPH
    details = max((columns(cell.detail) for cell in box.cells), default=0)
    cells = detail_at(box) + details * GLYPH
    return max(head, cells) + 2 * PADDING, LINE * (len(box.cells) + 1) + PADDING + 6


CLASSES = {"+": "added", "~": "changed", "=": "named", "-": "removed", "»": "extender"}
"""Sign → the class of what bears it."""

_MONOSPACED = 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace'

STYLE = f"""\
text {{ font: {FONT}px {_MONOSPACED}; fill: #1f2933; }}
.page, .box {{ fill: #ffffff; }}
.box {{ stroke: #9aa5b1; }}
.stage {{ fill: #f1f4f7; }}
.title {{ font-weight: bold; font-size: {TITLE_FONT}px; }}
.point, .added, .changed {{ font-weight: bold; }}
.arrow {{ stroke: #7b8794; fill: none; stroke-width: 1.5; }}
.tip {{ fill: #7b8794; }}
.detour {{ stroke-dasharray: 4 3; }}
.quiet {{ fill: #616e7c; }}
.added {{ fill: #12713f; }}
.changed {{ fill: #8a5a00; }}
.named {{ fill: #1d5fa6; }}
.removed {{ fill: #a02525; text-decoration: line-through; }}
.extender {{ fill: #6b3fa0; }}
@media (prefers-color-scheme: dark) {{
  text {{ fill: #e4e7eb; }}
  .page, .box {{ fill: #14181d; }}
  .box {{ stroke: #52606d; }}
  .stage {{ fill: #1e242b; }}
  .quiet {{ fill: #9aa5b1; }}
  .added {{ fill: #6bd49a; }}
  .changed {{ fill: #e8b75a; }}
  .named {{ fill: #7db7f0; }}
  .removed {{ fill: #f08c8c; }}
  .extender {{ fill: #c3a2ee; }}
}}
"""
