"""The pipeline as a picture (SVG) that stands for itself: no scripts, no fonts from elsewhere, light and dark."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from schedcfg.effective.view import FileMeaning
from schedcfg.output.drawing import (
    CLASSES,
    GLYPH,
    LINE,
    MARGIN,
    PADDING,
    SIGN,
    STAGE_HEAD,
    STYLE,
    Layout,
    PlacedBox,
    PlacedStage,
    detail_at,
    lay_out,
)
from schedcfg.output.summary import Summary
from schedcfg.show.diagram import DETOUR, Cell, Diagram, diagrams


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one SVG, the profiles one below the other."""
    layouts: list[tuple[float, Layout]] = []
    top = 0.0
    for diagram in diagrams(meanings, summary):
        layout = lay_out(diagram, top)
        layouts.append((top, layout))
        top += layout.height
    width = max(layout.width for _, layout in layouts)
    size = f'width="{width:.0f}" height="{top:.0f}" viewBox="0 0 {width:.0f} {top:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>\n'
    yield f"<title>{escape(_titles(layouts))}</title>\n<desc>{escape(_told(layouts))}</desc>\n"
    yield f'<style>\n{STYLE}</style>\n<rect class="page" width="100%" height="100%"/>\n'
    for start, layout in layouts:
        yield "".join(_drawn(start, layout))
    yield "</svg>\n"


def _titles(layouts: list[tuple[float, Layout]]) -> str:
    return "Scheduling pipeline: " + ", ".join(layout.diagram.title for _, layout in layouts)


def _told(layouts: list[tuple[float, Layout]]) -> str:
    """Tell in words what is drawn, for those who do not see it."""
    return "\n".join(line for _, layout in layouts for line in _lines(layout.diagram))


def _lines(diagram: Diagram) -> Iterator[str]:
    yield ". ".join(filter(None, (f"{diagram.title}: {diagram.subtitle}", diagram.legend)))
    for box in diagram.boxes:
        note = f", {box.note}" if box.note else ""
        yield f"{box.point}{note}: {'; '.join(' '.join(filter(None, cell)) for cell in box.cells)}"


def _drawn(top: float, layout: Layout) -> Iterator[str]:
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
    detour = " detour" if box.point == DETOUR else ""
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


def _cell(cell: Cell, x: float, y: float, detail_x: float) -> Iterator[str]:
    look = CLASSES.get(cell.sign, "")
    if cell.sign:
        yield _text(x, y, cell.sign, "quiet" if cell.sign == "-" else look)
    yield _text(x + SIGN, y, cell.name, look)
    if cell.detail:
        yield _text(detail_x, y, cell.detail, look or "quiet")


def _arrows(layout: Layout) -> Iterator[str]:
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
