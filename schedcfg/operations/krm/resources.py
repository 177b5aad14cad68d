"""What the items of a list are, and where they come from."""

from collections.abc import Mapping

from schedcfg.results.krm import Resource
from schedcfg.surroundings.plain import fields, text

_FILE = ("internal.config.kubernetes.io/path", "config.kubernetes.io/path")
_INDEX = ("internal.config.kubernetes.io/index", "config.kubernetes.io/index")
"""Annotations of whoever read the file, the present one first (kustomize: `kyaml/kio/kioutil/kioutil.go`)."""

_LONGEST_INDEX = 9
"""Digits: no file has more documents, and Python reads no number of thousands."""


def resource(data: Mapping[str, object], kind: str | None = None) -> Resource:
    """Tell which resource an object is.

    Args:
        data: The object.
        kind: What it is where it does not say so, as an item of a typed list.
    """
    metadata = fields(data.get("metadata"))
    annotations = fields(metadata.get("annotations"))
    index = _first(annotations, _INDEX)
    return Resource(
        api_version=text(data.get("apiVersion")),
        kind=kind or text(data.get("kind")),
        name=text(metadata.get("name")),
        namespace=text(metadata.get("namespace")),
        file=_first(annotations, _FILE),
        place=int(index) if index.isdecimal() and len(index) <= _LONGEST_INDEX else None,
    )


def _first(annotations: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next(filter(None, (text(annotations.get(key)) for key in keys)), "")
