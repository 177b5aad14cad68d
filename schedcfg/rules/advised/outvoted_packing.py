"""Packing that weighs less than the scores which pull Pods apart."""

from collections.abc import Iterator
from typing import Any

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.model import PluginRef, Profile
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import ProfileArgs, Rule, Subject, advice

ID = "outvoted-packing"

_FIT = "NodeResourcesFit"
_APART = ("PodTopologySpread", "NodeResourcesBalancedAllocation", "SelectorSpread")
"""Scorers that spread Pods without a request of the Pod, or look at balance instead of at how full a node is."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile that packs by NodeResourcesFit, where other scores outweigh it."""
    for args_entry in subject.written_args:
        if args_entry.args.name == _FIT and _packs(args_entry.args.written):
            yield from _outvoted(subject, args_entry)


def _packs(written: Any) -> bool:
    """Return whether Args prefer full nodes to empty ones."""
    strategy: Any = getattr(written, "scoring_strategy", None)
    if strategy is None or strategy.type != "RequestedToCapacityRatio":
        return strategy is not None and strategy.type == "MostAllocated"
    ratio = strategy.requested_to_capacity_ratio
    scores = [(point and point.score) or 0 for point in (ratio and ratio.shape) or ()]
    return bool(scores) and scores[-1] > scores[0]


def _outvoted(subject: Subject, args_entry: ProfileArgs) -> Iterator[Problem]:
    profile = args_entry.profile
    own = subject.score_weight(_FIT, profile)
    against = {name: weight for name in _APART if (weight := subject.score_weight(name, profile))}
    if 0 < own < sum(against.values()):
        against = {name: weight for name, weight in against.items() if _pulls(subject, name, profile)}
        if own < sum(against.values()):
            yield _problem(subject, args_entry, against)


def _pulls(subject: Subject, name: str, profile: Profile) -> bool:
    """Return whether a plugin scores Pods that request nothing: PodTopologySpread only with constraints."""
    if name != "PodTopologySpread":
        return True
    args = of_plugin(name, profile.args_entry(name), subject.configuration, subject.registry)
    completed: Any = None if args is None else args.completed
    return completed is not None and bool(completed.defaulting_type == "System" or completed.default_constraints)


def _problem(subject: Subject, args_entry: ProfileArgs, against: dict[str, int]) -> Problem:
    running = plugin_sets.running_at("score", args_entry.profile, subject.configuration.release, subject.points_of)
    weights = {ref.name: ref.weight_at("score") for ref in running}
    own, total = weights[_FIT], sum(weights.values())
    enough = total - own + 1
    named = " and ".join(f"`{name}` ({weight})" for name, weight in against.items())
    ref = next(ref for ref in running if ref.name == _FIT)
    return advice(
        ID,
        (*args_entry.args.path, "args", "scoringStrategy", "type"),
        f"Pods are hardly packed: `{_FIT}` has {own} of {total} score weights ({own / total:.0%}); {named} spread Pods",
        f"Set the weight of `{_FIT}` to {enough} at `score`, more than all others together, or disable the others; "
        "`defaultingType: List` without `defaultConstraints` turns PodTopologySpread off.",
        remedy=Remedy(
            f"Set the weight of `{_FIT}` to {enough}",
            (_weighing(args_entry.profile, ref, enough),),
            unsafe="the scores change",
        ),
    )


def _weighing(profile: Profile, ref: PluginRef, weight: int) -> RemedyChange:
    """Return the change that sets the weight where the plugin is enabled, or enables it again at `score`."""
    if ref.path is not None:
        return RemedyChange(Act.SET, (*ref.path, "weight"), weight)
    score = profile.written.get("score")
    place: Path = (*profile.path, "plugins", "score", "enabled", len(score.enabled) if score else 0)
    return RemedyChange(Act.INSERT, place, {"name": _FIT, "weight": weight})


RULE = Rule(
    id=ID,
    title="Other scores outweigh bin-packing",
    why="NodeResourcesFit has a weight of 1 by default. PodTopologySpread spreads the Pods of a Service or "
    "ReplicaSet with weight 2, NodeResourcesBalancedAllocation adds 1: full nodes rarely get the highest score.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, getDefaultPlugins; "
    "pkg/scheduler/framework/plugins/podtopologyspread/plugin.go, systemDefaultConstraints",
    evidence=(
        Citation("https://github.com/deckhouse/deckhouse/issues/22511", "a bin-packing profile that does not pack"),
        Citation(
            "https://github.com/openshift/cluster-kube-scheduler-operator/pull/378",
            "a profile for full nodes in which other scores decide",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    since="1.22",
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 15
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
"""),
)
