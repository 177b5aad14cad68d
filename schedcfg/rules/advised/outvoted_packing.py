"""Packing that weighs less than the scores which pull Pods apart."""

from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.facts import FIT
from schedcfg.configuration.effective.leaning import Leaning, leaning_of
from schedcfg.configuration.effective.model import PluginRef, Profile
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import names
from schedcfg.rules.rule import ProfileArgs, Rule, Subject, advice

ID = "outvoted-packing"

_OF_WORKLOADS = ("PodTopologySpread", "SelectorSpread")
"""Scorers that spread the Pods which one of `_WORKLOADS` selects, without a request of the Pod."""
_OF_ALL_PODS = ("NodeResourcesBalancedAllocation",)
"""Scorers that look at the balance of resources, instead of at how full a node is."""

_WORKLOADS = "a Service, ReplicaSet, StatefulSet or ReplicationController"
"""What default constraints reach: `helper.DefaultSelector` in `framework/plugins/helper/spread.go`."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile that packs by NodeResourcesFit, where other scores outweigh it for some of its Pods."""
    for args_entry in subject.written_args:
        if args_entry.args.name == FIT and leaning_of(FIT, args_entry.args.written) is Leaning.FULLER:
            yield from _outvoted(subject, args_entry)


def _outvoted(subject: Subject, args_entry: ProfileArgs) -> Iterator[Problem]:
    profile = args_entry.profile
    weights = subject.score_weights(profile)
    if names.misspelt_in(profile, subject):
        return  # Weights count for another plugin than is meant: what is right is known when that is fixed.
    of_all = _positive(weights, _OF_ALL_PODS)
    of_workloads = {
        name: weight
        for name, weight in _positive(weights, _OF_WORKLOADS).items()
        if _spreads_by_default(subject, name, profile)
    }
    if 0 < weights.get(FIT, 0) < sum(of_all.values()) + sum(of_workloads.values()):
        yield _problem(args_entry, weights, of_all, of_workloads, subject)


def _positive(weights: Mapping[str, int], among: tuple[str, ...]) -> dict[str, int]:
    return {name: weights[name] for name in among if weights.get(name, 0) > 0}


def _spreads_by_default(subject: Subject, name: str, profile: Profile) -> bool:
    """Return whether a plugin spreads Pods that request nothing: PodTopologySpread by soft default constraints only."""
    if name != "PodTopologySpread":
        return True
    args = of_plugin(name, profile.args_entry(name), subject.configuration, subject.registry)
    completed: Any = None if args is None else args.completed
    constraints = (completed and completed.default_constraints) or ()
    is_soft = any(one is not None and one.when_unsatisfiable == "ScheduleAnyway" for one in constraints)
    return is_soft or (completed is not None and completed.defaulting_type == "System")


def _problem(
    args_entry: ProfileArgs,
    weights: Mapping[str, int],
    of_all: Mapping[str, int],
    of_workloads: Mapping[str, int],
    subject: Subject,
) -> Problem:
    own, total = weights[FIT], sum(weights.values())
    enough = total - own + 1
    named = " and ".join(f"`{name}` ({weight})" for name, weight in {**of_workloads, **of_all}.items())
    reaches_all = own < sum(of_all.values())
    pods = "Pods" if reaches_all else f"Pods of {_WORKLOADS}"
    others = "" if reaches_all else "; others, such as those of a Job, are packed"
    running = plugin_sets.running_in(subject.configuration, args_entry.profile.index, subject.registry)["score"]
    ref = next(ref for ref in running if ref.name == FIT)
    return advice(
        ID,
        (*args_entry.args.path, "args", "scoringStrategy", "type"),
        f"{pods} are hardly packed: `{FIT}` has {own} of {total} score weights ({own / total:.0%}); {named} spread "
        f"them{others}",
        f"Set the weight of `{FIT}` to {enough} at `score`, more than all others together, or disable the others; "
        "`defaultingType: List` without `defaultConstraints` turns the default constraints of PodTopologySpread off.",
        remedy=Remedy(
            f"Set the weight of `{FIT}` to {enough}",
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
    return RemedyChange(Act.INSERT, place, {"name": FIT, "weight": weight})


RULE = Rule(
    id=ID,
    title="Other scores outweigh bin-packing",
    why="NodeResourcesFit has a weight of 1 by default. PodTopologySpread spreads the Pods of a Service, ReplicaSet, "
    "StatefulSet or ReplicationController with weight 2, NodeResourcesBalancedAllocation adds 1: for these Pods, full "
    "nodes rarely get the highest score. Pods of a Job have no default constraints.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, getDefaultPlugins; "
    "pkg/scheduler/framework/plugins/podtopologyspread/plugin.go, systemDefaultConstraints; common.go, "
    "buildDefaultConstraints",
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
