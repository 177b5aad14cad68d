"""Settings that a managed cluster's product does not offer."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice

ID = "not-offered"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the settings that the product refuses, and those that reach no scheduler."""
    managed = context.managed
    if managed is None:
        return
    release = context.release or releases.at(releases.NEWEST)
    for one in managed.findings(None if context.release is None else release.name):
        # What the stock scheduler lacks is reported for the configuration.
        if not one.plugin or one.plugin in release.plugins:
            severity = Severity.ERROR if one.is_refused else Severity.WARNING
            message = f"{managed.product.name} {one.message}{f': {managed.offered.refused}' if one.is_refused else ''}"
            yield advice(ID, one.path, message, one.help, severity)._replace(on_key=one.on_key)


RULE = Rule(
    id=ID,
    title="The managed cluster does not offer this",
    why="Who runs the control plane decides what users may set of its scheduler: OpenShift and Gardener offer a choice "
    "of profiles, EKS one scoring strategy, AKS profiles of the plugins of Kubernetes. Anything else is refused, or "
    "ignored, and Pods are placed as before.",
    source="pkg/api/core/validation/shoot.go of gardener/gardener; config/v1/types_scheduling.go of openshift/api; "
    "docs.aws.amazon.com/eks, Configure advanced Kubernetes control plane parameters; "
    "articles/aks/configure-aks-scheduler.md of MicrosoftDocs/azure-aks-docs",
    evidence=(
        Citation("https://github.com/gardener/gardener/issues/12830", "`kubeMaxPDVols` has had no effect since 1.17"),
        Citation("https://github.com/Azure/AKS/issues/4203", "profiles of AKS' own scheduler"),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
