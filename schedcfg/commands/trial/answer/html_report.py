"""The answer as a page: nodes as bars, Pods that move between what was tried, and why others have no node."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from schedcfg.commands.trial.answer.equal_nodes import equal_nodes
from schedcfg.commands.trial.answer.json_report import TrialJson
from schedcfg.commands.trial.answer.node_table import shown_resources
from schedcfg.commands.trial.answer.summary import RunSummary, SummarizedVariant, Summarizer, summaries
from schedcfg.commands.trial.answer.unplaced_text import FreeAmounts
from schedcfg.commands.trial.pod_requests import Amounts
from schedcfg.commands.trial.results import Trial
from schedcfg.document.texts import listing, printable
from schedcfg.output.html.page import Page, packed, render_page
from schedcfg.output.json_writer import to_json

_DRAWN = Fraction(10**30)
"""More of a resource than anything has; no larger number is drawn, as it may be none for a browser."""
_MOST_NAMED = 3
"""Variants in the title, besides the first."""
_DIGITS = 5
"""Of a share: a bar on the widest screen has fewer than 10,000 pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRun:
    """What is drawn of a run.

    Attributes:
        shares: How much of each resource of each node is requested, from 0 to 1, in the order of both.
        help: First Pod of those that have no node for the same reason → what would have to be free.
    """

    shares: tuple[tuple[float, ...], ...]
    help: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnVariant:
    """What is drawn of a variant.

    Attributes:
        requests: Group of identical Pods → how much one of them requests of each resource.
        equal_nodes: What becomes of nodes with the same score, in words.
        runs: The runs.
    """

    requests: Mapping[str, tuple[float, ...]]
    equal_nodes: str
    runs: tuple[DrawnRun, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTrial:
    """What the page draws that JSON writes as amounts.

    Attributes:
        resources: The resources that any Pod requests.
        allocatable: How much of each resource each node has, in the order of both.
        variants: What was tried.
    """

    resources: tuple[str, ...]
    allocatable: tuple[tuple[float, ...], ...]
    variants: tuple[DrawnVariant, ...]

    @classmethod
    def of(cls, trial: Trial) -> "DrawnTrial":
        """Return what is drawn of a trial."""
        summarizer = Summarizer(trial.cluster)
        tried = list(summaries(trial, summarizer))
        every = [summary.nodes for _, runs in tried for summary in runs]
        resources = shown_resources([node for nodes in every for node in nodes])
        return cls(
            resources=tuple(resources),
            allocatable=tuple(_numbers(node.allocatable, resources) for nodes in every[:1] for node in nodes),
            variants=tuple(_variant(one, resources, summarizer) for one in tried),
        )


def render(trial: Trial, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a page."""
    embedded = {"report": packed(to_json(TrialJson.of(trial))), "drawn": packed(to_json(DrawnTrial.of(trial)))}
    names = [printable(variant.name) for variant in trial.variants]
    compared = f" compared with {listing(names[1:], _MOST_NAMED)}" if names[1:] else ""
    title = f"Where Pods go: {''.join(names[:1])}{compared}"
    yield from render_page(Page(title, "schedcfg try", "try", embedded))


def _variant(one: SummarizedVariant, resources: Sequence[str], summarizer: Summarizer) -> DrawnVariant:
    release = one.variant.release
    requests = {
        group.name: _numbers(summarizer.requests(group.pods[0], release), resources) for group in summarizer.groups
    }
    return DrawnVariant(
        requests=requests,
        equal_nodes=equal_nodes(release),
        runs=tuple(_drawn_run(summary, resources, summarizer, release) for summary in one.runs),
    )


def _drawn_run(summary: RunSummary, resources: Sequence[str], summarizer: Summarizer, release: str) -> DrawnRun:
    firsts = {unplaced.pods[0]: summarizer.requests(unplaced.pods[0], release) for unplaced in summary.unplaced}
    fits = FreeAmounts(summary.nodes, firsts)
    return DrawnRun(
        shares=tuple(
            tuple(round(_drawn(node.share(resource)), _DIGITS) for resource in resources) for node in summary.nodes
        ),
        help={unplaced.pods[0]: tuple(fits.missing(unplaced)) for unplaced in summary.unplaced},
    )


def _numbers(amounts: Amounts, resources: Sequence[str]) -> tuple[float, ...]:
    return tuple(_drawn(amounts.get(resource, Fraction(0))) for resource in resources)


def _drawn(number: Fraction) -> float:
    return float(min(number, _DRAWN))
