"""Several variants side by side, and several runs of each, as lines of text."""

from collections.abc import Iterator, Sequence
from functools import partial

from schedcfg.commands.trial.answer.comparison import (
    ChangeCause,
    ComparedNumber,
    MovedPods,
    VariantComparison,
    compare,
)
from schedcfg.commands.trial.answer.equal_nodes import equal_nodes
from schedcfg.commands.trial.answer.identical_pods import short_name
from schedcfg.commands.trial.answer.node_table import (
    ENDS,
    NodeRow,
    head_columns,
    heading_of,
    node_rows,
    share_text,
    shown_resources,
)
from schedcfg.commands.trial.answer.repeated_runs import CountRange, RepeatedPods, RepeatedRuns, repeated_runs
from schedcfg.commands.trial.answer.summary import RunSummary, SummarizedVariant
from schedcfg.commands.trial.results import TrialVariant
from schedcfg.document.texts import listing, printable
from schedcfg.output.figures import name
from schedcfg.output.summary import counted
from schedcfg.output.tables import TableColumn, TextLayout, fitted_table, listed
from schedcfg.output.terminal import CYAN, GREEN, YELLOW

_NAME = 40
_MOST_GROUPS, _MOST_NODES, _MOST_NAMES = 8, 6, 5
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NONE = CountRange(0, 0)
STABLE = "every run puts the same Pods, or identical ones, on each node"
"""The statement about runs that do not differ."""


def letter(number: int) -> str:
    """Return what a variant is called in the head of a table: A, B, … Z, 27."""
    return _LETTERS[number] if number < len(_LETTERS) else str(number + 1)


def named(variant: TrialVariant) -> str:
    """Name what was tried."""
    return f"{name(variant.name, _NAME)} (Kubernetes {printable(variant.release)})"


def title_lines(one: SummarizedVariant, called: str, layout: TextLayout) -> Iterator[str]:
    """Yield what was tried, and for how many Pods a node was found."""
    summary = one.runs[0]
    color = GREEN if is_as_wished(summary) else YELLOW
    found = _painted(color, outcome(summary), layout)
    words = [*(layout.heading(word) for word in f"{named(one.variant)}:".split()), *found]
    yield from layout.wrapped(words, called, len(called))


def is_as_wished(summary: RunSummary) -> bool:
    """Return whether each Pod has a node, and none had to leave its own."""
    return summary.bound == summary.pods and not summary.evicted


def outcome(summary: RunSummary) -> str:
    """Return for how many Pods a node was found, in words."""
    found = f"{summary.bound} of {counted(summary.pods, 'Pod')} placed"
    if summary.bound == summary.pods:
        every = "all " if summary.pods > 1 else ""
        found = f"{every}{counted(summary.pods, 'Pod')} placed" if summary.pods else "no Pod to place"
    if summary.unserved:
        which = "they" if summary.unserved == summary.pods else f"{summary.unserved:,} of them"
        found += f", as no profile has the name that {which} request"
    return found + (f"; {counted(len(summary.evicted), 'Pod')} had to leave" if summary.evicted else "")


def _painted(color: str, text: str, layout: TextLayout) -> Iterator[str]:
    return (layout.paint(color, word) for word in text.split())


def side_by_side(tried: Sequence[SummarizedVariant], layout: TextLayout) -> Iterator[str]:
    """Yield several variants beside the first one."""
    for number, one in enumerate(tried):
        yield from title_lines(one, f"{letter(number)}  ", layout)
    yield ""
    yield from _table([one.runs[0] for one in tried], layout)
    for number, one in enumerate(tried[1:], 1):
        yield ""
        both = (tried[0].variant.name, one.variant.name)
        yield from _compared(compare(both, tried[0].runs, one.runs), letter(number), layout)
    for number, one in enumerate(tried):
        if len(one.runs) > 1:
            yield ""
            yield from luck_lines(one, f"{letter(number)}, ", layout)


def _table(summaries: Sequence[RunSummary], layout: TextLayout) -> Iterator[str]:
    """Yield the nodes, with a column of each variant for each number; where there are many, what differs most first."""
    together = list(zip(*(summary.nodes for summary in summaries), strict=True))
    if not together:
        return
    resources = shown_resources([node for nodes in together for node in nodes])
    rows = node_rows(together, resources)
    if len(together) > sum(ENDS) + 1:
        rows.sort(key=lambda row: max(abs(node.pods - row.nodes[0].pods) for node in row.nodes), reverse=True)
    columns = list(head_columns(rows))
    columns += [TableColumn(f"{letter(n)} PODS", partial(_pods, n)) for n in range(len(summaries))]
    columns += [
        TableColumn(f"{letter(n)} {heading_of(resource)}", partial(_share, resource, n), is_dispensable=index + n > 0)
        for index, resource in enumerate(resources)
        for n in range(len(summaries))
    ]
    yield from fitted_table(columns, rows, "rows", layout, ENDS)


def _pods(number: int, row: NodeRow) -> str:
    return f"{row.nodes[number].pods}"


def _share(resource: str, number: int, row: NodeRow) -> str:
    return share_text(resource, row.nodes[number])


