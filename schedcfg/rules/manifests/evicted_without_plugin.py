"""Strategies of the descheduler that evict for what a profile does not look at."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.known_profiles import KnownProfile, contradicting, named
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.descheduler import Strategy, names
from schedcfg.sources.manifests.descheduler_args import HARD

ID = "evicted-without-plugin"

_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"


class _Counterpart(NamedTuple):
    """What has to run so that new Pods go to other nodes."""

    plugin: str
    point: str
    cause: str  # For what Pods are evicted


_TAINTS, _AFFINITY = "RemovePodsViolatingNodeTaints", "RemovePodsViolatingNodeAffinity"
_SPREAD, _APART = "RemovePodsViolatingTopologySpreadConstraint", "RemovePodsViolatingInterPodAntiAffinity"
_ALWAYS = {
    _APART: (_Counterpart("InterPodAffinity", "filter", "required anti-affinity"),),
    _TAINTS: (_Counterpart("TaintToleration", "filter", "taints that they do not tolerate"),),
}
"""Strategy → what has to run whatever its arguments are."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the strategies whose counterpart does not run in a profile whose Pods they evict."""
    for strategy in () if context.policy is None else context.policy.strategies:
        for need in _needs(strategy):
            profiles = contradicting(context, strategy, partial(_lacks, need))
            if profiles:
                yield _problem(strategy, need, profiles)
                break


def _lacks(need: _Counterpart, one: KnownProfile) -> bool:
    return one.runs(need.plugin, need.point) is False


def _problem(strategy: Strategy, need: _Counterpart, profiles: list[KnownProfile]) -> Problem:
    return advice(
        ID,
        strategy.path,
        f"Pods are evicted again and again: `{strategy.name}` evicts them for {need.cause}, and in "
        f"{named(profiles)} `{need.plugin}` does not run at `{need.point}`: they may come back to the same nodes",
        f"Enable `{need.plugin}` at `{need.point}` again, or disable `{strategy.name}`.",
    )


def _needs(strategy: Strategy) -> Iterator[_Counterpart]:
    """Yield what has to run for a strategy."""
    yield from _ALWAYS.get(strategy.name, ())
    args = strategy.args
    if strategy.name == _TAINTS and args.get("includePreferNoSchedule") is True:
        yield _Counterpart("TaintToleration", "score", "taints with `PreferNoSchedule`")
    elif strategy.name == _AFFINITY and _PREFERRED in names(args, "nodeAffinityType"):
        # What is required, the kubelet checks as well: there, Pods fail.
        yield _Counterpart("NodeAffinity", "score", "preferred node affinity")
    elif strategy.name == _SPREAD:
        for constraint in strategy.constraints:
            point = "filter" if constraint == HARD else "score"
            yield _Counterpart("PodTopologySpread", point, f"spread constraints with `{constraint}`")


RULE = Rule(
    id=ID,
    title="The descheduler evicts for what the scheduler does not look at",
    why="A strategy of the descheduler finds Pods that are where they should not be by taints, affinity or spread "
    "constraints. Where the profile runs no plugin that looks at these, new Pods may go to the same nodes.",
    source="pkg/framework/plugins/removepodsviolating… of kubernetes-sigs/descheduler: node_taint.go, "
    "node_affinity.go, pod_antiaffinity.go and topologyspreadconstraint.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/828",
            "Pods with `ScheduleAnyway` constraints that the scheduler keeps placing on the same node",
        ),
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/1410",
            "Pods are evicted for preferred node affinity forever",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
