"""KubeKey. Source: `SchedulerArgs` of `Kubernetes` in the apis of github.com/kubesphere/kubekey."""

from schedcfg.sources.manifests.flags_in_data import flags_in_pairs
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument

PRODUCT = Product(
    "KubeKey",
    Marks(flags=("schedulerArgs",)),
    documents=(
        ProductDocument(
            "kubekey.kubesphere.io/",
            ("Cluster",),
            flags=(FlagPlace(("spec", "kubernetes", "schedulerArgs"), flags_in_pairs),),
            versions=(("spec", "kubernetes", "version"),),
        ),
    ),
)
