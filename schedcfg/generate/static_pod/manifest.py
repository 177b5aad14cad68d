"""A complete manifest."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import yaml_writer
from schedcfg.generate.given import CHECKSUM_ANNOTATION, Given
from schedcfg.results.generation import GeneratedFile


class Wishes(NamedTuple):
    """What a user may choose.

    Attributes:
        image: The scheduler's image; None: the stock one of the release.
    """

    image: str | None = None


def manifest(given: Given, wishes: Wishes) -> Iterator[GeneratedFile]:
    """Make the manifest, as a file for `/etc/kubernetes/manifests`."""
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "kube-scheduler", "annotations": {CHECKSUM_ANNOTATION: given.checksum}},
        "spec": {"containers": [{"name": "kube-scheduler", "image": wishes.image or ""}]},
    }
    yield GeneratedFile("kube-scheduler.yaml", yaml_writer.write(pod))
