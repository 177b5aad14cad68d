"""What asking a server showed, for people: what is wrong, how the scheduler would word it, what to do."""

from collections.abc import Iterable, Iterator

from schedcfg.findings import Severity
from schedcfg.output.probe.excerpt import listing
from schedcfg.output.probe.figures import name
from schedcfg.output.terminal import BLUE, CYAN, DIM, RED, YELLOW, printable
from schedcfg.results.probing import ProbeFinding, errors_first
from schedcfg.show.layout import Paper, measure

_COLOURS = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.INFO: BLUE}
_NODES = 5
"""How many nodes are named."""

_PUNCTUATION = ",;:.()\"'`"


def blocks(findings: Iterable[ProbeFinding], paper: Paper) -> Iterator[str]:
    """Yield the findings, errors first, each with a line for everything that is known of it."""
    for finding in errors_first(findings):
        mark = paper.paint(_COLOURS[finding.severity], f"{finding.severity}[{finding.id}]")
        yield from paper.wrapped(_words(finding.message), f"  {mark} ", 4)
        nodes = listing(list(map(name, finding.nodes)), _NODES)
        if not _are_named(finding, nodes):
            yield from _line("nodes", DIM, nodes, paper)
        if finding.upstream:
            yield from _line("in the scheduler's log", DIM, finding.upstream, paper)
        if finding.help:
            yield from _line("help", CYAN, finding.help, paper)


def _are_named(finding: ProbeFinding, listed: str) -> bool:
    """Tell whether a message names the nodes itself, as most do: each of a few, or as they would be listed."""
    if len(finding.nodes) > _NODES:
        return listed in finding.message
    return set(finding.nodes) <= {word.strip(_PUNCTUATION) for word in finding.message.split()}


def _line(label: str, colour: str, text: str, paper: Paper) -> Iterator[str]:
    first = f"    {paper.paint(colour, label)}: "
    yield from paper.wrapped(_words(text), first, min(measure(first), 10))


def _words(text: str) -> list[str]:
    """Split a text that may have a server's words in it."""
    return list(map(printable, text.split()))
