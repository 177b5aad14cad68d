"""Thresholds of the descheduler in resources that no score of the scheduler looks at."""

from collections.abc import Iterator
from functools import partial

from schedcfg.cards import Citation
from schedcfg.configuration.effective.leaning import Leaning
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.known_profiles import KnownProfile, contradicting, named
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.descheduler import Strategy
from schedcfg.sources.manifests.descheduler_args import HIGH, LOW, thresholds
from schedcfg.sources.manifests.pod import Fields, fields

ID = "unscored-threshold"

_PODS = "pods"
"""The number of Pods: each has one, so that nodes with fewer of them are emptier in other resources, too."""
_FULL = 100
_MOST_LISTED = 3


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield thresholds that find nodes which the scheduler does not tell from others."""
    for strategy in () if context.policy is None else context.policy.strategies:
        if strategy.name == HIGH:
            yield from _of_high(context, strategy)
        elif strategy.name == LOW:
            metrics = fields(strategy.args.get("metricsUtilization"))
            yield from _of_usage(context, strategy) if _reads_usage(metrics) else _of_low(context, strategy)


def _of_high(context: DeploymentContext, strategy: Strategy) -> Iterator[Problem]:
    """Yield thresholds none of which is scored: a node is little used only if it is by all of them."""
    resources = frozenset(thresholds(strategy.args, "thresholds")) - {_PODS}
    profiles = contradicting(context, strategy, partial(_is_against, Leaning.FULLER, resources))
    if resources and profiles:
        names = listing([f"`{name}`" for name in sorted(resources)], _MOST_LISTED)
        yield advice(
            ID,
            (*strategy.args_path, "thresholds"),
            f"evicted Pods may come back to the same nodes: `{HIGH}` finds underused nodes by {names}, but "
            f"{named(profiles)} fills nodes by {_scored(profiles[0])}",
            "Add these resources to `scoringStrategy.resources` of NodeResourcesFit, or use thresholds for those "
            "that it scores.",
        )


def _of_low(context: DeploymentContext, strategy: Strategy) -> Iterator[Problem]:
    """Yield each target that is not scored: a node is full if it is by any of them."""
    by_deviation = strategy.args.get("useDeviationThresholds") is True
    for name, value in thresholds(strategy.args, "targetThresholds").items():
        if name == _PODS or (value >= _FULL and not by_deviation):
            continue
        resource = frozenset({name})
        profiles = contradicting(context, strategy, partial(_is_against, Leaning.EMPTIER, resource))
        if profiles:
            yield advice(
                ID,
                (*strategy.args_path, "targetThresholds", name),
                f"evicted Pods may come back to the same nodes: `{LOW}` evicts from nodes that are full by `{name}`, "
                f"but {named(profiles)} spreads Pods by {_scored(profiles[0])}",
                f"Add `{name}` to `scoringStrategy.resources` of NodeResourcesFit, or leave it out of `thresholds` "
                "and `targetThresholds`.",
            )


def _reads_usage(metrics: Fields) -> bool:
    return bool(metrics.get("source")) or metrics.get("metricsServer") is True


def _of_usage(context: DeploymentContext, strategy: Strategy) -> Iterator[Problem]:
    """Yield thresholds of what is really used, beside profiles that score what is requested."""
    profiles = contradicting(context, strategy, lambda one: one.leaning is Leaning.EMPTIER)
    if profiles:
        yield advice(
            ID,
            (*strategy.args_path, "metricsUtilization"),
            f"evicted Pods may come back to the same nodes: `{LOW}` finds full nodes by what Pods really use, but "
            f"{named(profiles)} spreads Pods by what they request",
            "Bring requests near to the usage, or have a plugin score by usage, such as LoadVariationRiskBalancing of "
            "scheduler-plugins.",
            Severity.INFO,
        )


def _is_against(fitting: Leaning, resources: frozenset[str], one: KnownProfile) -> bool:
    """Return whether a profile that goes with a strategy scores none of some resources."""
    return one.leaning is fitting and resources.isdisjoint(one.scored_resources)


def _scored(one: KnownProfile) -> str:
    return listing([f"`{name}`" for name in sorted(one.scored_resources)], _MOST_LISTED)


RULE = Rule(
    id=ID,
    title="A threshold of the descheduler is of a resource that is not scored",
    why="HighNodeUtilization and LowNodeUtilization find nodes by the resources in their thresholds; NodeResourcesFit "
    "scores cpu and memory, unless `scoringStrategy.resources` names others. Where nodes differ only in a resource "
    "that is not scored, the scheduler does not tell them apart, and the evicted Pods may return.",
    source="pkg/framework/plugins/nodeutilization/nodeutilization.go of kubernetes-sigs/descheduler, "
    "isNodeAboveThreshold and isNodeBelowThreshold; pkg/scheduler/framework/plugins/noderesources/"
    "resource_allocation.go, score",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/994",
            "evicted Pods return to the same node, where it is as good to the scheduler as others",
        ),
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/399",
            "nodes are to be found by `nvidia.com/gpu`",
        ),
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/1626",
            "by usage, it finds other nodes than the scheduler, which scores by requests",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
)
