"""The pipeline as a Mermaid flowchart, which GitHub and GitLab draw in Markdown."""

from collections.abc import Iterable, Iterator

from schedcfg.output.effective.picture.diagram import Box, Diagram, diagrams
from schedcfg.output.summary import Summary
from schedcfg.results.effective import FileMeaning

_PLAIN = frozenset(" .,:;/()+~=%_-*?!@»°")
"""Beside letters and digits: what may stand in a quoted label as it is; all else is written by its number."""


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one flowchart, with a subgraph for each profile."""
    yield "flowchart LR\n"
    for number, diagram in enumerate(diagrams(meanings, summary)):
        yield "".join(f"  {line}\n" for line in _subgraph(diagram, number))


def _subgraph(diagram: Diagram, number: int) -> Iterator[str]:
    heading = "<br/>".join(_escaped(part) for part in (diagram.title, diagram.subtitle, diagram.legend) if part)
    yield f'subgraph p{number}["{heading}"]'
    yield "  direction LR"
    if not diagram.stages:
        yield f'  p{number}_none["not run"]'
    for place, stage in enumerate(diagram.stages):
        yield f'  subgraph p{number}_{place}["{_escaped(stage.name)}"]'
        yield "    direction LR"
        yield from (f'    {_node(number, box)}["{_label(box)}"]' for box in stage.boxes)
        yield "  end"
    yield from (f"  {edge}" for edge in _edges(diagram, number))
    yield "end"


def _edges(diagram: Diagram, number: int) -> Iterator[str]:
    for left, right in diagram.path:
        yield f"{_node(number, left)} --> {_node(number, right)}"
    for left, right in diagram.detour:
        yield f"{_node(number, left)} -.-> {_node(number, right)}"


def _node(number: int, box: Box) -> str:
    return f"p{number}_{box.point}"


def _label(box: Box) -> str:
    note = f" <i>{_escaped(box.note)}</i>" if box.note else ""
    lines = [f"<b>{_escaped(box.point)}</b>{note}"]
    for cell in box.cells:
        name = f"<s>{_escaped(cell.name)}</s>" if cell.sign == "-" else _escaped(cell.name)
        lines.append(" ".join(filter(None, (cell.sign, name, cell.detail))))
    return "<br/>".join(lines)


def _escaped(text: str) -> str:
    return "".join(letter if letter.isalnum() or letter in _PLAIN else f"#{ord(letter)};" for letter in text)
