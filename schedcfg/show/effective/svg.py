"""The pipeline as a picture (SVG), self-contained: no scripts, no fonts from elsewhere, light and dark.

First everything is placed, in pixels, then drawn.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from schedcfg.configuration.effective.view import FileView
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import FONT, GLYPH, LINE, MARGIN, STYLE, TITLE_FONT
from schedcfg.output.terminal import width as columns
from schedcfg.show.effective.pictures import Box, Diagram, DiagramCell, Stage, diagrams

PADDING = 10
GAP = 26
"""Between boxes; the arrow needs it."""

STAGE_HEAD, STAGE_GAP = 28, 18
HEAD = 66
"""Title, subtitle and legend above the stages."""
SIGN = 14
"""The space for the sign before a plugin's name."""


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
    """A step from one point to the next: to the right, or down for the detour."""

    start: tuple[float, float]
    end: tuple[float, float]
    down: bool


class PlacedStage(NamedTuple):
    """A stage, where it is, and its boxes."""

    name: str
    rect: Rect
    boxes: tuple[PlacedBox, ...]


class PictureLayout(NamedTuple):
    """A whole diagram; its size includes the margin."""

    diagram: Diagram
    stages: tuple[PlacedStage, ...]
    arrows: tuple[Arrow, ...]
    width: float
    height: float


def lay_out(diagram: Diagram, top: float) -> PictureLayout:
    """Place a diagram below `top`: stages and boxes from left to right, a detour below the way that it leaves."""
    x, y = float(MARGIN), top + HEAD
    stages = []
    for stage in diagram.stages:
        placed = _place_stage(stage, x, y)
        stages.append(placed)
        x = placed.rect.right + STAGE_GAP
    title = columns(diagram.title) * TITLE_FONT / FONT
    widest = max(title, columns(diagram.subtitle), columns(diagram.legend)) * GLYPH + 2 * MARGIN
    bottom = max((stage.rect.bottom for stage in stages), default=y - LINE)
    level = tuple(stage._replace(rect=stage.rect._replace(height=bottom - stage.rect.y)) for stage in stages)
    rects = {placed.box.point: placed.rect for stage in level for placed in stage.boxes}
    return PictureLayout(
        diagram, level, tuple(_place_arrows(diagram, rects)), max(widest, x - STAGE_GAP + MARGIN), bottom + MARGIN - top
    )


def _place_arrows(diagram: Diagram, rects: dict[str, Rect]) -> Iterator[Arrow]:
    for left, right in diagram.path:
        y = rects[left.point].y + LINE - 4
        yield Arrow((rects[left.point].right, y), (rects[right.point].x, y), down=False)
    for above, below in diagram.detour:
        start, end = rects[above.point], rects[below.point]
        x = end.x + 2 * PADDING
        # One that begins a stage leaves the way from the point before, which passes above it.
        y = start.bottom if start.x == end.x else start.y + LINE - 4
        yield Arrow((x, y), (x, end.y), down=True)


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


def _size(box: Box) -> tuple[float, float]:
    head = columns(f"{box.point}  {box.note}" if box.note else box.point) * GLYPH
    details = max((columns(cell.detail) for cell in box.cells), default=0)
    cells = detail_at(box) + details * GLYPH
    return max(head, cells) + 2 * PADDING, LINE * (len(box.cells) + 1) + PADDING + 6


CLASSES = {"+": "added", "~": "changed", "=": "named", "-": "removed", "»": "extender"}
"""Sign → the class of what bears it."""


