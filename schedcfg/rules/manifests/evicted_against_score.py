"""Strategies of the descheduler that the scheduler's scores undo."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.leaning import Leaning
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.known_profiles import KnownProfile, contradicting, named
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.descheduler import Strategy
from schedcfg.sources.manifests.descheduler_args import HIGH, LOW

ID = "evicted-against-score"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the strategies by utilization that want other nodes than a profile whose Pods they evict."""
    for strategy in () if context.policy is None else context.policy.strategies:
        if strategy.name == HIGH:
            profiles = contradicting(context, strategy, _spreads)
            if profiles:
                yield _against_packing(strategy, profiles)
        elif strategy.name == LOW:
            profiles = contradicting(context, strategy, lambda one: one.leaning is Leaning.FULLER)
            if profiles:
                yield _against_spreading(strategy, profiles)


def _spreads(one: KnownProfile) -> bool:
    return one.leaning in {Leaning.EMPTIER, Leaning.NEITHER}


def _against_packing(strategy: Strategy, profiles: list[KnownProfile]) -> Problem:
    leaning = profiles[0].leaning
    prefers = "prefers emptier nodes" if leaning is Leaning.EMPTIER else "does not prefer fuller nodes"
    return advice(
        ID,
        strategy.path,
        f"Pods are evicted again and again: `{HIGH}` evicts them from underused nodes, but {named(profiles)} "
        f"{prefers}, so they return to underused ones",
        "Have NodeResourcesFit score by `MostAllocated` in that profile (`schedcfg generate profile` has the preset "
        f"`bin-packing`), or disable `{HIGH}`.",
    )


def _against_spreading(strategy: Strategy, profiles: list[KnownProfile]) -> Problem:
    return advice(
        ID,
        strategy.path,
        f"Pods are evicted again and again: `{LOW}` evicts them from full nodes, but {named(profiles)} prefers fuller "
        "nodes, so that they come back to full ones",
        f"Use `{HIGH}`, which needs a profile that fills nodes, or have NodeResourcesFit score by `LeastAllocated`, "
        "the default.",
    )


RULE = Rule(
    id=ID,
    title="The descheduler evicts what the scheduler puts back",
    why="The descheduler knows no scheduler's configuration, and only deletes Pods: HighNodeUtilization relies on a "
    "scheduler that prefers fuller nodes, LowNodeUtilization on one that prefers emptier nodes, as it does by default. "
    "With the opposite, Pods return to nodes of the same kind, and are evicted in every cycle.",
    source="pkg/framework/plugins/nodeutilization/highnodeutilization.go and lownodeutilization.go of "
    "kubernetes-sigs/descheduler, Balance; pkg/scheduler/framework/plugins/noderesources/fit.go, Score",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/668",
            "a maintainer: without a scheduler that packs, HighNodeUtilization is an eviction loop",
        ),
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/749",
            "with the default scores, Pods return to the node from which they were evicted",
        ),
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/1026",
            "LowNodeUtilization, where nodes are to be filled",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
