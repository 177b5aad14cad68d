"""kubeadm; what its ClusterConfiguration says of the scheduler is read in `manifests.kubeadm`."""

from schedcfg.patterns import pattern
from schedcfg.sources.manifests.kubeadm import GROUP, KIND, KUBEADM, OTHER_KINDS
from schedcfg.sources.products.product import KubeadmPlace, Marks, Product, ProductDocument

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
    documents=(
        ProductDocument(
            GROUP, (KIND, *sorted(OTHER_KINDS)), kubeadm=KubeadmPlace((), KUBEADM), versions=(("kubernetesVersion",),)
        ),
    ),
)
