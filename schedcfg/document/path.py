"""The place of a value in a document: keys and indices from the root, and how upstream writes them."""

from typing import TypeAlias

from schedcfg.patterns import pattern

Path: TypeAlias = tuple[str | int, ...]
"""Keys and list indices from the root of a document; `()` is the root itself."""


class Key(str):
    """A step that is a map's key rather than a field: upstream's `field.Path.Key` puts it in brackets, plain or not."""

    __slots__ = ()


_PLAIN_KEY = pattern(r"[A-Za-z_$][\w$-]*\Z")


def render(path: Path) -> str:
    """Write a path as upstream's `field.Path` does, e.g. `profiles[0].pluginConfig[1].args`.

    A key that could be mistaken for several (`a.b/c`) is in brackets, as upstream writes map keys.
    """
    parts: list[str] = []
    for step in path:
        if not parts:
            parts.append(f"[{step}]" if isinstance(step, int) else step)
        elif isinstance(step, int | Key) or not _PLAIN_KEY.match(step):
            parts.append(f"[{step}]")
        else:
            parts.append(f".{step}")
    return "".join(parts)


def follow(data: object, path: Path) -> object:
    """Return what a path leads to in plain data; None where it leads nowhere."""
    for step in path:
        if isinstance(data, dict) and isinstance(step, str):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data):
            data = data[step]
        else:
            return None
    return data
