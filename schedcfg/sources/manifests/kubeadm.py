"""How kubeadm configures the scheduler: the `scheduler` of a ClusterConfiguration, wherever products have one.

Upstream: `ControlPlaneComponent`, `HostPathMount` in `cmd/kubeadm/app/apis/kubeadm/<version>/types.go`. `extraArgs` is
a mapping up to v1beta3, a list of `name` and `value` from v1beta4 on.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.span import Path
from schedcfg.patterns import pattern
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.command_line import CommandLineFlag, is_resolved
from schedcfg.sources.manifests.files import Volume, VolumeMount
from schedcfg.sources.manifests.pod import Fields, at, fields, items, text
from schedcfg.sources.manifests.versions import patch_release, release

KIND = "ClusterConfiguration"
OTHER_KINDS = frozenset({"InitConfiguration", "JoinConfiguration"})
"""Kinds of kubeadm's that have no `scheduler`, where people write it all the same."""
GROUP = "kubeadm.k8s.io/"
_API_VERSION = pattern(r"v(?P<major>\d{1,9})(?:(?P<stage>alpha|beta)(?P<number>\d{1,9}))?\Z")
_STAGES = ("alpha", "beta", None)


class KubeadmReader(NamedTuple):
    """The program that reads a ClusterConfiguration, wherever it is."""

    listing: str  # The first version in which `extraArgs` is a list
    objection: str
    passing_over: str = "kubeadm logs a warning and ignores it"  # What becomes of a field that it does not know
    partial: bool = False  # Whether it is merged into something else, so that what it leaves out may be there

    def lists_args(self, version: str) -> bool:
        """Return whether `extraArgs` is a list in a version: `v1` is later than every `v1beta4`."""
        return _age(version) >= _age(self.listing)


def _age(version: str) -> tuple[int, int, int]:
    match = _API_VERSION.match(version)
    return (
        (0, 0, 0) if match is None else (int(match["major"]), _STAGES.index(match["stage"]), int(match["number"] or 0))
    )


KUBEADM = KubeadmReader("v1beta4", "kubeadm does not read the file")
"""The reader of files that kubeadm is given as they are."""


class KubeadmApiVersion(NamedTuple):
    """An API version of kubeadm's configuration."""

    version: str  # Its short name: `v1beta4`
    first: int  # The first minor release whose kubeadm reads it
    last: int | None  # The last one; None where none is known that does not
    lists_args: bool = False  # Whether `extraArgs` is a list of names and values rather than a map

    def is_read_by(self, release: Release) -> bool:
        """Check whether the kubeadm of a release reads it."""
        return self.first <= release.number <= (self.last or release.number)


# cmd/kubeadm/app/util/config/common.go, validateSupportedVersion, has what each release reads;
# cmd/kubeadm/app/apis/kubeadm/<version>/types.go what it looks like. 1.37 also reads v1 where a flag allows it.
API_VERSIONS = (
    KubeadmApiVersion("v1beta1", first=13, last=21),
    KubeadmApiVersion("v1beta2", first=15, last=26),
    KubeadmApiVersion("v1beta3", first=22, last=36),
    KubeadmApiVersion("v1beta4", first=31, last=None, lists_args=True),
)
"""The API versions, the oldest first."""


def sets_up(version: str, release: Release) -> bool:
    """Return whether a kubeadm that reads an API version sets up a release: its own, or the one before.

    Args:
        version: The short name of the API version; one that is not known may be read by any.
        release: The release.
    """
    known = next((one for one in API_VERSIONS if one.version == version), None)
    return known is None or known.first - 1 <= release.number <= (known.last or release.number)


