"""What the container sees of the node, made right."""

from schedcfg.document.path import Path
from schedcfg.generate.static_pod.mend.manifest import Manifest
from schedcfg.generate.static_pod.node_files import NodeFile
from schedcfg.manifests.files import API_OBJECTS, Mount

_NO_FILES_OF_THE_NODE = API_OBJECTS | {"downwardAPI"}
"""Volumes that no file of the node can be in."""


def mount(manifest: Manifest, file: NodeFile) -> None:
    """Make a file of the node visible, unless it is.

    Raises:
        EditConflict: where that is not safe.
    """
    running = manifest.running
    found = running.mount_of(file.path)
    if found is None:
        volume = _volume_of(manifest, file) or _new_volume(manifest, file.volume, file.path, file.kind)
        item = {"mountPath": file.path, "name": volume, "readOnly": True}
        manifest.append((*running.container, "volumeMounts"), item)
    elif found.volume is None:
        kind = file.kind if found.place == file.path else "Directory"
        _new_volume(manifest, found.volume_name, found.place, kind)
    elif found.volume.kind in _NO_FILES_OF_THE_NODE:
        manifest.refuse(
            found.volume.path,
            f"`{file.path}` comes from a volume of kind `{found.volume.kind}`; a static Pod can use none, "
            "it starts without the API server",
            "Put the file on the nodes, take the volume and its mount out, and run this again.",
        )


def mount_configuration(manifest: Manifest, file: NodeFile) -> None:
    """Make the configuration visible, read-only, as a file that has to be there.

    Raises:
        EditConflict: where that is not safe.
    """
    mount(manifest, file)
    found = manifest.running.mount_of(file.path)
    assert found is not None
    if found.place != file.path or found.sub_path or found.volume is None or found.volume.kind != "hostPath":
        return
    manifest.put((*found.volume.path, "hostPath", "type"), file.kind)
    manifest.put((*found.path, "readOnly"), value=True)


def place_on_node(found: Mount | None, path: str) -> str:
    """Tell where on the node a file of the container is."""
    return (found and found.host_file(path)) or path


def _volume_of(manifest: Manifest, file: NodeFile) -> str | None:
    """Find a volume that is the file already."""
    for volume in manifest.running.volumes:
        if volume.kind == "hostPath" and volume.source.get("path") == file.path:
            return volume.name
    return None


def _new_volume(manifest: Manifest, name: str, path: str, kind: str) -> str:
    """Add a volume, under a name that is free, and give its name."""
    running = manifest.running
    taken = {volume.name for volume in running.volumes}
    free = next(one for one in (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3))) if one not in taken)
    volumes: Path = (*running.spec.path, "volumes")
    manifest.append(volumes, {"hostPath": {"path": path, "type": kind}, "name": free})
    return free
