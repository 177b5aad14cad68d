"""How kubeadm configures the scheduler: the `scheduler` of a ClusterConfiguration, its own, kind's or Cluster API's.

Upstream:

- kubeadm: `ControlPlaneComponent`, `HostPathMount` in `cmd/kubeadm/app/apis/kubeadm/<version>/types.go`. `extraArgs` is
  a mapping up to v1beta3, a list of `name` and `value` from v1beta4 on.
- kind, whose patches change the configuration that it generates: `Cluster` in `pkg/apis/config/v1alpha4/types.go`;
  `resource.matches` in `pkg/internal/patch/resource.go`: a patch without an API version is merged whatever kubeadm
  reads.
- Cluster API: `KubeadmControlPlane` of `controlplane.cluster.x-k8s.io`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.span import Path, follow
from schedcfg.patterns import pattern
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.command_line import CommandLineFlag, is_resolved
from schedcfg.sources.manifests.files import Volume, VolumeMount
from schedcfg.sources.manifests.pod import Fields, at, entries, fields, image, items, text
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
    passing_over: str  # What becomes of a field that it does not know
    partial: bool = False  # Whether it is merged into something else, so that what it leaves out may be there

    def lists_args(self, version: str) -> bool:
        """Return whether `extraArgs` is a list in a version: `v1` is later than every `v1beta4`."""
        return _age(version) >= _age(self.listing)


def _age(version: str) -> tuple[int, int, int]:
    match = _API_VERSION.match(version)
    return (
        (0, 0, 0) if match is None else (int(match["major"]), _STAGES.index(match["stage"]), int(match["number"] or 0))
    )


_WARNED = "kubeadm logs a warning and ignores it"
_KUBEADM = KubeadmReader("v1beta4", "kubeadm does not read the file", _WARNED)


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
        return self.reader is _KUBEADM

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
    return read(manifest, path, version_of(manifest), _KUBEADM)


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


def version_of(manifest: Fields) -> str:
    """Return the version in a manifest's `apiVersion`, without its group."""
    return text(manifest.get("apiVersion")).rpartition("/")[2]


KIND_CLUSTER = "Cluster"
_GROUPS = ("kind.x-k8s.io/", "kind.sigs.k8s.io/")
_PATCHES = "kubeadmConfigPatches"
_NODE_IMAGE = "kindest/node"
"""The image whose tag is its release; those of one's own may have any tag."""

_KIND_READER = KubeadmReader("v1beta4", "kubeadm does not read the result of kind", _WARNED, partial=True)


class KindPatch(NamedTuple):
    """A text with patches, one in each document."""

    text: str
    path: Path
    kubernetes: str | None  # The release of its nodes, `1.29`; None where their images do not show it
    # What the nodes have from the host, files and folders; None where their image may have more
    node_files: tuple[str, ...] | None = None
    patch_release: str | None = None  # That release to its patch, `1.29.4`; None where the images do not show it


