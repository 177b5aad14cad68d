"""k0s. Sources: docs.k0sproject.io, "Configuration options", and for k0sctl, "k0sctl configuration"."""

from schedcfg.sources.products.product import FlagPlace, Marks, Product, ProductDocument

KUBECONFIG = "/var/lib/k0s/pki/scheduler.conf"
FLAGS = ("spec", "scheduler", "extraArgs")
"""Where a configuration of k0s has flags."""

PRODUCT = Product(
    "k0s",
    Marks(flags_beside_key=("extraArgs",)),
    documents=(
        ProductDocument("k0s.k0sproject.io/", ("ClusterConfig", "Cluster"), flags=(FlagPlace(FLAGS),)),
        ProductDocument(
            "k0sctl.k0sproject.io/",
            ("Cluster",),
            flags=(FlagPlace(("spec", "k0s", "config", *FLAGS)),),
            versions=(("spec", "k0s", "version"),),
        ),
    ),
    kubeconfig=KUBECONFIG,
    listens_on_loopback=True,
)
