"""RKE, and Rancher's field with its configuration.

Source: `SchedulerService` in types/rke_types.go of github.com/rancher/rke.
"""

from schedcfg.document.span import Path
from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument


def _document(within: Path, requires: Path) -> ProductDocument:
    return ProductDocument(
        requires=requires,
        flags=tuple(
            FlagPlace((*within, "services", "scheduler", field)) for field in ("extra_args", "extra_args_array")
        ),
        versions=((*within, "kubernetes_version"), (*within, "system_images", "kubernetes")),
    )


_FIELD = "rancher_kubernetes_engine_config"
PRODUCT = Product(
    "RKE",
    Marks(flags_beside_key=("extra_args",)),
    documents=(_document((), ("nodes",)), _document((_FIELD,), (_FIELD,))),
    kubeconfig="/etc/kubernetes/ssl/kubecfg-kube-scheduler.yaml",
)
