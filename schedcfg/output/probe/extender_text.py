"""How HTTP extenders answer, for people."""

from collections.abc import Iterable, Iterator

from schedcfg.output.probe.excerpt import listing
from schedcfg.output.probe.extender_calls import calls
from schedcfg.output.probe.extender_nodes import nodes
from schedcfg.output.probe.extender_total import total
from schedcfg.output.probe.figures import name, time
from schedcfg.output.probe.findings_text import blocks
from schedcfg.output.probe.head import head
from schedcfg.output.probe.tally import count
from schedcfg.output.summary import Summary, counted
from schedcfg.output.terminal import columns, painter, printable
from schedcfg.results.extender_trial import ExtenderProbe, ExtenderTrial
from schedcfg.results.probing import ProbeFinding, errors_first, was_made
from schedcfg.show.layout import Paper

_NAMED = 8
"""How many of the nodes that are sent are named."""


def render(probes: Iterable[ExtenderProbe], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield what was asked, a report per extender, and what all of them add up to."""
    paper = Paper.of(painter(coloured=coloured), columns())
    for probe in probes:
        count(probe, summary)
        yield "\n".join(head(probe, paper)) + "\n"
        if was_made(probe) and probe.trials:
            yield "\n" + "\n".join(_subject(probe, paper)) + "\n"
        for trial in probe.trials:
            yield "\n" + "\n".join(_trial(trial, paper)).rstrip("\n") + "\n"
        if probe.trials and (not probe.feasible or any(trial.scored for trial in probe.trials)):
            yield "\n" + "\n".join(total(probe, paper)) + "\n"


def _subject(probe: ExtenderProbe, paper: Paper) -> Iterator[str]:
    """Say what the extenders were asked about, and whether that is only made up."""
    pod = f"Pod {name(probe.pod)}{_origin(probe, 'pod')}"
    named = listing(list(map(name, probe.nodes)), _NAMED)
    about = f"Asked about {pod} on {counted(len(probe.nodes), 'node')}{_origin(probe, 'nodes')}: {named}"
    yield from paper.wrapped(about.split(), "", 2)


def _origin(probe: ExtenderProbe, what: str) -> str:
    if what == "nodes" and probe.is_named:
        return " (built-in, but for their names; yours: --nodes FILE)"
    return f" (built-in; yours: --{what} FILE)" if what in probe.built_in else ""


def _trial(trial: ExtenderTrial, paper: Paper) -> Iterator[str]:
    place = f" (line {trial.line})" if trial.line is not None else ""
    yield f"{paper.heading('EXTENDER')} extenders[{trial.number}]{place}: {printable(trial.url_prefix)}"
    yield from paper.wrapped(_terms(trial).split(), "  ", 2)
    if not trial.interested:
        told = "kube-scheduler would not ask it about this Pod, which wants none of its managedResources."
        yield from paper.wrapped(told.split(), "  ", 2)
    yield from calls(trial, paper)
    yield ""
    yield from _findings(trial, paper)
    yield from nodes(trial, paper)


def _terms(trial: ExtenderTrial) -> str:
    failing = (
        "ignorable: scheduling goes on while it fails"
        if trial.ignorable
        else "not ignorable: Pods stay pending while its filter fails"
    )
    return f"weight {trial.weight}, httpTimeout {time(trial.timeout_milliseconds)}, {failing}"


def _findings(trial: ExtenderTrial, paper: Paper) -> Iterator[str]:
    found = list(trial.findings)
    for call in trial.calls:
        found += [finding._replace(message=f"{call.verb}: {finding.message}") for finding in call.findings]
    if found:
        yield from blocks(_advised_once(errors_first(found)), paper)
        yield ""


def _advised_once(findings: Iterable[ProbeFinding]) -> Iterator[ProbeFinding]:
    """Give the same advice once: all calls of an extender often fail alike."""
    given: set[tuple[str, str | None]] = set()
    for finding in findings:
        advice = finding.id, finding.help
        yield finding._replace(help=None) if advice in given else finding
        given.add(advice)
