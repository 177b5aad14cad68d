"""Talos: a patch of the machine configuration, which holds the fields itself.

Sources, in github.com/siderolabs/talos: pkg/machinery/config/types/v1alpha1/v1alpha1_types.go (`cluster.scheduler`,
with `config` since 1.6), pkg/machinery/config/types/k8s/scheduler.go (the document, since 1.14), and
internal/app/machined/pkg/controllers/k8s/control_plane_final.go, which sets `apiVersion`, `kind` and kubeconfig.
"""

from collections.abc import Iterator

from schedcfg.commands.generate import checks, target
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import (
    DeploymentTarget,
    ImageOption,
    TargetOptions,
    leader_election_flags,
    mounted_files,
)
from schedcfg.document import yaml_writer
from schedcfg.findings import Problem

KUBECONFIG = "/system/secrets/kubernetes/kube-scheduler/kubeconfig"
_DOCUMENT = "document"
_ITS_OWN = {"apiVersion", "kind"}
_FILE = "kube-scheduler-patch.yaml"


def files(config: AcceptedConfig, options: TargetOptions) -> Iterator[GeneratedFile]:
    """Make the patch."""
    scheduler = _scheduler(config, options)
    if _DOCUMENT in options.variants:
        yield GeneratedFile(
            _FILE, yaml_writer.write({"apiVersion": "v1alpha1", "kind": "KubeSchedulerConfig", **scheduler})
        )
        return
    if volumes := [
        {"hostPath": file, "mountPath": file, "readonly": True} for file in mounted_files(config.configuration)
    ]:
        scheduler["extraVolumes"] = volumes
    yield GeneratedFile(_FILE, yaml_writer.write({"cluster": {"scheduler": scheduler}}))


def _scheduler(config: AcceptedConfig, options: TargetOptions) -> dict[str, object]:
    """Make what both forms have in common."""
    fields = target.without_kubeconfig(target.written_fields(config))
    scheduler: dict[str, object] = {"config": {field: fields[field] for field in fields if field not in _ITS_OWN}}
    if flags := leader_election_flags(config.configuration):
        scheduler["extraArgs"] = flags
    if options.image:
        scheduler["image"] = options.image
    return scheduler


def problems(config: AcceptedConfig, options: TargetOptions) -> Iterator[Problem]:
    """Yield what Talos overwrites or cannot do."""
    yield from checks.unserved_default(config)
    yield from checks.v1_only(config, "Talos")
    yield from checks.kubeconfig_of_its_own(config, KUBECONFIG, "Talos")
    yield from checks.missing_plugins(config, options.image)
    yield from checks.host_dns(config, "Talos")
    if _DOCUMENT in options.variants:
        yield from checks.unmounted_files(config, "the document KubeSchedulerConfig of Talos")


def remarks(config: AcceptedConfig, options: TargetOptions) -> Iterator[str]:
    """Yield how the patch gets to work."""
    yield (
        f"Pass it to `talosctl gen config --config-patch-control-plane @{_FILE}` or, for running control planes, to "
        f"`talosctl patch machineconfig --patch @{_FILE}`."
    )
    # pkg/machinery/config/merge/merge.go: a slice is merged by concatenating the right to the left.
    yield (
        "Talos appends the lists of a patch to existing ones, and kube-scheduler refuses two profiles of the same "
        "name: remove an earlier `config` from the machine configuration first."
    )
    if _DOCUMENT in options.variants:
        yield "It is for Talos 1.14 and later, and excludes `cluster.scheduler` in the same machine configuration."
    else:
        yield "It is for Talos 1.6 and later; since 1.14, `--document` writes its replacement."
    yield from target.lost_comments(config, "Talos")


TARGET = DeploymentTarget(
    summary="Write the patch that configures kube-scheduler in Talos.",
    files=files,
    problems=problems,
    remarks=remarks,
    image=ImageOption.OPTIONAL,
    variants={_DOCUMENT: "Write a KubeSchedulerConfig document, for Talos 1.14 and later."},
)
