"""Whether what a plugin does at a point can make a difference, and how much its score counts.

Reports, comparisons, rules and pages ask here, so that all say the same.
"""

from collections.abc import Mapping

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


def idle_because(
    name: str, point: str, profile: Profile, configuration: Configuration, registry: PluginRegistry
) -> str:
    """Return why a plugin gives every node the same score at a point; empty where its score counts.

    Args:
        name: The plugin.
        point: A point at which weights count.
        profile: One of the configuration's profiles.
        configuration: Completed.
        registry: Which plugins exist.
    """
    gate = gate_off(name, point, configuration.release)
    if gate is not None:
        return f"{gate} is off"
    known = registry.known(name, configuration.release)
    if known is None or point != SCORE:
        return ""
    args = of_plugin(name, profile.args_entry(name), configuration, registry)
    return "" if args is None or args.completed is None else known.scores_alike(args.completed)


def counted_weight(
    ref: PluginRef, point: str, profile: Profile, configuration: Configuration, registry: PluginRegistry
) -> int:
    """Return how much the score of a plugin counts at a point: its weight; 0 where no node gets more than another."""
    if point not in WEIGHTED or idle_because(ref.name, point, profile, configuration, registry):
        return 0
    return ref.weight_at(point)


def score_weights(profile: Profile, configuration: Configuration, registry: PluginRegistry) -> Mapping[str, int]:
    """Map the plugins that score in a profile, in running order, to how much each counts."""
    refs = running_in(configuration, profile.index, registry).get(SCORE, [])
    return {ref.name: counted_weight(ref, SCORE, profile, configuration, registry) for ref in refs}
