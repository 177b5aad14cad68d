"""The manifests of a document: the document itself, or the items of a list of manifests, however deep."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import Path

_KIND_OF_ITEMS = {"List": None, "ResourceList": None, "ConfigMapList": "ConfigMap"}
"""Kind of a list → the kind of items that do not say theirs: the API server leaves it out in a typed list."""


class Manifest(NamedTuple):
    """One object as it would be given to the API server.

    Attributes:
        path: Where it stands in its document; empty where it is the whole of it.
        kind: Its kind; None where none is written, or no text.
        data: All of it, plain.
    """

    path: Path
    kind: str | None
    data: dict[str, object]


def manifests(data: object, path: Path = (), kind: str | None = None) -> Iterator[Manifest]:
    """Yield the manifests in a document's data, in order; none where it is no mapping.

    Args:
        data: The document's data, or that of an item.
        path: Where it stands in the document.
        kind: What it is if it does not say so.
    """
    if not isinstance(data, dict):
        return
    written = data.get("kind", kind)
    kind = written if isinstance(written, str) else None
    items = data.get("items")
    if kind in _KIND_OF_ITEMS and isinstance(items, list):
        for index, item in enumerate(items):
            yield from manifests(item, (*path, "items", index), _KIND_OF_ITEMS[kind])
    else:
        yield Manifest(path, kind, data)
