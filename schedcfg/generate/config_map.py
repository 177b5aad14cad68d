"""A ConfigMap that holds a configuration."""

from collections.abc import Iterator

from schedcfg.document import yaml_writer
from schedcfg.generate.given import Given
from schedcfg.generate.results import GeneratedFile


def config_map(given: Given, name: str, namespace: str) -> Iterator[GeneratedFile]:
    """Make the ConfigMap, as one file; its key is the name of the configuration's file.

    Args:
        given: The configuration.
        name: Of the ConfigMap.
        namespace: Likewise; empty: whoever applies it chooses.
    """
    metadata = {"name": name, "namespace": namespace} if namespace else {"name": name}
    data = {given.name: given.text}
    manifest = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}
    yield GeneratedFile("configmap.yaml", yaml_writer.write(manifest))
