"""Paths of a scheduler's mounts and volumes that are misspelled, or relative where they should not be."""

from collections import Counter
from collections.abc import Iterator

from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.names import nearest, with_known_folder
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import is_resolved
from schedcfg.sources.manifests.files import Volume, VolumeMount
from schedcfg.sources.manifests.pod import text
from schedcfg.sources.manifests.running import RunningScheduler

ID = "mount-path"

_TYPES = ("File", "FileOrCreate", "Directory", "DirectoryOrCreate", "Socket", "CharDevice", "BlockDevice")
"""Types of host paths. Upstream: `supportedHostPathTypes` in `pkg/apis/core/validation/validation.go`."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the paths of the scheduler's mounts, and of the volumes that it mounts, that are not taken as written."""
    running = context.running
    if running is None:
        return
    times = Counter(mount.mount_path for mount in running.mounts)
    for mount in running.mounts:
        yield from _problems_of_mount(running, mount)
        if mount.mount_path and times[mount.mount_path] > 1 and not running.is_partial:
            times[mount.mount_path] = 0
            message = f"the Pod is not valid: two volumes are mounted at {mount.mount_path}"
            yield Problem(ID, (*mount.path, "mountPath"), message, "Mount one of them at another path.")
    for volume in {id(mount.volume): mount.volume for mount in running.mounts if mount.volume is not None}.values():
        yield from _host_path(running, volume)


def _problems_of_mount(running: RunningScheduler, mount: VolumeMount) -> Iterator[Problem]:
    path = (*mount.path, "mountPath")
    if not mount.mount_path and not running.is_partial:
        yield Problem(ID, mount.path, "the Pod is not valid: the mount has no `mountPath`", "Add one.")
    elif _is_relative(mount.mount_path):
        message = f"`mountPath: {mount.mount_path}` is relative: the kubelet still mounts at {mount.place}"
        yield advice(ID, path, message, f"Write `mountPath: {mount.place}`.")
    if mount.sub_path.startswith("/") or ".." in mount.sub_path.split("/"):
        message = f"the Pod is not valid: `subPath: {mount.sub_path}` must be a path inside the volume"
        yield Problem(ID, (*mount.path, "subPath"), message, "Write it without a leading slash and without `..`.")


def _is_relative(path: str) -> bool:
    """Return whether a path is known to be relative: a placeholder may stand for one that is not."""
    return bool(path) and not path.startswith(("/", "$")) and is_resolved(path)


def _host_path(running: RunningScheduler, volume: Volume) -> Iterator[Problem]:
    written, kind = text(volume.source.get("path")), text(volume.source.get("type"))
    if volume.kind != "hostPath" or not written:
        return
    if kind and kind not in _TYPES and is_resolved(kind):
        field = "pathType" if running.is_kubeadm else "type"
        meant = nearest(kind, _TYPES)
        yield Problem(
            ID,
            (*volume.path, field) if running.is_kubeadm else (*volume.path, "hostPath", field),
            f"the Pod is not valid: there is no `{field}: {kind}` of a host path",
            f"Did you mean `{meant}`?" if meant else f"Write one of {', '.join(f'`{one}`' for one in _TYPES)}.",
        )
    path = (*volume.path, "hostPath") if running.is_kubeadm else (*volume.path, "hostPath", "path")
    if ".." in written.split("/"):
        message = f"the Pod is not valid: the host path {written} contains `..`"
        yield Problem(ID, path, message, "Write the intended path.")
    elif _is_relative(written):
        message = f"the host path `{written}` is relative, to a folder that contains nothing of yours"
        yield advice(ID, path, message, f"Write an absolute path on the node: `/{written}`.")
    elif is_resolved(written) and (right := with_known_folder(written)) is not None:
        message = f"the Pod does not start, or finds nothing of yours: nodes have no {written}, unless you created it"
        yield advice(ID, path, message, f"Did you mean {right}?")


RULE = Rule(
    id=ID,
    title="The path of a mount is not used as written",
    why="The kubelet adds a slash before a relative `mountPath`; a relative host path depends on the working "
    "directory of the container runtime; an absolute `subPath` is refused; and a misspelled folder is not on the node.",
    source="pkg/kubelet/kubelet_pods.go, makeMounts; pkg/apis/core/validation/validation.go, ValidateVolumeMounts",
    check=check,
    severity=Severity.WARNING,
    refuses=True,
)
