"""Which scores rate nodes differently for Pods that request nothing special, and which nodes they favor."""

from dataclasses import replace
from typing import Any

from schedcfg import plugins
from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.leaning import Leaning, leaning_of
from schedcfg.configuration.effective.model import Profile
from schedcfg.configuration.effective.scoring import Scores
from schedcfg.rules.rule import Subject

_VETO = "NodePreferAvoidPods"
"""It weighs 10,000 to keep a few Pods off nodes that are marked so, and rates all others the same."""


def without_veto(scores: Scores) -> Scores:
    """Return scores without the one that decides alone, for Pods that few clusters have."""
    if _VETO not in scores.weights:
        return scores
    weights = {name: weight for name, weight in scores.weights.items() if name != _VETO}
    return replace(scores, refs=[ref for ref in scores.refs if ref.name != _VETO], weights=weights)


def rating_weights(scores: Scores, profile: Profile, subject: Subject) -> dict[str, int]:
    """Return the plugins of Kubernetes that rate nodes for every Pod in a profile, each with its weight."""
    counted = scores.counted.items()
    return {name: weight for name, weight in counted if weight > 0 and favored_by(name, profile, subject)}


def favored_by(name: str, profile: Profile, subject: Subject) -> str:
    """Return which nodes the score of a plugin favors for every Pod; empty where it rates them only for some."""
    plugin = plugins.find(name)
    if plugin is None or not plugin.favors:
        return ""
    args = _completed_args(subject, name, profile)
    if name == "PodTopologySpread" and not _has_soft_defaults(args):
        return ""
    leaning = leaning_of(name, args)
    return f"{leaning} nodes" if leaning in {Leaning.FULLER, Leaning.EMPTIER} else plugin.favors


def spreads_by_default(subject: Subject, name: str, profile: Profile) -> bool:
    """Return whether a plugin spreads Pods that request nothing: PodTopologySpread by soft default constraints only."""
    return name != "PodTopologySpread" or _has_soft_defaults(_completed_args(subject, name, profile))


def _completed_args(subject: Subject, name: str, profile: Profile) -> Any:
    args = of_plugin(name, profile.args_entry(name), subject.configuration, subject.registry)
    return None if args is None else args.completed


def _has_soft_defaults(completed: Any) -> bool:
    constraints = (completed and completed.default_constraints) or ()
    is_soft = any(one is not None and one.when_unsatisfiable == "ScheduleAnyway" for one in constraints)
    # The oldest versions have no such field: their default constraints are those of the file.
    return is_soft or getattr(completed, "defaulting_type", None) == "System"
