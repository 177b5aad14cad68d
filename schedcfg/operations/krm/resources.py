"""What the items of a list are, and where they come from."""

from collections.abc import Mapping

from schedcfg.results.krm import Resource

_FILE = ("internal.config.kubernetes.io/path", "config.kubernetes.io/path")
_INDEX = ("internal.config.kubernetes.io/index", "config.kubernetes.io/index")
"""Annotations of whoever read the file, the present one first (kustomize: `kyaml/kio/kioutil/kioutil.go`)."""


def resource(data: Mapping[str, object], kind: str | None = None) -> Resource:
    """Tell which resource an object is.

    Args:
        data: The object.
        kind: What it is where it does not say so, as an item of a typed list.
    """
    metadata = _mapping(data, "metadata")
    annotations = _mapping(metadata, "annotations")
    index = _first(annotations, _INDEX)
    return Resource(
        api_version=_text(data, "apiVersion"),
        kind=kind or _text(data, "kind"),
        name=_text(metadata, "name"),
        namespace=_text(metadata, "namespace"),
        file=_first(annotations, _FILE),
        place=int(index) if index.isdecimal() else None,
    )


def _first(annotations: Mapping[str, object], keys: tuple[str, ...]) -> str:
    return next(filter(None, (_text(annotations, key) for key in keys)), "")


def _mapping(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""
