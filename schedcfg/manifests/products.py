"""What kind tells kubeadm of the scheduler: patches of the configuration that it generates.

Upstream: `Cluster` in `pkg/apis/config/v1alpha4/types.go`; `resource.matches` in `pkg/internal/patch/resource.go`: a
patch without an API version is merged whatever kubeadm reads.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.manifests import kubeadm
from schedcfg.manifests.fields import Fields, at, items, text
from schedcfg.manifests.pod import image

KIND_CLUSTER = "Cluster"
_GROUPS = ("kind.x-k8s.io/", "kind.sigs.k8s.io/")
_PATCHES = "kubeadmConfigPatches"
_NODE_IMAGE = "kindest/node"
"""The image that tells its release by its tag; those of one's own may have any."""

_KIND_READER = kubeadm.Reader("v1beta4", "kubeadm does not read what kind makes of it", partial=True)


class KindPatch(NamedTuple):
    """A text with patches, one in each document.

    Attributes:
        text: The text.
        path: Where it stands.
        kubernetes: The release of its nodes, `1.29`; None where their images do not tell.
    """

    text: str
    path: Path
    kubernetes: str | None


def kind_patches(manifest: Fields, path: Path) -> Iterator[KindPatch]:
    """Yield the patches of a kind cluster and of its nodes; none of anything else.

    Args:
        manifest: All of it.
        path: Where it stands in its document.
    """
    if not text(manifest.get("apiVersion")).startswith(_GROUPS):
        return
    nodes = [
        (node, place)
        for node, place in items(manifest.get("nodes"), (*path, "nodes"))
        if node.get("role", "control-plane") == "control-plane"
    ]
    releases = {_release(node) for node, _ in nodes}
    of_all = releases.pop() if len(releases) == 1 else None
    yield from _patches(manifest, path, of_all)
    for node, place in nodes:
        yield from _patches(node, place, _release(node))


def scheduler_of_kind(patch: Fields, path: Path, kubernetes: str | None) -> kubeadm.Scheduler | None:
    """Read what a patch says of the scheduler; None where it is of something else.

    Args:
        patch: All of it, a ClusterConfiguration.
        path: Where it stands in its document.
        kubernetes: The release of the nodes.
    """
    version = text(patch.get("apiVersion"))
    if version and not version.startswith(kubeadm.GROUP):
        return None
    found = kubeadm.read(patch, path, kubeadm.version_of(patch), _KIND_READER)
    if found is None or found.kubernetes is not None:
        return found
    # What tells it stands outside the patch.
    return found._replace(kubernetes=kubernetes, kubernetes_path=found.path)


def _patches(data: Fields, path: Path, kubernetes: str | None) -> Iterator[KindPatch]:
    written = data.get(_PATCHES)
    for index, item in enumerate(written if isinstance(written, list) else ()):
        if isinstance(item, str):
            yield KindPatch(item, (*path, _PATCHES, index), kubernetes)


def _release(node: Fields) -> str | None:
    its_image = image(text(node.get("image")))
    return kubeadm.release(its_image.tag) if its_image.repository.endswith(_NODE_IMAGE) else None


CLUSTER_API_GROUP = "controlplane.cluster.x-k8s.io/"

_SPECS: dict[str, Path] = {
    "KubeadmControlPlane": ("spec",),
    "KubeadmControlPlaneTemplate": ("spec", "template", "spec"),
}
"""Kind → where its `kubeadmConfigSpec` stands, and its `version`: templates have none, a Cluster's topology tells."""

CLUSTER_API_KINDS = frozenset(_SPECS)
_CONFIGURATION = ("kubeadmConfigSpec", "clusterConfiguration")
_CLUSTER_API_READER = kubeadm.Reader("v1beta2", "the API server does not take it")


def scheduler_of_cluster_api(kind: str, manifest: Fields, path: Path) -> kubeadm.Scheduler | None:
    """Read what a control plane says of the scheduler; None where it is not Cluster API's, or says nothing.

    Args:
        kind: The manifest's kind, one of `KINDS`.
        manifest: All of it.
        path: Where it stands in its document.
    """
    if not text(manifest.get("apiVersion")).startswith(CLUSTER_API_GROUP):
        return None
    keys = tuple(map(str, _SPECS[kind]))
    spec, place = at(manifest, *keys), (*path, *keys)
    version = kubeadm.version_of(manifest)
    found = kubeadm.read(at(spec, *_CONFIGURATION), (*place, *_CONFIGURATION), version, _CLUSTER_API_READER)
    if found is None:
        return None
    return found._replace(kubernetes=kubeadm.release(at(spec, "version")), kubernetes_path=(*place, "version"))
