"""What Cluster API tells kubeadm of the scheduler: in a KubeadmControlPlane, or a template of such.

Upstream: `KubeadmControlPlaneSpec` in `api/controlplane/kubeadm/<version>/kubeadm_control_plane_types.go`, `Scheduler`
in `api/bootstrap/kubeadm/<version>/kubeadm_types.go`: `extraArgs` is a mapping in v1beta1, a list in v1beta2.
"""

from schedcfg.document.path import Path
from schedcfg.surroundings import kubeadm
from schedcfg.surroundings.plain import Fields, at, text

GROUP = "controlplane.cluster.x-k8s.io/"

_SPECS: dict[str, Path] = {
    "KubeadmControlPlane": ("spec",),
    "KubeadmControlPlaneTemplate": ("spec", "template", "spec"),
}
"""Kind → where its `kubeadmConfigSpec` stands, and its `version`: templates have none, a Cluster's topology tells."""

KINDS = frozenset(_SPECS)
_CONFIGURATION = ("kubeadmConfigSpec", "clusterConfiguration")
_READER = kubeadm.Reader("v1beta2", "the API server does not take it")


def scheduler(kind: str, manifest: Fields, path: Path) -> kubeadm.Scheduler | None:
    """Read what a control plane says of the scheduler; None where it is not Cluster API's, or says nothing.

    Args:
        kind: The manifest's kind, one of `KINDS`.
        manifest: All of it.
        path: Where it stands in its document.
    """
    if not text(manifest.get("apiVersion")).startswith(GROUP):
        return None
    keys = tuple(map(str, _SPECS[kind]))
    spec, place = at(manifest, *keys), (*path, *keys)
    version = kubeadm.version_of(manifest)
    found = kubeadm.read(at(spec, *_CONFIGURATION), (*place, *_CONFIGURATION), version, _READER)
    if found is None:
        return None
    return found._replace(kubernetes=kubeadm.release(at(spec, "version")), kubernetes_path=(*place, "version"))
