"""What kind tells kubeadm of the scheduler: patches of the configuration that it generates.

Upstream: `Cluster` in `pkg/apis/config/v1alpha4/types.go`; `resource.matches` in `pkg/internal/patch/resource.go`: a
patch without an API version is merged whatever kubeadm reads.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.surroundings import kubeadm
from schedcfg.surroundings.image import image
from schedcfg.surroundings.plain import Fields, items, text

KIND = "Cluster"
_GROUPS = ("kind.x-k8s.io/", "kind.sigs.k8s.io/")
_PATCHES = "kubeadmConfigPatches"
_NODE_IMAGE = "kindest/node"
"""The image that tells its release by its tag; those of one's own may have any."""

_READER = kubeadm.Reader("v1beta4", "kubeadm does not read what kind makes of it", partial=True)


class Patch(NamedTuple):
    """A text with patches, one in each document.

    Attributes:
        text: The text.
        path: Where it stands.
        kubernetes: The release of its nodes, `1.29`; None where their images do not tell.
    """

    text: str
    path: Path
    kubernetes: str | None


def patches(manifest: Fields, path: Path) -> Iterator[Patch]:
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


def scheduler(patch: Fields, path: Path, kubernetes: str | None) -> kubeadm.Scheduler | None:
    """Read what a patch says of the scheduler; None where it is of something else.

    Args:
        patch: All of it, a ClusterConfiguration.
        path: Where it stands in its document.
        kubernetes: The release of the nodes.
    """
    version = text(patch.get("apiVersion"))
    if version and not version.startswith(kubeadm.GROUP):
        return None
    found = kubeadm.read(patch, path, kubeadm.version_of(patch), _READER)
    if found is None or found.kubernetes is not None:
        return found
    # What tells it stands outside the patch.
    return found._replace(kubernetes=kubernetes, kubernetes_path=found.path)


def _patches(data: Fields, path: Path, kubernetes: str | None) -> Iterator[Patch]:
    written = data.get(_PATCHES)
    for index, item in enumerate(written if isinstance(written, list) else ()):
        if isinstance(item, str):
            yield Patch(item, (*path, _PATCHES, index), kubernetes)


def _release(node: Fields) -> str | None:
    its_image = image(text(node.get("image")))
    return kubeadm.release(its_image.tag) if its_image.repository.endswith(_NODE_IMAGE) else None
