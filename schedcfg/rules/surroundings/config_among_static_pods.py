"""A configuration in the folder from which the kubelet starts Pods."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from schedcfg.diagnostics import Problem
from schedcfg.rules.scene import Scene, SceneRule, advised
from schedcfg.surroundings.plain import text

ID = "config-among-static-pods"

_FOLDER = PurePosixPath("/etc/kubernetes/manifests")


def check(scene: Scene) -> Iterator[Problem]:
    """Yield host paths of files that lie among static Pods' manifests."""
    running = scene.running
    if running is None:
        return
    for volume in running.volumes:
        if volume.kind != "hostPath":
            continue
        path = PurePosixPath(text(volume.source.get("path")))
        if path.parent == _FOLDER and path.suffix:
            place = (*volume.path, "hostPath") if running.is_kubeadm else (*volume.path, "hostPath", "path")
            message = f"the kubelet takes every file in {_FOLDER} for a Pod to start, this one too"
            yield advised(ID, place, message, "Move it, for instance to /etc/kubernetes.")


RULE = SceneRule(
    id=ID,
    title="The configuration lies among static Pods",
    why="The kubelet logs errors about it for ever, and does not watch it.",
    source="pkg/kubelet/config/file.go, extractFromDir",
    check=check,
)
