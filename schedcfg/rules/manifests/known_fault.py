"""Releases of products that run kube-scheduler with a fault that a later one has corrected."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "known-fault"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the release of a product that has a known fault which the configuration here brings about."""
    product = context.product_release
    if product is None:
        return
    for its in product.product.faults:
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
    source="release notes of the product",
    evidence=(
        Citation("https://github.com/siderolabs/talos/issues/13350", "Talos 1.13.2 renders points of 1.36 for 1.35"),
        Citation("https://github.com/siderolabs/talos/issues/13473", "Talos 1.13.3 panics on integers"),
        Citation("https://github.com/siderolabs/talos/issues/13445", "the same; corrected in 1.13.4"),
    ),
    check=check,
    severity=Severity.ERROR,
)
