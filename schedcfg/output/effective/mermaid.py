"""The pipeline as a Mermaid flowchart, which GitHub and GitLab draw in Markdown."""

from collections.abc import Iterable, Iterator

from schedcfg.output.effective.picture.diagram import Box, diagrams
from schedcfg.output.effective.picture.graph import Language, drawn
from schedcfg.output.summary import Summary
from schedcfg.results.effective import FileMeaning

_PLAIN = frozenset(" .,:;/()+~=%_-*?!@»°")
"""Beside letters and digits: what may stand in a quoted label as it is; all else is written by its number."""


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one flowchart, with a subgraph for each profile."""
    yield "flowchart LR\n"
    for number, diagram in enumerate(diagrams(meanings, summary)):
        yield drawn(diagram, number, _MERMAID)


def _subgraph(name: str, label: tuple[str, ...]) -> str:
    return f'subgraph {name}["{"<br/>".join(map(_escaped, label))}"]\n  direction LR'


def _node(name: str, box: Box) -> str:
    note = f" <i>{_escaped(box.note)}</i>" if box.note else ""
    lines = [f"<b>{box.point}</b>{note}"]
    for cell in box.cells:
        plugin = f"<s>{_escaped(cell.name)}</s>" if cell.sign == "-" else _escaped(cell.name)
        lines.append(" ".join(filter(None, (cell.sign, plugin, cell.detail))))
    return f'{name}["{"<br/>".join(lines)}"]'


def _escaped(text: str) -> str:
    return "".join(letter if letter.isalnum() or letter in _PLAIN else f"#{ord(letter)};" for letter in text)


_MERMAID = Language(
    group=_subgraph,
    end="end",
    node=_node,
    nothing='{}["not run"]'.format,
    step="{} --> {}".format,
    detour="{} -.-> {}".format,
)
