"""AKS: the resource from which Azure configures the managed scheduler (preview).

Source: learn.microsoft.com, "Configure advanced scheduler profiles on Azure Kubernetes Service (AKS)"
(github.com/MicrosoftDocs/azure-aks-docs, articles/aks/configure-aks-scheduler.md).
"""

from collections.abc import Iterator

from schedcfg.document import yaml_writer
from schedcfg.findings import Problem
from schedcfg.generate import checks, target
from schedcfg.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.generate.target import DeploymentTarget, TargetOptions

_SINCE = 33
_ITS_OWN = "aks-system"
_USERS = {
    *("apiVersion", "kind"),
    *("percentageOfNodesToScore", "podInitialBackoffSeconds", "podMaxBackoffSeconds", "profiles"),
}
"""Fields that the documentation leaves to users."""


def files(config: AcceptedConfig, _options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the resource."""
    resource = {
        "apiVersion": "aks.azure.com/v1alpha1",
        "kind": "SchedulerConfiguration",
        # No other name is looked at.
        "metadata": {"name": "upstream"},
        "spec": {"rawConfig": config.text},
    }
    yield GeneratedFile("schedulerconfiguration.yaml", yaml_writer.write(resource))


def problems(config: AcceptedConfig, _options: TargetOptions) -> Iterator[Problem]:
    """Yield what AKS does not take."""
    if config.release.number < _SINCE:
        yield checks.obstacle(
            "too-old",
            (),
            f"AKS supports scheduler configurations since Kubernetes 1.{_SINCE}, not in 1.{config.release.number}",
            f"Generate it for the release of the cluster: `--kubernetes 1.{_SINCE}` or later.",
        )
    yield from checks.v1_only(config, "AKS")
    yield from checks.stock_plugins_only(config, "AKS")
    yield from checks.unmounted_files(config, "AKS")
    yield from _reserved_profile(config)
    yield from _not_for_users(config)


def _reserved_profile(config: AcceptedConfig) -> Iterator[Problem]:
    for profile in config.configuration.profiles:
        if profile.scheduler_name == _ITS_OWN:
            yield checks.obstacle(
                "reserved-profile",
                checks.scheduler_name_of(profile),
                f"`{_ITS_OWN}` is the profile of AKS' own add-ons, which cannot be changed",
                "Rename the profile.",
            )


def _not_for_users(config: AcceptedConfig) -> Iterator[Problem]:
    for field in sorted(target.written_fields(config).keys() - _USERS):
        yield checks.warning(
            "not-for-users",
            (field,),
            f"AKS does not document `{field}` as a field for users; it may be ignored or refused",
            "Remove it, unless `kubectl describe schedulerconfiguration upstream` shows that it is accepted. "
            f"Documented fields: {', '.join(f'`{name}`' for name in sorted(_USERS - {'apiVersion', 'kind'}))}.",
        )


def remarks(_config: AcceptedConfig, _options: TargetOptions) -> Iterator[str]:
    """Yield how the resource gets to work."""
    yield (
        "Enable it first (`az aks update --enable-upstream-kubescheduler-user-configuration`, a preview), then "
        "`kubectl apply`; `kubectl get schedulerconfiguration` shows whether AKS accepted it."
    )


TARGET = DeploymentTarget(
    summary="Write the resource that configures kube-scheduler in AKS.",
    files=files,
    problems=problems,
    remarks=remarks,
    leader_elect=None,
)
