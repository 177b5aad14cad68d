"""Cluster API: the release of a control plane, in whose document providers have flags in places of their own.

Source: `KubeadmControlPlaneSpec` in api/controlplane/kubeadm of github.com/kubernetes-sigs/cluster-api; the contract
for other control planes has the same `spec.version`.
"""

from schedcfg.sources.products.product import Marks, Product, ProductDocument

_VERSIONS = (("spec", "version"), ("spec", "kubernetesVersion"))
PRODUCT = Product(
    "Cluster API",
    Marks(settings=("clusterConfiguration",), names=()),
    documents=(
        ProductDocument("controlplane.cluster.x-k8s.io/", versions=_VERSIONS),
        ProductDocument(versions=_VERSIONS),  # a patch of one, or values of a chart
    ),
)
