"""Talos: a patch of the machine configuration, which holds the fields itself.

Sources, in github.com/siderolabs/talos: pkg/machinery/config/types/v1alpha1/v1alpha1_types.go (`cluster.scheduler`,
with `config` since 1.6), pkg/machinery/config/types/k8s/scheduler.go (the document, since 1.14), and
internal/app/machined/pkg/controllers/k8s/control_plane_final.go, which sets `apiVersion`, `kind` and kubeconfig.
"""

from collections.abc import Iterator

from schedcfg.document import yaml_writer
from schedcfg.findings import Problem
from schedcfg.generate import obstacles, plain, target_checks
from schedcfg.generate.given import Given
from schedcfg.generate.node import leader_election_flags, mounted_files
from schedcfg.generate.results import GeneratedFile
from schedcfg.generate.target import ImageOption, Target, Wishes

KUBECONFIG = "/system/secrets/kubernetes/kube-scheduler/kubeconfig"
_DOCUMENT = "document"
_ITS_OWN = {"apiVersion", "kind"}
_FILE = "kube-scheduler-patch.yaml"


def files(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make the patch."""
    scheduler = _scheduler(given, wishes)
    if _DOCUMENT in wishes.variants:
        yield GeneratedFile(
            _FILE, yaml_writer.write({"apiVersion": "v1alpha1", "kind": "KubeSchedulerConfig", **scheduler})
        )
        return
    if volumes := [
        {"hostPath": file, "mountPath": file, "readonly": True} for file in mounted_files(given.configuration)
    ]:
        scheduler["extraVolumes"] = volumes
    yield GeneratedFile(_FILE, yaml_writer.write({"cluster": {"scheduler": scheduler}}))


def _scheduler(given: Given, wishes: Wishes) -> dict[str, object]:
    """Make what both forms have in common."""
    fields = plain.without_kubeconfig(plain.written(given))
    scheduler: dict[str, object] = {"config": {field: fields[field] for field in fields if field not in _ITS_OWN}}
    if flags := leader_election_flags(given.configuration):
        scheduler["extraArgs"] = flags
    if wishes.image:
        scheduler["image"] = wishes.image
    return scheduler


def problems(given: Given, wishes: Wishes) -> Iterator[Problem]:
    """Yield what Talos overwrites or cannot do."""
    yield from target_checks.v1_only(given, "Talos")
    yield from target_checks.kubeconfig_of_its_own(given, KUBECONFIG, "Talos")
    yield from obstacles.missing_plugins(given, wishes.image)
    yield from target_checks.host_dns(given, "Talos")
    if _DOCUMENT in wishes.variants:
        yield from target_checks.unmounted_files(given, "the document KubeSchedulerConfig of Talos")


def remarks(given: Given, wishes: Wishes) -> Iterator[str]:
    """Yield how the patch gets to work."""
    yield (
        f"Give it to `talosctl gen config --config-patch-control-plane @{_FILE}` or, for control planes that run, to "
        f"`talosctl patch machineconfig --patch @{_FILE}`."
    )
    # pkg/machinery/config/merge/merge.go: a slice is merged by concatenating the right to the left.
    yield (
        "Talos appends the lists of a patch to those that are there, and kube-scheduler refuses two profiles of one "
        "name: take an earlier `config` out of the machine configuration before."
    )
    if _DOCUMENT in wishes.variants:
        yield "It is for Talos 1.14 and later, and excludes `cluster.scheduler` in the same machine configuration."
    else:
        yield "It is for Talos 1.6 and later; from 1.14 on `--document` writes what takes its place."
    yield from plain.lost_comments(given, "Talos")


TARGET = Target(
    summary="Write the patch that gives the kube-scheduler of Talos a configuration.",
    files=files,
    problems=problems,
    remarks=remarks,
    image=ImageOption.OPTIONAL,
    variants={_DOCUMENT: "Write the document KubeSchedulerConfig of Talos 1.14 and later."},
)
