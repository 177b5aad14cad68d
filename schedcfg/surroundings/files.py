"""The files that a container sees, and where they come from."""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.surroundings.plain import Fields, at, fields, items, text


class Volume(NamedTuple):
    """A volume of a Pod.

    Attributes:
        name: Its name.
        kind: What it is made from: `hostPath`, `configMap`, `secret` …; empty where nothing is said.
        source: What is written under that.
        path: Where it stands.
    """

    name: str
    kind: str
    source: Fields
    path: Path


class Mount(NamedTuple):
    """A volume in a container's file system.

    Attributes:
        place: The absolute path in the container.
        sub_path: The part of the volume that is mounted; empty for all of it.
        read_only: Whether it cannot be written to.
        volume: The volume; None where the Pod has none of that name.
        volume_name: The volume's name.
        path: Where the mount stands.
    """

    place: str
    sub_path: str
    read_only: bool
    volume: Volume | None
    volume_name: str
    path: Path

    def inside(self, file: str) -> str | None:
        """Tell where below its volume a file of the container is: `.` is the volume itself; None if it is elsewhere."""
        try:
            below = PurePosixPath(file).relative_to(PurePosixPath(self.place))
        except ValueError:
            return None
        return str(PurePosixPath(self.sub_path) / below)

    def host_file(self, file: str) -> str | None:
        """Tell where on the node a file of the container is; None where that is not its place."""
        inside = self.inside(file)
        if inside is None or self.volume is None or self.volume.kind != "hostPath":
            return None
        return str(PurePosixPath(text(self.volume.source.get("path"))) / inside)

    def config_map_key(self, file: str) -> tuple[str, str] | None:
        """Tell the ConfigMap and its key that a file comes from; None where it comes from none."""
        inside = self.inside(file)
        if inside is None or self.volume is None:
            return None
        for source in _config_maps(self.volume):
            keys = {text(item.get("path")): text(item.get("key")) for item, _ in items(source.get("items"), ())}
            if not keys or inside in keys:
                return text(source.get("name")), keys.get(inside, inside)
        return None


def volumes(spec: Fields, path: Path) -> Iterator[Volume]:
    """Yield the volumes of a Pod's `spec`."""
    for item, place in items(spec.get("volumes"), (*path, "volumes")):
        kind = next((key for key in item if key != "name"), "")
        yield Volume(text(item.get("name")), kind, fields(item.get(kind)), place)


def mounts(container: Fields, path: Path, known: dict[str, Volume]) -> Iterator[Mount]:
    """Yield the mounts of a container.

    Args:
        container: The container.
        path: Where it stands.
        known: The Pod's volumes by name.
    """
    for item, place in items(container.get("volumeMounts"), (*path, "volumeMounts")):
        name = text(item.get("name"))
        yield Mount(
            place=text(item.get("mountPath")),
            sub_path=text(item.get("subPath")),
            read_only=item.get("readOnly") is True,
            volume=known.get(name),
            volume_name=name,
            path=place,
        )


def _config_maps(volume: Volume) -> Iterator[Fields]:
    if volume.kind == "configMap":
        yield volume.source
    elif volume.kind == "projected":
        for source, _ in items(volume.source.get("sources"), ()):
            if "configMap" in source:
                yield fields(at(source, "configMap"))
