"""The answer for people: where the Pods go, how full the nodes are, who finds no node and why."""

from collections.abc import Iterator, Mapping, Sequence

from schedcfg.document.texts import listing, printable
from schedcfg.external.probe.report_text import name, size
from schedcfg.external.trial.identical_pods import group_of
from schedcfg.external.trial.node_table import empty_lines, node_lines, zone_lines
from schedcfg.external.trial.results import Placement, Trial, TrialRun, TrialVariant
from schedcfg.external.trial.summary import PlacedPods, RunSummary, Summarizer
from schedcfg.external.trial.unplaced_text import FreeAmounts, unplaced_lines
from schedcfg.output.summary import counted
from schedcfg.output.terminal import DIM, GREEN, YELLOW, columns, painter
from schedcfg.show.effective.layout import TextLayout, listed, measure

_MOST_GROUPS, _MOST_NODES, _MOST_EVICTED = 10, 8, 6
_NAME = 48


def render(trial: Trial, *, coloured: bool) -> Iterator[str]:
    """Yield the answer, as wide as the terminal."""
    layout = TextLayout.of(painter(coloured=coloured), columns())
    return (f"{line}\n" for line in lines(trial, layout))


def lines(trial: Trial, layout: TextLayout) -> Iterator[str]:
    """Yield the lines about a trial."""
    summarizer = Summarizer(trial.cluster)
    for variant in trial.variants:
        runs = [summarizer.summary(run, variant.release) for run in variant.runs]
        if runs:
            yield from _variant(variant, runs[0], summarizer, layout)
    for note in trial.notes:
        yield from layout.wrapped(printable(note).split(), f"  {layout.paint(DIM, 'note')}: ", 4)


def _variant(variant: TrialVariant, summary: RunSummary, summarizer: Summarizer, layout: TextLayout) -> Iterator[str]:
    yield from title_lines(variant, summary, layout)
    yield from group_lines(summary.groups, layout)
    yield ""
    yield from node_lines(summary.nodes, layout)
    yield from zone_lines(summary.zones, layout)
    yield from empty_lines(summary.empty, len(summary.nodes), layout)
    if summary.unplaced:
        yield ""
        requests = {pod: summarizer.requests(pod, variant.release) for one in summary.unplaced for pod in one.pods[:1]}
        fits = FreeAmounts(summary.nodes, requests)
        yield from unplaced_lines(summary.unplaced, group_of(summarizer.groups), fits, layout)
    yield from evicted_lines(summary.evicted, layout)
    yield from _took(variant.runs[0], layout)


def title_lines(variant: TrialVariant, summary: RunSummary, layout: TextLayout) -> Iterator[str]:
    """Yield the title: what was tried, and for how many Pods it found a node."""
    if summary.bound == summary.pods:
        found = layout.paint(GREEN, f"all {counted(summary.pods, 'Pod')} placed" if summary.pods else "no Pod to place")
    else:
        found = layout.paint(YELLOW, f"{summary.bound:,} of {counted(summary.pods, 'Pod')} placed")
    title = f"{layout.heading(named(variant))}: {found}"
    yield title
    yield "=" * min(measure(title), layout.columns)


def named(variant: TrialVariant) -> str:
    """Name what was tried."""
    return f"{name(variant.name, _NAME)} (Kubernetes {printable(variant.release)})"


def group_lines(groups: Sequence[PlacedPods], layout: TextLayout) -> Iterator[str]:
    """Yield where the Pods are, identical ones in a line."""
    for group in groups[:_MOST_GROUPS]:
        label = name(group.pods.label, _NAME)
        number = f" ({counted(len(group.pods.pods), 'Pod')})" if len(group.pods.pods) > 1 else ""
        yield from layout.wrapped(listed(_places(group)), f"  {label}{number}: ", 4)
    if len(groups) > _MOST_GROUPS:
        rest = groups[_MOST_GROUPS:]
        placed = sum(sum(group.nodes.values()) for group in rest)
        pods = sum(len(group.pods.pods) for group in rest)
        yield f"  … and {counted(pods, 'more Pod')}, {placed:,} of them placed; --output json has all"


def _places(group: PlacedPods) -> Iterator[str]:
    is_alone = len(group.pods.pods) == 1
    shown = list(group.nodes.items())
    most = _MOST_NODES if len(shown) > _MOST_NODES + 1 else len(shown)
    for node, number in shown[:most]:
        yield name(node, _NAME) if is_alone else f"{name(node, _NAME)} {number:,}"
    if shown[most:]:
        yield _rest([number for _, number in shown[most:]])
    for outcome, number in group.without.items():
        yield f"{number:,} {outcome}" if not is_alone else str(outcome)


def _rest(numbers: Sequence[int]) -> str:
    least, most = min(numbers), max(numbers)
    each_has = f"{most}" if least == most else f"{least} to {most}"
    return f"… and {len(numbers):,} more nodes with {each_has} each"


def evicted_lines(evicted: Sequence[Placement], layout: TextLayout) -> Iterator[str]:
    """Yield which Pods had to leave their nodes."""
    if evicted:
        places = [f"{name(one.pod, _NAME)} from {name(one.node or '?', _NAME)}" for one in evicted]
        first = f"  {layout.paint(YELLOW, 'evicted')}: {counted(len(evicted), 'Pod')}: "
        yield from layout.wrapped(listing(places, _MOST_EVICTED).split(" "), first, 4)


def _took(run: TrialRun, layout: TextLayout) -> Iterator[str]:
    parts = [f"{run.seconds:.2f} s"]
    if run.cpu is not None:
        parts.append(f"{run.cpu:.2f} s of CPU")
    if run.memory is not None:
        parts.append(f"{size(run.memory)} of memory")
    yield layout.paint(DIM, f"  The scheduler took {', '.join(parts)}.")
    for note in run.notes:
        yield from layout.wrapped(printable(note).split(), f"  {layout.paint(DIM, 'note')}: ", 4)
    yield from _unknown_lines(run.unknown, layout)


def _unknown_lines(unknown: Mapping[str, int], layout: TextLayout) -> Iterator[str]:
    if unknown:
        named = listing(sorted(map(printable, unknown)), 3)
        yield from layout.wrapped(f"it requested {named}, which a trial does not have".split(), "  note: ", 4)
