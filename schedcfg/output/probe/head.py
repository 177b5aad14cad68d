"""What stands above a probe's report: the file, who judged it, and what `validate` finds in it."""

from collections.abc import Iterator

from schedcfg.findings import Verdict
from schedcfg.output.probe.findings_text import blocks
from schedcfg.output.terminal import RED, YELLOW, printable
from schedcfg.results.probing import Probe, was_made
from schedcfg.show.layout import Paper, measure
from schedcfg.show.text import advice, refusal


def head(probe: Probe, paper: Paper) -> Iterator[str]:
    """Yield the title, what `validate` finds, and what is about the file as a whole."""
    file = probe.file
    path = printable("standard input" if file.path == "-" else file.path)
    if not file.documents:
        colour = RED if file.verdict is Verdict.UNREADABLE else YELLOW
        yield f"{paper.heading(path)}: {paper.paint(colour, file.verdict)}: {file.reason}"
        return
    verdict = "judged" if was_made(probe) else "refused"
    told = f"{path}: {verdict} by Kubernetes {probe.kubernetes}" if probe.kubernetes else f"{path}: {verdict}"
    yield paper.heading(told)
    yield paper.heading("=" * min(measure(told), paper.columns))
    for document in file.documents:
        if document.verdict is Verdict.REFUSED:
            yield from refusal(file, document, paper)
        else:
            yield from advice(document, paper)
    if not was_made(probe):
        yield "Nothing was asked."
    if probe.findings:
        yield ""
        yield from blocks(probe.findings, paper)