def kind_patches(manifest: Fields, path: Path) -> Iterator[KindPatch]:
    """Yield the patches of a kind cluster and of its nodes; none of anything else.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    if not text(manifest.get("apiVersion")).startswith(_GROUPS):
        return
    nodes = [
        (node, place)
        for node, place in items(manifest.get("nodes"), (*path, "nodes"))
        if node.get("role", "control-plane") == "control-plane"
    ]
    versions = {release(version): version for version in map(_version, [node for node, _ in nodes])}
    of_all = next(iter(versions.values())) if len(versions) == 1 else ""
    yield from _patches(manifest, path, of_all, _files_of_all([node for node, _ in nodes]))
    for node, place in nodes:
        yield from _patches(node, place, _version(node), _files_of(node))


def _files_of_all(nodes: list[Fields]) -> tuple[str, ...] | None:
    """Return what each of some nodes has; of no nodes nothing, as kind then makes one by itself."""
    found = [_files_of(node) for node in nodes]
    known = [files for files in found if files is not None]
    return None if len(known) < len(found) else tuple(set.intersection(*map(set, known))) if known else ()


def _files_of(node: Fields) -> tuple[str, ...] | None:
    written = text(node.get("image"))
    if written and not image(written).repository.endswith(_NODE_IMAGE):
        return None
    return tuple(text(mount.get("containerPath")) for mount in entries(node.get("extraMounts")))


def scheduler_of_kind(patch: Fields, path: Path, of: KindPatch) -> KubeadmScheduler | None:
    """Read the scheduler's part of a patch; None where it is of something else.

    Args:
        patch: All of it, a ClusterConfiguration.
        path: Where it is in its document.
        of: The text that it is in.
    """
    version = text(patch.get("apiVersion"))
    if version and not version.startswith(GROUP):
        return None
    found = read(patch, path, version_of(patch), _KIND_READER)
    if found is None:
        return None
    found = found._replace(node_files=of.node_files)
    # What decides the release is outside the patch, unless the patch names one.
    if found.kubernetes:
        return found
    return found._replace(kubernetes=of.kubernetes, kubernetes_path=found.path, patch_release=of.patch_release)


def _patches(data: Fields, path: Path, version: str, files: tuple[str, ...] | None) -> Iterator[KindPatch]:
    written = data.get(_PATCHES)
    for index, item in enumerate(written if isinstance(written, list) else ()):
        if isinstance(item, str):
            yield KindPatch(item, (*path, _PATCHES, index), release(version), files, patch_release(version))


def _version(node: Fields) -> str:
    """Return the version in the image of a node; empty where that does not show it."""
    its_image = image(text(node.get("image")))
    return its_image.tag if its_image.repository.endswith(_NODE_IMAGE) else ""


CLUSTER_API_GROUPS = ("controlplane.cluster.x-k8s.io/", "bootstrap.cluster.x-k8s.io/")

_SPECS: dict[str, tuple[Path, Path]] = {
    "KubeadmControlPlane": (("spec",), ("kubeadmConfigSpec",)),
    "KubeadmControlPlaneTemplate": (("spec", "template", "spec"), ("kubeadmConfigSpec",)),
    "KubeadmConfig": (("spec",), ()),
    "KubeadmConfigTemplate": (("spec", "template", "spec"), ()),
}
"""Kind → where its `version` is, which only a control plane has (of a template's, a Cluster's topology decides), and
where its kubeadm configuration is from there."""

CLUSTER_API_KINDS = frozenset(_SPECS)
_CLUSTER_API_READER = KubeadmReader("v1beta2", "the API server does not accept it", "the API server drops it")


def scheduler_of_cluster_api(kind: str, manifest: Fields, path: Path) -> KubeadmScheduler | None:
    """Read the scheduler's part of a control plane; None where it is not Cluster API's, or has none.

    Args:
        kind: The manifest's kind, one of `CLUSTER_API_KINDS`.
        manifest: All of it.
        path: Where it is in its document.
    """
    if not text(manifest.get("apiVersion")).startswith(CLUSTER_API_GROUPS):
        return None
    above, below = _SPECS[kind]
    spec, place = follow(manifest, above), (*path, *above)
    configuration = (*below, "clusterConfiguration")
    found = read(follow(spec, configuration), (*place, *configuration), version_of(manifest), _CLUSTER_API_READER)
    if found is None:
        return None
    named = at(spec, "version")
    return found._replace(
        kubernetes=release(named), kubernetes_path=(*place, "version"), patch_release=patch_release(named)
    )


def scheduler_in(kind: str, manifest: Fields, path: Path) -> KubeadmScheduler | None:
    """Read the scheduler's part of a manifest that kubeadm or Cluster API reads; None where it has none.

    Args:
        kind: The manifest's kind.
        manifest: All of it.
        path: Where it is in its document.
    """
    if kind == KIND or kind in OTHER_KINDS:
        return scheduler(manifest, path)
    return scheduler_of_cluster_api(kind, manifest, path) if kind in CLUSTER_API_KINDS else None
