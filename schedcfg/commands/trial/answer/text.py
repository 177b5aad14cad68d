"""The answer for people: where the Pods go, how full the nodes are, who finds no node and why."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from schedcfg.commands.trial.answer.equal_nodes import picked
from schedcfg.commands.trial.answer.identical_pods import group_of, short_name
from schedcfg.commands.trial.answer.node_table import empty_lines, node_lines, zone_lines
from schedcfg.commands.trial.answer.side_by_side import letter, luck_lines, side_by_side, title_lines
from schedcfg.commands.trial.answer.summary import PlacedPods, SummarizedVariant, Summarizer, summaries
from schedcfg.commands.trial.answer.unplaced_text import FreeAmounts, unplaced_lines
from schedcfg.commands.trial.results import CapacityAnswer, Placement, PodOutcome, Trial, TrialRun, TrialVariant
from schedcfg.document.texts import listing, printable
from schedcfg.output.figures import name, size
from schedcfg.output.summary import counted
from schedcfg.output.tables import TextLayout, in_columns, listed, measure
from schedcfg.output.terminal import BOLD, DIM, GREEN, YELLOW, columns, painter

_MOST_GROUPS, _MOST_NODES, _MOST_EVICTED = 10, 8, 6
_NAME, _SHORT_NAME = 48, 24
_BEST = 6
"""How many scored nodes are shown at most, as far as they fit."""
_EXTENDERS = "extenders"


def render(trial: Trial, *, colored: bool) -> Iterator[str]:
    """Yield the answer, as wide as the terminal."""
    layout = TextLayout.of(painter(colored=colored), columns())
    return (f"{line}\n" for line in lines(trial, layout))


def lines(trial: Trial, layout: TextLayout) -> Iterator[str]:
    """Yield the lines about a trial."""
    summarizer = Summarizer(trial.cluster)
    tried = [one for one in summaries(trial, summarizer) if one.runs]
    if len(tried) == 1:
        yield from _alone(tried[0], layout)
    elif tried:
        yield from side_by_side(tried, layout)
    else:
        yield "Nothing was tried."
    yield from answer_lines(trial.answers, layout)
    for called, one in with_other_reasons(tried):
        yield from _reasons(one, called, summarizer, layout)
    for number, one in enumerate(tried):
        called = f"{letter(number)}, " if len(tried) > 1 else ""
        yield from _explained(one.variant, called, layout)
    for number, one in enumerate(tried):
        yield from _took(one.variant.runs[0], f"{letter(number)}: " if len(tried) > 1 else "", layout)
    yield from note_lines(trial.notes, layout)


def answer_lines(answers: Sequence[CapacityAnswer], layout: TextLayout) -> Iterator[str]:
    """Yield how much room there is, after an empty line."""
    if answers:
        yield ""
    for number, answer in enumerate(answers):
        called = f"{letter(number)}: " if len(answers) > 1 else ""
        yield from layout.wrapped(f"{called}{printable(answer.sentence)}".split(), "  ", 4)


def note_lines(notes: Iterable[str], layout: TextLayout) -> Iterator[str]:
    """Yield what has to be known to read an answer."""
    for note in notes:
        yield from layout.wrapped(printable(note).split(), f"  {layout.paint(DIM, 'note')}: ", 4)


def with_other_reasons(tried: Sequence[SummarizedVariant]) -> Iterator[tuple[str, SummarizedVariant]]:
    """Yield variants with what they are called, once where several leave the same Pods without a node."""
    same: dict[tuple[object, ...], list[int]] = {}
    for number, one in enumerate(tried):
        same.setdefault((one.runs[0].unplaced, one.runs[0].evicted), []).append(number)
    for numbers in same.values():
        called = f"{', '.join(map(letter, numbers))}: " if len(tried) > 1 else ""
        yield called, tried[numbers[0]]


def _alone(one: SummarizedVariant, layout: TextLayout) -> Iterator[str]:
    summary = one.runs[0]
    title = list(title_lines(one, "", layout))
    yield from title
    yield "=" * max(map(measure, title))
    yield from group_lines(summary.groups, layout)
    yield ""
    yield from node_lines(summary.nodes, layout)
    yield from zone_lines(summary.zones, layout)
    yield from empty_lines(summary.empty, len(summary.nodes), layout)
    if len(one.runs) > 1:
        yield ""
        yield from luck_lines(one, "", layout)


def _reasons(one: SummarizedVariant, called: str, summarizer: Summarizer, layout: TextLayout) -> Iterator[str]:
    """Yield who has no node and why, and who had to leave."""
    summary, release = one.runs[0], one.variant.release
    if summary.unplaced or summary.evicted:
        yield ""
    requests = {pods.pods[0]: summarizer.requests(pods.pods[0], release) for pods in summary.unplaced}
    fits = FreeAmounts(summary.nodes, requests)
    yield from unplaced_lines(summary.unplaced, group_of(summarizer.groups), fits, called, layout)
    if summary.evicted:
        places = [f"{name(short_name(pod.pod), _NAME)} from {name(pod.node or '?', _NAME)}" for pod in summary.evicted]
        first = f"  {called}{layout.paint(YELLOW, 'evicted')}: {counted(len(places), 'Pod')}: "
        yield from layout.wrapped(listing(places, _MOST_EVICTED).split(" "), first, 4)


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
        yield f"  … and {counted(pods, 'more Pod')}, {placed:,} of them placed"


def _places(group: PlacedPods) -> Iterator[str]:
    shown = placed_on(group)
    most = _MOST_NODES if len(shown) > _MOST_NODES + 1 else len(shown)
    yield from shown[:most]
    if shown[most:]:
        yield _rest(list(group.nodes.values())[most:])
    yield from without_node(group)


def placed_on(group: PlacedPods) -> list[str]:
    """Return the nodes that identical Pods have, each with how many, unless there is one Pod."""
    is_alone = len(group.pods.pods) == 1
    return [f"{name(node, _NAME)}{'' if is_alone else f' {number:,}'}" for node, number in group.nodes.items()]


def without_node(group: PlacedPods) -> list[str]:
    """Return what became of those of identical Pods that have no node, likewise."""
    is_alone = len(group.pods.pods) == 1
    return [str(outcome) if is_alone else f"{number:,} {outcome}" for outcome, number in group.without.items()]


def _rest(numbers: Sequence[int]) -> str:
    least, most = min(numbers), max(numbers)
    each_has = f"{most}" if least == most else f"{least} to {most}"
    return f"… and {len(numbers):,} more nodes with {each_has} each"


def _explained(variant: TrialVariant, called: str, layout: TextLayout) -> Iterator[str]:
    """Yield the scores of the Pods for which they were requested."""
    run = variant.runs[0]
    for placement in run.placements:
        if placement.pod in run.explained:
            yield ""
            yield from explained_lines(placement, variant.release, called, layout)


def _took(run: TrialRun, called: str, layout: TextLayout) -> Iterator[str]:
    if not run.has_virtual_time:
        yield from layout.wrapped(f"The scheduler took {took(run)}.".split(), f"  {called}", 4)
    yield from note_lines(run.notes, layout)
    unknown = unknown_to_trial(run)
    if unknown:
        yield from layout.wrapped(unknown.split(), "  note: ", 4)


def took(run: TrialRun) -> str:
    """Return what a run cost: time, CPU, memory."""
    parts = [f"{run.seconds:.2f} s"]
    if run.cpu is not None:
        parts.append(f"{run.cpu:.2f} s of CPU")
    if run.memory is not None:
        parts.append(f"{size(run.memory)} of memory")
    return ", ".join(parts)


def unknown_to_trial(run: TrialRun) -> str:
    """Return what the scheduler requested, and a trial does not have; empty where there is nothing."""
    named = listing(sorted(map(printable, run.unknown)), 3)
    return f"it requested {named}, which a trial does not have" if named else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredNode:
    """A node that passed all filters.

    Attributes:
        name: The node.
        total: What decides.
        scores: Plugin → its score, times its weight.
        is_chosen: Whether the Pod got it.
    """

    name: str
    total: int
    scores: dict[str, int]
    is_chosen: bool


def scored_nodes(placement: Placement) -> list[ScoredNode]:
    """Return the nodes that were scored, the best first, of equal ones the chosen."""
    nodes = []
    for node, total in placement.totals.items():
        scores = dict(placement.scores.get(node, {}))
        beside = total - sum(scores.values())
        if beside and scores:
            scores[_EXTENDERS] = beside
        nodes.append(ScoredNode(name=node, total=total, scores=scores, is_chosen=node == placement.node))
    return sorted(nodes, key=lambda node: (-node.total, not node.is_chosen))


def explained_lines(placement: Placement, release: str, called: str, layout: TextLayout) -> Iterator[str]:
    """Yield why a Pod got its node.

    Args:
        placement: What became of the Pod.
        release: The release of the scheduler.
        called: What comes before its name.
        layout: The width and colors.
    """
    pod = layout.heading(f"{called}{name(short_name(placement.pod))}")
    nodes = scored_nodes(placement)
    yield from layout.wrapped(decided(placement, nodes, release).split(), f"  {pod}: ", 4)
    if nodes:
        yield from _table(nodes, layout)


def decided(placement: Placement, nodes: Sequence[ScoredNode], release: str) -> str:
    """Return what the scores of a Pod decided.

    Args:
        placement: What became of the Pod.
        nodes: Those that were scored, the best first.
        release: The release of the scheduler.
    """
    return _outline(nodes, release) if nodes else _unscored(placement)


def _unscored(placement: Placement) -> str:
    if placement.outcome is PodOutcome.BOUND and placement.node is not None:
        return f"{name(placement.node)} is the only node that was left: nothing was scored"
    if placement.outcome is PodOutcome.UNSCHEDULABLE:
        return "no node passed the filters: nothing was scored"
    return "no scores were logged for it"


def _outline(nodes: Sequence[ScoredNode], release: str) -> str:
    best = [node for node in nodes if node.total == nodes[0].total]
    chosen = next((node for node in nodes if node.is_chosen), None)
    scored = f"{counted(len(nodes), 'node')} scored"
    if chosen is None:
        return f"{scored}, then it got none of them"
    if chosen.total < nodes[0].total:
        return f"{scored}; it got {name(chosen.name)}, which was not the best when the scores were logged"
    if len(best) > 1:
        how = picked(name(chosen.name), release, is_scored_by_extenders=_EXTENDERS in chosen.scores)
        return f"{scored}; {len(best)} are equally good, and the scheduler {how}"
    return f"{scored}; {name(chosen.name)} is the best"


def _table(nodes: Sequence[ScoredNode], layout: TextLayout) -> Iterator[str]:
    """Yield a row for each plugin whose scores differ, as many nodes as fit, and the totals."""
    plugins = dict.fromkeys(plugin for node in nodes[:_BEST] for plugin in node.scores)
    for number in range(min(len(nodes), _BEST), 0, -1):
        shown = nodes[:number]
        differing = [plugin for plugin in plugins if len({node.scores.get(plugin) for node in shown}) > 1]
        rows = list(_rows(shown, differing, layout))
        lines = list(in_columns(rows, "    "))
        if number == 1 or max(map(measure, lines)) <= layout.columns:
            break
    yield from lines
    same = [f"{name(plugin, _SHORT_NAME)} {shown[0].scores[plugin]}" for plugin in plugins if plugin not in differing]
    if same and len(shown) > 1:
        yield from layout.wrapped(" ".join(listed(same)).split(), "    the same for these nodes: ", 6)
    if len(nodes) > len(shown):
        rest = len(nodes) - len(shown)
        yield f"    … and {counted(rest, 'more node')}, with {nodes[len(shown)].total} at most"


def _rows(nodes: Sequence[ScoredNode], plugins: Sequence[str], layout: TextLayout) -> Iterator[list[str]]:
    heads = [f"{name(node.name, _SHORT_NAME)}{' *' if node.is_chosen else ''}" for node in nodes]
    cells = [
        ["SCORE, WEIGHTED", *heads],
        *([printable(plugin), *(str(node.scores.get(plugin, "-")) for node in nodes)] for plugin in plugins),
        ["total", *(str(node.total) for node in nodes)],
    ]
    widths = [max(measure(row[column]) for row in cells) for column in range(1, len(nodes) + 1)]
    for number, (first, *others) in enumerate(cells):
        right = [" " * (width - measure(cell)) + cell for width, cell in zip(widths, others, strict=True)]
        if number in {0, len(cells) - 1}:
            colors = [GREEN if node.is_chosen else BOLD for node in nodes]
            yield [layout.paint(BOLD, first), *map(layout.paint, colors, right)]
        else:
            yield [first, *right]
