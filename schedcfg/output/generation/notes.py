"""What is to be said about the configuration that files were generated for, and about the files."""

from collections.abc import Iterator

from schedcfg.output import text
from schedcfg.output.colours import CYAN, painter
from schedcfg.output.summary import Summary
from schedcfg.results.generation import Generation


def render(generation: Generation, *, coloured: bool) -> Iterator[str]:
    """Yield a block per finding, and a line per remark."""
    reports = [report for report in (generation.report, generation.existing) if report is not None]
    yield from text.render(reports, Summary(), coloured=coloured)
    paint = painter(coloured=coloured)
    for remark in generation.remarks:
        yield f"{paint(CYAN, 'note')}: {remark}\n"
    if not generation.files:
        yield "nothing is generated\n"
