"""MicroK8s and Canonical Kubernetes.

Sources: `extraKubeSchedulerArgs` in pkg/k8sinit/schema.go of github.com/canonical/microk8s-cluster-agent;
docs.canonical.com, "Bootstrap configuration file reference".
"""

from schedcfg.sources.products.product import FlagKeys, Marks, Product

_KEYS = ("extraKubeSchedulerArgs", "extra-node-kube-scheduler-args")
PRODUCT = Product(
    "MicroK8s or Canonical Kubernetes",
    Marks(flags=_KEYS),
    flag_keys=FlagKeys(_KEYS),
)
