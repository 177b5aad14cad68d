"""The answer for people: does the program start, does schedcfg agree, and where do they differ."""

import json
from collections.abc import Iterable, Iterator

from schedcfg.commands.confirm.answer import Outcome, Unseen
from schedcfg.commands.confirm.results import Agreement, DocumentConfirmation, FileConfirmation, ProgramError
from schedcfg.commands.effective.layout import each_configuration, separated, where
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FindingClass, Verdict
from schedcfg.output.finding_text import shown
from schedcfg.output.summary import Summary
from schedcfg.output.tables import TextLayout
from schedcfg.output.terminal import CYAN, GREEN, RED, YELLOW, columns, painter
from schedcfg.output.text import block

_MOST = 40
"""Differences that are listed of one configuration."""

_SIGNS = {
    Outcome.STARTS: ("it starts", GREEN),
    Outcome.REFUSES: ("it does not start", RED),
    Outcome.UNDECIDED: ("it gives no answer", YELLOW),
}
_AGREEMENTS = {
    Agreement.AGREES: ("schedcfg agrees", GREEN),
    Agreement.DISAGREES: ("schedcfg disagrees", RED),
    Agreement.UNKNOWN: ("schedcfg cannot be compared", YELLOW),
}
_UNSEEN = {
    Unseen.CONFIGURATION: "not seen: what the program completes a Policy to, which no release can write",
    Unseen.ELECTION: "not seen: how the program checks the leader election; this release does that when it has seen "
    "the cluster",
    Unseen.PLUGINS: "not seen: the list of plugins; releases before 1.30 do not log it, so the plugins are those that "
    "follow from the configuration that the program completes",
}


def render(files: Iterable[FileConfirmation], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield a paragraph per configuration, as wide as the terminal."""
    layout = TextLayout.of(painter(colored=colored), columns())
    return separated(each_configuration(files, _answer, layout, summary), "\n")


def _answer(file: FileConfirmation, document: DocumentConfirmation, layout: TextLayout) -> Iterator[str]:
    starts, agrees = (
        layout.paint(color, words) for words, color in (_SIGNS[document.outcome], _AGREEMENTS[document.agreement])
    )
    yield f"{layout.heading(_title(file, document.report))}: {starts}; {agrees}"
    for error in document.errors:
        yield from layout.wrapped(printable(error.message).split(), f"  {_place(file, error)}", 4)
    if document.outcome is Outcome.STARTS and document.report.verdict is Verdict.ACCEPTED:
        yield from _comparison(document, layout)
    if document.agreement is not Agreement.AGREES:
        yield from _other_side(file, document, layout)
    for unseen in document.unseen:
        yield from layout.wrapped(_UNSEEN[unseen].split(), "  ", 4)
    for help_ in _helps(document):
        yield from layout.wrapped(help_.split(), f"  {layout.paint(CYAN, 'help')}: ", 4)


def _title(file: FileConfirmation, report: DocumentReport) -> str:
    return f"{where(file, report)} ({report.kubernetes})" if report.kubernetes else where(file, report)


def _place(file: FileConfirmation, error: ProgramError) -> str:
    if error.start is None:
        return "- "
    return f"line {error.start.line}, column {shown(file.text or '', error.start)}: "


def _comparison(document: DocumentConfirmation, layout: TextLayout) -> Iterator[str]:
    """Yield what both complete and run, where both start."""
    same = [
        what
        for what, differing in (("configuration", document.differences), ("plugins", document.plugins))
        if not differing
    ]
    if same and Unseen.CONFIGURATION not in document.unseen:
        yield f"  the same: {' and '.join(same)}"
    rows = [
        f"{difference.path}: program {_value(difference.program)}, schedcfg {_value(difference.schedcfg)}"
        for difference in document.differences
    ]
    rows += [
        f"profile {difference.profile}, {difference.point}: program {', '.join(difference.program) or 'nothing'}; "
        f"schedcfg {', '.join(difference.schedcfg) or 'nothing'}"
        for difference in document.plugins
    ]
    for row in rows[:_MOST]:
        yield from layout.wrapped(printable(row).split(), f"  {layout.paint(RED, 'differs')}: ", 4)
    if len(rows) > _MOST:
        yield f"  … and {len(rows) - _MOST} more"
    for plugin, args in document.own_args.items():
        words = f"{plugin}: schedcfg does not know its defaults; the program completes {_value(args)}"
        yield from layout.wrapped(printable(words).split(), "  ", 4)


def _value(value: object) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def _other_side(file: FileConfirmation, document: DocumentConfirmation, layout: TextLayout) -> Iterator[str]:
    """Yield why schedcfg refuses what the program may take, or that it refuses nothing."""
    if document.outcome is Outcome.REFUSES and not document.assumed:
        yield "  schedcfg finds nothing in it that this release refuses"
    for finding in document.report.findings:
        if finding.finding_class is FindingClass.REFUSED:
            shown_finding = block(file.report, document.report, finding, layout.paint).rstrip("\n")
            yield from (f"  {line}" for line in shown_finding.split("\n"))


def _helps(document: DocumentConfirmation) -> Iterator[str]:
    if document.assumed:
        names = ", ".join(f"`{printable(name)}`" for name in document.assumed)
        yield f"schedcfg had assumed that {names} is compiled in: see `schedcfg list plugins --binary PROGRAM`."
    if document.own_args:
        yield "`schedcfg list plugins --binary PROGRAM --output toml` writes what is known of your plugins as settings."
    if document.agreement is Agreement.DISAGREES:
        yield (
            "Is it the release that was validated against, without patches of your own? Plugins that are compiled in "
            "are declared with `--plugin` or in the settings. Otherwise the program is right, and this is a bug."
        )
