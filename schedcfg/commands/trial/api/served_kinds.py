"""Which kinds API servers have, at which versions, in any release that can be tried; and fields that are gone.

`tools/served_kinds.py` writes the table, from the modules `k8s.io/api` of these releases.
"""

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from schedcfg.document.texts import listing, shown_name
from schedcfg.spelling import nearest

FILE = os.path.join(os.path.dirname(__file__), "served_kinds.json")
_NAMED = 3


class _ServedKinds(NamedTuple):
    releases: tuple[str, str]  # The first and the last one
    kinds: Mapping[str, Mapping[str, tuple[str, ...]]]  # Group → kind → versions
    fields: Mapping[str, frozenset[str]]  # Type → fields that the last release does not have


@lru_cache(maxsize=1)
def _table() -> _ServedKinds:
    with open(FILE, encoding="utf-8") as file:
        read = json.load(file)
    first, last = read["releases"]
    fields = {type_: frozenset(names) for type_, names in read["fields"].items()}
    return _ServedKinds((first, last), read["kinds"], fields)


def had_field(type_: str, field: str) -> bool:
    """Return whether a type had a field in a release before the one that is described whole."""
    return field in _table().fields.get(type_, ())


def refusal(api_version: str, kind: str) -> str:
    """Return why no API server takes objects of a kind; empty where one does, or where others may have defined it.

    Args:
        api_version: The API version, as written.
        kind: The kind, as written.
    """
    group, _, version = api_version.rpartition("/")
    kinds = _table().kinds
    if group not in kinds and "." in group:
        # Others may have defined it: a CustomResourceDefinition needs a group with a dot.
        return ""
    if version in kinds.get(group, {}).get(kind, ()):
        return ""
    what = f"{_quoted(kind)} in {_quoted(api_version)}"
    there = [_in_group(home, one) for home in kinds for one in kinds[home].get(kind, ())]
    if there:
        return f"{_no_server()} has {what}; it is in {listing(there, _NAMED)}"
    near = nearest(kind, sorted({name for found in kinds.values() for name in found}))
    return f"{_no_server()} has the kind {what}{f'; did you mean `{near}`?' if near else ''}"


def _no_server() -> str:
    first, last = _table().releases
    return f"no API server of Kubernetes {first} to {last}"


def _in_group(group: str, version: str) -> str:
    return f"`{group}/{version}`" if group else f"`{version}`"


def _quoted(name: str) -> str:
    return f"`{shown_name(name[:80])}`"
