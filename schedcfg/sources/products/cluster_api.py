"""Cluster API: a control plane with a configuration of kubeadm; providers of others have flags in places of their own.

Source: `KubeadmControlPlaneSpec` in api/controlplane/kubeadm of github.com/kubernetes-sigs/cluster-api; the contract
for other control planes has the same `spec.version`.
"""

from schedcfg.document.span import Path
from schedcfg.sources.manifests.kubeadm import KubeadmReader
from schedcfg.sources.products.product import KubeadmPlace, Marks, Product, ProductDocument

CONTROL_PLANES, _BOOTSTRAP = "controlplane.cluster.x-k8s.io/", "bootstrap.cluster.x-k8s.io/"
_VERSIONS: tuple[Path, ...] = (("spec", "version"), ("spec", "kubernetesVersion"))
_READER = KubeadmReader("v1beta2", "the API server does not accept it", "the API server drops it")


def _of_kubeadm(group: str, kind: str, spec: Path, *within: str) -> ProductDocument:
    """Return a document; of a template's release, and of that of what has none, a Cluster's topology decides."""
    place = KubeadmPlace((*spec, *within, "clusterConfiguration"), _READER)
    return ProductDocument(group, (kind,), versions=((*spec, "version"),), kubeadm=place)


_TEMPLATE: Path = ("spec", "template", "spec")
PRODUCT = Product(
    "Cluster API",
    Marks(settings=("clusterConfiguration",), names=()),
    documents=(
        _of_kubeadm(CONTROL_PLANES, "KubeadmControlPlane", ("spec",), "kubeadmConfigSpec"),
        _of_kubeadm(CONTROL_PLANES, "KubeadmControlPlaneTemplate", _TEMPLATE, "kubeadmConfigSpec"),
        _of_kubeadm(_BOOTSTRAP, "KubeadmConfig", ("spec",)),
        _of_kubeadm(_BOOTSTRAP, "KubeadmConfigTemplate", _TEMPLATE),
        ProductDocument(CONTROL_PLANES, versions=_VERSIONS),
        ProductDocument(versions=_VERSIONS),  # a patch of one, or values of a chart
    ),
)
