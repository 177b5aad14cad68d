"""kind: a cluster with gates for all components, and patches of the kubeadm configuration that it makes.

Sources, in github.com/kubernetes-sigs/kind: pkg/apis/config/v1alpha4/types.go; pkg/cluster/internal/kubeadm/config.go,
which gives all components its feature gates, and has the version of kubeadm's API: v1beta2 before 1.23, v1beta3 before
1.36; in both `extraArgs` is a mapping; `resource.matches` in pkg/internal/patch/resource.go: a patch without an API
version is merged whatever kubeadm reads.
"""

from collections.abc import Iterator

from schedcfg.document.span import Path
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.sources.manifests.flags_in_data import flags_in_fields
from schedcfg.sources.manifests.kubeadm import KubeadmPatch, KubeadmReader
from schedcfg.sources.manifests.pod import Fields, entries, image, items, text
from schedcfg.sources.manifests.versions import patch_release, release
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument
from schedcfg.sources.products.target import CONFIG_FILE, ConfigurationToRun, DeploymentTarget, MadeFiles

_GROUP, _KIND = "kind.x-k8s.io/", "Cluster"
_PATCHES = "kubeadmConfigPatches"
_NODE_IMAGE = "kindest/node"
"""The image whose tag is its release; those of one's own may have any tag."""
_READER = KubeadmReader("v1beta4", "kubeadm does not read the result of kind", partial=True)
_ON_NODE = f"/etc/kubernetes/{CONFIG_FILE}"


def _patches(manifest: Fields, path: Path) -> Iterator[KubeadmPatch]:
    """Yield the patches of a cluster and of its nodes.

    Args:
        manifest: All of it.
        path: Where it is in its document.
    """
    nodes = [
        (node, place)
        for node, place in items(manifest.get("nodes"), (*path, "nodes"))
        if node.get("role", "control-plane") == "control-plane"
    ]
    versions = {release(version): version for version in map(_version, [node for node, _ in nodes])}
    of_all = next(iter(versions.values())) if len(versions) == 1 else ""
    yield from _patches_of(manifest, path, of_all, _files_of_all([node for node, _ in nodes]))
    for node, place in nodes:
        yield from _patches_of(node, place, _version(node), _files_of(node))


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


def _patches_of(data: Fields, path: Path, version: str, files: tuple[str, ...] | None) -> Iterator[KubeadmPatch]:
    written = data.get(_PATCHES)
    for index, item in enumerate(written if isinstance(written, list) else ()):
        if isinstance(item, str):
            place = (*path, _PATCHES, index)
            yield KubeadmPatch(item, place, _READER, release(version), files, patch_release(version))


def _version(node: Fields) -> str:
    """Return the version in the image of a node; empty where that does not show it."""
    its_image = image(text(node.get("image")))
    return its_image.tag if its_image.repository.endswith(_NODE_IMAGE) else ""


def _made_files(config: ConfigurationToRun) -> MadeFiles:
    """Return the cluster, whose node has the configuration beside it."""
    from schedcfg.document import yaml_writer  # noqa: PLC0415 - most runs write nothing

    mount = {"hostPath": f"./{CONFIG_FILE}", "containerPath": _ON_NODE, "readOnly": True}
    cluster = {
        "apiVersion": f"{_GROUP}v1alpha4",
        "kind": _KIND,
        _PATCHES: [yaml_writer.write(_made_patch(config))],
        "nodes": [{"role": "control-plane", "extraMounts": [mount]}],
    }
    return {CONFIG_FILE: config.text, "kind.yaml": cluster}


def _made_patch(config: ConfigurationToRun) -> dict[str, object]:
    """Return the merge patch. It names no `apiVersion`: kind would skip one that is not its own, without a word."""
    volume = {
        "name": "scheduler-config",
        "hostPath": _ON_NODE,
        "mountPath": _ON_NODE,
        "readOnly": True,
        "pathType": "File",
    }
    flags = {"config": _ON_NODE, **config.election_flags}
    return {"kind": "ClusterConfiguration", "scheduler": {"extraArgs": flags, "extraVolumes": [volume]}}


def _remarks(config: ConfigurationToRun) -> Iterator[str]:
    yield (
        "Run `kind create cluster --config kind.yaml` in the folder of the files; choose the release with `--image "
        f"kindest/node:v1.{config.release.number}.…`, see kind's release notes."
    )


PRODUCT = Product(
    "kind",
    Marks(settings=(_GROUP, _PATCHES), names=()),
    documents=(
        ProductDocument(
            _GROUP,
            (_KIND,),
            flags=(FlagPlace(("featureGates",), flags_in_fields({(): "feature-gates"})),),
            versions=(("nodes", 0, "image"),),
            kubeadm_patches=_patches,
        ),
        ProductDocument("kind.sigs.k8s.io/", (_KIND,), kubeadm_patches=_patches),  # before v1alpha4
    ),
    targets={
        "kind": DeploymentTarget(
            summary="Write a kind cluster whose kube-scheduler runs a configuration.",
            files=_made_files,
            remarks=("Add the same `extraMounts` to every other control-plane node.",),
            remarks_on=_remarks,
            kubeconfig=KUBECONFIG,
            unmounted_by="kind",
            has_node_dns=True,
        )
    },
)
