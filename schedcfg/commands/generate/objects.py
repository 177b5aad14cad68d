"""Kubernetes objects as plain data with comments, and the stock image that they run."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.document import yaml_writer
from schedcfg.document.span import Path
from schedcfg.releases.kubeadm_layout import version_of
from schedcfg.releases.release import Release

Data = dict[str, object]
"""A mapping of plain data."""


class KubernetesObject(NamedTuple):
    """One object."""

    data: Data
    comments: Mapping[Path, str] = {}  # Path → what is written above it; see `yaml_writer.write`

    def write(self) -> str:
        """Write it as one YAML document."""
        return yaml_writer.write(self.data, self.comments)


def stream(objects: Iterable[KubernetesObject]) -> str:
    """Write objects as one stream, in their order."""
    return "---\n".join(kubernetes_object.write() for kubernetes_object in objects)


def config_map(config: AcceptedConfig, name: str, namespace: str) -> Iterator[GeneratedFile]:
    """Make the ConfigMap, as one file; its key is the name of the configuration's file.

    Args:
        config: The configuration.
        name: Of the ConfigMap.
        namespace: Likewise; empty: whoever applies it chooses.
    """
    metadata = {"name": name, "namespace": namespace} if namespace else {"name": name}
    data = {config.name: config.text}
    manifest = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}
    yield GeneratedFile("configmap.yaml", yaml_writer.write(manifest))


_REGISTRY = "registry.k8s.io"
"""Has the images of all releases, those too that were published as `k8s.gcr.io`, which is frozen since 2023."""


def stock_image(release: Release) -> str:
    """Return the stock image of a release: of the patch that was requested, else of one that is known."""
    return f"{_REGISTRY}/kube-scheduler:{version_of(release, None)}"


def feature_gates_flag(release: Release) -> str | None:
    """Write the gates that were taken away from their defaults as `--feature-gates` takes them; None without any."""
    return ",".join(f"{gate}={str(on).lower()}" for gate, on in sorted(release.gates_set.items())) or None
