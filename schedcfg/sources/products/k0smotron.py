"""k0smotron, which runs control planes of k0s.

Sources, in github.com/k0sproject/k0smotron: `K0sConfigSpec` in api/bootstrap, `K0smotronControlPlane` in
api/controlplane.
"""

from schedcfg.document.span import Path
from schedcfg.sources.products import cluster_api, k0s
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument


def _document(group: str, kind: str, configuration: Path) -> ProductDocument:
    place = FlagPlace((*configuration, *k0s.FLAGS))
    return ProductDocument(group, (kind,), flags=(place,), versions=(("spec", "version"),))


PRODUCT = Product(
    "k0smotron",
    Marks(flags_beside_key=("extraArgs",)),
    documents=(
        _document(cluster_api.CONTROL_PLANES, "K0sControlPlane", ("spec", "k0sConfigSpec", "k0s")),
        _document(cluster_api.CONTROL_PLANES, "K0smotronControlPlane", ("spec", "k0sConfig")),
        _document("k0smotron.io/", "Cluster", ("spec", "k0sConfig")),
    ),
    kubeconfig=k0s.KUBECONFIG,
)
