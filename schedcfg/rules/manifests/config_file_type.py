"""Host paths that come into being where the configuration is missing."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.pod import entries, text
from schedcfg.sources.manifests.running import RunningScheduler

ID = "config-file-type"

_MADE = {
    "FileOrCreate": ("an empty file", "File"),
    "DirectoryOrCreate": ("an empty folder", "Directory"),
    "": ("an empty folder", "File"),
}
"""Type → what is there where nothing was, and the type that is meant."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the host path of `--config` if its type lets a missing one pass."""
    running = context.running
    flag = None if running is None else running.flag("config")
    if running is None or flag is None or not flag.value or not flag.is_known:
        return
    mount = running.mount_of(flag.value)
    if mount is None or mount.volume is None or mount.volume.kind != "hostPath":
        return
    if mount.volume_name in _written_before(running):
        return
    written = text(mount.volume.source.get("type"))
    folder = mount.inside(flag.value) != "."
    if written not in _MADE or (folder and not written):
        return
    made, meant = _MADE[written]
    place = mount.volume.path
    field = "pathType" if running.is_kubeadm else "type"
    path = (*place, field) if running.is_kubeadm else (*place, "hostPath", field)
    what = f"`{field}: {written}`" if written else f"a host path without `{field}`"
    message = f"kube-scheduler does not start on a node without the configuration: with {what}, it gets {made}"
    help_ = f"Write `{field}: {meant}`: then the Pod waits, and its events name the missing file."
    yield advice(ID, path, message, help_, Severity.WARNING)


def _written_before(running: RunningScheduler) -> set[str]:
    """Return the volumes that an init container may put files into."""
    containers = list(entries(running.spec.data.get("initContainers")))
    mounts = [mount for container in containers for mount in entries(container.get("volumeMounts"))]
    return {text(mount.get("name")) for mount in mounts if mount.get("readOnly") is not True}


RULE = Rule(
    id=ID,
    title="A missing configuration is created",
    why="An empty file fails with `Object 'Kind' is missing`, a folder is not a configuration, and a file that is "
    "added later is not noticed.",
    source="pkg/volume/hostpath/host_path.go, checkTypeInternal",
    evidence=(
        Citation(
            "https://github.com/AliyunContainerService/gpushare-scheduler-extender/blob/c0b61411cddabd1b19500878ab355afeeae5589e/config/kube-scheduler-v1.23+.yaml",
            "`FileOrCreate` for the configuration",
        ),
    ),
    check=check,
    is_refuted_by_start=True,
    severity=Severity.WARNING,
)
