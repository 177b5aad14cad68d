"""kOps: the configuration as an additional object of the cluster.

Sources, in github.com/kubernetes/kops: docs/addon_objects.md, pkg/model/components/kubescheduler/model.go (which merges
`spec.kubeScheduler` on top), pkg/apis/kops/validation/additionalobjects.go (which refuses a kubeconfig),
nodeup/pkg/model/kube_scheduler.go (which mounts one folder).
"""

from collections.abc import Iterator

from schedcfg.commands.generate import checks, target
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import CONFIG_FILE, DeploymentTarget, TargetOptions
from schedcfg.configuration.effective.needs import out_of_tree_plugins
from schedcfg.document import yaml_writer
from schedcfg.findings import Problem

_MOUNTED = "/var/lib/kube-scheduler/"
KUBECONFIG = f"{_MOUNTED}kubeconfig"


def files(config: AcceptedConfig, _options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the object."""
    yield GeneratedFile(CONFIG_FILE, yaml_writer.write(target.without_kubeconfig(target.written_fields(config))))


def problems(config: AcceptedConfig, _options: TargetOptions) -> Iterator[Problem]:
    """Yield what kOps sets itself, or in another place."""
    yield from checks.unserved_default(config)
    yield from checks.kubeconfig_of_its_own(config, KUBECONFIG, "kOps")
    yield from checks.unmounted_files(config, "kOps", seen=_MOUNTED)
    yield from checks.host_dns(config, "kOps")
    for name, path in out_of_tree_plugins(config.configuration).items():
        yield checks.warning(
            "stock-image-plugin",
            path,
            f"the stock kube-scheduler has no plugin `{name}`: it would not start",
            "Set an image that contains it in the cluster's `spec.kubeScheduler.image`.",
        )


def remarks(config: AcceptedConfig, _options: TargetOptions) -> Iterator[str]:
    """Yield how the object gets to work."""
    yield (
        f"Run `kops create -f {CONFIG_FILE}`, `kops update cluster --yes` and `kops rolling-update cluster --yes`; a "
        "cluster can have one such object."
    )
    yield "The cluster's `spec.kubeScheduler` overrides the same fields in it."
    yield from target.lost_comments(config, "kOps")


TARGET = DeploymentTarget(
    summary="Write the object that configures kube-scheduler in kOps.",
    files=files,
    problems=problems,
    remarks=remarks,
)
