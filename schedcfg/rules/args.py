"""The Args of published plugins as written: what they are completed to, what they score by, and whose they are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from schedcfg.configuration.effective.model import ArgsEntry, Profile
from schedcfg.document.span import Path
from schedcfg.models.base import Shape
from schedcfg.rules.rule import Subject

if TYPE_CHECKING:
    # Few files score by resources: the others need not wait for their model.
    from schedcfg.plugins.resources import ResourceSpec


class WrittenValue(NamedTuple):
    """One value."""

    path: Path  # Where it is in the document
    value: object
    counts: object  # What counts instead, or the same; None where nothing does

    @property
    def name(self) -> str:
        """What messages call it."""
        return next(str(step) for step in reversed(self.path) if isinstance(step, str))


def catalog_entries(subject: Subject) -> Iterator[ArgsEntry]:
    """Yield the entries for plugins of a chosen catalog that could be read."""
    for profile in subject.configuration.profiles:
        for entry in profile.plugin_config:
            if entry.kind is not None and entry.kind.catalog is not None and entry.written is not None:
                yield entry


def changed_values(entry: ArgsEntry, subject: Subject) -> Iterator[WrittenValue]:
    """Yield each written value of which defaulting makes something else; what is refused makes nothing."""
    if entry.kind is not None and entry.written is not None:
        completed = entry.kind.complete(entry.written, subject.configuration.context)
        refused = unreadable_paths(entry, subject)
        for written_value in _changed(entry.written, completed, (*entry.path, "args")):
            if not any(written_value.path[: len(path)] == path for path in refused):
                yield written_value


def unreadable_paths(entry: ArgsEntry, subject: Subject) -> set[Path]:
    """Return the places at which decoding refuses the Args, as at a field that the release does not have."""
    decoded = subject.decoded.args.get(entry.path)
    problems = () if decoded is None else (*decoded.problems, *decoded.when_built)
    return {problem.where for problem in problems}


def _changed(written: object, completed: object, path: Path) -> Iterator[WrittenValue]:
    if written is None or written == completed:
        return
    if isinstance(written, Shape) and isinstance(completed, Shape):
        for attribute, field in type(written).model_fields.items():
            here = (*path, field.alias or attribute)
            yield from _changed(getattr(written, attribute), getattr(completed, attribute), here)
    elif isinstance(written, list) and isinstance(completed, list) and len(written) == len(completed):
        for index, pair in enumerate(zip(written, completed, strict=True)):
            yield from _changed(*pair, (*path, index))
    elif isinstance(written, dict) and isinstance(completed, dict) and written.keys() == completed.keys():
        for key, value in written.items():
            yield from _changed(value, completed[key], (*path, key))
    else:
        yield WrittenValue(path, written, completed)


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
    """The resources that count for one plugin's score."""

    plugin: str
    resources: "Sequence[ResourceSpec | None]"  # As written; None for an entry that is null
    path: Path


def scored_resources(subject: Subject) -> Iterator[ScoredResources]:
    """Yield each `resources` in the Args of in-tree plugins, in order."""
    for _, entry in subject.written_args:
        written: Any = entry.written
        if entry.name == "NodeResourcesFit":
            strategy = getattr(written, "scoring_strategy", None)
            if strategy is not None and strategy.resources:
                path = (*entry.path, "args", "scoringStrategy", "resources")
                yield ScoredResources(entry.name, strategy.resources, path)
        elif entry.name in _SCORING and written is not None and written.resources:
            yield ScoredResources(entry.name, written.resources, (*entry.path, "args", "resources"))


NETWORK_TRAFFIC = "NetworkTraffic"


class ScoringTrafficArgs(NamedTuple):
    """Args that are certainly those of a published NetworkTraffic."""

    profile: Profile
    args: Mapping[object, object]
    path: Path  # Where they are
    address: str
    minutes: str
    default_minutes: int  # Its value where nothing is written

    def at(self, field: str) -> Path:
        """Return the place of a field, or that of the args if it is missing."""
        return (*self.path, field) if field in self.args else self.path


_FORK = ("prometheusAddress", "networkInterface", "timeRangeInMinutes")
_OTHER = ("ip", "deviceName", "timeRange")
_FORK_MINUTES = 5


def published_traffic(subject: Subject) -> Iterator[ScoringTrafficArgs]:
    """Yield each NetworkTraffic that scores, and whose args have at least two fields of one published program."""
    for profile, entry in subject.written_args:
        if (
            entry.name != NETWORK_TRAFFIC
            or not isinstance(entry.raw, dict)
            or not subject.runs(NETWORK_TRAFFIC, "score", profile)
        ):
            continue
        path = (*entry.path, "args")
        for fields, minutes in ((_FORK, _FORK_MINUTES), (_OTHER, 0)):
            if sum(field in entry.raw for field in fields) > 1:
                yield ScoringTrafficArgs(profile, entry.raw, path, fields[0], fields[2], minutes)
                break
