"""Whether what became of Pods is as expected; and what could not be otherwise, whatever the scheduler does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from schedcfg.commands.test.outcome import RunOutcome, SelectablePod, TestedPods
from schedcfg.commands.trial.answer.identical_pods import short_name
from schedcfg.commands.trial.node_reasons import fit_message, plugin_of
from schedcfg.commands.trial.results import Placement, PodOutcome
from schedcfg.configuration.decode.scheduler_test import conditions
from schedcfg.document.span import Path
from schedcfg.document.texts import listing, printable
from schedcfg.models.scheduler_test import (
    NODE_DOMAIN,
    Expectation,
    NodeSelector,
    NumberRange,
    PendingPods,
    PluginScore,
    PodSelector,
    Skew,
)
from schedcfg.output.summary import counted

_NAMED = 5


class CannotFail(Exception):  # noqa: N818 - it is about a test, not about the program
    """An expectation that says nothing: it selects nothing, or holds whatever happens."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = advice


class ConditionCheck(NamedTuple):
    """Whether a condition holds in a run."""

    holds: bool
    expected: str  # In words, without a period at the end
    found: str
    pods: tuple[str, ...] = ()  # The Pods that it fails for: `default/web-0`


class CheckedCondition(NamedTuple):
    """A condition of an expectation, and whether it holds in a run."""

    path: Path  # In the long form
    check: ConditionCheck


class _Selected(NamedTuple):
    """The Pods that a condition is about."""

    pods: Sequence[SelectablePod]
    everywhere: Sequence[SelectablePod]  # Those too that have a node from the beginning
    label: str  # How sentences call them: `web`, `Pods with app=web`, `all Pods`
    outcome: RunOutcome


def check_expectation(
    expectation: Expectation, path: Path, pods: TestedPods, outcome: RunOutcome
) -> list[CheckedCondition]:
    """Return whether each condition of an expectation holds in a run.

    Args:
        expectation: What is expected.
        path: Where it is.
        pods: The Pods of the test.
        outcome: What became of them.

    Raises:
        CannotFail: if it selects no Pod or node, or a condition holds whatever happens.
    """
    coming, everywhere = pods.coming_of(expectation.pods), pods.all_of(expectation.pods)
    said = conditions(expectation)
    selected = _Selected(coming, everywhere, _label(expectation.pods), outcome)
    if not (coming or (everywhere and set(said) <= _ABOUT_ALL)):
        known = listing([short_name(pod.name) for pod in pods.coming], _NAMED)
        raise CannotFail(f"no Pod that comes is selected by {_label(expectation.pods)}", f"The Pods are {known}.")
    return [CheckedCondition((*path, key), _CHECKS[key](value, selected)) for key, value in said.items()]


def selected_pods(expectation: Expectation, pods: TestedPods) -> list[str]:
    """Return the names of the Pods that come and that an expectation is about."""
    return [pod.name for pod in pods.coming_of(expectation.pods)]


def _label(selector: PodSelector | None) -> str:
    if selector is None:
        return "all Pods"
    if selector.name is not None:
        return printable(f"`{selector.name}`")
    return printable("Pods with " + ",".join(f"{key}={value}" for key, value in (selector.labels or {}).items()))


class _Possible(NamedTuple):
    """What a number can be, whatever a scheduler does."""

    least: int
    most: int


def _count_check(number: NumberRange, value: int, possible: _Possible, selected: int, what: str) -> ConditionCheck:
    """Return whether a number is as expected.

    Args:
        number: What it may be.
        value: What it is.
        possible: What it can be at all.
        selected: How many `all` are.
        what: What is counted, behind the number: `of web placed`.

    Raises:
        CannotFail: if it is as expected whatever happens.
    """
    allowed = [one for one in (possible.least, possible.most) if _is_in(number, one, selected)]
    if len(allowed) == 2 and number.exactly is None:  # noqa: PLR2004 - both ends
        message = f"{_range_text(number, selected)} {what}: that holds whatever happens"
        raise CannotFail(message, f"It can be {possible.least} to {possible.most}.")
    return ConditionCheck(
        _is_in(number, value, selected), f"{_range_text(number, selected)} {what}", f"{value:,} {what}"
    )


def _is_in(number: NumberRange, value: int, selected: int) -> bool:
    least, most = _ends(number, selected)
    return (least is None or value >= least) and (most is None or value <= most)


