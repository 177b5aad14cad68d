"""Reading plain data of any shape: what does not have the shape that Kubernetes expects counts as not written.

Manifests belong to other programs, and what is wrong in them is theirs to report. The one kind of resource that is
ours, and whose mistakes are reported, is read by `schedcfg.cli.krm.fields`.
"""

from collections.abc import Iterator
from typing import TypeAlias

from schedcfg.document.path import Path

Fields: TypeAlias = dict[str, object]


def fields(data: object) -> Fields:
    """Return a mapping's entries; none where it is no mapping."""
    return data if isinstance(data, dict) else {}


def at(data: object, *keys: str) -> object:
    """Follow keys through mappings; None where one is missing."""
    for key in keys:
        data = fields(data).get(key)
    return data


def text(data: object) -> str:
    """Return a text; an empty one for anything else."""
    return data if isinstance(data, str) else ""


def items(data: object, path: Path) -> Iterator[tuple[Fields, Path]]:
    """Yield the mappings in a list, each with its path."""
    for index, item in enumerate(data if isinstance(data, list) else ()):
        if isinstance(item, dict):
            yield item, (*path, index)


def may_be_same(namespace: str, other: str) -> bool:
    """Return whether two manifests may be in one namespace: where one names none, whoever applies it chooses."""
    return "" in {namespace, other} or namespace == other
