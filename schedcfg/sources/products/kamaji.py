"""Kamaji, which runs control planes in Pods.

Sources: `ControlPlaneExtraArgs` in api/v1alpha1/tenantcontrolplane_types.go of github.com/clastix/kamaji; the
`KamajiControlPlane` of its provider for Cluster API, from which such a document is made: kamaji.clastix.io, "Control
Plane Provider".
"""

from schedcfg.sources.manifests.flags_in_data import flags_in_pairs
from schedcfg.sources.products import cluster_api
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument

_GROUP, _KIND, _CLUSTER_API_KIND = "kamaji.clastix.io/", "TenantControlPlane", "KamajiControlPlane"
_DEPLOYMENT = ("spec", "controlPlane", "deployment")

PRODUCT = Product(
    "Kamaji",
    Marks(flags=(_KIND, _CLUSTER_API_KIND)),
    documents=(
        ProductDocument(
            _GROUP,
            (_KIND,),
            flags=(FlagPlace((*_DEPLOYMENT, "extraArgs", "scheduler"), flags_in_pairs),),
            versions=(("spec", "kubernetes", "version"),),
        ),
        ProductDocument(
            cluster_api.CONTROL_PLANES,
            (_CLUSTER_API_KIND,),
            flags=(FlagPlace(("spec", "scheduler", "extraArgs"), flags_in_pairs),),
            versions=(("spec", "version"),),
        ),
    ),
    is_hosted=True,
)