def _ends(number: NumberRange, selected: int) -> tuple[int | None, int | None]:
    if number.exactly is not None:
        return number.exactly, number.exactly
    is_all = number.is_all or (number.least is None and number.most is None)
    return (selected, selected) if is_all else (number.least, number.most)


def _range_text(number: NumberRange, selected: int) -> str:
    least, most = _ends(number, selected)
    if least is None:
        return f"{most:,} at most"
    if most is None:
        return f"{least:,} at least"
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _placed(number: NumberRange, selected: _Selected) -> ConditionCheck:
    there = selected.outcome.nodes_of(selected.pods)
    total = len(selected.pods)
    what = f"of {counted(total, 'Pod')} placed"
    check = _count_check(number, len(there), _Possible(0, total), total, what)
    return check._replace(pods=tuple(pod.name for pod in selected.pods if pod.name not in there))


def _pending(pending: PendingPods, selected: _Selected) -> ConditionCheck:
    waiting = selected.outcome.with_outcome(selected.pods, PodOutcome.UNSCHEDULABLE)
    meant = [one for one in waiting if _is_refused_by(one, pending)]
    total = len(selected.pods)
    by = f" by {pending.plugin}" if pending.plugin else ""
    because = f" because of “{pending.reason}”" if pending.reason else ""
    what = printable(f"of {counted(total, 'Pod')} refused{by or ' by all nodes'}{because}")
    check = _count_check(pending, len(meant), _Possible(0, total), total, what)
    if not check.holds and waiting and not meant:
        plugins = sorted({plugin for one in waiting for plugin in refusing_plugins(one)})
        refused = f"{counted(len(waiting), 'Pod')} refused by {', '.join(plugins) or 'plugins that are not known'}"
        check = check._replace(found=f"{refused}: {printable(waiting[0].message)}")
    named = {one.pod for one in meant}
    return check._replace(pods=tuple(pod.name for pod in selected.pods if pod.name not in named))


def _is_refused_by(placement: Placement, pending: PendingPods) -> bool:
    said = (placement.message, *(reason.message for reason in placement.reasons))
    has_reason = pending.reason is None or any(pending.reason in one for one in said)
    return has_reason and (pending.plugin is None or pending.plugin in refusing_plugins(placement))


def refusing_plugins(placement: Placement) -> set[str]:
    """Return the plugins that refuse a Pod on some node, as far as they are known."""
    message = fit_message(placement.message)
    named = {plugin_of(reason) for reason in (() if message is None else message.reasons)}
    return {plugin for plugin in (*named, *(reason.plugin for reason in placement.reasons)) if plugin is not None}


def _on(nodes: NodeSelector, selected: _Selected) -> ConditionCheck:
    allowed = _existing(nodes, selected.outcome)
    there = selected.outcome.nodes_of(selected.pods)
    wrong = [pod.name for pod in selected.pods if there.get(pod.name) not in allowed]
    expected = f"{selected.label} on {_node_label(nodes)}"
    return ConditionCheck(not wrong, expected, _where(wrong, there) or expected, tuple(wrong))


def _not_on(nodes: NodeSelector, selected: _Selected) -> ConditionCheck:
    refused = _existing(nodes, selected.outcome)
    there = selected.outcome.nodes_of(selected.pods)
    wrong = [pod for pod, node in there.items() if node in refused]
    expected = f"{selected.label} not on {_node_label(nodes)}"
    if not there:
        return _nowhere(expected, selected)
    return ConditionCheck(not wrong, expected, _where(wrong, there) or expected, tuple(wrong))


def _existing(nodes: NodeSelector, outcome: RunOutcome) -> frozenset[str]:
    """Return the nodes that are selected.

    Raises:
        CannotFail: if there is none, or one of those that are named does not exist.
    """
    found = outcome.selected_nodes(nodes)
    missing = [name for name in nodes.names or () if name and name not in outcome.nodes]
    if missing:
        there = listing([printable(name) for name in outcome.nodes], _NAMED)
        raise CannotFail(f"there is no node {printable(missing[0])}", f"The nodes are {there}.")
    if not found:
        known = sorted({key for labels in outcome.nodes.values() for key in labels})
        raise CannotFail(f"there are no {_node_label(nodes)}", f"Labels of nodes are {listing(known, _NAMED)}.")
    return found


