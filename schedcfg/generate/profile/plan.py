"""What a profile shall run: the default plugins, changed step by step, each change with its reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from schedcfg.configuration.decode.args import shape_for
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.plugin_sets import POINTS, running
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import defaults
from schedcfg.document.span import Path
from schedcfg.models.described import fields_of
from schedcfg.releases.release import Release

Pipeline = Mapping[str, Mapping[str, int]]
"""Extension point → plugin → its weight; 0 where weights mean nothing."""

UNRESERVE = "unreserve"
"""A point that only the alpha versions have."""


@dataclass(frozen=True)
class BuildContext:
    """Where a profile will run."""

    release: Release
    api_version: str  # The API version that it is written in, short: `v1`; one that has profiles
    registry: PluginRegistry
    kubeconfig: str | None = None  # The file by which clients find the API server; None where none is named

    @cached_property
    def defaults(self) -> Pipeline:
        """What runs with an empty file."""
        profile = defaults(self.api_version, self.release, self.registry).profiles[0]
        found = running(profile, self.release, self.points_of)
        return {point: {ref.name: ref.weight_at(point) for ref in refs} for point, refs in found.items()}

    @property
    def points(self) -> tuple[str, ...]:
        """All extension points."""
        return (*POINTS, UNRESERVE) if self.api_version == "v1alpha2" else POINTS

    @property
    def appends(self) -> bool:
        """Whether a default plugin has to be disabled before it can be enabled in another way."""
        return plugin_sets.appends(self.api_version)

    @property
    def spreads(self) -> bool:
        """Whether `multiPoint` can be written, and takes effect."""
        return plugin_sets.brings_by_multi_point(self.api_version)

    def implements(self, name: str, point: str) -> bool | None:
        """Check whether a plugin runs at a point; None where nothing is known of it."""
        return self.registry.implements(name, point, self.release)

    def points_of(self, name: str) -> tuple[str, ...] | None:
        """List the points that a plugin implements; None where nothing is known of it."""
        return self.registry.points_of(name, self.release)

    def takes(self, name: str, field: str) -> bool:
        """Check whether a plugin has a field of this name in its Args, by the name that files use."""
        plugin = self.registry.known(name, self.release)
        kind = None if plugin is None else plugin.args_in(self.api_version, self.release)
        if kind is None:
            return False
        described = fields_of(shape_for(kind, self.release)).get(field)
        number = kind.release(self.release).number
        return described is not None and described.availability.includes(self.api_version, number)


class Commented(NamedTuple):
    """Plain data, with comments."""

    data: dict[str, Any]
    comments: Mapping[Path, str]  # Path in the data → the comment above it; `()` is above all of it

    def below(self, path: Path) -> dict[Path, str]:
        """Return the comments, by their paths where the data is at a path."""
        return {(*path, *inner): comment for inner, comment in self.comments.items()}


SCORE = "score"
QUEUE_SORT = "queueSort"
PLUGIN_CONFIG = "pluginConfig"


class ProfilePlan:
    """The plugins and Args that a profile shall have; how that is written is another matter.

    It begins as what runs by default.

    Args:
        context: Where the profile will run.

    Attributes:
        context: The same.
        running: Extension point → plugin → its weight; 0 where weights mean nothing.
        cleared: Point → why nothing that comes by default runs there unless it was enabled again.
        anywhere: Plugins of which nothing is known, enabled wherever they run, each with its weight.
        args: Plugin → its Args.
        extenders: Extenders that the profile brings along, as the API version writes them; they serve all profiles.
        reasons: (point, plugin) → why it is written there; of Args, the point is `pluginConfig`.
    """

    def __init__(self, context: BuildContext) -> None:
        self.context = context
        self.running = {point: dict(context.defaults.get(point, {})) for point in context.points}
        self.cleared: dict[str, str] = {}
        self.anywhere: dict[str, int] = {}
        self.args: dict[str, dict[str, Any]] = {}
        self.extenders: list[Commented] = []
        self.reasons: dict[tuple[str, str], str] = {}

    @property
    def scores(self) -> dict[str, int]:
        """What scores, with weights."""
        return self.running[SCORE]

    @property
    def sorting(self) -> str | None:
        """The plugin that sorts the queue, where it is not the default one; None where it is, or none does."""
        names = list(self.running[QUEUE_SORT])
        return names[0] if names and names != list(self.context.defaults[QUEUE_SORT]) else None

    def points_with(self, name: str) -> list[str]:
        """List the points at which a plugin runs."""
        return [point for point, plugins in self.running.items() if name in plugins]

    def clear(self, point: str, why: str) -> None:
        """Take every plugin away from a point."""
        self.running[point].clear()
        self.cleared[point] = why

    def disable(self, name: str, why: str, points: Iterable[str] | None = None) -> None:
        """Take a plugin away from some points, or from all; where it does not run, nothing changes."""
        for point in points or self.points_with(name):
            if self.running[point].pop(name, None) is not None:
                self.reasons[point, name] = why

    def enable(self, name: str, why: str, points: Iterable[str], weight: int = 1) -> None:
        """Run a plugin at some points; where it runs already, only its weight changes.

        A weight that is written at `multiPoint` is that of all points at which the plugin scores.
        """
        wanted = set(points)
        if SCORE in wanted and SCORE not in self.cleared and name in self.scores:
            wanted.update(point for point in WEIGHTED if name in self.running.get(point, {}))
        for point in sorted(wanted, key=self.context.points.index):
            here = weight if point in WEIGHTED else 0
            if self.running[point].get(name) != here:
                self.running[point][name] = here
                self.reasons[point, name] = why

    def enable_anywhere(self, name: str, why: str, weight: int = 1) -> None:
        """Run a plugin of which nothing is known at all points that it implements."""
        self.anywhere[name] = weight
        self.reasons["multiPoint", name] = why

    def outvote(self, name: str, why: str) -> None:
        """Set the weight of a scorer so that it has more than all the others have together.

        Scores are added up after each was multiplied by its weight: with this one, a node that is best for the
        plugin beats a node that is worst for it, regardless of the others.
        """
        self.enable(name, why, [SCORE], 1 + sum(weight for other, weight in self.scores.items() if other != name))

    def give(self, name: str, args: dict[str, Any], why: str) -> None:
        """Set a plugin's Args, in place of those that it has."""
        self.args[name] = args
        self.reasons[PLUGIN_CONFIG, name] = why

    def sort_by(self, name: str, why: str) -> None:
        """Make a plugin, and no other, sort the queue."""
        self.clear(QUEUE_SORT, "Only one is allowed.")
        self.enable(name, why, [QUEUE_SORT])
