"""Products that run kube-scheduler their own way, one a file: found by looking into the folder.

A product is read when a text is looked at that may be of one; what can be said of it is in `product` and `target`.
"""

import importlib
import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from schedcfg.sources.products.product import Product, RecognizedDocument
from schedcfg.sources.products.target import DeploymentTarget

_OTHERS = frozenset({"__init__", "product", "target"})


@cache
def products() -> tuple[Product, ...]:
    """Return all that are known, in the order of their files."""
    # pkgutil would take longer to import, and to look into the folder.
    files = (file for folder in __path__ for file in os.listdir(folder) if file.endswith(".py"))
    names = sorted({file.removesuffix(".py") for file in files} - _OTHERS)
    return tuple(importlib.import_module(f"{__name__}.{name}").PRODUCT for name in names)


@cache
def _by_kind() -> dict[str, tuple[RecognizedDocument, ...]]:
    """Return the documents of all products by their kinds; by an empty one those that have none, or any."""
    found: dict[str, list[RecognizedDocument]] = defaultdict(list)
    for product in products():
        for form in product.documents:
            for kind in form.kinds or ("",):
                found[kind].append(RecognizedDocument(product, form))
    return {kind: tuple(documents) for kind, documents in found.items()}


def recognized(data: object) -> Iterator[RecognizedDocument]:
    """Yield the documents of products that some data may be; none where it is no mapping."""
    if not isinstance(data, dict):
        return
    kind = data.get("kind")
    known = _by_kind()
    of_its_kind = known.get(kind, ()) if isinstance(kind, str) and kind else ()
    for document in (*of_its_kind, *known.get("", ())):
        if document.form.is_of(data):
            yield document


@cache
def targets() -> dict[str, tuple[Product, DeploymentTarget]]:
    """Return what `schedcfg generate` makes files for, by the names of its commands, in the order of the alphabet."""
    found = {name: (product, target) for product in products() for name, target in product.targets.items()}
    return dict(sorted(found.items()))
