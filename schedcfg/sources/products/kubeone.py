"""KubeOne. Source: `ControlPlaneComponents` in pkg/apis/kubeone of github.com/kubermatic/kubeone."""

from schedcfg.sources.manifests.flags_in_data import flags_in_mapping
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument

PRODUCT = Product(
    "KubeOne",
    Marks(flags=("controlPlaneComponents",)),
    documents=(
        ProductDocument(
            "kubeone.k8c.io/",
            ("KubeOneCluster",),
            flags=(FlagPlace(("controlPlaneComponents", "scheduler", "flags"), flags_in_mapping),),
            versions=(("versions", "kubernetes"),),
        ),
    ),
)
