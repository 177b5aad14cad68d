"""The meaning for people: what runs, what the user changed about it, and where each value comes from."""

from collections.abc import Iterable, Iterator

from schedcfg.effective.view import DocumentMeaning, FileMeaning, Meaning
from schedcfg.findings import Verdict
from schedcfg.output.colours import RED, YELLOW, painter
from schedcfg.output.effective.sections import extenders, head, profiles, settings
from schedcfg.output.effective.sections.paper import Paper
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import columns, printable


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield a report per configuration, as wide as the terminal."""
    paper = Paper.of(painter(coloured=coloured), columns())
    separator = ""
    for file in meanings:
        summary.count(file.report)
        for lines in _reports(file, paper):
            yield separator + "\n".join(lines).rstrip("\n") + "\n"
            separator = "\n\n"


def _reports(file: FileMeaning, paper: Paper) -> Iterator[Iterator[str]]:
    if not file.documents:
        yield _without_documents(file, paper)
    for document in file.documents:
        yield _report(file, document, paper)


def _without_documents(file: FileMeaning, paper: Paper) -> Iterator[str]:
    colour = RED if file.verdict is Verdict.UNREADABLE else YELLOW
    yield f"{paper.heading(printable(file.path))}: {paper.paint(colour, file.verdict)}: {file.reason}"


def _report(file: FileMeaning, document: DocumentMeaning, paper: Paper) -> Iterator[str]:
    yield from head.title(file, document, paper)
    if document.meaning is None:
        yield from head.refusal(file.report, document.report, paper)
        return
    yield from head.advice(document.report, paper)
    yield ""
    yield from _meaning(document.meaning, paper)


def _meaning(meaning: Meaning, paper: Paper) -> Iterator[str]:
    first, *others = meaning.profiles
    yield from profiles.first_profile(first, meaning.extenders, paper)
    yield ""
    for profile in others:
        yield from profiles.further_profile(profile, first, meaning.extenders, paper)
        yield ""
    yield from extenders.extenders(meaning.extenders, paper)
    yield from settings.settings(meaning.settings, paper)
