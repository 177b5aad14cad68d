"""The resources of a list: which they are, where they come from, and how what is generated gets among them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from schedcfg.document import Path
from schedcfg.document.edit import Draft
from schedcfg.document.edit.safety import same
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


_KEPT = ("metadata",)
"""What others that process an item add: annotations with its file, labels of all that is deployed."""


def put_generated(draft: Draft, wanted: dict[str, object]) -> None:
    """Put a manifest into the list.

    An item with the same API version, kind, namespace and name becomes the manifest by the fewest edits; its metadata
    keeps what the manifest does not have.

    Raises:
        EditConflict: where the item cannot be changed, or has comments inside of what is rewritten.
    """
    identity = resource_ref(wanted).identity
    for existing in manifests(draft.data):
        if existing.path and resource_ref(existing.data, existing.kind).identity == identity:
            _bring(draft, existing.path, wanted, ())
            return
    items = draft.get(("items",)) if draft.has(("items",)) else None
    draft.insert(("items", len(items) if isinstance(items, list) else 0), wanted)


def _bring(draft: Draft, item: Path, wanted: object, within: Path) -> None:
    """Change the value at a path of an item to the wanted one."""
    path = (*item, *within)
    existing = draft.get(path)
    if same(existing, wanted):
        return
    if not isinstance(existing, dict) or not isinstance(wanted, dict):
        draft.replace(path, wanted)
        return
    if within[:1] != _KEPT:
        for key in [key for key in existing if key not in wanted]:
            draft.remove((*path, key))
    for key, value in wanted.items():
        if key in existing:
            _bring(draft, item, value, (*within, key))
        else:
            draft.insert((*path, key), value)
