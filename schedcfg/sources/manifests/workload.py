"""A manifest that makes Pods."""

from typing import NamedTuple

from schedcfg.sources.manifests.pod import PodSpec


class Workload(NamedTuple):
    """A manifest that makes Pods.

    Attributes:
        kind: `Deployment` …
        name: Its name.
        spec: Its Pods' `spec`.
    """

    kind: str
    name: str
    spec: PodSpec
