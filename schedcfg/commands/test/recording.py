"""What happens now, as expectations: for each workload what can be said of it in all runs, and could be otherwise."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from schedcfg.commands.test.expectations import CannotFail, check_expectation
from schedcfg.commands.test.outcome import RunOutcome, SelectablePod, TestedPods
from schedcfg.commands.trial.answer.identical_pods import short_name
from schedcfg.commands.trial.answer.summary import zone_label
from schedcfg.commands.trial.inputs.sketch import HOSTNAME
from schedcfg.commands.trial.node_reasons import fit_message, plugin_of
from schedcfg.commands.trial.results import PodOutcome
from schedcfg.configuration.decode.scheduler_test import long_expectation
from schedcfg.models.scheduler_test import ALL, NONE, Expectation
from schedcfg.models.validators import validated

_MOST_NAMED = 3
"""Nodes that are named one by one; of more it is only said how many there are."""


def recorded(pods: TestedPods, outcomes: Sequence[RunOutcome]) -> list[dict[str, Any]]:
    """Return as expectations what became of the Pods in all runs; one or several, as files have them.

    Args:
        pods: The Pods of the test.
        outcomes: What became of them, in each run: what differs between them becomes a range, or a set of nodes.
    """
    workloads = list(_workloads(pods))
    found = [
        {**({} if len(workloads) == 1 else {"pods": workload.selector}), **dict(_said(workload, pods, outcomes))}
        for workload in workloads
    ]
    last = {"evicted": _number([len(_evicted(outcome, pods.all_of(None))) for outcome in outcomes], None)}
    return [one for one in (*found, last) if one.keys() - {"pods"} and _can_fail(one, pods, outcomes)]


def rerecorded(expectation: Expectation, key: str, pods: TestedPods, outcomes: Sequence[RunOutcome]) -> Any:
    """Return a condition of an expectation as it holds in all runs; None where that is not known to say.

    Args:
        expectation: The expectation.
        key: The condition: `perNode`.
        pods: The Pods of the test.
        outcomes: What became of them, in each run.
    """
    selected = pods.coming_of(expectation.pods)
    if key == "evicted":
        everywhere = pods.all_of(expectation.pods)
        return _number([len(_evicted(outcome, everywhere)) for outcome in outcomes], None)
    if key == "nodesFree":
        return _if_stable(len(outcome.summary.empty) for outcome in outcomes)
    if expectation.skew is not None and key == "skew":
        return _skew(expectation.skew.by, selected, outcomes)
    return dict(_possible(_Workload("", selected), outcomes)).get(key)


class _Workload(NamedTuple):
    """Pods that belong together, and what selects them and no others."""

    selector: str | dict[str, str]
    pods: list[SelectablePod]


def _workloads(pods: TestedPods) -> Iterator[_Workload]:
    """Yield the Pods that come by their workloads, each with a label that only they have, or with their name."""
    by_name: dict[str, list[SelectablePod]] = {}
    for pod in pods.coming:
        by_name.setdefault(pod.workload, []).append(pod)
    for name, own in by_name.items():
        others = [pod for pod in (*pods.coming, *pods.running) if pod not in own]
        shared = set.intersection(*(set(pod.labels.items()) for pod in own))
        only = shared.difference(*(pod.labels.items() for pod in others))
        label = min(only, key=lambda pair: (len(pair[0]), pair), default=None)
        yield _Workload(short_name(name) if label is None else dict([label]), own)


def _evicted(outcome: RunOutcome, pods: Iterable[SelectablePod]) -> list[str]:
    return [one.pod for one in outcome.with_outcome(pods, PodOutcome.EVICTED)]


def _said(workload: _Workload, pods: TestedPods, outcomes: Sequence[RunOutcome]) -> Iterator[tuple[str, Any]]:
    """Yield what can be said of a workload: field and value, in the order of the model, if it could be otherwise."""
    selector = {"pods": workload.selector}
    for key, value in _possible(workload, outcomes):
        if value is not None and _can_fail({**selector, key: value}, pods, outcomes):
            yield key, value


def _possible(workload: _Workload, outcomes: Sequence[RunOutcome]) -> Iterator[tuple[str, Any]]:
    """Yield what can be said of Pods; None where it hangs on luck, as it differs between runs."""
    total = len(workload.pods)
    placed = [len(outcome.nodes_of(workload.pods)) for outcome in outcomes]
    yield "placed", _number(placed, total)
    if min(placed) < total:
        yield "pending", _pending(workload, outcomes)
    if not min(placed):
        return
    if min(placed) == total:
        yield from _nodes(workload, outcomes)
    if total > 1:
        counts = [outcome.counts(workload.pods) for outcome in outcomes]
        most = {max(count.values()) for count in counts}
        yield "perNode", {"most": most.pop()} if len(most) == 1 else None
        yield "nodesUsed", _if_stable([len(count) for count in counts])
        yield "skew", _skew(zone_label(outcomes[0].nodes.values()), workload.pods, outcomes)


def _if_stable(values: Iterable[int]) -> int | None:
    """Return a number that is the same in all runs; None where it differs."""
    known = set(values)
    return known.pop() if len(known) == 1 else None


def _number(values: Sequence[int], total: int | None) -> Any:
    """Return what a number was, in short: a number, `all`, `none` or a range."""
    least, most = min(values), max(values)
    if least != most:
        return {"least": least, "most": most} if least else {"most": most}
    if least == total:
        return ALL
    return least or NONE


def _pending(workload: _Workload, outcomes: Sequence[RunOutcome]) -> Any:
    """Return how many Pods stayed Pending, and why: of the reasons that all share, that which most nodes have."""
    waiting = [outcome.with_outcome(workload.pods, PodOutcome.UNSCHEDULABLE) for outcome in outcomes]
    if not max(map(len, waiting)):
        return None
    messages = [fit_message(one.message) for pods in waiting for one in pods]
    reasons = [{} if message is None else message.reasons for message in messages]
    common = sorted(set.intersection(*map(set, reasons)), key=lambda reason: (-reasons[0][reason], reason))
    why = {"plugin": plugin_of(common[0]), "reason": common[0]} if common else {}
    why = {key: value for key, value in why.items() if value is not None}
    number = _number([len(pods) for pods in waiting], len(workload.pods))
    if not why:
        return number
    if number == ALL:
        return why
    return {**why, **(number if isinstance(number, dict) else {"exactly": number})}


def _nodes(workload: _Workload, outcomes: Sequence[RunOutcome]) -> Iterator[tuple[str, Any]]:
    """Yield on which nodes Pods can be, ties and nodes alike counted; nothing where that is hard to say.

    By a label where one selects these nodes or all others, else by few names.
    """
    nodes = outcomes[0].nodes
    used = set[str]().union(*(outcome.possible_nodes(workload.pods) for outcome in outcomes))
    others = nodes.keys() - used
    if not others:
        return
    label, other_label = _label_of(used, nodes), _label_of(others, nodes)
    if label is not None:
        yield "on", label
    elif other_label is not None:
        yield "notOn", other_label
    elif len(used) <= _MOST_NAMED:
        yield "on", min(used) if len(used) == 1 else sorted(used)


def _label_of(names: set[str], nodes: Mapping[str, Mapping[str, str]]) -> dict[str, str] | None:
    """Return a label that some nodes have, several of them, and no others; None where there is none."""
    labels = set.intersection(*(set(nodes[name].items()) for name in names))
    only = [
        (key, value)
        for key, value in labels
        if {name for name, own in nodes.items() if own.get(key) == value} == names and key != HOSTNAME
    ]
    return dict([min(only)]) if only else None


def _skew(by: str | None, pods: Sequence[SelectablePod], outcomes: Sequence[RunOutcome]) -> Any:
    """Return how evenly Pods were spread by a label; None where there is none, or it differs between runs."""
    most = None if by is None else _if_stable(outcome.skew(by, pods) for outcome in outcomes)
    return None if most is None else {"by": by, "most": most}


def _can_fail(written: Mapping[str, Any], pods: TestedPods, outcomes: Iterable[RunOutcome]) -> bool:
    """Return whether an expectation could be otherwise."""
    expectation = validated(Expectation, long_expectation(dict(written)))
    try:
        for outcome in outcomes:
            check_expectation(expectation, (), pods, outcome)
    except CannotFail:
        return False
    return True
