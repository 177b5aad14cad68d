"""MicroK8s and Canonical Kubernetes.

Sources: `extraKubeSchedulerArgs` in pkg/k8sinit/schema.go of github.com/canonical/microk8s-cluster-agent;
docs.canonical.com, "Bootstrap configuration file reference".
"""

from schedcfg.patterns import pattern
from schedcfg.sources.manifests.flags_in_data import flags_in_mapping
from schedcfg.sources.products.product import FlagKeys, Marks, Product

_KEYS = ("extraKubeSchedulerArgs", "extra-node-kube-scheduler-args")
PRODUCT = Product(
    "MicroK8s or Canonical Kubernetes",
    Marks(flags=_KEYS, names=(pattern(r"\bextraKubeSchedulerArgs\b"),)),
    flag_keys=FlagKeys(_KEYS, flags_in_mapping),
)