def _compared(found: VariantComparison, called: str, layout: TextLayout) -> Iterator[str]:
    yield from layout.wrapped(outline(found).split(" "), f"  {layout.heading(f'{called} beside A')}: ", 4)
    for group in found.groups[:_MOST_GROUPS]:
        yield from _group(group, layout)
    if len(found.groups) > _MOST_GROUPS:
        rest = found.groups[_MOST_GROUPS:]
        moved = sum(group.moved for group in rest)
        yield f"    … and {counted(len(rest), 'more group')}: {moved:,} move"
    for what, nodes in emptied(found).items():
        if nodes:
            named_nodes = listing([name(node, _NAME) for node in nodes], _MOST_NAMES)
            yield from layout.wrapped(named_nodes.split(" "), f"    {what}: {counted(len(nodes), 'node')}: ", 6)
    numbers = differing_numbers(found)
    if numbers:
        yield from layout.wrapped(" ".join(listed(numbers)).split(" "), "    ", 6)
    for which, pods in (("A", found.evicted_before), (called, found.evicted_after)):
        if pods:
            named_pods = listing([name(pod, _NAME) for pod in pods], _MOST_NAMES)
            yield from layout.wrapped(named_pods.split(" "), f"    evicted with {which} only: ", 6)


def emptied(found: VariantComparison) -> dict[str, tuple[str, ...]]:
    """Return what becomes of nodes, in words, with the nodes."""
    return {"empty now": found.freed, "no longer empty": found.taken}


def differing_numbers(found: VariantComparison) -> list[str]:
    """Return what differs of that which is counted, each with both numbers."""
    return [_number(number) for number in found.numbers if number.cause is not ChangeCause.SAME]


def outline(found: VariantComparison) -> str:
    """Return in words how much differs."""
    parts = [f"{counted(found.moved, 'Pod')} {'moves' if found.moved == 1 else 'move'}"] if found.moved else []
    if found.gained:
        parts.append(f"{found.gained:,} more placed")
    if found.lost:
        parts.append(f"{found.lost:,} fewer placed")
    text = ", ".join(parts) or "each node has the same Pods, or identical ones"
    if found.moved:
        text += " (identical Pods count as one another)"
    if found.moved_by_luck is not None:
        text += f"; between runs of the same variant, {found.moved_by_luck} by luck alone"
    elif parts and found.has_luck:
        text += "; with --runs 5 you see what of that is luck"
    return text


def changed_nodes(group: MovedPods) -> list[str]:
    """Return on which nodes more or fewer of identical Pods are, those that change most first."""
    differing = [
        (node, group.before.get(node, _NONE), group.after.get(node, _NONE))
        for node in dict.fromkeys((*group.before, *group.after))
    ]
    differing = [entry for entry in differing if entry[1] != entry[2]]
    differing.sort(key=lambda entry: -abs(entry[2].most - entry[1].most))
    return [f"{name(node, _NAME)} {before} → {after}" for node, before, after in differing]


def _group(group: MovedPods, layout: TextLayout) -> Iterator[str]:
    nodes = listing(changed_nodes(group), _MOST_NODES)
    yield from layout.wrapped(nodes.split(" "), f"    {_label(group.name)}{because(group.cause)}: ", 6)


def because(cause: ChangeCause) -> str:
    """Return what a difference comes from, as it goes on behind what differs; empty where too few runs show it."""
    return {
        ChangeCause.LUCK: " (may be luck)",
        ChangeCause.VARIANT: " (no luck)",
        ChangeCause.UNSERVED: " (not tried)",
    }.get(cause, "")


def _number(number: ComparedNumber) -> str:
    why = "" if number.cause is ChangeCause.UNSERVED else because(number.cause)  # The line of the Pods says it
    return f"{printable(number.name)} {number.before} → {number.after}{why}"


def _label(group: str) -> str:
    return name(short_name(group), _NAME)


def luck_lines(tried: SummarizedVariant, called: str, layout: TextLayout) -> Iterator[str]:
    """Yield what is the same in every run, and what is luck.

    Args:
        tried: A variant with several runs.
        called: What comes before the number of runs.
        layout: The width and colors.
    """
    found = repeated_runs(tried.runs)
    varying = [group for group in found.groups if not group.is_stable]
    head = layout.heading(f"{called}{found.runs} runs")
    if not varying:
        yield from layout.wrapped(STABLE.split(), f"  {head}: ", 4)
        return
    yield from layout.wrapped(luck(found, tried.variant.release).split(" "), f"  {head}: ", 4)
    for group in varying[:_MOST_GROUPS]:
        yield from _repeated(group, layout)
    if len(varying) > _MOST_GROUPS:
        yield f"    … and {counted(len(varying) - _MOST_GROUPS, 'more group')}; --output json has all"
    stable = [_label(group.name) for group in found.groups if group.is_stable]
    if stable:
        yield from layout.wrapped(listing(stable, _MOST_NAMES).split(" "), "    the same in every run: ", 6)


def luck(found: RepeatedRuns, release: str) -> str:
    """Return what differs between several runs of one variant, and why."""
    words = (
        f"{found.placed} Pods placed, {found.nodes_in_use} nodes in use; {found.moved} move from one run to the next"
    )
    return f"{words}: of equally good nodes, {equal_nodes(release)}"


def often(group: RepeatedPods) -> str:
    """Return how many of identical Pods have the same nodes in every run; the nodes follow."""
    if group.pods == 1:
        return "on one of" if group.placed.is_same else "without a node, or on one of"
    always = f"{group.always:,} of {group.pods:,} always on the same nodes"
    return always if group.placed.is_same else f"{group.placed} placed, {always}"


def repeated_nodes(group: RepeatedPods) -> list[str]:
    """Return the nodes that identical Pods have in several runs, each with how many, unless there is one Pod."""
    return [f"{name(node, _NAME)}{f' {number}' if group.pods > 1 else ''}" for node, number in group.nodes.items()]


def _repeated(group: RepeatedPods, layout: TextLayout) -> Iterator[str]:
    first = f"    {layout.paint(CYAN, _label(group.name))}: {often(group)}: "
    yield from layout.wrapped(listing(repeated_nodes(group), _MOST_NODES).split(" "), first, 6)
