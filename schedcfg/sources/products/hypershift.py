"""Hosted control planes of OpenShift, which have the same profiles.

Source: `adaptConfigMap` in control-plane-operator/controllers/hostedcontrolplane/v2/kube_scheduler/config.go of
github.com/openshift/hypershift.
"""

from schedcfg.sources.products import openshift
from schedcfg.sources.products.product import Marks, Product, ProductDocument

_GROUP = "hypershift.openshift.io/"
PRODUCT = Product(
    openshift.NAME,
    Marks(settings=(_GROUP,)),
    documents=(ProductDocument(_GROUP, ("HostedCluster",), settings=openshift.HOSTED),),
)
