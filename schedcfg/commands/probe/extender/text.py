"""How HTTP extenders answer, for people."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from schedcfg.commands.effective.layout import TextLayout, in_columns
from schedcfg.commands.probe import report_text as table
from schedcfg.commands.probe.extender.results import Call, ExtenderProbe, ExtenderTrial, ExtenderVerb, Filtered, Scored
from schedcfg.commands.probe.findings import ProbeFinding, errors_first
from schedcfg.commands.probe.report_text import TableColumn, blocks, head, name, time
from schedcfg.document.texts import listing, printable
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary, counted
from schedcfg.output.terminal import RED, YELLOW, columns, painter
from schedcfg.plugins.plugin import MAX_EXTENDER_PRIORITY

_HEAD = ("CALL", "SENT", "STATUS", "TOOK", "WHERE")
_GOOD = 200
"""The only status that kube-scheduler takes for an answer."""

_SLOW = 0.5
"""The part of the timeout beyond which an answer is near to being too late."""


def calls(trial: ExtenderTrial, paper: TextLayout) -> Iterator[str]:
    """Yield a line for each call, then why others were not made."""
    made = [call for call in trial.calls if not call.skipped]
    if made:
        rows = [_row(call, trial.timeout_milliseconds, paper) for call in made]
        first, *others = in_columns([_HEAD, *rows])
        yield paper.heading(first)
        yield from others
    for call in trial.calls:
        if call.skipped:
            line = f"{call.verb} was not called: {printable(call.skipped)}"
            yield from paper.wrapped(line.split(), "  ", 4)


def _row(call: Call, timeout: float, paper: TextLayout) -> tuple[str, ...]:
    status = "none" if call.status is None else str(call.status)
    shown = status if call.status == _GOOD else paper.paint(RED, status)
    return call.verb, _sent(call), shown, _took(call, timeout, paper), printable(call.url)


def _sent(call: Call) -> str:
    if not call.sent:
        return ""
    return counted(call.sent, "name") if call.names_only else counted(call.sent, "node")


def _took(call: Call, timeout: float, paper: TextLayout) -> str:
    """Return the time beside the timeout."""
    if call.milliseconds is None:
        return ""
    line = f"{time(call.milliseconds)} of {time(timeout)}"
    return paper.paint(YELLOW, line) if call.milliseconds > _SLOW * timeout else line


_PASSED_NODES = 8
_REASON = 80
"""Columns of a reason."""


def nodes(trial: ExtenderTrial, paper: TextLayout) -> Iterator[str]:
    """Yield what its filter leaves, what it takes away, and its scores."""
    if trial.passed is not None:
        total = len(trial.passed) + len(trial.filtered)
        named = listing(list(map(name, trial.passed)), _PASSED_NODES)
        line = f"{len(trial.passed)} of {total} pass{f': {named}' if named else ''}"
        yield from paper.wrapped(line.split(), f"  {paper.heading('FILTER')} ", 4)
    if trial.filtered:
        yield from table.table_lines(_FILTERED, trial.filtered, "nodes", paper)
    if trial.passed is not None:
        yield ""
    if trial.scored:
        best_first = sorted(trial.scored, key=lambda scored: -scored.points)
        yield from table.table_lines(_SCORED, best_first, "nodes", paper)


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
    TableColumn("", lambda one: table.bar_of(one.score, MAX_EXTENDER_PRIORITY), is_number=False, is_dispensable=True),
]


def total(probe: ExtenderProbe, paper: TextLayout) -> Iterator[str]:
    """Yield the points of each node that is left, and what the plugins of each profile can set against them."""
    if not probe.feasible:
        yield f"{paper.heading('ALL EXTENDERS')} {_pending(probe)}"
        return
    points = dict(sorted(((node, probe.points.get(node, 0)) for node in probe.feasible), key=lambda one: -one[1]))
    most = max(points.values())
    shown: list[TableColumn[str]] = [
        TableColumn("ALL EXTENDERS", name, is_number=False),
        TableColumn("POINTS", lambda node: f"{points[node]:,}"),
        TableColumn("", lambda node: table.bar_of(points[node], most), is_number=False, is_dispensable=True),
    ]
    yield from table.table_lines(shown, list(points), "nodes", paper)
    for line in _against(points, probe.plugin_points):
        yield from paper.wrapped(line.split(), "  ", 4)


def _pending(probe: ExtenderProbe) -> str:
    if probe.feasible is None:
        if any(_fails(trial) for trial in probe.trials if trial.index not in probe.unsettled):
            return "a filter failed that is not ignorable: the Pod stays Pending"
        open_ones = " and ".join(f"extenders[{index}]" for index in probe.unsettled)
        return f"not known: this probe could not call {open_ones} as kube-scheduler would"
    return "no node passes all filters: the Pod stays Pending"


def _fails(trial: ExtenderTrial) -> bool:
    was_asked = any(call.verb is ExtenderVerb.FILTER and not call.skipped for call in trial.calls)
    return was_asked and trial.passed is None and not trial.ignorable


def _against(points: Mapping[str, int], plugin_points: Mapping[str, int]) -> Iterator[str]:
    """Yield how far the extenders set nodes apart, beside what a profile's plugins can at most."""
    spread = max(points.values()) - min(points.values())
    for profile, most in plugin_points.items():
        line = f"Profile {name(profile)}: its plugins give a node at most {most:,} points"
        if not spread:
            yield f"{line}; the extenders prefer no node here."
        elif most <= spread:
            yield f"{line}; the extenders differ by {spread:,}, so plugins cannot outweigh them between these nodes."
        else:
            yield f"{line}; the extenders differ by {spread:,}, which is {spread / most:.0%} of that."


