"""The image that the scheduler is made from."""

from schedcfg.generate.given import Given
from schedcfg.generate.static_pod.layout import layout
from schedcfg.generate.static_pod.version import Version, version_of
from schedcfg.generate.static_pod.wishes import Wishes


def stock(version: Version) -> str:
    """Give Kubernetes' own image of a version, from where its kubeadm takes it."""
    return f"{layout(version).registry}/kube-scheduler:{version}"


def wanted(given: Given, wishes: Wishes) -> str:
    """Give the image that was asked for, or the stock one."""
    return wishes.image or stock(version_of(given.release, wishes.kubernetes))