def _node_label(nodes: NodeSelector) -> str:
    if nodes.names:
        return printable(listing([name for name in nodes.names if name], _NAMED))
    return printable("nodes with " + ",".join(f"{key}={value}" for key, value in (nodes.labels or {}).items()))


def _where(pods: Sequence[str], there: Mapping[str, str]) -> str:
    """Return where Pods are: `web-0 on node-1, web-1 without a node`."""
    places = [
        f"{printable(short_name(pod))} {f'on {printable(there[pod])}' if pod in there else 'without a node'}"
        for pod in pods
    ]
    return listing(places, _NAMED) if places else ""


def _nowhere(expected: str, selected: _Selected) -> ConditionCheck:
    return ConditionCheck(
        holds=False, expected=expected, found="none of them has a node", pods=tuple(pod.name for pod in selected.pods)
    )


def _together(by: str, selected: _Selected) -> ConditionCheck:
    there, domains = _by_domain(by, selected)
    expected = f"{selected.label} {_in_one(by)}"
    if len(there) < len(selected.pods):
        without = [pod.name for pod in selected.pods if pod.name not in there]
        return ConditionCheck(holds=False, expected=expected, found=_where(without, there), pods=tuple(without))
    return ConditionCheck(len(domains) == 1, expected, _in_domains(domains), tuple(there))


def _apart(by: str, selected: _Selected) -> ConditionCheck:
    there, domains = _by_domain(by, selected)
    expected = f"no two of {selected.label} {_in_one(by)}"
    shared = [pod for pods in domains.values() if len(pods) > 1 for pod in pods]
    if len(there) < 2:  # noqa: PLR2004 - one alone is always apart
        return _nowhere(expected, selected)._replace(found=f"{counted(len(there), 'Pod')} with a node")
    return ConditionCheck(not shared, expected, _in_domains(domains), tuple(shared))


def _in_one(by: str) -> str:
    return "on one node" if by == NODE_DOMAIN else printable(f"with one {by}")


