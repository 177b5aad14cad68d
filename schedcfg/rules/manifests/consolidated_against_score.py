"""Nodes that Karpenter empties, and the scheduler fills again."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.leaning import Leaning
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.known_profiles import KnownProfile, known_profiles, named
from schedcfg.rules.rule import Rule, advice

ID = "consolidated-against-score"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a NodePool that is consolidated, beside a profile that the user has prefer emptier nodes."""
    pool = context.node_pool
    if pool is None or not pool.policy:
        return
    profiles = [same[0] for same in known_profiles(context).values() if all(map(_spreads, same))]
    if profiles:
        message = (
            f"nodes are removed and added again and again: by `{pool.policy}`, Karpenter moves Pods off underused "
            f"nodes, but {named(profiles)} prefers emptier nodes, so that new Pods go to these"
        )
        help_ = (
            "Have NodeResourcesFit score by `MostAllocated` in that profile (`schedcfg generate profile` has the "
            "preset `bin-packing`), or set `consolidationPolicy: WhenEmpty`; ignore this if Pods are to be spread."
        )
        yield advice(ID, pool.policy_path, message, help_, Severity.INFO)


def _spreads(one: KnownProfile) -> bool:
    return one.leaning is Leaning.EMPTIER and one.is_leaning_written


RULE = Rule(
    id=ID,
    title="Karpenter empties nodes that the scheduler fills",
    why="Karpenter looks at no score. To consolidate, it packs Pods on few nodes in its simulation, and removes the "
    "others; a scheduler that prefers emptier nodes then places new Pods on what is least used, and no node stays "
    "full. That is also Kubernetes' default, of which nothing is reported: only where a strategy or a weight for it is "
    "written. `MostAllocated` goes with consolidation.",
    source="pkg/controllers/disruption/helpers.go, SimulateScheduling, of kubernetes-sigs/karpenter; "
    "pkg/scheduler/framework/plugins/noderesources/fit.go, Score",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/karpenter/issues/1228", "LeastAllocated makes consolidation likelier"
        ),
        Citation("https://github.com/kubernetes-sigs/karpenter/pull/2983", "how scores and consolidation meet"),
        Citation("https://github.com/kubernetes-sigs/karpenter/issues/3196", "the simulation packs, the scheduler not"),
    ),
    check=check,
    severity=Severity.INFO,
)
