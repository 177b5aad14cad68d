"""The pipeline as a graph for Graphviz (`dot -Tsvg`)."""

from collections.abc import Iterable, Iterator
from html import escape

from schedcfg.configuration.effective.view import FileView
from schedcfg.output.summary import Summary
from schedcfg.show.effective.pictures import Box, Language, diagrams, drawn

_HEAD = """\
digraph scheduling {
  rankdir=LR; labeljust=l; fontname="sans-serif";
  node [shape=plain, fontname="monospace", fontsize=11];
  edge [color="#707a87"];
"""
_GROUP = 'style="rounded,filled"; color="#c5cbd3"; fillcolor="#0000000c";'
_TABLE = '<table border="1" cellborder="0" cellspacing="0" bgcolor="white" color="#9aa4b0">'
_NO_SIGN = "&#160;"


def render(views: Iterable[FileView], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one digraph, with a cluster for each profile."""
    yield _HEAD
    for number, diagram in enumerate(diagrams(views)):
        yield drawn(diagram, number, _DOT)
    yield "}\n"


def _cluster(name: str, label: tuple[str, ...]) -> str:
    # `\l` sets each line to the left.
    quoted = "".join(line.replace("\\", "\\\\").replace('"', '\\"') + "\\l" for line in label)
    return f'subgraph cluster_{name} {{ label="{quoted}"; {_GROUP}'


def _node(name: str, box: Box) -> str:
    note = f" <i>{escape(box.note)}</i>" if box.note else ""
    rows = [f'<tr><td colspan="2" align="left"><b>{box.point}</b>{note}</td></tr>']
    for cell in box.cells:
        plugin = f"<s>{escape(cell.name)}</s>" if cell.sign == "-" else escape(cell.name)
        # The font is monospaced: a hard space represents the sign that defaults lack.
        cells = (f"{cell.sign or _NO_SIGN} {plugin}", escape(cell.detail) or " ")
        rows.append(f"<tr>{''.join(map(_cell, cells))}</tr>")
    return f"{name} [label=<{_TABLE}{''.join(rows)}</table>>];"


def _cell(content: str) -> str:
    return f'<td align="left">{content}</td>'


_DOT = Language(
    group=_cluster,
    end="}",
    node=_node,
    nothing='{} [shape=note, label="nothing runs"];'.format,
    step="{} -> {};".format,
    detour="{} -> {} [style=dashed];".format,
)
