"""Whether what a plugin does at a point can make a difference, and how much its score counts.

Reports, comparisons, rules and pages ask here, so that all say the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from schedcfg import plugins
from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.model import WEIGHTED, Configuration, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import SCORE, running_in
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.plugins import PluginGate
from schedcfg.releases.release import Release


def gate_off(name: str, point: str, release: Release) -> str | None:
    """Return the feature gate that is off, and without which a plugin does nothing at a point; None where it works."""
    off = next((gate for gate in _gates(name, point, release) if gate.is_off(release)), None)
    return None if off is None else off.known(release)[0]


def _gates(name: str, point: str, release: Release) -> list[PluginGate]:
    known = plugins.find(name) if name in release.plugins else None
    gates = [gate for gate in (known.gates if known is not None else ()) if gate.point in {"", point}]
    if point in release.gated_points:
        gates.append(PluginGate((release.gated_points[point],)))
    return gates


class Idle(NamedTuple):
    """Why every node gets the same score from a plugin, so that it does not count."""

    reason: str  # As the end of a sentence
    gate: str | None = None  # The feature gate that is off; None where something else is the reason


@dataclass(frozen=True, eq=False)
class Scores:
    """What a profile adds up for each node at a point.

    Attributes:
        refs: The plugins that run there, in running order; 1.23 to 1.25 may run one twice, which then counts twice.
        weights: Plugin → what its scores are multiplied by; 0 at points where weights have no effect.
        idle: Plugin → why its score does not count, of those whose score does not.
    """

    refs: Sequence[PluginRef]
    weights: Mapping[str, int]
    idle: Mapping[str, Idle]

    @cached_property
    def counted(self) -> Mapping[str, int]:
        """Plugin → how much its score counts: its weight; 0 where no node gets more than another."""
        return {name: 0 if name in self.idle else weight for name, weight in self.weights.items()}

    @cached_property
    def total(self) -> int:
        """The weights of all scores that count."""
        return sum(self.counted[ref.name] for ref in self.refs)

    def outweighing(self, name: str) -> int:
        """Return the least weight with which a plugin counts more than all others together."""
        return self.total - self.counted[name] + 1

    @cached_property
    def _has_shares(self) -> bool:
        """Whether parts of the total mean something: a negative weight reverses a score, and has none."""
        return self.total > 0 and min(self.counted.values()) >= 0

    def share(self, name: str) -> float | None:
        """Return a plugin's part of the total, 0 to 1; None where its score does not count, or a weight is negative."""
        counted = self.counted.get(name, 0)
        return counted / self.total if counted and self._has_shares else None


def scores_at(
    point: str, refs: Sequence[PluginRef], profile: Profile, configuration: Configuration, registry: PluginRegistry
) -> Scores:
    """Return what the scores of plugins count at a point.

    Args:
        point: An extension point.
        refs: The plugins that run there, in running order.
        profile: One of the configuration's profiles.
        configuration: Completed.
        registry: Which plugins exist.
    """
    found = {ref.name: _idle(ref.name, point, profile, configuration, registry) for ref in refs if point in WEIGHTED}
    return Scores(
        refs,
        {ref.name: ref.weight_at(point) for ref in refs},
        {name: idle for name, idle in found.items() if idle is not None},
    )


def node_scores(profile: Profile, configuration: Configuration, registry: PluginRegistry) -> Scores:
    """Return what counts where a profile scores nodes for one Pod."""
    refs = running_in(configuration, profile.index, registry).get(SCORE, [])
    return scores_at(SCORE, refs, profile, configuration, registry)


def _idle(
    name: str, point: str, profile: Profile, configuration: Configuration, registry: PluginRegistry
) -> Idle | None:
    """Return why a plugin gives every node the same score at a point; None where its score counts."""
    gate = gate_off(name, point, configuration.release)
    if gate is not None:
        return Idle(f"{gate} is off", gate)
    known = registry.known(name, configuration.release)
    if known is None or point != SCORE:
        return None
    args = of_plugin(name, profile.args_entry(name), configuration, registry)
    reason = "" if args is None or args.completed is None else known.scores_alike(args.completed)
    return Idle(reason) if reason else None
