"""What is to be said about the configuration that files were generated for, and about the files."""

from collections.abc import Iterator

from schedcfg.generate.results import Difference, Generation
from schedcfg.output import text, unified_diff
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import CYAN, painter


def render_diff(difference: Difference, *, coloured: bool) -> Iterator[str]:
    """Yield the lines of a unified diff from what is committed to what would be generated."""
    return unified_diff.render(difference.path, difference.committed, difference.generated, coloured=coloured)


def render_notes(generation: Generation, *, coloured: bool) -> Iterator[str]:
    """Yield a block per finding, and a line per remark."""
    reports = [report for report in (generation.report, generation.existing) if report is not None]
    yield from text.render(reports, Summary(), coloured=coloured)
    paint = painter(coloured=coloured)
    for remark in generation.remarks:
        yield f"{paint(CYAN, 'note')}: {remark}\n"
    if not generation.files:
        yield "nothing is generated\n"
