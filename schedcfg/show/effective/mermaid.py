"""The pipeline as a Mermaid flowchart, which GitHub and GitLab draw in Markdown."""

from collections.abc import Iterable, Iterator

from schedcfg.configuration.effective.view import FileView
from schedcfg.output.summary import Summary
from schedcfg.patterns import pattern
from schedcfg.show.effective.diagram import Box, Language, diagrams, drawn

_MARKUP = pattern(r"[^\w ,/%-]|_|-(?![^\W_])|(?<![^\W_])-|^ |(?<= ) ")
"""What is not allowed in a quoted label: Mermaid reads labels as Markdown, where lists and links are errors.

Letters, digits, single spaces, commas, slashes, percent signs and hyphens within words mean nothing there.
"""


def render(views: Iterable[FileView], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one flowchart, with a subgraph for each profile."""
    yield "flowchart LR\n"
    for number, diagram in enumerate(diagrams(views)):
        yield drawn(diagram, number, _MERMAID)


def _subgraph(name: str, label: tuple[str, ...]) -> str:
    return f'subgraph {name}["{"<br/>".join(map(_escaped, label))}"]\n  direction LR'


def _node(name: str, box: Box) -> str:
    note = f" <i>{_escaped(box.note)}</i>" if box.note else ""
    lines = [f"<b>{box.point}</b>{note}"]
    for cell in box.cells:
        plugin = f"<s>{_escaped(cell.name)}</s>" if cell.sign == "-" else _escaped(cell.name)
        lines.append(" ".join(filter(None, (_escaped(cell.sign), plugin, _escaped(cell.detail)))))
    return f'{name}["{"<br/>".join(lines)}"]'


def _escaped(text: str) -> str:
    plain = _MARKUP.sub(lambda found: f"#{ord(found[0])};", text)
    # Some versions of Mermaid read the numbers before the Markdown: nothing else keeps them from finding a link.
    return plain.replace("#58;//", "#58;<wbr/>//")


_MERMAID = Language(
    group=_subgraph,
    end="end",
    node=_node,
    nothing='{}["nothing runs"]'.format,
    step="{} --> {}".format,
    detour="{} -.-> {}".format,
)