def render(views: Iterable[FileView], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one SVG, the profiles one below the other."""
    layouts: list[tuple[float, PictureLayout]] = []
    top = 0.0
    for diagram in diagrams(views):
        layout = lay_out(diagram, top)
        layouts.append((top, layout))
        top += layout.height
    width = max(layout.width for _, layout in layouts)
    size = f'width="{width:.0f}" height="{top:.0f}" viewBox="0 0 {width:.0f} {top:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>\n'
    yield f"<title>{escape(_titles(layouts))}</title>\n<desc>{escape(_text_alternative(layouts))}</desc>\n"
    yield f'<style>\n{STYLE}</style>\n<rect class="page" width="100%" height="100%"/>\n'
    for start, layout in layouts:
        yield "".join(_draw(start, layout))
    yield "</svg>\n"


def _titles(layouts: list[tuple[float, PictureLayout]]) -> str:
    return "Scheduling pipeline: " + ", ".join(layout.diagram.title for _, layout in layouts)


def _text_alternative(layouts: list[tuple[float, PictureLayout]]) -> str:
    """Return what is drawn, in words, for those who do not see it."""
    return "\n".join(line for _, layout in layouts for line in _lines(layout.diagram))


def _lines(diagram: Diagram) -> Iterator[str]:
    yield ". ".join(filter(None, (f"{diagram.title}: {diagram.subtitle}", diagram.legend)))
    for box in diagram.boxes:
        note = f", {box.note}" if box.note else ""
        yield f"{box.point}{note}: {'; '.join(' '.join(filter(None, cell)) for cell in box.cells)}"


def _draw(top: float, layout: PictureLayout) -> Iterator[str]:
    diagram: Diagram = layout.diagram
    lines = ((diagram.title, "title"), (diagram.subtitle, "quiet"), (diagram.legend, "quiet"))
    for number, (line, look) in enumerate(lines):
        if line:
            yield _text(MARGIN, top + MARGIN + 6 + number * LINE, line, look)
    for stage in layout.stages:
        yield from _stage(stage)
    yield from _arrows(layout)


def _stage(stage: PlacedStage) -> Iterator[str]:
    rect = stage.rect
    yield (
        f'<rect class="stage" rx="8" x="{rect.x:.1f}" y="{rect.y:.1f}" '
        f'width="{rect.width:.1f}" height="{rect.height:.1f}"/>\n'
    )
    yield _text(rect.x + PADDING, rect.y + STAGE_HEAD - 10, stage.name, "quiet")
    for placed in stage.boxes:
        yield from _box(placed)


def _box(placed: PlacedBox) -> Iterator[str]:
    box, rect = placed
    detour = " detour" if box.note else ""
    yield (
        f'<rect class="box{detour}" rx="5" x="{rect.x:.1f}" y="{rect.y:.1f}" '
        f'width="{rect.width:.1f}" height="{rect.height:.1f}"/>\n'
    )
    x, y = rect.x + PADDING, rect.y + LINE
    yield _text(x, y, box.point, "point")
    if box.note:
        yield _text(x + (len(box.point) + 2) * GLYPH, y, box.note, "quiet")
    for number, cell in enumerate(box.cells, 1):
        yield from _cell(cell, x, y + number * LINE, x + detail_at(box))


def _cell(cell: DiagramCell, x: float, y: float, detail_x: float) -> Iterator[str]:
    look = CLASSES.get(cell.sign, "")
    if cell.sign:
        yield _text(x, y, cell.sign, "quiet" if cell.sign == "-" else look)
    yield _text(x + SIGN, y, cell.name, look)
    if cell.detail:
        yield _text(detail_x, y, cell.detail, look or "quiet")


def _arrows(layout: PictureLayout) -> Iterator[str]:
    for (left, top), (right, bottom), down in layout.arrows:
        if down:
            yield f'<path class="arrow detour" d="M{left:.1f} {top:.1f}V{bottom - 6:.1f}"/>\n'
            yield f'<path class="tip" d="M{right - 4:.1f} {bottom - 7:.1f}l4 7 4-7z"/>\n'
        else:
            yield f'<path class="arrow" d="M{left:.1f} {top:.1f}H{right - 6:.1f}"/>\n'
            yield f'<path class="tip" d="M{right - 7:.1f} {bottom - 4:.1f}l7 4-7 4z"/>\n'


def _text(x: float, y: float, text: str, look: str) -> str:
    classes = f' class="{look}"' if look else ""
    return f'<text{classes} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>\n'
