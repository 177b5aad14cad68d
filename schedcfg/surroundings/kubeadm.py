"""What kubeadm is told of the scheduler: the `scheduler` of a ClusterConfiguration.

Upstream: `ControlPlaneComponent`, `HostPathMount` in `cmd/kubeadm/app/apis/kubeadm/<version>/types.go`. `extraArgs` is
a mapping up to v1beta3, a list of `name` and `value` from v1beta4 on.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.surroundings.files import Mount, Volume
from schedcfg.surroundings.flags import Flag
from schedcfg.surroundings.plain import Fields, fields, items, text

KIND = "ClusterConfiguration"
GROUP = "kubeadm.k8s.io/"
LISTING_VERSIONS = frozenset({"v1beta4"})
"""Versions in which `extraArgs` is a list."""
_VERSION = re.compile(r"v?1\.(?P<minor>\d+)(?:\..*)?\Z")


class Scheduler(NamedTuple):
    """The `scheduler` of a ClusterConfiguration.

    Attributes:
        data: All of it.
        path: Where it stands.
        flags: Its `extraArgs`.
        mounts: Its `extraVolumes`, as the container sees them.
        volumes: Its `extraVolumes`, as the Pod has them.
        kubernetes: The release, `1.29`; None where `kubernetesVersion` is not written, or is a label as `stable`.
    """

    data: Fields
    path: Path
    flags: tuple[Flag, ...]
    mounts: tuple[Mount, ...]
    volumes: tuple[Volume, ...]
    kubernetes: str | None


def scheduler(manifest: Fields, path: Path) -> Scheduler | None:
    """Read what a ClusterConfiguration says of the scheduler; None where it is not kubeadm's, or says nothing."""
    if not text(manifest.get("apiVersion")).startswith(GROUP) or not isinstance(manifest.get("scheduler"), dict):
        return None
    data, place = fields(manifest["scheduler"]), (*path, "scheduler")
    volumes = tuple(_volumes(data, place))
    version = _VERSION.match(text(manifest.get("kubernetesVersion")))
    return Scheduler(
        data=data,
        path=place,
        flags=tuple(_flags(data.get("extraArgs"), (*place, "extraArgs"))),
        mounts=tuple(_mount(item, where, volumes) for item, where in _extra_volumes(data, place)),
        volumes=volumes,
        kubernetes=None if version is None else f"1.{version['minor']}",
    )


def _flags(written: object, path: Path) -> Iterator[Flag]:
    for name, value in fields(written).items():
        yield Flag(name, _value(value), (*path, name), (*path, name), on_key=True)
    for item, place in items(written, path):
        yield Flag(text(item.get("name")), _value(item.get("value")), (*place, "name"), (*place, "value"))


def _value(written: object) -> str:
    return written if isinstance(written, str) else ""


def _extra_volumes(data: Fields, path: Path) -> Iterator[tuple[Fields, Path]]:
    yield from items(data.get("extraVolumes"), (*path, "extraVolumes"))


def _volumes(data: Fields, path: Path) -> Iterator[Volume]:
    for item, place in _extra_volumes(data, path):
        source: Fields = {"path": item.get("hostPath"), "type": item.get("pathType")}
        yield Volume(text(item.get("name")), "hostPath", source, place)


def _mount(item: Fields, path: Path, volumes: tuple[Volume, ...]) -> Mount:
    name = text(item.get("name"))
    return Mount(
        place=text(item.get("mountPath")),
        sub_path="",
        read_only=item.get("readOnly") is True,
        volume=next((volume for volume in volumes if volume.name == name), None),
        volume_name=name,
        path=path,
    )
