"""The pipeline as a graph for Graphviz (`dot -Tsvg`)."""

from collections.abc import Iterable, Iterator
from html import escape

from schedcfg.output.effective.picture.diagram import Box, Diagram, diagrams
from schedcfg.output.summary import Summary
from schedcfg.results.effective import FileMeaning

_HEAD = """\
digraph scheduling {
  rankdir=LR; compound=true; labeljust=l; fontname="sans-serif";
  node [shape=plain, fontname="monospace", fontsize=11];
  edge [color="#707a87"];
"""


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one digraph, with a cluster for each profile."""
    yield _HEAD
    for number, diagram in enumerate(diagrams(meanings, summary)):
        yield "".join(f"  {line}\n" for line in _cluster(diagram, number))
    yield "}\n"


def _cluster(diagram: Diagram, number: int) -> Iterator[str]:
    label = _quoted(*filter(None, (diagram.title, diagram.subtitle, diagram.legend)))
    yield f"subgraph cluster_{number} {{"
    yield f'  label={label}; color="#c5cbd3";'
    if not diagram.stages:
        yield f'  n{number} [shape=note, label="not run"];'
    for place, stage in enumerate(diagram.stages):
        yield f"  subgraph cluster_{number}_{place} {{"
        yield f'    label={_quoted(stage.name)}; style="rounded,filled"; color="#eef1f4";'
        yield from (f"    {_node(number, box)} [label=<{_table(box)}>];" for box in stage.boxes)
        yield "  }"
    yield from (f"  {edge}" for edge in _edges(diagram, number))
    yield "}"


def _edges(diagram: Diagram, number: int) -> Iterator[str]:
    for left, right in diagram.path:
        yield f"{_node(number, left)} -> {_node(number, right)};"
    for left, right in diagram.detour:
        yield f"{_node(number, left)} -> {_node(number, right)} [style=dashed, constraint=false];"


def _node(number: int, box: Box) -> str:
    return f"n{number}_{box.point}"


def _table(box: Box) -> str:
    note = f" <i>{escape(box.note)}</i>" if box.note else ""
    rows = [f'<tr><td colspan="3" align="left"><b>{box.point}</b>{note}</td></tr>']
    for cell in box.cells:
        name = f"<s>{escape(cell.name)}</s>" if cell.sign == "-" else escape(cell.name)
        cells = (name, escape(cell.detail) or " ")
        rows.append(f"<tr><td>{cell.sign or ' '}</td>{''.join(map(_cell, cells))}</tr>")
    return f'<table border="1" cellborder="0" cellspacing="0" bgcolor="white" color="#9aa4b0">{"".join(rows)}</table>'


def _cell(content: str) -> str:
    return f'<td align="left">{content}</td>'


def _quoted(*lines: str) -> str:
    r"""Quote lines of a label, which are set to the left (`\l`)."""
    return '"' + "".join(line.replace("\\", "\\\\").replace('"', '\\"') + "\\l" for line in lines) + '"'
