"""A configuration in the folder from which the kubelet starts Pods."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from schedcfg.cards import Citation
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.files import Volume
from schedcfg.sources.manifests.pod import text
from schedcfg.sources.manifests.running import RunningScheduler

ID = "config-among-static-pods"

_FOLDER = PurePosixPath("/etc/kubernetes/manifests")
_FILES = frozenset({"File", "FileOrCreate"})


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield host paths of files that lie among static Pods' manifests."""
    running = context.running
    if running is None:
        return
    config = _config(running)
    for volume in running.volumes:
        if volume.kind == "hostPath" and any(_is_taken(file) for file in (_file(volume), config.get(volume.name))):
            place = (*volume.path, "hostPath") if running.is_kubeadm else (*volume.path, "hostPath", "path")
            message = f"the kubelet takes this file for a Pod to start, and logs errors, as it reads all of {_FOLDER}"
            yield advice(ID, place, message, "Move it, for example to /etc/kubernetes.", Severity.ERROR)


def _config(running: RunningScheduler) -> dict[str, PurePosixPath]:
    """Return the file of `--config` on the node, by the volume that it is in."""
    flag = running.flag("config")
    mount = None if flag is None or not flag.value or not flag.is_known else running.mount_of(flag.value)
    on_host = None if flag is None or mount is None else mount.host_file(flag.value or "")
    return {} if mount is None or on_host is None else {mount.volume_name: PurePosixPath(on_host)}


def _file(volume: Volume) -> PurePosixPath | None:
    """Return the file that a volume is; None where it is a folder, as one without a type and an ending may be."""
    path = PurePosixPath(text(volume.source.get("path")))
    type_ = text(volume.source.get("type"))
    return path if type_ in _FILES or (not type_ and path.suffix) else None


def _is_taken(file: PurePosixPath | None) -> bool:
    return file is not None and file.parent == _FOLDER and not file.name.startswith(".")


RULE = Rule(
    id=ID,
    title="The configuration is in the folder of static Pods",
    why="The kubelet logs errors about it forever, and does not watch it.",
    source="pkg/kubelet/config/file.go, extractFromDir",
    evidence=(
        Citation(
            "https://github.com/smart-edge-open/converged-edge-experience-kits/issues/89",
            "the kubelet logs errors about a scheduler's file in its folder",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
)
