"""KubeOne. Source: `ControlPlaneComponents` in pkg/apis/kubeone of github.com/kubermatic/kubeone."""

from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument

PRODUCT = Product(
    "KubeOne",
    Marks(flags=("controlPlaneComponents",), names=()),
    documents=(
        ProductDocument(
            "kubeone.k8c.io/",
            ("KubeOneCluster",),
            flags=(FlagPlace(("controlPlaneComponents", "scheduler", "flags")),),
            versions=(("versions", "kubernetes"),),
        ),
    ),
)
