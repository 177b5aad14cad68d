"""How much room a cluster has: how many more of a Pod fit, and how many more nodes it takes until all Pods do.

Every answer is that of the scheduler: it is given Pods until one fits nowhere, or nodes until each Pod has one.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from schedcfg.commands.trial.api.store import Object, controller_of, copied, full_name, has_ended, name_of
from schedcfg.commands.trial.inputs.sketch import MOST_PODS
from schedcfg.commands.trial.pod_requests import Amounts, amounts, requests_of, sums
from schedcfg.commands.trial.results import (
    CapacityAnswer,
    CapacityQuestion,
    PodOutcome,
    Trial,
    TrialCluster,
    TrialRun,
    TrialVariant,
)
from schedcfg.commands.trial.variants import RequestedVariant, try_all
from schedcfg.document.texts import printable
from schedcfg.output.summary import counted
from schedcfg.sources.manifests.pod import at, text

# How many more of a Pod fit


class FilledCluster(NamedTuple):
    """A cluster to which as many of a Pod come as fit, or more."""

    cluster: TrialCluster
    filling: tuple[str, ...]  # The names of these Pods: `default/web-0`


def with_copies(cluster: TrialCluster, release: str) -> FilledCluster:
    """Return a cluster with as many copies of its last Pod as fit by what they request, or more.

    The other Pods of its controller are such copies already.

    Args:
        cluster: The cluster.
        release: The release of the scheduler.
    """
    last = cluster.pods[-1]
    number = min(_most(cluster, requests_of(last, release), release), MOST_PODS - len(cluster.pods))
    taken = {full_name(pod) for pod in (*cluster.objects, *cluster.pods) if pod.get("kind") == "Pod"}
    copies: list[Object] = []
    index = 0
    while len(copies) < number:
        index += 1
        copy = copied(last)
        copy["metadata"]["name"] = f"{name_of(last)[1]}-{index}"
        if full_name(copy) not in taken:
            copies.append(copy)
    owner = controller_of(last)
    siblings = [pod for pod in cluster.pods if pod is last or (owner and controller_of(pod) == owner)]
    filling = tuple(map(full_name, (*siblings, *copies)))
    return FilledCluster(replace(cluster, pods=(*cluster.pods, *copies)), filling)


def _most(cluster: TrialCluster, requests: Amounts, release: str) -> int:
    """Return how many of a Pod fit at most, by what it requests and what each node has left."""
    used = defaultdict[str, list[Amounts]](list)
    for pod in cluster.objects:
        if pod.get("kind") == "Pod" and not has_ended(pod):
            used[text(at(pod, "spec", "nodeName"))].append(requests_of(pod, release))
    total = 0
    for node in cluster.objects:
        if node.get("kind") == "Node":
            there, taken = amounts(at(node, "status", "allocatable")), sums(used[name_of(node)[1]])
            left = [
                (there.get(one, Fraction(0)) - taken.get(one, Fraction(0))) // amount
                for one, amount in requests.items()
                if amount
            ]
            total += max(0, min(left, default=0))
    return total


def filled(trial: Trial, filling: tuple[str, ...]) -> Trial:
    """Return a trial with how many of the Pods that fill its cluster fit, and without those that do not."""
    names = frozenset(filling)
    answers = tuple(_fits(variant, filling[0], names) for variant in trial.variants)
    variants = tuple(
        replace(variant, runs=tuple(_without_surplus(run, names) for run in variant.runs)) for variant in trial.variants
    )
    left = {placement.pod for variant in variants for run in variant.runs for placement in run.placements}
    cluster = replace(trial.cluster, pods=tuple(pod for pod in trial.cluster.pods if full_name(pod) in left))
    return replace(trial, cluster=cluster, variants=variants, answers=answers)


def _without_surplus(run: TrialRun, names: frozenset[str]) -> TrialRun:
    kept = (one for one in run.placements if one.pod not in names or one.outcome is PodOutcome.BOUND)
    return replace(run, placements=tuple(kept))


def _fits(variant: TrialVariant, pod: str, names: frozenset[str]) -> CapacityAnswer:
    fits, stopped = [], ""
    for run in variant.runs:
        own = [placement for placement in run.placements if placement.pod in names]
        fits.append(sum(one.outcome is PodOutcome.BOUND for one in own))
        stopped = stopped or next((one.message or str(one.outcome) for one in own if not _is_bound(one.outcome)), "")
    number = min(fits, default=0)
    several = f" to {max(fits):,}" if len(set(fits)) > 1 else ""
    named = printable(pod.removeprefix("default/"))
    what = f"{number:,}{several} of Pod `{named}` fit" if stopped else f"at least {number:,} of Pod `{named}` fit"
    behind = f"; the next one does not: {stopped}" if stopped else "; no more were tried"
    return CapacityAnswer(
        question=CapacityQuestion.FILL,
        variant=variant.name,
        number=number,
        is_exact=bool(stopped),
        sentence=what + behind,
    )


def _is_bound(outcome: PodOutcome) -> bool:
    return outcome is PodOutcome.BOUND


# How many more nodes it takes


async def grown(variant: RequestedVariant, cluster: TrialCluster, sketch: str, runs: int) -> Trial:
    """Return the trial with the fewest more nodes with which each Pod has one; with all of them where none do.

    Args:
        variant: What is tried.
        cluster: The cluster, with all nodes that may be added: the last ones.
        sketch: What they are, with their number before a colon.
        runs: How often each number of nodes is tried: each Pod has to have a node each time.

    Raises:
        TrialFailed: if a program ends by itself, or does not go on.
    """
    number, _, kind = sketch.partition(":")
    most, tried = int(number), dict[int, Trial]()

    async def trial(count: int) -> Trial:
        if count not in tried:
            smaller = _with_last_nodes(cluster, count - most)
            tried[count] = Trial(cluster=smaller, variants=await try_all([variant], smaller, runs))
        return tried[count]

    least, enough = 0, most
    if (await trial(0)).is_complete:
        enough = 0
    elif (await trial(most)).is_complete:
        while enough - least > 1:
            middle = (least + enough) // 2
            least, enough = (least, middle) if (await trial(middle)).is_complete else (middle, enough)
    result = await trial(enough)
    answer = CapacityAnswer(
        question=CapacityQuestion.ADD,
        variant=variant.name,
        number=enough if result.is_complete else None,
        is_exact=result.is_complete,
        sentence="; ".join(_growth(result, tried.get(enough - 1), enough, kind)),
    )
    return replace(result, answers=(answer,))


def _with_last_nodes(cluster: TrialCluster, surplus: int) -> TrialCluster:
    """Return a cluster without the last nodes.

    Args:
        cluster: The cluster.
        surplus: How many are too many, as a number below 0.
    """
    nodes = [one for one in cluster.objects if one.get("kind") == "Node"]
    gone = {name_of(one)[1] for one in nodes[len(nodes) + surplus :]}
    return replace(
        cluster,
        objects=tuple(one for one in cluster.objects if one.get("kind") != "Node" or name_of(one)[1] not in gone),
    )


def _growth(result: Trial, before: Trial | None, number: int, kind: str) -> Iterator[str]:
    """Yield the parts of the answer: what is enough, and what is missing with one node fewer."""
    nodes, are = f"{counted(number, 'more node')} of `{printable(kind)}`", "is" if number == 1 else "are"
    if not result.is_complete:
        yield f"even {nodes} {are} not enough: {_missing(result)}"
    else:
        yield f"{nodes} {are} enough" if number else "no more nodes are needed"
    if result.is_complete and before is not None:
        yield f"with one fewer, {_missing(before)}"


def _missing(trial: Trial) -> str:
    runs = [run for variant in trial.variants for run in variant.runs]
    without = [one for run in runs for one in run.placements if not _is_bound(one.outcome)]
    first = next((f": {one.message}" for one in without if one.message), "")
    have = "has" if len(without) == len(runs) else "have"
    return f"{counted(-(-len(without) // max(1, len(runs))), 'Pod')} {have} no node{first}" if without else "Pods leave"
