"""The answer of a trial for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from schedcfg.commands.trial.answer.comparison import VariantComparison, compare
from schedcfg.commands.trial.answer.identical_pods import IdenticalPods, group_of
from schedcfg.commands.trial.answer.repeated_runs import RepeatedRuns, repeated_runs
from schedcfg.commands.trial.answer.summary import (
    EvictedPod,
    NodeUsage,
    RunSummary,
    SummarizedVariant,
    Summarizer,
    ZoneUsage,
    summaries,
)
from schedcfg.commands.trial.pod_requests import written_amounts
from schedcfg.commands.trial.results import (
    CapacityAnswer,
    NodeReason,
    Placement,
    PodOutcome,
    Trial,
    TrialRun,
    TrialVariant,
    UnplacedGroup,
)
from schedcfg.output.json_writer import VERSION, filled, to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementJson:
    """What became of a Pod.

    Attributes:
        pod: Namespace and name: `default/web-0`.
        group: The Pods that are the same for a scheduler; the name is that of `groups`.
        outcome: What became of it.
        node: The node that it has, or that it had; null where it never had one.
        message: Why no node takes it, in the scheduler's words; empty where one does.
        requested: What it requests, by resource, as the scheduler counts it.
        reasons: Why each node does not take it; empty where one does, or that was not looked into.
        scores: Weighted score by node and plugin; empty where that was not requested, or only one node was left.
        totals: Score by node, of all plugins and extenders.
    """

    pod: str
    group: str
    outcome: PodOutcome = field(metadata={"open": True})
    node: str | None
    message: str
    requested: Mapping[str, str]
    reasons: tuple[NodeReason, ...]
    scores: Mapping[str, Mapping[str, int]]
    totals: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialRunJson:
    """One run of a scheduler.

    Attributes:
        bound: How many of the Pods have a node.
        pods: Each Pod that was to be placed, in the order in which it came.
        evicted: The Pods that had a node, and had to leave it.
        unplaced_groups: PodGroups that do not fit.
        nodes: All nodes, in their order.
        zones: All zones, by name; none where no node is in one.
        empty: The nodes without a Pod that could be elsewhere.
        seconds: From the first Pod to the last decision; of WebAssembly by a clock that is the same in each run.
        cpu_seconds: Seconds of CPU that the scheduler took; null where the system does not say, and of WebAssembly.
        memory_bytes: Bytes that the scheduler took at most; null where the system does not say.
        own_cpu_seconds: Seconds of CPU that the stand-in for the API server took; 0 for WebAssembly.
        unknown: Path of what the scheduler requested and a trial does not have → how often.
        notes: What has to be known about this run.
    """

    bound: int
    pods: tuple[PlacementJson, ...]
    evicted: tuple[EvictedPod, ...]
    unplaced_groups: tuple[UnplacedGroup, ...]
    nodes: tuple[NodeUsage, ...]
    zones: tuple[ZoneUsage, ...]
    empty: tuple[str, ...]
    seconds: float
    cpu_seconds: float | None
    memory_bytes: int | None
    own_cpu_seconds: float
    unknown: Mapping[str, int]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialVariantJson:
    """A scheduler and a configuration that were tried.

    Attributes:
        name: What it is called: the file of its configuration, `default`, a release, a value.
        kubernetes: The release of the program.
        runs: The runs, of the same cluster.
        repeated: What is the same in every run, and what is luck; null where there was one run.
    """

    name: str
    kubernetes: str
    runs: tuple[TrialRunJson, ...]
    repeated: RepeatedRuns | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialJson:
    """Where the user's own kube-scheduler puts Pods.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        groups: Pods that are the same for a scheduler: it means nothing which of them gets which node.
        variants: What was tried; the first is what the others are compared with.
        comparisons: How each other variant differs from the first.
        notes: What has to be known to read the answer: what was done in the place of admission, what is missing.
        answers: How much room there is, where that was requested; empty where it was not.
    """

    version: Literal[1] = VERSION
    groups: tuple[IdenticalPods, ...]
    variants: tuple[TrialVariantJson, ...]
    comparisons: tuple[VariantComparison, ...]
    notes: tuple[str, ...]
    answers: tuple[CapacityAnswer, ...]

    @classmethod
    def of(cls, trial: Trial) -> "TrialJson":
        """Return a trial as it is written."""
        summarizer = Summarizer(trial.cluster)
        tried = list(summaries(trial, summarizer))
        return cls(
            groups=summarizer.groups,
            variants=tuple(_variant(*one, summarizer) for one in tried),
            comparisons=tuple(_comparisons(tried)),
            notes=trial.notes,
            answers=trial.answers,
        )


def render(trial: Trial, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    yield to_json(TrialJson.of(trial)) + "\n"  # Without indents: Python writes those ten times as slowly


def _comparisons(tried: Sequence[SummarizedVariant]) -> Iterator[VariantComparison]:
    known = [(variant.name, runs) for variant, runs in tried if runs]
    for name, runs in known[1:]:
        yield compare((known[0][0], name), known[0][1], runs)


def _variant(variant: TrialVariant, meanings: Sequence[RunSummary], summarizer: Summarizer) -> TrialVariantJson:
    return TrialVariantJson(
        name=variant.name,
        kubernetes=variant.release,
        runs=tuple(
            _run_json(run, summary, variant.release, summarizer)
            for run, summary in zip(variant.runs, meanings, strict=True)
        ),
        repeated=repeated_runs(meanings) if len(meanings) > 1 else None,
    )


def _run_json(run: TrialRun, summary: RunSummary, release: str, summarizer: Summarizer) -> TrialRunJson:
    groups = group_of(summarizer.groups)

    def placed(placement: Placement) -> PlacementJson:
        requested = written_amounts(summarizer.requests(placement.pod, release))
        group = groups[placement.pod].name if placement.pod in groups else placement.pod
        return filled(PlacementJson, placement, group=group, requested=requested)

    return filled(
        TrialRunJson,
        run,
        bound=summary.bound,
        pods=tuple(map(placed, run.placements)),
        evicted=summary.evicted,
        unplaced_groups=run.groups,
        nodes=summary.nodes,
        zones=summary.zones,
        empty=summary.empty,
        cpu_seconds=run.cpu,
        memory_bytes=run.memory,
        own_cpu_seconds=run.own_cpu,
    )
