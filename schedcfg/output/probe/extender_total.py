"""What all extenders together weigh, against the plugins that score."""

from collections.abc import Iterator, Mapping

from schedcfg.output.probe import columns as table
from schedcfg.output.probe.columns import Column
from schedcfg.output.probe.figures import name
from schedcfg.results.extender_trial import ExtenderProbe, ExtenderTrial, Verb
from schedcfg.show.layout import Paper


def total(probe: ExtenderProbe, paper: Paper) -> Iterator[str]:
    """Yield the points of each node that is left, and what the plugins of each profile can set against them."""
    if not probe.feasible:
        yield f"{paper.heading('ALL EXTENDERS')} {_pending(probe)}"
        return
    points = dict(sorted(((node, probe.points.get(node, 0)) for node in probe.feasible), key=lambda one: -one[1]))
    most = max(points.values())
    shown: list[Column[str]] = [
        Column("ALL EXTENDERS", name, is_number=False),
        Column("POINTS", lambda node: f"{points[node]:,}"),
        Column("", lambda node: table.bar_of(points[node], most), is_number=False, is_dispensable=True),
    ]
    yield from table.lines(shown, list(points), "nodes", paper)
    for told in _against(points, probe.plugin_points):
        yield from paper.wrapped(told.split(), "  ", 4)


def _pending(probe: ExtenderProbe) -> str:
    if probe.feasible is None:
        if any(map(_fails, probe.trials)):
            return "a filter failed that may not be ignored: the Pod stays pending"
        open_ones = " and ".join(f"extenders[{trial.number}]" for trial in probe.trials if trial.is_open)
        return f"not known: this trial could not ask {open_ones} as kube-scheduler would"
    return "no node passes all filters: the Pod stays pending"


def _fails(trial: ExtenderTrial) -> bool:
    was_asked = any(call.verb is Verb.FILTER and not call.skipped for call in trial.calls)
    return was_asked and trial.passed is None and not (trial.ignorable or trial.is_open)


def _against(points: Mapping[str, int], plugin_points: Mapping[str, int]) -> Iterator[str]:
    """Compare what the extenders make between nodes with what a profile's plugins can make at most."""
    spread = max(points.values()) - min(points.values())
    for profile, most in plugin_points.items():
        told = f"Profile {name(profile)}: its plugins give a node {most:,} points at most"
        if not spread:
            yield f"{told}; the extenders prefer no node here."
        elif most <= spread:
            yield f"{told}; the extenders differ by {spread:,}, so plugins cannot outweigh them between these nodes."
        else:
            yield f"{told}; the extenders differ by {spread:,}, which is {spread / most:.0%} of that."