class KubeadmScheduler(NamedTuple):
    """The `scheduler` of a ClusterConfiguration."""

    data: Fields
    path: Path
    version: str  # The version that decides its shape, `v1beta3`; empty where none is written
    kubernetes: str | None  # The release, `1.29`; None where none is written, or a label as `stable`
    kubernetes_path: Path  # Where the release is, or could be
    reader: KubeadmReader
    # What its nodes have from the host, files and folders; None where that is not known
    node_files: tuple[str, ...] | None = None
    patch_release: str | None = None  # That release to its patch, `1.29.4`; None where no patch is written

    @property
    def is_own_file(self) -> bool:
        """Whether kubeadm itself reads the file, rather than a product that makes one from it."""
        return self.reader is KUBEADM

    @property
    def extra_args(self) -> tuple[object, Path]:
        """Its `extraArgs` and their place."""
        return self.data.get("extraArgs"), (*self.path, "extraArgs")

    @property
    def flags(self) -> tuple[CommandLineFlag, ...]:
        """Its `extraArgs`, in either shape."""
        written, path = self.extra_args
        mapped = (
            CommandLineFlag(
                name, text(value), (*path, name), (*path, name), on_key=True, is_known=is_resolved(text(value))
            )
            for name, value in fields(written).items()
        )
        listed = (
            CommandLineFlag(
                text(item.get("name")), value, (*place, "name"), (*place, "value"), is_known=is_resolved(value)
            )
            for item, place in items(written, path)
            for value in (text(item.get("value")),)
        )
        return (*mapped, *listed)

    @property
    def volumes(self) -> tuple[Volume, ...]:
        """Its `extraVolumes`, as the Pod has them."""
        return tuple(volume for volume, _ in self._extra_volumes())

    @property
    def mounts(self) -> tuple[VolumeMount, ...]:
        """Its `extraVolumes`, as the container sees them."""
        return tuple(mount for _, mount in self._extra_volumes())

    def _extra_volumes(self) -> Iterator[tuple[Volume, VolumeMount]]:
        for item, place in items(self.data.get("extraVolumes"), (*self.path, "extraVolumes")):
            name = text(item.get("name"))
            volume = Volume(name, "hostPath", {"path": item.get("hostPath"), "type": item.get("pathType")}, place)
            yield (
                volume,
                VolumeMount(text(item.get("mountPath")), "", item.get("readOnly") is True, volume, name, place),
            )


def scheduler(manifest: Fields, path: Path) -> KubeadmScheduler | None:
    """Read the scheduler's part of a ClusterConfiguration; None where it is not kubeadm's, or has no `scheduler`."""
    if not text(manifest.get("apiVersion")).startswith(GROUP):
        return None
    return read(manifest, path, version_of(manifest), KUBEADM)


def read(configuration: object, path: Path, version: str, reader: KubeadmReader) -> KubeadmScheduler | None:
    """Read a ClusterConfiguration wherever it is; None where it has no `scheduler`.

    Args:
        configuration: All of it.
        path: Where it is.
        version: The version that decides its shape.
        reader: The program that reads it.
    """
    data = at(configuration, "scheduler")
    if not isinstance(data, dict):
        return None
    written = at(configuration, "kubernetesVersion")
    place = (*path, "kubernetesVersion")
    its = (data, (*path, "scheduler"), version, release(written), place, reader)
    return KubeadmScheduler(*its, patch_release=patch_release(written))


def default_scheduler(manifest: Fields, path: Path) -> KubeadmScheduler | None:
    """Return the scheduler that kubeadm runs by a ClusterConfiguration without `scheduler`; None for anything else."""
    is_its_own = manifest.get("kind") == KIND and text(manifest.get("apiVersion")).startswith(GROUP)
    if not is_its_own or manifest.get("scheduler") is not None:
        return None
    found = read({**manifest, "scheduler": {}}, path, version_of(manifest), KUBEADM)
    return None if found is None else found._replace(path=path)


def version_of(manifest: Fields) -> str:
    """Return the version in a manifest's `apiVersion`, without its group."""
    return text(manifest.get("apiVersion")).rpartition("/")[2]


class KubeadmPatch(NamedTuple):
    """A text with patches of a ClusterConfiguration that a product makes, one in each document."""

    text: str
    path: Path
    reader: KubeadmReader
    kubernetes: str | None  # The release of its nodes, `1.29`; None where their images do not show it
    # What the nodes have from the host, files and folders; None where their image may have more
    node_files: tuple[str, ...] | None = None
    patch_release: str | None = None  # That release to its patch, `1.29.4`; None where the images do not show it

    def scheduler(self, patch: Fields, path: Path) -> KubeadmScheduler | None:
        """Read the scheduler's part of one of its patches; None where it is of something else.

        Args:
            patch: All of it, a ClusterConfiguration; without an API version it is merged whatever kubeadm reads.
            path: Where it is in its document.
        """
        version = text(patch.get("apiVersion"))
        found = read(patch, path, version_of(patch), self.reader)
        if found is None or (version and not version.startswith(GROUP)):
            return None
        found = found._replace(node_files=self.node_files)
        # What decides the release is outside the patch, unless the patch names one.
        if found.kubernetes:
            return found
        return found._replace(kubernetes=self.kubernetes, kubernetes_path=found.path, patch_release=self.patch_release)
