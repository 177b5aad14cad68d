"""What an extender makes of the nodes: which pass, which do not and why, and how it scores them."""

from collections.abc import Iterator

from schedcfg.output.probe import columns as table
from schedcfg.output.probe.columns import Column
from schedcfg.output.probe.excerpt import listing
from schedcfg.output.probe.figures import name
from schedcfg.results.extender_trial import ExtenderTrial, Filtered, Scored
from schedcfg.results.scores import MAX_EXTENDER_PRIORITY
from schedcfg.show.layout import Paper

_NAMED = 8
_REASON = 80
"""Columns of a reason."""


def nodes(trial: ExtenderTrial, paper: Paper) -> Iterator[str]:
    """Yield what its filter leaves, what it takes away, and its scores."""
    if trial.passed is not None:
        total = len(trial.passed) + len(trial.filtered)
        named = listing(list(map(name, trial.passed)), _NAMED)
        told = f"{len(trial.passed)} of {total} pass{f': {named}' if named else ''}"
        yield from paper.wrapped(told.split(), f"  {paper.heading('FILTER')} ", 4)
    if trial.filtered:
        yield from table.lines(_FILTERED, trial.filtered, "nodes", paper)
    if trial.passed is not None:
        yield ""
    if trial.scored:
        best_first = sorted(trial.scored, key=lambda one: -one.points)
        yield from table.lines(_SCORED, best_first, "nodes", paper)


def _reason(one: Filtered) -> str:
    told = name(one.reason, _REASON) or "(no reason given)"
    return f"{told}; preemption would not help" if one.unresolvable else told


_FILTERED: list[Column[Filtered]] = [
    Column("FILTERED OUT", lambda one: name(one.node), is_number=False),
    Column("REASON", _reason, is_number=False),
]

_SCORED: list[Column[Scored]] = [
    Column("PRIORITIZE", lambda one: name(one.node), is_number=False),
    Column("SCORE", lambda one: str(one.score)),
    Column("POINTS", lambda one: f"{one.points:,}"),
    Column("", lambda one: table.bar_of(one.score, MAX_EXTENDER_PRIORITY), is_number=False, is_dispensable=True),
]
