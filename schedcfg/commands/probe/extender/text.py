"""How HTTP extenders respond, for people."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from schedcfg.commands.probe.extender.results import Call, ExtenderProbe, ExtenderTrial, Filtered, Scored
from schedcfg.commands.probe.findings import ProbeFinding, errors_first
from schedcfg.commands.probe.report_text import blocks, head
from schedcfg.document.texts import listing, printable
from schedcfg.output.figures import bar_of, name, time
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary, counted
from schedcfg.output.tables import TableColumn, TextLayout, fitted_table, in_columns
from schedcfg.output.terminal import RED, columns, painter
from schedcfg.plugins.plugin import MAX_EXTENDER_PRIORITY

_HEAD = ("CALL", "SENT", "STATUS", "TOOK", "WHERE")
_GOOD = 200
"""The only status that kube-scheduler takes for an answer."""

_NODES = 8
"""How many of many nodes are named."""

_REASON = 80
"""Columns of a reason."""


def render(probes: Iterable[ExtenderProbe], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield what was asked, and a report per extender."""
    return each(probes, partial(_probe, paper=TextLayout.of(painter(colored=colored), columns())), summary)


def _probe(probe: ExtenderProbe, paper: TextLayout) -> Iterator[str]:
    yield "".join(f"{line}\n" for line in head(probe, paper))
    if probe.trials:
        yield "\n" + "\n".join(_subject(probe, paper)) + "\n"
    for trial in probe.trials:
        yield "\n" + "\n".join(_trial(trial, paper)).rstrip("\n") + "\n"
    if probe.trials and not probe.feasible:
        pending = "no node passes all filters: the Pod stays Pending"
        unknown = "which nodes pass all filters is not known: one failed, or could not be called"
        yield f"\n{paper.heading('ALL EXTENDERS')} {unknown if probe.feasible is None else pending}\n"


def _subject(probe: ExtenderProbe, paper: TextLayout) -> Iterator[str]:
    """Yield what the extenders were asked about, and whether that is only built in."""
    named = listing(list(map(name, probe.nodes)), _NODES)
    sent = f"Sent Pod {name(probe.pod)}{_origin(probe, 'pod')} and {counted(len(probe.nodes), 'node')}"
    yield from paper.wrapped(f"{sent}{_origin(probe, 'nodes')}: {named}".split(), "", 2)


def _origin(probe: ExtenderProbe, what: str) -> str:
    if what == "nodes" and probe.is_named:
        return " (built-in, except for their names; yours: --nodes FILE)"
    return f" (built-in; yours: --{what} FILE)" if what in probe.built_in else ""


def _trial(trial: ExtenderTrial, paper: TextLayout) -> Iterator[str]:
    place = f" (line {trial.line})" if trial.line is not None else ""
    yield f"{paper.heading('EXTENDER')} extenders[{trial.index}]{place}: {printable(trial.url_prefix)}"
    yield from paper.wrapped(_settings(trial).split(), "  ", 2)
    yield from _calls(trial, paper)
    yield ""
    yield from _findings(trial, paper)
    yield from _nodes(trial, paper)


def _settings(trial: ExtenderTrial) -> str:
    failing = (
        "ignorable: scheduling continues if it fails"
        if trial.ignorable
        else "not ignorable: Pods stay Pending while its filter fails"
    )
    return f"weight {trial.weight}, httpTimeout {time(trial.timeout_milliseconds)}, {failing}"


def _calls(trial: ExtenderTrial, paper: TextLayout) -> Iterator[str]:
    """Yield a line for each call, then why others were not made."""
    made = [call for call in trial.calls if not call.skipped]
    if made:
        first, *others = in_columns([_HEAD, *(_row(call, trial, paper) for call in made)])
        yield paper.heading(first)
        yield from others
    for call in trial.calls:
        if call.skipped:
            yield from paper.wrapped(f"{call.verb} was not called: {call.skipped}".split(), "  ", 4)


def _row(call: Call, trial: ExtenderTrial, paper: TextLayout) -> tuple[str, ...]:
    status = "none" if call.status is None else str(call.status)
    shown = status if call.status == _GOOD else paper.paint(RED, status)
    took = "" if call.milliseconds is None else f"{time(call.milliseconds)} of {time(trial.timeout_milliseconds)}"
    return call.verb, counted(call.sent, "name" if call.names_only else "node"), shown, took, printable(call.url)


def _findings(trial: ExtenderTrial, paper: TextLayout) -> Iterator[str]:
    found = list(trial.findings)
    for call in trial.calls:
        found += [replace(finding, message=f"{call.verb}: {finding.message}") for finding in call.findings]
    if found:
        yield from blocks(_advised_once(errors_first(found)), paper)
        yield ""


def _advised_once(findings: Iterable[ProbeFinding]) -> Iterator[ProbeFinding]:
    """Yield the findings with the same advice once only: all calls of an extender often fail alike."""
    given: set[tuple[str, str | None]] = set()
    for finding in findings:
        advice = finding.id, finding.help
        yield replace(finding, help=None) if advice in given else finding
        given.add(advice)


def _nodes(trial: ExtenderTrial, paper: TextLayout) -> Iterator[str]:
    """Yield what its filter leaves, what it takes away, and its scores."""
    if trial.passed is not None:
        total = len(trial.passed) + len(trial.filtered)
        named = listing(list(map(name, trial.passed)), _NODES)
        line = f"{len(trial.passed)} of {total} pass{f': {named}' if named else ''}"
        yield from paper.wrapped(line.split(), f"  {paper.heading('FILTER')} ", 4)
    if trial.filtered:
        yield from fitted_table(_FILTERED, trial.filtered, "nodes", paper)
    if trial.passed is not None:
        yield ""
    if trial.scored:
        best_first = sorted(trial.scored, key=lambda scored: -scored.points)
        yield from fitted_table(_SCORED, best_first, "nodes", paper)


def _reason(one: Filtered) -> str:
    line = name(one.reason, _REASON) or "(no reason given)"
    return f"{line}; preemption would not help" if one.unresolvable else line


_FILTERED: list[TableColumn[Filtered]] = [
    TableColumn("FILTERED OUT", lambda one: name(one.node), is_number=False),
    TableColumn("REASON", _reason, is_number=False),
]

_SCORED: list[TableColumn[Scored]] = [
    TableColumn("PRIORITIZE", lambda one: name(one.node), is_number=False),
    TableColumn("SCORE", lambda one: str(one.score)),
    TableColumn("POINTS", lambda one: f"{one.points:,}"),
    TableColumn("", lambda one: bar_of(one.score, MAX_EXTENDER_PRIORITY), is_number=False, is_dispensable=True),
]