_SENT_NODES = 8
"""How many of the nodes that are sent are named."""


def render(probes: Iterable[ExtenderProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield what was asked, a report per extender, and what all of them add up to."""
    return each(probes, partial(_probe, paper=TextLayout.of(painter(coloured=coloured), columns())), summary)


def _probe(probe: ExtenderProbe, paper: TextLayout) -> Iterator[str]:
    yield "".join(f"{line}\n" for line in head(probe, paper))
    if probe.was_made and probe.trials:
        yield "\n" + "\n".join(_subject(probe, paper)) + "\n"
    for trial in probe.trials:
        yield "\n" + "\n".join(_trial(trial, paper)).rstrip("\n") + "\n"
    if probe.trials and (not probe.feasible or any(trial.scored for trial in probe.trials)):
        yield "\n" + "\n".join(total(probe, paper)) + "\n"


def _subject(probe: ExtenderProbe, paper: TextLayout) -> Iterator[str]:
    """Yield what the extenders were asked about, and whether that is only built in."""
    pod = f"Pod {name(probe.pod)}{_origin(probe, 'pod')}"
    named = listing(list(map(name, probe.nodes)), _SENT_NODES)
    about = f"Sent {pod} and {counted(len(probe.nodes), 'node')}{_origin(probe, 'nodes')}: {named}"
    yield from paper.wrapped(about.split(), "", 2)


def _origin(probe: ExtenderProbe, what: str) -> str:
    if what == "nodes" and probe.is_named:
        return " (built-in, except for their names; yours: --nodes FILE)"
    return f" (built-in; yours: --{what} FILE)" if what in probe.built_in else ""


def _trial(trial: ExtenderTrial, paper: TextLayout) -> Iterator[str]:
    place = f" (line {trial.line})" if trial.line is not None else ""
    yield f"{paper.heading('EXTENDER')} extenders[{trial.index}]{place}: {printable(trial.url_prefix)}"
    yield from paper.wrapped(_settings(trial).split(), "  ", 2)
    yield from calls(trial, paper)
    yield ""
    yield from _findings(trial, paper)
    yield from nodes(trial, paper)


def _settings(trial: ExtenderTrial) -> str:
    failing = (
        "ignorable: scheduling continues if it fails"
        if trial.ignorable
        else "not ignorable: Pods stay Pending while its filter fails"
    )
    return f"weight {trial.weight}, httpTimeout {time(trial.timeout_milliseconds)}, {failing}"


def _findings(trial: ExtenderTrial, paper: TextLayout) -> Iterator[str]:
    findings = list(trial.findings)
    for call in trial.calls:
        findings += [replace(finding, message=f"{call.verb}: {finding.message}") for finding in call.findings]
    if findings:
        yield from blocks(_advised_once(errors_first(findings)), paper)
        yield ""


def _advised_once(findings: Iterable[ProbeFinding]) -> Iterator[ProbeFinding]:
    """Yield the findings with the same advice once only: all calls of an extender often fail alike."""
    given: set[tuple[str, str | None]] = set()
    for finding in findings:
        advice = finding.id, finding.help
        yield replace(finding, help=None) if advice in given else finding
        given.add(advice)
