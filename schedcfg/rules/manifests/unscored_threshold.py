"""Thresholds of the descheduler in resources that no score of the scheduler looks at."""

from collections.abc import Iterator
from functools import partial

from schedcfg.cards import Citation
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.eviction import EvictedProfile, Leaning, contradicting, named
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.descheduler import Strategy, thresholds
from schedcfg.sources.manifests.pod import at, text

ID = "unscored-threshold"

_HIGH, _LOW = "HighNodeUtilization", "LowNodeUtilization"
_PODS = "pods"
"""The number of Pods: each has one, so that nodes with fewer of them are emptier in other resources, too."""
_FULL = 100
_MOST_LISTED = 3


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield thresholds that find nodes which the scheduler does not tell from others."""
    for strategy in () if context.policy is None else context.policy.strategies:
        if strategy.name == _HIGH:
            yield from _of_high(context, strategy)
        elif strategy.name == _LOW and text(at(strategy.args, "metricsUtilization", "source")) != "Prometheus":
            yield from _of_low(context, strategy)


def _of_high(context: DeploymentContext, strategy: Strategy) -> Iterator[Problem]:
    """Yield thresholds none of which is scored: a node is little used only if it is by all of them."""
    data, path = strategy.utilization
    resources = frozenset(thresholds(data, "thresholds")) - {_PODS}
    profiles = contradicting(context, strategy, partial(_is_against, Leaning.FULLER, resources))
    if resources and profiles:
        names = listing([f"`{name}`" for name in sorted(resources)], _MOST_LISTED)
        yield advice(
            ID,
            (*path, "thresholds"),
            f"evicted Pods may come back to the same nodes: `{_HIGH}` finds little used nodes by {names}, but "
            f"{named(profiles)} fills nodes by {_scored(profiles[0])}",
            "Add these resources to `scoringStrategy.resources` of NodeResourcesFit, or use thresholds for those "
            "that it scores.",
        )


def _of_low(context: DeploymentContext, strategy: Strategy) -> Iterator[Problem]:
    """Yield each target that is not scored: a node is full if it is by any of them."""
    data, path = strategy.utilization
    by_deviation = data.get("useDeviationThresholds") is True
    for name, value in thresholds(data, "targetThresholds").items():
        if name == _PODS or (value >= _FULL and not by_deviation):
            continue
        resource = frozenset({name})
        profiles = contradicting(context, strategy, partial(_is_against, Leaning.EMPTIER, resource))
        if profiles:
            yield advice(
                ID,
                (*path, "targetThresholds", name),
                f"evicted Pods may come back to the same nodes: `{_LOW}` evicts from nodes that are full by `{name}`, "
                f"but {named(profiles)} spreads Pods by {_scored(profiles[0])}",
                f"Add `{name}` to `scoringStrategy.resources` of NodeResourcesFit, or leave it out of `thresholds` "
                "and `targetThresholds`.",
            )


def _is_against(fitting: Leaning, resources: frozenset[str], one: EvictedProfile) -> bool:
    """Return whether a profile that goes with a strategy scores none of some resources."""
    return one.leaning is fitting and resources.isdisjoint(one.scored_resources)


def _scored(one: EvictedProfile) -> str:
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
            "a maintainer: where utilization is similar to the scheduler, evicted Pods may return to the same node",
        ),
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/616",
            "evicted Pods are not placed on the underused node",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
