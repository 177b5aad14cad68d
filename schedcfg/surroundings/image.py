"""A container's image: whose scheduler it is, and of which release."""

import re
from typing import NamedTuple

_STOCK_NAME = re.compile(r"(?<![a-z0-9])kube-scheduler(-(amd64|arm64|arm|ppc64le|s390x))?\Z")
_STOCK_ROOTS = frozenset(
    {
        "registry.k8s.io",
        "k8s.gcr.io",
        "gcr.io/google-containers",
        "gcr.io/google_containers",
        "eu.gcr.io/k8s-artifacts-prod",
        "us.gcr.io/k8s-artifacts-prod",
        "gcr.io/k8s-staging-kubernetes",
        "registry.aliyuncs.com/google_containers",
    }
)
"""Where Kubernetes publishes its images, and a mirror that names them the same way."""

_ALL_IN_ONE = frozenset({"hardened-kubernetes", "hyperkube"})
"""Images with every component in them, tagged as Kubernetes is."""

_TAG = re.compile(r"v?(?P<major>\d+)\.(?P<minor>\d+)\.\d+(?:[-+_.].*)?\Z")
_SCHEDULER_PLUGINS = "scheduler-plugins/kube-scheduler"


class Image(NamedTuple):
    """An image.

    Attributes:
        name: As written.
        repository: Without tag and digest.
        tag: Without the colon; empty where there is none.
    """

    name: str
    repository: str
    tag: str

    @property
    def is_stock(self) -> bool:
        """Whether it is Kubernetes' own kube-scheduler, as it is published."""
        root, _, name = self.repository.rpartition("/")
        return root in _STOCK_ROOTS and _STOCK_NAME.match(name) is not None

    @property
    def is_named_like_stock(self) -> bool:
        """Whether it is called as Kubernetes' own is, wherever it comes from."""
        return _STOCK_NAME.search(self.repository.rpartition("/")[2]) is not None

    @property
    def release(self) -> str | None:
        """The minor release of Kubernetes that it is made from, `1.29`; None where its name does not tell.

        Only tags of images called `kube-scheduler` tell: others count their own versions. scheduler-plugins tags
        v0.29.7 what is made from 1.29.
        """
        found = _TAG.match(self.tag)
        if found is None or not (self.is_named_like_stock or self.repository.rpartition("/")[2] in _ALL_IN_ONE):
            return None
        if self.repository.endswith(_SCHEDULER_PLUGINS):
            return f"1.{found['minor']}" if found["major"] == "0" else None
        return f"1.{found['minor']}" if found["major"] == "1" else None


def image(name: str) -> Image:
    """Take an image's name apart: `host:port/path/name:tag@digest`."""
    without_digest = name.partition("@")[0]
    repository, colon, tag = without_digest.rpartition(":")
    if not colon or "/" in tag:
        return Image(name, without_digest, "")
    return Image(name, repository, tag)
