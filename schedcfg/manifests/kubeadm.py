"""What kubeadm is told of the scheduler: the `scheduler` of a ClusterConfiguration.

Upstream: `ControlPlaneComponent`, `HostPathMount` in `cmd/kubeadm/app/apis/kubeadm/<version>/types.go`. `extraArgs` is
a mapping up to v1beta3, a list of `name` and `value` from v1beta4 on.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.manifests.command_line import Flag, is_resolved
from schedcfg.manifests.fields import Fields, at, fields, items, text
from schedcfg.manifests.files import Mount, Volume

KIND = "ClusterConfiguration"
GROUP = "kubeadm.k8s.io/"
KUBECONFIG = "/etc/kubernetes/scheduler.conf"
"""The credentials that kubeadm makes for the scheduler, the one file that it mounts by itself.

Upstream: `getHostPathVolumesForTheControlPlane` in `cmd/kubeadm/app/phases/controlplane/volumes.go`.
"""
_VERSION = re.compile(r"v?1\.(?P<minor>\d+)(?:\..*)?\Z")


class Reader(NamedTuple):
    """Who reads a ClusterConfiguration, wherever it stands.

    Attributes:
        listing: The first version in which `extraArgs` is a list.
        objects: What is said of one that has another shape.
        partial: Whether it is merged into something else, so that what it leaves out may stand there.
    """

    listing: str
    objects: str
    partial: bool = False


_KUBEADM = Reader("v1beta4", "kubeadm does not read the file")


class Scheduler(NamedTuple):
    """The `scheduler` of a ClusterConfiguration.

    Attributes:
        data: All of it.
        path: Where it stands.
        version: The version that tells its shape, `v1beta3`; empty where none is written.
        kubernetes: The release, `1.29`; None where none is written, or a label as `stable`.
        kubernetes_path: Where the release stands, or could.
        reader: Who reads it.
    """

    data: Fields
    path: Path
    version: str
    kubernetes: str | None
    kubernetes_path: Path
    reader: Reader

    @property
    def extra_args(self) -> tuple[object, Path]:
        """Its `extraArgs` and their place."""
        return self.data.get("extraArgs"), (*self.path, "extraArgs")

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Its `extraArgs`, in either shape."""
        written, path = self.extra_args
        mapped = (
            Flag(name, text(value), (*path, name), (*path, name), on_key=True, is_known=is_resolved(text(value)))
            for name, value in fields(written).items()
        )
        listed = (
            Flag(text(item.get("name")), value, (*place, "name"), (*place, "value"), is_known=is_resolved(value))
            for item, place in items(written, path)
            for value in (text(item.get("value")),)
        )
        return (*mapped, *listed)

    @property
    def volumes(self) -> tuple[Volume, ...]:
        """Its `extraVolumes`, as the Pod has them."""
        return tuple(volume for volume, _ in self._extra_volumes())

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """Its `extraVolumes`, as the container sees them."""
        return tuple(mount for _, mount in self._extra_volumes())

    def _extra_volumes(self) -> Iterator[tuple[Volume, Mount]]:
        for item, place in items(self.data.get("extraVolumes"), (*self.path, "extraVolumes")):
            name = text(item.get("name"))
            volume = Volume(name, "hostPath", {"path": item.get("hostPath"), "type": item.get("pathType")}, place)
            yield volume, Mount(text(item.get("mountPath")), "", item.get("readOnly") is True, volume, name, place)


def scheduler(manifest: Fields, path: Path) -> Scheduler | None:
    """Read what a ClusterConfiguration says of the scheduler; None where it is not kubeadm's, or says nothing."""
    if not text(manifest.get("apiVersion")).startswith(GROUP):
        return None
    return read(manifest, path, version_of(manifest), _KUBEADM)


def read(configuration: object, path: Path, version: str, reader: Reader) -> Scheduler | None:
    """Read a ClusterConfiguration wherever it stands; None where it says nothing of the scheduler.

    Args:
        configuration: All of it.
        path: Where it stands.
        version: The version that tells its shape.
        reader: Who reads it.
    """
    data = at(configuration, "scheduler")
    if not isinstance(data, dict):
        return None
    kubernetes = release(at(configuration, "kubernetesVersion"))
    return Scheduler(data, (*path, "scheduler"), version, kubernetes, (*path, "kubernetesVersion"), reader)


def version_of(manifest: Fields) -> str:
    """Give the version in a manifest's `apiVersion`, without its group."""
    return text(manifest.get("apiVersion")).rpartition("/")[2]


def release(version: object) -> str | None:
    """Give the release, `1.29`, of a version of Kubernetes, `v1.29.4`; None where it is none."""
    found = _VERSION.match(text(version))
    return None if found is None else f"1.{found['minor']}"
