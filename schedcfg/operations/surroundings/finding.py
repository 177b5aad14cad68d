"""What texts hold: manifests, and configurations that a manifest may name."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.decode import read_type_meta
from schedcfg.document import Document, Stream, parse
from schedcfg.rules.scene import Workload
from schedcfg.sources import Text, configurations_in
from schedcfg.sources.manifests import Manifest, manifests
from schedcfg.surroundings import Running, running_in
from schedcfg.surroundings.plain import at, fields, text
from schedcfg.surroundings.pod import pod_spec


class Placed(NamedTuple):
    """A manifest and where it stands.

    Attributes:
        file: Its file; empty where that is the text at hand.
        document: Its document.
        manifest: Itself.
        running: The schedulers that it runs, or may run.
        workload: Itself, if it names a scheduler; None otherwise.
    """

    file: str
    document: Document
    manifest: Manifest
    running: tuple[Running, ...]
    workload: Workload | None


class ConfigurationText(NamedTuple):
    """A configuration that a manifest may name.

    Attributes:
        file: Its file.
        config_map: The ConfigMap that it stands in; empty where it is all of the file.
        key: The ConfigMap's key; likewise.
        stream: Its text, read.
    """

    file: str
    config_map: str
    key: str
    stream: Stream

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"key `{self.key}` of ConfigMap `{self.config_map}`" if self.key else f"`{self.file}`"


def placed(texts: tuple[Text, ...]) -> Iterator[Placed]:
    """Yield all manifests of some texts."""
    for one in texts:
        for document in one.stream.documents:
            for manifest in manifests(document.data):
                running = tuple(running_in(manifest.kind or "", manifest.data, manifest.path))
                yield Placed(one.name, document, manifest, running, _workload(manifest))


def has_manifests(stream: Stream) -> bool:
    """Tell whether a text has a manifest that is to be judged."""
    return any(one.running or one.workload for one in placed((Text("", stream),)))


def _workload(manifest: Manifest) -> Workload | None:
    spec = pod_spec(manifest.kind or "", manifest.data, manifest.path)
    if spec is None or not spec.scheduler_name:
        return None
    return Workload(manifest.kind or "", text(at(manifest.data, "metadata", "name")), spec)


def configurations(texts: tuple[Text, ...]) -> Iterator[ConfigurationText]:
    """Yield all configurations of some texts that a manifest may name."""
    for one in texts:
        first = one.stream.documents[0] if one.stream.documents else None
        if first is not None and one.name and read_type_meta(first.data).is_configuration:
            yield ConfigurationText(one.name, "", "", one.stream)
        for document in one.stream.documents:
            for embedded in configurations_in(document, one.stream.text):
                if embedded.key is not None and not embedded.is_policy:
                    stream = parse(embedded.text)
                    yield ConfigurationText(one.name, _config_map(document, embedded.key), embedded.key, stream)


def _config_map(document: Document, key: str) -> str:
    """Name the ConfigMap of a document that has a key."""
    for manifest in manifests(document.data):
        if manifest.kind == "ConfigMap" and key in fields(manifest.data.get("data")):
            return text(at(manifest.data, "metadata", "name"))
    return ""
