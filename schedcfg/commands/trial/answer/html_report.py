"""The answer as a page: who has no node and why, nodes as bars, and Pods that move between what was tried."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from schedcfg.commands.trial.answer import node_table, side_by_side, text, unplaced_text
from schedcfg.commands.trial.answer.comparison import VariantComparison, compare
from schedcfg.commands.trial.answer.identical_pods import IdenticalPods, group_of, short_name
from schedcfg.commands.trial.answer.json_report import TrialJson
from schedcfg.commands.trial.answer.node_table import NodeRow, node_rows, shown_resources
from schedcfg.commands.trial.answer.repeated_runs import RepeatedRuns, nodes_in_use, repeated_runs
from schedcfg.commands.trial.answer.summary import RunSummary, SummarizedVariant, Summarizer, UnplacedPods, summaries
from schedcfg.commands.trial.answer.text import ScoredNode
from schedcfg.commands.trial.answer.unplaced_text import FreeAmounts
from schedcfg.commands.trial.pod_requests import PODS, Amounts, written_amounts
from schedcfg.commands.trial.results import Trial, TrialRun, TrialVariant
from schedcfg.document.texts import listing, printable
from schedcfg.output.html.page import Page, packed, render_page
from schedcfg.output.html.templates import macros
from schedcfg.output.json_writer import to_json

_DRAWN = Fraction(10**30)
"""More of a resource than anything has; no larger number is drawn, as it may be none for a browser."""
_MOST_NAMED = 3
"""Variants in the title, besides the first."""
_DIGITS = 5
"""Of a share: a bar on the widest screen has fewer than 10,000 pixels."""
_SOME = 12
"""Nodes of a table of scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnVariant:
    """What the script draws of a variant.

    Attributes:
        requests: Group of identical Pods → how much one of them requests of each resource.
        shares: For each run, how much of each resource of each node is requested, from 0 to 1, in the order of both.
    """

    requests: Mapping[str, tuple[float, ...]]
    shares: tuple[tuple[tuple[float, ...], ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTrial:
    """What the script draws that JSON writes as amounts.

    Attributes:
        resources: The resources that any Pod requests.
        allocatable: How much of each resource each node has, in the order of both.
        variants: What was tried.
    """

    resources: tuple[str, ...]
    allocatable: tuple[tuple[float, ...], ...]
    variants: tuple[DrawnVariant, ...]

    @classmethod
    def of(cls, tried: Sequence[SummarizedVariant], summarizer: Summarizer) -> "DrawnTrial":
        """Return what is drawn of a trial."""
        every = [summary.nodes for _, runs in tried for summary in runs]
        resources = shown_resources([node for nodes in every for node in nodes])
        return cls(
            resources=tuple(resources),
            allocatable=tuple(_numbers(node.allocatable, resources) for nodes in every[:1] for node in nodes),
            variants=tuple(_drawn_variant(one, resources, summarizer) for one in tried),
        )


class ShownVariant(NamedTuple):
    """What the page says of a variant."""

    letter: str  # What it is called beside others; empty where it is alone
    variant: TrialVariant
    first: RunSummary
    run: TrialRun  # The first
    compared: VariantComparison | None  # With the first variant; None for that
    repeated: RepeatedRuns | None  # None where there was one run

    @property
    def in_use(self) -> int:
        """How many nodes have a Pod that could be elsewhere."""
        return nodes_in_use(self.first)

    def called(self, behind: str) -> str:
        """Return how a sentence about it begins; empty where it is alone."""
        return f"{self.letter}{behind}" if self.letter else ""


class ShownReason(NamedTuple):
    """Pods that have no node for the same reason."""

    head: str
    names: list[str]
    message: str
    help: list[str]
    requested: str
    by_reason: list[tuple[tuple[str, str | None], list[str]]]


class ShownUnplaced(NamedTuple):
    """Which Pods have no node, or had to leave theirs: of a variant, or of several in which they are the same."""

    called: str
    number: int
    reasons: list[ShownReason]
    evicted: list[str]


class ShownScores(NamedTuple):
    """Why a Pod got its node."""

    called: str
    pod: str
    decided: str
    nodes: list[ScoredNode]
    differing: list[str]  # The plugins whose scores differ between the nodes that are shown
    same: list[str]


class ShownPods(NamedTuple):
    """Identical Pods."""

    label: str
    number: int
    requested: str
    places: list[list[str]]  # Where they are, in each variant


class ShownCluster(NamedTuple):
    """What the page says of all variants together."""

    unplaced: list[ShownUnplaced]
    rows: list[NodeRow]
    has_zones: bool
    resources: list[str]
    scored: list[ShownScores]
    groups: list[ShownPods]
    notes: list[str]
    answers: list[str]


def render(trial: Trial, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a page."""
    summarizer = Summarizer(trial.cluster)
    tried = [one for one in summaries(trial, summarizer) if one.runs]
    embedded = {
        "report": packed(to_json(TrialJson.of(trial))),
        "drawn": packed(to_json(DrawnTrial.of(tried, summarizer))),
    }
    draw = macros("try.html", **_ASKED)
    content = draw.trial(_variants(tried), _cluster(trial, tried, summarizer)) if tried else draw.nothing()
    names = [printable(variant.name) for variant in trial.variants]
    compared = f" compared with {listing(names[1:], _MOST_NAMED)}" if names[1:] else ""
    title = f"Where Pods go: {''.join(names[:1])}{compared}"
    yield from render_page(Page(title, "schedcfg try", "try", embedded, content=content))


_ASKED: dict[str, object] = {
    one.__name__: one
    for one in (
        *(side_by_side.outcome, side_by_side.is_as_wished, side_by_side.outline, side_by_side.because),
        *(side_by_side.changed_nodes, side_by_side.emptied, side_by_side.differing_numbers),
        *(side_by_side.luck, side_by_side.often, side_by_side.repeated_nodes, text.took),
        *(node_table.heading_of, node_table.amount_text, node_table.share_text, node_table.zone_text, short_name),
    )
} | {"STABLE": side_by_side.STABLE}
"""What the macros ask: what the text says."""


def _variants(tried: Sequence[SummarizedVariant]) -> list[ShownVariant]:
    first = tried[0]
    return [
        ShownVariant(
            side_by_side.letter(number) if len(tried) > 1 else "",
            variant,
            runs[0],
            variant.runs[0],
            compare((first.variant.name, variant.name), first.runs, runs) if number else None,
            repeated_runs(runs) if len(runs) > 1 else None,
        )
        for number, (variant, runs) in enumerate(tried)
    ]


def _cluster(trial: Trial, tried: Sequence[SummarizedVariant], summarizer: Summarizer) -> ShownCluster:
    together = list(zip(*(one.runs[0].nodes for one in tried), strict=True))
    resources = shown_resources([node for nodes in together for node in nodes])
    groups = group_of(summarizer.groups)
    return ShownCluster(
        [_unplaced(one, called, groups, summarizer) for called, one in text.with_other_reasons(tried)],
        node_rows(together, resources),
        any(nodes[0].zone is not None for nodes in together),
        resources,
        [scores for number, one in enumerate(tried) for scores in _scores(one.variant, _called(number, tried, ", "))],
        list(_pods(tried, summarizer)),
        list(dict.fromkeys([*trial.notes, *_notes(tried)])),
        [_called(number, tried, ": ") + answer.sentence for number, answer in enumerate(trial.answers)],
    )


def _called(number: int, tried: Sequence[SummarizedVariant], behind: str) -> str:
    return f"{side_by_side.letter(number)}{behind}" if len(tried) > 1 else ""


def _notes(tried: Sequence[SummarizedVariant]) -> Iterator[str]:
    for number, one in enumerate(tried):
        run = one.variant.runs[0]
        for note in (*run.notes, *filter(None, [text.unknown_to_trial(run)])):
            yield _called(number, tried, ": ") + note


def _unplaced(
    one: SummarizedVariant, called: str, groups: Mapping[str, IdenticalPods], summarizer: Summarizer
) -> ShownUnplaced:
    summary, release = one.runs[0], one.variant.release
    requests = {pods.pods[0]: summarizer.requests(pods.pods[0], release) for pods in summary.unplaced}
    fits = FreeAmounts(summary.nodes, requests)
    return ShownUnplaced(
        called,
        sum(len(unplaced.pods) for unplaced in summary.unplaced),
        [_reason(unplaced, groups, fits, requests) for unplaced in summary.unplaced],
        [f"{short_name(placement.pod)} from {placement.node or '?'}" for placement in summary.evicted],
    )


def _reason(
    one: UnplacedPods, groups: Mapping[str, IdenticalPods], fits: FreeAmounts, requests: Mapping[str, Amounts]
) -> ShownReason:
    return ShownReason(
        unplaced_text.head_of(one),
        unplaced_text.pods_names(one.pods, groups),
        one.message,
        list(fits.missing(one)),
        _requested(requests[one.pods[0]]),
        unplaced_text.by_reason(one.reasons),
    )


def _requested(amounts: Amounts) -> str:
    written = written_amounts({resource: amount for resource, amount in amounts.items() if resource != PODS})
    return ", ".join(f"{printable(resource)} {amount}" for resource, amount in written.items())


def _scores(variant: TrialVariant, called: str) -> Iterator[ShownScores]:
    run = variant.runs[0]
    for placement in run.placements:
        if placement.pod in run.explained or placement.totals:
            nodes = text.scored_nodes(placement)
            shown = nodes[:_SOME]
            plugins = list(dict.fromkeys(plugin for node in shown for plugin in node.scores))
            same = [one for one in plugins if len({node.scores.get(one) for node in shown}) == 1 and len(shown) > 1]
            decided = text.decided(placement, nodes, variant.release)
            differing = [one for one in plugins if one not in same]
            yield ShownScores(called, short_name(placement.pod), decided, nodes, differing, same)


def _pods(tried: Sequence[SummarizedVariant], summarizer: Summarizer) -> Iterator[ShownPods]:
    for number, group in enumerate(summarizer.groups):
        placed = [one.runs[0].groups[number] for one in tried]
        yield ShownPods(
            group.label,
            len(group.pods),
            _requested(summarizer.requests(group.pods[0], tried[0].variant.release)),
            [[*text.placed_on(its), *text.without_node(its)] for its in placed],
        )


def _drawn_variant(one: SummarizedVariant, resources: Sequence[str], summarizer: Summarizer) -> DrawnVariant:
    release = one.variant.release
    return DrawnVariant(
        requests={
            group.name: _numbers(summarizer.requests(group.pods[0], release), resources) for group in summarizer.groups
        },
        shares=tuple(
            tuple(
                tuple(round(_drawn(node.share(resource)), _DIGITS) for resource in resources) for node in summary.nodes
            )
            for summary in one.runs
        ),
    )


def _numbers(amounts: Amounts, resources: Sequence[str]) -> tuple[float, ...]:
    return tuple(_drawn(amounts.get(resource, Fraction(0))) for resource in resources)


def _drawn(number: Fraction) -> float:
    return float(min(number, _DRAWN))
