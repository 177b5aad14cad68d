"""Mounts of volumes that the Pod does not have, and keys that a ConfigMap does not have."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem
from schedcfg.rules.nearest import nearest
from schedcfg.rules.scene import Scene, SceneRule, advised, refused

ID = "dangling-mount"


def check(scene: Scene) -> Iterator[Problem]:
    """Yield the scheduler's mounts without a volume, and `--config` from a key that its ConfigMap lacks."""
    running = scene.running
    if running is None:
        return
    for mount in running.mounts:
        if mount.volume is None and not running.is_kubeadm:
            message = f"there is no volume `{mount.volume_name}`: the Pod is not valid"
            meant = nearest(mount.volume_name, sorted(volume.name for volume in running.volumes))
            help_ = f"Did you mean `{meant}`?" if meant else "Add it to `volumes`."
            yield refused(ID, (*mount.path, "name"), message, help_)
    flag = running.flag("config")
    mount_ = None if flag is None or not flag.value else running.mount_of(flag.value)
    if flag is None or mount_ is None:
        return
    key = mount_.config_map_key(flag.value or "")
    keys = None if key is None else scene.around.config_maps.get(key[0])
    if key is not None and keys is not None and key[1] not in keys:
        listed = ", ".join(f"`{name}`" for name in sorted(keys)) or "none"
        message = f"ConfigMap `{key[0]}` has no key `{key[1]}`, so that there is no such file; its keys: {listed}"
        yield advised(ID, flag.value_path, message, "Name the file after the key, or map it with `items`.")


RULE = SceneRule(
    id=ID,
    title="What is mounted does not exist",
    why="The Pod is refused, or hangs at its creation, or the scheduler finds no file.",
    source="pkg/apis/core/validation/validation.go, ValidateVolumeMounts",
    check=check,
)
