"""The resources that a profile's plugins score by, as written."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from schedcfg.document.path import Path
from schedcfg.rules.rule import Subject

if TYPE_CHECKING:
    # Few files score by resources: the others need not wait for their model.
    from schedcfg.plugins.resources import ResourceSpec

_SCORING = frozenset(
    {
        "NodeResourcesBalancedAllocation",
        "NodeResourcesLeastAllocated",
        "NodeResourcesMostAllocated",
        "RequestedToCapacityRatio",
    }
)
"""Plugins with `resources` of their own; those of NodeResourcesFit belong to its strategy."""


class ScoredResources(NamedTuple):
    """The resources that count for one plugin's score.

    Attributes:
        plugin: The plugin that scores.
        resources: As written; None for an entry that is null.
        path: The list.
    """

    plugin: str
    resources: "Sequence[ResourceSpec | None]"
    path: Path


def scored_resources(subject: Subject) -> Iterator[ScoredResources]:
    """Yield each `resources` in the Args of in-tree plugins, in order."""
    for _, entry in subject.given:
        written: Any = entry.written
        if entry.name == "NodeResourcesFit":
            strategy = getattr(written, "scoring_strategy", None)
            if strategy is not None and strategy.resources:
                path = (*entry.path, "args", "scoringStrategy", "resources")
                yield ScoredResources(entry.name, strategy.resources, path)
        elif entry.name in _SCORING and written is not None and written.resources:
            yield ScoredResources(entry.name, written.resources, (*entry.path, "args", "resources"))
