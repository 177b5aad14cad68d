"""Default constraints of a scheduler, which the descheduler does not know."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.known_profiles import contradicting, named
from schedcfg.rules.rule import Rule, advice

ID = "unseen-default-constraints"

_STRATEGY = "RemovePodsViolatingTopologySpreadConstraint"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the strategy for spread constraints beside a profile that has default constraints of the user's."""
    for strategy in () if context.policy is None else context.policy.strategies:
        if strategy.name == _STRATEGY:
            profiles = contradicting(context, strategy, lambda one: one.default_constraints > 0)
            if profiles:
                yield advice(
                    ID,
                    strategy.path,
                    f"Pods without `topologySpreadConstraints` of their own stay where they are: `{_STRATEGY}` reads "
                    f"only those in Pods, not the `defaultConstraints` of {named(profiles)}",
                    "Write the constraints into the Pods that are to be spread again, for example by a "
                    "MutatingAdmissionPolicy; ignore this if those with constraints of their own are meant.",
                    Severity.INFO,
                )


RULE = Rule(
    id=ID,
    title="The descheduler does not see default constraints",
    why="PodTopologySpread applies its `defaultConstraints` while it places a Pod, and writes nothing into it. The "
    "descheduler reads `spec.topologySpreadConstraints` of Pods, and spreads only by what is there.",
    source="pkg/framework/plugins/removepodsviolatingtopologyspreadconstraint/topologyspreadconstraint.go of "
    "kubernetes-sigs/descheduler, Balance; pkg/scheduler/framework/plugins/podtopologyspread/common.go, "
    "buildDefaultConstraints",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/descheduler/issues/1502",
            "the strategy does nothing for default constraints",
        ),
        Citation("https://github.com/kubernetes-sigs/descheduler/issues/609", "the same"),
    ),
    check=check,
    severity=Severity.INFO,
)
