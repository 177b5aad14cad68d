"""Why a Pod got its node: the score of each plugin for the best nodes, as lines of text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schedcfg.document.texts import printable
from schedcfg.external.probe.report_text import name
from schedcfg.external.trial.answer.identical_pods import short_name
from schedcfg.external.trial.results import Placement, PodOutcome
from schedcfg.output.summary import counted
from schedcfg.output.terminal import BOLD, GREEN
from schedcfg.show.effective.layout import TextLayout, in_columns, listed, measure

BEST = 6
"""How many nodes are shown at most, as far as they fit."""
_NAME = 24
_EXTENDERS = "extenders"


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


def explained_lines(placement: Placement, called: str, layout: TextLayout) -> Iterator[str]:
    """Yield why a Pod got its node.

    Args:
        placement: What became of the Pod.
        called: What comes before its name.
        layout: The width and colors.
    """
    pod = layout.heading(f"{called}{name(short_name(placement.pod))}")
    nodes = scored_nodes(placement)
    if not nodes:
        yield from layout.wrapped(_unscored(placement).split(), f"  {pod}: ", 4)
        return
    yield from layout.wrapped(_outline(nodes).split(), f"  {pod}: ", 4)
    yield from _table(nodes, layout)


def _unscored(placement: Placement) -> str:
    if placement.outcome is PodOutcome.BOUND and placement.node is not None:
        return f"{name(placement.node)} is the only node that was left: nothing was scored"
    if placement.outcome is PodOutcome.UNSCHEDULABLE:
        return "no node passed the filters: nothing was scored"
    return "no scores were logged for it"


def _outline(nodes: Sequence[ScoredNode]) -> str:
    best = [node for node in nodes if node.total == nodes[0].total]
    chosen = next((node for node in nodes if node.is_chosen), None)
    scored = f"{counted(len(nodes), 'node')} scored"
    if chosen is None:
        return f"{scored}, then it got none of them"
    if chosen.total < nodes[0].total:
        return f"{scored}; it got {name(chosen.name)}, which was not the best when the scores were logged"
    if len(best) > 1:
        return f"{scored}; {len(best)} are equally good, and the scheduler picked {name(chosen.name)} at random"
    return f"{scored}; {name(chosen.name)} is the best"


def _table(nodes: Sequence[ScoredNode], layout: TextLayout) -> Iterator[str]:
    """Yield a row for each plugin whose scores differ, as many nodes as fit, and the totals."""
    plugins = dict.fromkeys(plugin for node in nodes[:BEST] for plugin in node.scores)
    for number in range(min(len(nodes), BEST), 0, -1):
        shown = nodes[:number]
        differing = [plugin for plugin in plugins if len({node.scores.get(plugin) for node in shown}) > 1]
        rows = list(_rows(shown, differing, layout))
        lines = list(in_columns(rows, "    "))
        if number == 1 or max(map(measure, lines)) <= layout.columns:
            break
    yield from lines
    same = [f"{name(plugin, _NAME)} {shown[0].scores[plugin]}" for plugin in plugins if plugin not in set(differing)]
    if same and len(shown) > 1:
        yield from layout.wrapped(" ".join(listed(same)).split(), "    the same for these nodes: ", 6)
    if len(nodes) > len(shown):
        rest = len(nodes) - len(shown)
        yield f"    … and {counted(rest, 'more node')}, with {nodes[len(shown)].total} at most"


def _rows(nodes: Sequence[ScoredNode], plugins: Sequence[str], layout: TextLayout) -> Iterator[list[str]]:
    heads = [f"{name(node.name, _NAME)}{' *' if node.is_chosen else ''}" for node in nodes]
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
