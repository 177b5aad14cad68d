"""Rancher: a cluster of RKE2 or k3s, whose keys may be anywhere in it, with the release.

Source: `ClusterSpec` in pkg/apis/provisioning.cattle.io/v1/cluster.go of github.com/rancher/rancher.
"""

from schedcfg.sources.products.product import Product, ProductDocument

PRODUCT = Product(
    "Rancher",
    documents=(
        ProductDocument("provisioning.cattle.io/", versions=(("spec", "version"), ("spec", "kubernetesVersion"))),
    ),
)
