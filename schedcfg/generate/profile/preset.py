"""What a preset is: how it changes the default plugins, and what it promises of the profile that comes out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

from schedcfg.configuration.effective.args import of_plugins
from schedcfg.configuration.effective.model import Configuration, Profile
from schedcfg.configuration.effective.plugin_sets import POINTS, does_nothing, running_in
from schedcfg.generate.profile.plan import SCORE, Pipeline, ProfilePlan


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

    def outvoted(self, name: str) -> Iterator[str]:
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
