"""Releases of kube-scheduler, and of products that run it, with a fault that a later one has corrected."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.releases.faults import faults_of
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "known-fault"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the release of a scheduler, or of a product, that has a known fault which what is here brings about."""
    running = context.running
    if running is not None and running.patch_release is not None:
        for fault in faults_of(running.patch_release):
            message = f"kube-scheduler {running.patch_release} has a known fault: {fault.effect}"
            yield advice(ID, running.kubernetes_path, message, f"Use {fault.fixed} or newer; see {fault.thread}.")
    product = context.product_release
    for its in () if product is None else product.product.faults:
        assert product is not None
        concerned = any(its.concerns(one, product.kubernetes) for one in product.configurations)
        if product.version in its.versions and concerned:
            message = f"{product.product.name} {product.version} has a known fault: {its.effect}"
            help_ = f"Use {its.fixed} or newer; see {its.thread}."
            yield advice(ID, product.path, message, help_, Severity.ERROR)


RULE = Rule(
    id=ID,
    title="The release has a known fault",
    why="What is written is right, and does not work with that release: a later one, of the same minor release, has "
    "corrected it. The list is short, and each entry has been reported and corrected in public.",
    source="release notes of Kubernetes and of the product",
    evidence=(
        Citation("https://github.com/siderolabs/talos/issues/13350", "Talos 1.13.2 renders points of 1.36 for 1.35"),
        Citation("https://github.com/siderolabs/talos/issues/13473", "Talos 1.13.3 panics on integers"),
        Citation("https://github.com/siderolabs/talos/issues/13445", "the same; corrected in 1.13.4"),
        Citation("https://github.com/kubernetes/kubernetes/issues/124930", "a panic in 1.27.14, 1.30.0 and others"),
        Citation("https://github.com/kubernetes/kubernetes/pull/133285", "a panic in 1.33, corrected in 1.33.4"),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
