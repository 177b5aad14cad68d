"""Policies that a product makes itself, and that the kube-scheduler of its release refuses."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.command_line import flags_without_effect
from schedcfg.findings import Problem, Severity
from schedcfg.releases import policy
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.right_names import in_words
from schedcfg.rules.rule import Rule, advice

ID = "refused-made-policy"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the flag that has a scheduler read the policy which its product makes, where no other one is here."""
    running, release = context.running, context.release
    product = None if running is None else running.product
    if running is None or product is None or product.made_policy is None or release is None or not release.policy:
        return
    made, flag = product.made_policy, running.flag("policy-configmap")
    if flag is None or (product.passes_config and flag.name in flags_without_effect(release)):
        return
    unknown = [name for name in made.predicates if name not in policy.of(release).predicates]
    if flag.value == made.name and context.legacy is None and unknown:
        message = (
            f"kube-scheduler {release.name} does not start unless somebody has replaced the policy that {product.name} "
            f"itself puts into ConfigMap `{made.namespace}/{made.name}`: there is no predicate "
            f"{in_words([f'`{name}`' for name in unknown])}"
        )
        help_ = (
            f"Put a policy of your own into that ConfigMap, again after each update of {product.name}; Kubernetes 1.23 "
            "and newer read none."
        )
        yield advice(ID, flag.value_path, message, help_, Severity.ERROR)


RULE = Rule(
    id=ID,
    title="kube-scheduler refuses the policy that its product makes",
    why="kOps adds a ConfigMap with a policy where `usePolicyConfigMap` is set, the same one for all releases. It "
    "names predicates that Kubernetes has removed, and kube-scheduler exits, or crashes, with it.",
    source="upup/models/cloudup/resources/addons/scheduler.addons.k8s.io/v1.7.0.yaml of kubernetes/kops; "
    "pkg/scheduler/framework/plugins/legacy_registry.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kops/issues/10927",
            "kube-scheduler 1.20 crashes with the policy that kOps makes",
        ),
        Citation("https://github.com/kubernetes/kops/issues/12534", "a policy of one's own is hard to set"),
    ),
    check=check,
    severity=Severity.ERROR,
)
