"""The resources of a list: which they are, and where they come from."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.sources.embedded import Manifest, manifests
from schedcfg.sources.manifests.pod import fields, text

Identity = tuple[str, str, str, str]
"""API version, kind, namespace and name."""


class ResourceRef(NamedTuple):
    """Which resource a result is about, and where that comes from."""

    api_version: str  # As written; empty where none is
    kind: str  # As written; empty where none is
    name: str  # Its name; empty where it has none
    namespace: str = ""  # Its namespace; empty where none is written
    file: str = ""  # The file that the caller of the function read it from; empty where that is not known
    place: int | None = None  # Its place among the resources of that file, from 0; None where that is not known

    @property
    def identity(self) -> Identity:
        """What no two resources have in common."""
        return self.api_version, self.kind, self.namespace, self.name


_FILE = ("internal.config.kubernetes.io/path", "config.kubernetes.io/path")
_INDEX = ("internal.config.kubernetes.io/index", "config.kubernetes.io/index")
"""Annotations of the program that read the file, the present one first (kustomize: `kyaml/kio/kioutil/kioutil.go`)."""

_LONGEST_INDEX = 9
"""Digits: no file has more documents, and Python reads no number of thousands."""


def resource_ref(data: Mapping[str, object], kind: str | None = None) -> ResourceRef:
    """Return which resource an object is.

    Args:
        data: The object.
        kind: What it is where it does not state so, as an item of a typed list.
    """
    metadata = fields(data.get("metadata"))
    annotations = fields(metadata.get("annotations"))
    index = _first(annotations, _INDEX)
    return ResourceRef(
        api_version=text(data.get("apiVersion")),
        kind=kind or text(data.get("kind")),
        name=text(metadata.get("name")),
        namespace=text(metadata.get("namespace")),
        file=_first(annotations, _FILE),
        place=int(index) if index.isdecimal() and len(index) <= _LONGEST_INDEX else None,
    )


def _first(annotations: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next(filter(None, (text(annotations.get(key)) for key in keys)), "")


def items(data: object) -> Iterator[Manifest]:
    """Yield the items of a list of resources, and of lists among them."""
    return (manifest for manifest in manifests(data) if manifest.path)
