"""What both reports for people have in common: the head, and findings."""

from collections.abc import Iterable, Iterator

from schedcfg.commands.effective.text import advice, refusal
from schedcfg.commands.probe.findings import ProbeFinding, ProbeReport, errors_first
from schedcfg.document.texts import listing, printable
from schedcfg.findings import Verdict
from schedcfg.output.figures import name
from schedcfg.output.finding_text import SEVERITY_COLORS
from schedcfg.output.tables import TextLayout, measure
from schedcfg.output.terminal import CYAN, DIM, YELLOW, path_label

_NODES = 5
"""How many nodes are named."""

_PUNCTUATION = ",;:.()\"'`"


def blocks(findings: Iterable[ProbeFinding], paper: TextLayout) -> Iterator[str]:
    """Yield the findings, errors first, each with a line for everything that is known of it."""
    for finding in errors_first(findings):
        mark = paper.paint(SEVERITY_COLORS[finding.severity], f"{finding.severity}[{finding.id}]")
        yield from paper.wrapped(_words(finding.message), f"  {mark} ", 4)
        nodes = listing(list(map(name, finding.nodes)), _NODES)
        if not _are_named(finding, nodes):
            yield from _line("nodes", DIM, nodes, paper)
        if finding.upstream:
            yield from _line("in the scheduler's log", DIM, finding.upstream, paper)
        if finding.help:
            yield from _line("help", CYAN, finding.help, paper)


def _are_named(finding: ProbeFinding, listed: str) -> bool:
    """Check whether a message names the nodes itself, as most do: each of a few, or as they would be listed."""
    if len(finding.nodes) > _NODES:
        return listed in finding.message
    return set(finding.nodes) <= {word.strip(_PUNCTUATION) for word in finding.message.split()}


def _line(label: str, color: str, text: str, paper: TextLayout) -> Iterator[str]:
    first = f"    {paper.paint(color, label)}: "
    yield from paper.wrapped(_words(text), first, min(measure(first), 10))


def _words(text: str) -> list[str]:
    """Return the words of a text that may come from a server."""
    return list(map(printable, text.split()))


def head(probe: ProbeReport, paper: TextLayout) -> Iterator[str]:
    """Yield the title, what `validate` finds, and what is about the file as a whole."""
    file = probe.file
    path = "standard input" if file.path == "-" else path_label(file.path)
    if file.verdict is Verdict.UNREADABLE:
        return
    if not file.documents:
        yield f"{paper.heading(path)}: {paper.paint(YELLOW, file.verdict)}: {file.reason}"
        return
    verdict, by = ("checked", "against") if probe.was_made else ("refused", "by")
    title = f"{path}: {verdict} {by} Kubernetes {probe.kubernetes}" if probe.kubernetes else f"{path}: {verdict}"
    yield paper.heading(title)
    yield paper.heading("=" * min(measure(title), paper.columns))
    for document in file.documents:
        if document.verdict is Verdict.REFUSED:
            yield from refusal(file, document, paper)
        else:
            yield from advice(document, paper)
    if not probe.was_made:
        yield "No request was sent."
    if probe.findings:
        yield ""
        yield from blocks(probe.findings, paper)
