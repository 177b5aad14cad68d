"""The entries of plugin sets, as they are written."""

from collections.abc import Iterator

from schedcfg.document.path import Path
from schedcfg.effective.model import PluginRef
from schedcfg.migrations.key import SCORE
from schedcfg.migrations.work import items, mapping


def plugin_entries(path: Path, profile: dict[str, object]) -> Iterator[tuple[Path, object]]:
    """Yield the path and the name of every entry in a profile's plugin sets.

    A path ends with the point, `enabled` or `disabled`, and the index.
    """
    for point, sets in mapping(profile.get("plugins")).items():
        for which in ("enabled", "disabled"):
            for index, one in enumerate(items(mapping(sets).get(which))):
                yield (*path, "plugins", point, which, index), mapping(one).get("name")


def entry(ref: PluginRef, point: str) -> dict[str, object]:
    """Write an entry that enables a plugin at a point: with its weight where that counts."""
    written: dict[str, object] = {"name": ref.name}
    return written | {"weight": ref.weight_at(point)} if point == SCORE else written
