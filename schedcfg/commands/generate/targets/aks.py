"""AKS: the resource from which Azure configures the managed scheduler (preview).

What it takes, and from where that is known: `schedcfg.sources.managed.products`.
"""

from collections.abc import Iterator

from schedcfg.commands.generate import checks, target
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import DeploymentTarget, TargetOptions
from schedcfg.document import yaml_writer
from schedcfg.findings import Problem
from schedcfg.releases.release import minor
from schedcfg.sources.managed.offer import unoffered
from schedcfg.sources.managed.products import AKS


def files(config: AcceptedConfig, _options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the resource."""
    resource = {
        "apiVersion": "aks.azure.com/v1alpha1",
        "kind": "SchedulerConfiguration",
        # No other name is looked at.
        "metadata": {"name": AKS.name},
        "spec": {"rawConfig": config.text},
    }
    yield GeneratedFile("schedulerconfiguration.yaml", yaml_writer.write(resource))


def problems(config: AcceptedConfig, _options: TargetOptions) -> Iterator[Problem]:
    """Yield what AKS does not take."""
    if config.release.number < minor(AKS.since):
        yield checks.obstacle(
            "too-old",
            (),
            f"AKS supports scheduler configurations since Kubernetes {AKS.since}, not in 1.{config.release.number}",
            f"Generate it for the release of the cluster: `--kubernetes {AKS.since}` or later.",
        )
    yield from checks.v1_only(config, "AKS")
    yield from checks.stock_plugins_only(config, "AKS")
    yield from checks.unmounted_files(config, "AKS")
    for one in unoffered(AKS.text_offer, target.written_fields(config), (), config.release.name):
        is_reported = one.path == ("apiVersion",) or (one.plugin and one.plugin not in config.release.plugins)
        if not is_reported:
            report = checks.obstacle if one.is_refused else checks.warning
            yield report("not-offered", one.path, f"AKS {one.message}", one.help)


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
