"""A profile as it is planned, and as presets change and promise it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

from schedcfg.configuration.decode.args import shape_for
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.args import of_plugins
from schedcfg.configuration.effective.model import WEIGHTED, Configuration, Profile
from schedcfg.configuration.effective.plugin_sets import POINTS, does_nothing, running, running_in
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


@dataclass(frozen=True)
class GeneratedProfile:
    """A profile of a completed configuration, and the plan that it was written from."""

    configuration: Configuration
    profile: Profile
    plan: ProfilePlan

    @cached_property
    def running(self) -> Pipeline:
        """What runs at each point that upstream's framework builds, with weights."""
        found = running_in(self.configuration, self.profile.index, self.plan.context.registry)
        return {point: {ref.name: ref.weight_at(point) for ref in found.get(point, ())} for point in POINTS}

    @property
    def scores(self) -> dict[str, int]:
        """What scores, with weights; a plugin of which nothing is known counts, as it may score."""
        return {**self.plan.anywhere, **self.running[SCORE]}

    def args(self, name: str) -> Any:
        """Return a plugin's Args, completed; None where it has none."""
        found = of_plugins(self.profile, self.configuration, self.plan.context.registry)
        return next((args.values(self.configuration.context) for args in found if args.name == name), None)

    def outweighed(self, name: str) -> Iterator[str]:
        """Yield a sentence if a scorer has no more weight than all the others have together."""
        own, others = self.scores.get(name, 0), sum(self.scores.values()) - self.scores.get(name, 0)
        if own <= others:
            yield (
                f"`{name}` has weight {own} at `score`, and the others together {others}: they can outweigh it; set "
                f"it to {others + 1}: --weight {name}={others + 1}"
            )


def as_planned(outcome: GeneratedProfile) -> Iterator[str]:
    """Yield a sentence for each difference between what runs and what was to run."""
    version = outcome.configuration.api_version
    for point, plugins in outcome.running.items():
        planned = outcome.plan.running[point]
        why = f"; {version} ignores this field" if does_nothing(version, point) else ""
        for name in planned.keys() - plugins.keys():
            yield f"`{name}` would not run at `{point}`{why}"
        for name in plugins.keys() - planned.keys():
            yield f"`{name}` would still run at `{point}`{why}"
        for name in planned.keys() & plugins.keys():
            if planned[name] != plugins[name]:
                yield f"`{name}` would have weight {plugins[name]} instead of {planned[name]}"
    for name in outcome.plan.args:
        if name not in outcome.profile.needed:
            yield f"`{name}` has args, but does not run in this profile, so they have no effect"


@dataclass(frozen=True, kw_only=True)
class PresetOptions:
    """What presets can be given; each lists which of these it reads. None: the preset's default."""

    # Resources that count, each with its weight, 1 to 100. Default: cpu and memory, 1 each.
    resource: tuple[tuple[str, int], ...] = ()
    strategy: str | None = None  # `MostAllocated` (default) or `RequestedToCapacityRatio`
    topology_key: tuple[str, ...] = ()  # Node labels whose values are to be filled evenly. Default: the host name.
    max_skew: int | None = None  # By how many pods two of them may differ, 1 or more. Default 1.
    prometheus_address: str | None = None  # Where Prometheus answers, an URL. No default.
    network_interface: str | None = None  # The nodes' network interface. Default `ens192`.
    time_range_minutes: int | None = None  # How far to look back, 1 or more. Default 5.
    extender_url: str | None = None  # Where the extender answers, an URL. No default.
    # What is added to the URL to filter. Default: it is not asked.
    filter_verb: str | None = None
    prioritize_verb: str | None = None
    preempt_verb: str | None = None
    bind_verb: str | None = None
    extender_weight: int | None = None  # How much its rating counts, 1 or more. Default 1.
    extender_timeout: int | None = None  # How long one call may take, in seconds, 1 or more. Default 5.
    ignorable: bool = False  # Whether pods are scheduled while it does not answer. Default no.
    node_cache_capable: bool = False
    # Extended resources; only pods that request one are sent to it. Default: all pods are.
    managed_resource: tuple[str, ...] = ()

    @property
    def chosen_names(self) -> frozenset[str]:
        """The names of those that are set."""
        return frozenset(field.name for field in fields(self) if getattr(self, field.name) != field.default)


class Preset(NamedTuple):
    """A kind of profile."""

    name: str
    summary: str  # What it does, one short sentence; it is the comment above the profile
    explanation: str  # When to use it and what it does not do, a few sentences
    # Changes the default plugins. It raises WrongRequest where an option is missing or makes no sense.
    shape: Callable[[ProfilePlan, PresetOptions], None]
    # Yields a sentence for each way in which a profile does not do what the preset promises, as changes may have broken
    # it
    promise: Callable[[GeneratedProfile], Iterator[str]]
    options: frozenset[str] = frozenset()
    plugins: frozenset[str] = frozenset()


def promises_nothing(_outcome: GeneratedProfile) -> Iterator[str]:
    """Yield nothing: any plugin that runs was requested."""
    return iter(())
