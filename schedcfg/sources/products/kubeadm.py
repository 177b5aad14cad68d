"""kubeadm; its ClusterConfiguration, also in files of kind and Cluster API, is read in `manifests.kubeadm`."""

from schedcfg.patterns import pattern
from schedcfg.sources.products.product import Marks, Product

PRODUCT = Product(
    "kubeadm",
    Marks(
        settings=("kubeadm.k8s.io",),
        release=("kubernetesVersion",),
        flags_beside_key=("extraArgs",),
        names=(
            pattern(r"kubeadm\.k8s\.io|lusterConfiguration"),
            pattern(r"""[\s{,]["']?scheduler["']?[ \t]*:"""),
        ),
    ),
)
