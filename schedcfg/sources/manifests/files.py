"""The files that a container sees, and where they come from."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.sources.manifests.fields import Fields, at, fields, items, text

API_OBJECTS = frozenset({"configMap", "persistentVolumeClaim", "projected", "secret"})
"""Kinds of volumes that come from the API server, which static Pods cannot use."""


class Volume(NamedTuple):
    """A volume of a Pod.

    Attributes:
        name: Its name.
        kind: What it is made from: `hostPath`, `configMap`, `secret` …; empty where nothing is written.
        source: What is written under that.
        path: Where it is.
    """

    name: str
    kind: str
    source: Fields
    path: Path

    @property
    def config_maps(self) -> tuple[Fields, ...]:
        """The ConfigMaps that its files come from."""
        if self.kind == "configMap":
            return (self.source,)
        return tuple(fields(at(source, "configMap")) for source in self._projected if "configMap" in source)

    @property
    def is_of_config_maps(self) -> bool:
        """Whether all its files come from ConfigMaps."""
        return self.kind == "configMap" or (bool(self.config_maps) and len(self.config_maps) == len(self._projected))

    @property
    def _projected(self) -> list[Fields]:
        sources = self.source.get("sources") if self.kind == "projected" else ()
        return [source for source, _ in items(sources, ())]


class ConfigMapKey(NamedTuple):
    """A key of a ConfigMap.

    Attributes:
        config_map: The ConfigMap's name.
        key: Under its `data`.
    """

    config_map: str
    key: str


class VolumeMount(NamedTuple):
    """A volume in a container's file system.

    Attributes:
        mount_path: The path in the container, as written.
        sub_path: The part of the volume that is mounted; empty for all of it.
        read_only: Whether it cannot be written to.
        volume: The volume; None where the Pod has none of that name.
        volume_name: The volume's name.
        path: Where the mount is.
    """

    mount_path: str
    sub_path: str
    read_only: bool
    volume: Volume | None
    volume_name: str
    path: Path

    @property
    def place(self) -> str:
        """The absolute path in the container; the kubelet puts a slash before a relative one.

        Upstream: `MakeAbsolutePath` in `pkg/volume/util/util.go`.
        """
        return self.mount_path if self.mount_path.startswith("/") else f"/{self.mount_path}"

    def inside(self, file: str) -> str | None:
        """Return where below its volume a file of the container is: `.` is the volume itself; None if outside of it."""
        return _inside(self.place, self.sub_path, file)

    def host_file(self, file: str) -> str | None:
        """Return where on the node a file of the container is; None where that is not its place."""
        inside = self.inside(file)
        if inside is None or self.volume is None or self.volume.kind != "hostPath":
            return None
        return str(PurePosixPath(text(self.volume.source.get("path"))) / inside)

    def config_map_keys(self, file: str) -> list[ConfigMapKey]:
        """Return the keys of ConfigMaps that a file comes from; several where a volume puts ConfigMaps together."""
        inside = self.inside(file)
        if inside is None or self.volume is None:
            return []
        return [key for source in self.volume.config_maps for key in _keys(source, inside)]


@lru_cache(maxsize=1024)
def _inside(place: str, sub_path: str, file: str) -> str | None:
    # The same few mounts are asked about the file of each flag.
    try:
        below = PurePosixPath(file).relative_to(PurePosixPath(place))
    except ValueError:
        return None
    return str(PurePosixPath(sub_path) / below)


def claimed(manifest: Fields, path: Path) -> Iterator[Volume]:
    """Yield the volumes that a StatefulSet claims for its Pods.

    Args:
        manifest: All of it.
        path: Where it is.
    """
    templates = at(manifest, "spec", "volumeClaimTemplates")
    for item, place in items(templates, (*path, "spec", "volumeClaimTemplates")):
        yield Volume(text(at(item, "metadata", "name")), "persistentVolumeClaim", {}, place)


def volumes(spec: Fields, path: Path) -> Iterator[Volume]:
    """Yield the volumes of a Pod's `spec`."""
    for item, place in items(spec.get("volumes"), (*path, "volumes")):
        kind = next((key for key in item if key != "name"), "")
        yield Volume(text(item.get("name")), kind, fields(item.get(kind)), place)


def mounts(container: Fields, path: Path, known: dict[str, Volume]) -> Iterator[VolumeMount]:
    """Yield the mounts of a container.

    Args:
        container: The container.
        path: Where it is.
        known: The Pod's volumes by name.
    """
    for item, place in items(container.get("volumeMounts"), (*path, "volumeMounts")):
        name = text(item.get("name"))
        volume = known.get(name)
        if volume is not None and "subPathExpr" in item:
            # Which part of the volume that is turns out on the node.
            volume = volume._replace(kind="", source={})
        yield VolumeMount(
            mount_path=text(item.get("mountPath")),
            sub_path=text(item.get("subPath")),
            read_only=item.get("readOnly") is True,
            volume=volume,
            volume_name=name,
            path=place,
        )


def _keys(config_map: Fields, file: str) -> Iterator[ConfigMapKey]:
    """Yield the key that a file in a volume represents: that of its name, unless `items` name others."""
    name = text(config_map.get("name"))
    written = config_map.get("items")
    if not written:
        yield ConfigMapKey(name, file)
    for item, _ in items(written, ()):
        if text(item.get("path")) == file:
            yield ConfigMapKey(name, text(item.get("key")))
