"""The resources that a profile's plugins score by, as written."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from schedcfg.document.path import Path
from schedcfg.rules.rule import Subject

_SCORING = frozenset(
    {
        "NodeResourcesBalancedAllocation",
        "NodeResourcesLeastAllocated",
        "NodeResourcesMostAllocated",
        "RequestedToCapacityRatio",
    }
)
"""Plugins with `resources` of their own; those of NodeResourcesFit belong to its strategy."""


class ScoredResource(NamedTuple):
    """One resource that counts for a score.

    Attributes:
        plugin: The plugin that scores.
        name: As written; empty where it is missing.
        weight: As written; None where it is missing.
        path: The entry.
    """

    plugin: str
    name: str
    weight: int | None
    path: Path


def scored_resources(subject: Subject) -> Iterator[ScoredResource]:
    """Yield the entries of `resources` in the Args of in-tree plugins, in order."""
    for _, entry in subject.given:
        written: Any = entry.written
        path: Path = (*entry.path, "args")
        if entry.name == "NodeResourcesFit":
            written = getattr(written, "scoring_strategy", None)
            path = (*path, "scoringStrategy")
        elif entry.name not in _SCORING:
            continue
        for index, resource in enumerate((written and written.resources) or ()):
            if resource is not None:
                where = (*path, "resources", index)
                yield ScoredResource(entry.name, resource.name or "", resource.weight, where)
