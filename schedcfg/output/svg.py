"""What all pictures (SVG) have in common: self-contained, no scripts, no fonts from elsewhere, light and dark."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from schedcfg.output.terminal import width as columns

FONT = 12
"""Size of the text."""

TITLE_FONT = 15
"""Size of the title."""

LINE = 18
GLYPH = 0.62 * FONT
"""A letter's width: of the monospaced fonts in use SF Mono has the widest, with 0.618 of its size; most have 0.6."""

MARGIN = 16

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
.off {{ stroke-dasharray: 1 3; fill: none; }}
.bar {{ fill: #8fb3d9; }}
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
  .bar {{ fill: #3f6d9c; }}
  .quiet {{ fill: #9aa5b1; }}
  .added {{ fill: #6bd49a; }}
  .changed {{ fill: #e8b75a; }}
  .named {{ fill: #7db7f0; }}
  .removed {{ fill: #f08c8c; }}
  .extender {{ fill: #c3a2ee; }}
}}
"""


def document(
    title: str, description: str, size: tuple[float, float], marks: Iterable[str], style: str = STYLE
) -> Iterator[str]:
    """Yield a picture.

    Args:
        title: What it is called.
        description: What is drawn, in words, for those who do not see it.
        size: Its width and height.
        marks: What is drawn.
        style: How that looks, by its classes.
    """
    width, height = size
    place = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {place}>\n'
    yield f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
    yield f'<style>\n{style}</style>\n<rect class="page" width="100%" height="100%"/>\n'
    yield from marks
    yield "</svg>\n"


def text_mark(x: float, y: float, text: str, look: str) -> str:
    """Return a line of text, its baseline at a place; `look` is its class."""
    shown = f' class="{look}"' if look else ""
    return f'<text{shown} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>\n'


class BarDrawing:
    """Bars with labels, line below line; text is monospaced, so that its width is known.

    Attributes:
        y: How far down the next line or bar goes.
        right: How far to the right any text reaches.
        marks: What is drawn, in order.
    """

    def __init__(self) -> None:
        self.y = 0.0
        self.right = 0.0
        self.marks: list[str] = []
        self._texts: list[str] = []

    def text(self, x: float, y: float, text: str, look: str = "") -> None:
        """Write a line of text, its baseline at a place; `look` is its class."""
        glyph = GLYPH * TITLE_FONT / FONT if look == "title" else GLYPH
        self.right = max(self.right, x + columns(text) * glyph)
        self._texts.append(text_mark(x, y, text, look))

    def block(self, x: float, y: float, width: float, height: float, look: str) -> None:
        """Write a filled rectangle, below all text up to the next `lay_text`."""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        self.marks.append(f'<rect class="{look}" rx="2" {place}/>\n')

    def lay_text(self) -> None:
        """Lay the text above what has been drawn."""
        self.marks += self._texts
        self._texts = []