def _by_domain(by: str, selected: _Selected) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the nodes of Pods, and the Pods by the value of a label of their nodes.

    Raises:
        CannotFail: if there are fewer than two Pods, or no node has the label.
    """
    if len(selected.pods) < 2:  # noqa: PLR2004 - one alone is always together, and apart
        raise CannotFail(f"{selected.label} is one Pod only", "Select several, or write `on`.")
    values = _domains(by, selected.outcome)
    there = selected.outcome.nodes_of(selected.pods)
    grouped: dict[str, list[str]] = {}
    for pod, node in there.items():
        # A node without the label is a domain of its own.
        grouped.setdefault(values.get(node, f"{node} without {by}"), []).append(pod)
    return there, grouped


def _domains(by: str, outcome: RunOutcome) -> dict[str, str]:
    """Return the nodes that have a label, with its value.

    Raises:
        CannotFail: if none has it.
    """
    values = outcome.domains(by)
    if not values:
        known = sorted({key for labels in outcome.nodes.values() for key in labels})
        raise CannotFail(
            printable(f"no node has the label {by}"),
            f"Labels of nodes are {listing(known, _NAMED)}; `{NODE_DOMAIN}` means each node itself.",
        )
    return values


def _in_domains(domains: Mapping[str, Sequence[str]]) -> str:
    return listing([f"{len(pods):,} in {printable(value)}" for value, pods in domains.items()], _NAMED)


def _per_node(number: NumberRange, selected: _Selected) -> ConditionCheck:
    counts = selected.outcome.counts(selected.pods)
    total = len(selected.pods)
    expected = f"{_range_text(number, total)} of {selected.label} on each node that has any"
    if _is_in(number, 1, total) and _is_in(number, total, total):
        raise CannotFail(f"{expected}: that holds whatever happens", f"It can be 1 to {total}.")
    if not counts:
        return _nowhere(expected, selected)
    wrong = {node for node, count in counts.items() if not _is_in(number, count, total)}
    there = selected.outcome.nodes_of(selected.pods)
    found = listing([f"{printable(node)} has {count:,}" for node, count in counts.items()], _NAMED)
    return ConditionCheck(not wrong, expected, found, tuple(pod for pod, node in there.items() if node in wrong))


def _nodes_used(number: NumberRange, selected: _Selected) -> ConditionCheck:
    counts = selected.outcome.counts(selected.pods)
    possible = _Possible(0, min(len(selected.pods), len(selected.outcome.nodes)))
    what = f"of {counted(len(selected.outcome.nodes), 'node')} used by {selected.label}"
    check = _count_check(number, len(counts), possible, len(selected.pods), what)
    return check._replace(pods=tuple(selected.outcome.nodes_of(selected.pods)))


def _nodes_free(number: NumberRange, selected: _Selected) -> ConditionCheck:
    total = len(selected.outcome.nodes)
    what = f"of {counted(total, 'node')} free"
    return _count_check(number, len(selected.outcome.summary.empty), _Possible(0, total), total, what)


def _skew(skew: Skew, selected: _Selected) -> ConditionCheck:
    assert skew.by is not None
    assert skew.most is not None
    values = _domains(skew.by, selected.outcome)
    counts = dict.fromkeys(values.values(), 0)
    if len(counts) < 2 or skew.most >= len(selected.pods):  # noqa: PLR2004 - two differ
        advice = f"There are {counted(len(counts), 'value')} and {counted(len(selected.pods), 'Pod')}."
        raise CannotFail(f"a skew of {skew.most} by {printable(skew.by)} at most: that holds whatever happens", advice)
    there = selected.outcome.nodes_of(selected.pods)
    for node in there.values():
        if node in values:
            counts[values[node]] += 1
    by = "node" if skew.by == NODE_DOMAIN else printable(skew.by)
    expected = f"{selected.label} spread by {by} with a skew of {skew.most} at most"
    if not there:
        return _nowhere(expected, selected)
    found = listing([f"{printable(value)} has {count:,}" for value, count in counts.items()], _NAMED)
    fullest = max(counts.values())
    wrong = tuple(pod for pod, node in there.items() if counts.get(values.get(node, "")) == fullest)
    return ConditionCheck(fullest - min(counts.values()) <= skew.most, expected, found, wrong)


def _evicted(number: NumberRange, selected: _Selected) -> ConditionCheck:
    gone = selected.outcome.with_outcome(selected.everywhere, PodOutcome.EVICTED)
    total = len(selected.everywhere)
    check = _count_check(number, len(gone), _Possible(0, total), total, f"of {counted(total, 'Pod')} evicted")
    if gone:
        named = [f"{short_name(one.pod)} from {one.node}" for one in gone]
        check = check._replace(found=f"{check.found}: {printable(listing(named, _NAMED))}")
    return check._replace(pods=tuple(one.pod for one in gone))


def _score(score: PluginScore, selected: _Selected) -> ConditionCheck:
    assert score.node is not None
    if score.node not in selected.outcome.nodes:
        there = listing([printable(name) for name in selected.outcome.nodes], _NAMED)
        raise CannotFail(f"there is no node {printable(score.node)}", f"The nodes are {there}.")
    scored = {pod.name: _score_of(selected.outcome.placements.get(pod.name), score) for pod in selected.pods}
    wrong = [pod for pod, value in scored.items() if value is None or not _is_in(score, value, len(selected.pods))]
    by = f" by {printable(score.plugin)}" if score.plugin else ""
    expected = f"a score of {_range_text(score, 0)}{by} on {printable(score.node)} for {selected.label}"
    shown = [
        f"{printable(short_name(pod))} has {'none' if scored[pod] is None else scored[pod]}" for pod in wrong or scored
    ]
    return ConditionCheck(not wrong, expected, listing(shown, _NAMED), tuple(wrong))


def _score_of(placement: Placement | None, score: PluginScore) -> int | None:
    """Return the score of a Pod on a node; None where it was not scored there."""
    if placement is None or score.node is None:
        return None
    if score.plugin is None:
        return placement.totals.get(score.node)
    return placement.scores.get(score.node, {}).get(score.plugin)


_CHECKS: Mapping[str, Callable[[Any, _Selected], ConditionCheck]] = {
    "placed": _placed,
    "pending": _pending,
    "on": _on,
    "notOn": _not_on,
    "together": _together,
    "apart": _apart,
    "perNode": _per_node,
    "nodesUsed": _nodes_used,
    "nodesFree": _nodes_free,
    "skew": _skew,
    "evicted": _evicted,
    "score": _score,
}
_ABOUT_ALL = frozenset({"evicted", "nodesFree"})
"""Conditions that may be about Pods that have a node from the beginning."""
