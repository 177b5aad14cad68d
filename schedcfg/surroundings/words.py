"""The words of a container's `command` and `args`, with the references in them that the kubelet resolves."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document.path import Path
from schedcfg.surroundings.plain import Fields, items, text

_REFERENCE = re.compile(r"\$(?:\$|\((?P<name>[^)]*)\))")
_PLACEHOLDERS = ("$(", "${")


class Word(NamedTuple):
    """One word of a command line.

    Attributes:
        text: The word.
        path: The item of `command` or `args` that it stands in.
        is_known: Whether that is what the program gets, with nothing left to be put in.
    """

    text: str
    path: Path
    is_known: bool = True


def words(container: Fields, path: Path) -> list[Word]:
    """List the words that a container runs, those of its `command` first.

    Args:
        container: The container.
        path: Where it stands.
    """
    variables = _variables(container)
    return [
        Word(expanded, place, is_resolved(expanded))
        for field in ("command", "args")
        for written, place in _written(container, field, path)
        for expanded in (_expand(written, variables),)
    ]


def is_resolved(value: str) -> bool:
    """Tell whether nothing is left in a text that the kubelet, or a template's tool, puts in later."""
    return not any(placeholder in value for placeholder in _PLACEHOLDERS)


def _written(container: Fields, field: str, path: Path) -> Iterator[tuple[str, Path]]:
    listed = container.get(field)
    for index, item in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(item, str):
            yield item, (*path, field, index)


def _variables(container: Fields) -> dict[str, str]:
    """Give the variables that `env` says outright; a later one may refer to those before it, or replace them."""
    found: dict[str, str] = {}
    for entry, _ in items(container.get("env"), ()):
        name, value = text(entry.get("name")), entry.get("value")
        if isinstance(value, str):
            found[name] = _expand(value, found)
        else:
            found.pop(name, None)
    return found


def _expand(written: str, variables: dict[str, str]) -> str:
    """Resolve `$(NAME)`; `$$` is a plain `$`, and what is not known stays as it is.

    Upstream: `Expand` in `third_party/forked/golang/expansion/expand.go`.
    """

    def resolved(found: re.Match[str]) -> str:
        name = found["name"]
        return "$" if name is None else variables.get(name, found[0])

    return _REFERENCE.sub(resolved, written)
