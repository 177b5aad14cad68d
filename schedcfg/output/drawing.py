"""What all pictures share: measures in pixels, and their style.

Text is set in a monospaced font, so that its width is known.
"""

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
