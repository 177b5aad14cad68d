"""What rules about the descheduler and cluster-autoscaler look at: the profiles that are known, and what they prefer.

The descheduler only deletes Pods; their owners make new ones, which the same profile places. It sees no configuration
of any scheduler. Upstream: `EvictPod` in pkg/descheduler/evictions/evictions.go of kubernetes-sigs/descheduler.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.command_line import PLUGIN_FLAGS
from schedcfg.configuration.effective.leaning import Leaning, joint_leaning, leaning_of
from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, running_at
from schedcfg.configuration.effective.registry import OPEN
from schedcfg.document.texts import listing
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.sources.manifests.descheduler import Strategy

FIT = "NodeResourcesFit"
_MOST, _LEAST = "NodeResourcesMostAllocated", "NodeResourcesLeastAllocated"
_RATIO, _BALANCED = "RequestedToCapacityRatio", "NodeResourcesBalancedAllocation"
_VERBS = {"filter": "filterVerb", "score": "prioritizeVerb"}


@dataclass(frozen=True, eq=False)
class KnownProfile:
    """A profile whose Pods the descheduler may evict, and for which an autoscaler adds nodes."""

    profile: Profile
    configuration: Configuration
    where: str  # What messages call the configuration: `` `scheduler.yaml` ``

    @property
    def label(self) -> str:
        """What messages call it."""
        return f"profile {self.profile.label} ({self.where})"

    def runs(self, name: str, point: str) -> bool | None:
        """Return whether a plugin runs at a point; None where something that is not known here may do its work."""
        if any(ref.name == name for ref in self.running_at(point)):
            return True
        return None if self.has_unknown(point) else False

    @cached_property
    def leaning(self) -> Leaning:
        """Which nodes it prefers, by the weights of what scores how full they are."""
        if self.has_unknown("score"):
            return Leaning.UNKNOWN
        return joint_leaning(
            (ref.weight_at("score"), leaning_of(ref.name, self.args(ref.name))) for ref in self.running_at("score")
        )

    @property
    def is_leaning_written(self) -> bool:
        """Whether the user wrote something of what decides that, be it a strategy or a weight."""
        for ref in self.running_at("score"):
            entry = self.profile.args_entry(ref.name)
            is_own = ref.path is not None or getattr(entry and entry.written, "scoring_strategy", None) is not None
            if is_own and leaning_of(ref.name, self.args(ref.name)) in {Leaning.FULLER, Leaning.EMPTIER}:
                return True
        return False

    @cached_property
    def scored_resources(self) -> frozenset[str]:
        """The resources by which its plugins score how full nodes are."""
        names = {ref.name for ref in self.running_at("score")} & {FIT, _MOST, _LEAST, _RATIO, _BALANCED}
        return frozenset(resource for name in names for resource in self._resources(name))

    @property
    def default_constraints(self) -> int:
        """How many constraints it gives to Pods that have none of their own; 0 where these are upstream's."""
        args = self.args("PodTopologySpread")
        entry = self.profile.args_entry("PodTopologySpread")
        written = getattr(entry and entry.written, "default_constraints", None)
        return 0 if args is None or not written or self.runs("PodTopologySpread", "filter") is False else len(written)

    def running_at(self, point: str) -> list[PluginRef]:
        """Return what runs at a point."""
        release = self.configuration.release
        return running_at(point, self.profile, release, lambda name: OPEN.points_of(name, release))

    def has_unknown(self, point: str) -> bool:
        """Return whether a plugin of the user's own, or an extender, may have a say at a point."""
        sets = (self.profile.merged.get(one, EMPTY_SET) for one in (point, MULTI_POINT))
        known = self.configuration.release.plugins
        verb = _VERBS[point]
        return any(ref.name not in known for one in sets for ref in one.enabled) or any(
            verb in extender.verbs for extender in self.configuration.extenders
        )

    def args(self, name: str) -> Any:
        """Return the completed Args of a plugin; None where it has none, or they could not be read."""
        entry = self.profile.args_entry(name)
        args = of_plugin(name, entry, self.configuration, OPEN)
        is_unread = entry is not None and entry.written is None and entry.raw is not None
        return None if args is None or is_unread else args.completed

    def _resources(self, name: str) -> Iterator[str]:
        args = self.args(name)
        holder = getattr(args, "scoring_strategy", None) if name == FIT else args
        resources = getattr(holder, "resources", None)
        yield from ("cpu", "memory") if not resources else (one.name for one in resources if one and one.name)


def contradicting(
    context: DeploymentContext, strategy: Strategy, contradicts: Callable[[KnownProfile], bool]
) -> list[KnownProfile]:
    """Return the profiles that undo what a strategy does, one for each name of a scheduler.

    Of several files with the same name, which may be of several clusters, all have to. A strategy that selects Pods
    may leave those of a profile alone: then it is none where another profile fits.
    """
    profiles = known_profiles(context)
    found = {name: same for name, same in profiles.items() if all(map(contradicts, same))}
    if strategy.is_selective and len(found) < len(profiles):
        return []
    return [same[0] for same in found.values()]


def known_profiles(context: DeploymentContext) -> Mapping[str, list[KnownProfile]]:
    """Return the profiles of the schedulers that are known here, by the names of these."""
    found: defaultdict[str, list[KnownProfile]] = defaultdict(list)
    for profile in _profiles(context):
        found[profile.profile.scheduler_name].append(profile)
    return found


def _profiles(context: DeploymentContext) -> Iterator[KnownProfile]:
    for configuration, where, idle in _configurations(context):
        for profile in configuration.profiles:
            if profile.scheduler_name not in idle:
                yield KnownProfile(profile, configuration, where)


def _configurations(context: DeploymentContext) -> Iterator[tuple[Configuration, str, frozenset[str]]]:
    for configured in context.related.configurations():
        if configured.configuration is not None:
            yield configured.configuration, configured.name, configured.text.idle
    for scheduler in context.related.schedulers:
        running, started = scheduler.running, scheduler.started
        if running is None or started is None or running.flag("config") is not None or started.unknown:
            continue
        if all(running.command_line.get(name) is None for name in PLUGIN_FLAGS):
            where = f"`{running.name or running.scheduler}`, which has no configuration"
            yield started.configuration, where, frozenset()


def named(profiles: list[KnownProfile]) -> str:
    """Return what messages call some profiles."""
    return listing([one.label for one in profiles], 2)
