"""The answer for people: does it run, where, with which share, for whom; what limits it, and what would help."""

from collections.abc import Iterable, Iterator

from schedcfg.commands.effective.layout import each_configuration, grown, outlined, separated, where
from schedcfg.commands.effective.statements import place
from schedcfg.commands.effective.text import refusal
from schedcfg.commands.why.results import (
    DocumentInfluence,
    FileInfluence,
    Influence,
    Limit,
    LimitKind,
    ProfileInfluence,
)
from schedcfg.configuration.effective.view import ArgsView
from schedcfg.document.texts import printable
from schedcfg.findings import Finding
from schedcfg.output.finding_text import weight
from schedcfg.output.summary import Summary
from schedcfg.output.tables import TextLayout, in_columns, measure
from schedcfg.output.terminal import CYAN, DIM, GREEN, RED, YELLOW, columns, painter, percent

_MILD = frozenset({LimitKind.PODS, LimitKind.NODES, LimitKind.EXTENDER})
"""What limits a plugin that works as it is meant to."""


def render(files: Iterable[FileInfluence], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield an answer per configuration, as wide as the terminal."""
    layout = TextLayout.of(painter(colored=colored), columns())
    return separated(each_configuration(files, _answer, layout, summary), "\n\n")


def _answer(file: FileInfluence, document: DocumentInfluence, layout: TextLayout) -> Iterator[str]:
    title = f"{printable(file.plugin)} in {where(file, document.report)}"
    version = ", ".join(filter(None, (document.api_version, f"Kubernetes {printable(document.report.release_phrase)}")))
    yield layout.heading(f"{title} ({version})")
    yield layout.heading("=" * min(measure(f"{title} ({version})"), layout.columns))
    if document.profiles is None:
        yield from refusal(file.report, document.report, layout)
        return
    yield from layout.wrapped(_about(document).split())
    for profile in document.profiles:
        yield ""
        yield from _profile(profile, layout)


def _about(document: DocumentInfluence) -> str:
    if document.summary is not None:
        return document.summary
    if document.is_known:
        return "Nothing is known of what it does: it is a plugin of your own."
    near = f" Did you mean {document.near}?" if document.near else ""
    return f"No such plugin is known, and the file does not name it.{near}"


def _profile(profile: ProfileInfluence, layout: TextLayout) -> Iterator[str]:
    yield f"{layout.heading(f'PROFILE {printable(profile.name)}')} ({profile.origin}): {printable(profile.pods)}"
    sign, color = {True: ("It runs", GREEN), False: ("It does not run", RED), None: ("It may run", YELLOW)}[
        profile.runs
    ]
    if profile.runs is False and profile.points:
        sign = "It runs, but does nothing"
    yield f"  {layout.paint(color, sign)}{': ' if profile.points else '.'}".rstrip()
    if profile.points:
        yield from in_columns(map(_row, profile.points), "    ")
    yield from _args(profile.args, layout)
    for limit in profile.limits:
        yield from _limit(limit, layout)
    for finding in profile.findings:
        yield from _finding(finding, layout)


def _row(one: Influence) -> tuple[str, str, str, str]:
    order = "alone" if one.count == 1 else f"{one.place} of {one.count}"
    return one.point, order, _weight_text(one) if one.weight else "", place(one.origin)


def _weight_text(one: Influence) -> str:
    if one.idle:
        return f"weight {one.weight}, does not count"
    share = "" if one.share is None else f", {percent(one.share)}"
    return f"weight {one.weight} of {one.total}{share}"


def _args(args: ArgsView | None, layout: TextLayout) -> Iterator[str]:
    if args is None or not args.settings:
        return
    if not args.is_default:
        yield f"  Args ({args.origin}):"
        yield from outlined(grown(args.settings), 4, layout)


def _limit(limit: Limit, layout: TextLayout) -> Iterator[str]:
    sign = layout.paint(DIM, "-") if limit.kind in _MILD else layout.paint(YELLOW, "!")
    origin = "" if limit.origin is None or limit.kind is LimitKind.DISABLED else f" ({limit.origin})"
    yield from layout.wrapped(f"{printable(limit.message)}{origin}".split(), f"  {sign} ", 4)
    yield from _help(limit.help, layout)


def _finding(finding: Finding, layout: TextLayout) -> Iterator[str]:
    label, color = weight(finding)
    first = f"  {layout.paint(color, f'{label}[{finding.rule}]')} line {finding.start.line}: "
    yield from layout.wrapped(printable(finding.message).split(), first, 4)
    yield from _help(finding.help, layout)


def _help(text: str | None, layout: TextLayout) -> Iterator[str]:
    if text:
        yield from layout.wrapped(printable(text).split(), f"    {layout.paint(CYAN, 'help')}: ", 6)
