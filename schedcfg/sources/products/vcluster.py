"""vCluster. Source: `DistroContainerEnabled` in config/config.go of github.com/loft-sh/vcluster."""

from schedcfg.sources.manifests.flags_in_data import flags_in_pairs
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument

_DISTRIBUTION = ("controlPlane", "distro", "k8s")
PRODUCT = Product(
    "vCluster",
    Marks(flags_beside_key=("extraArgs",)),
    documents=(
        ProductDocument(
            flags=(FlagPlace((*_DISTRIBUTION, "scheduler", "extraArgs"), flags_in_pairs),),
            versions=((*_DISTRIBUTION, "version"), (*_DISTRIBUTION, "image", "tag")),
        ),
    ),
)
