"""Every field that a configuration can have, by its path: its own, and those of each plugin's Args."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from schedcfg import models, plugins
from schedcfg.models.base import Shape
from schedcfg.models.described import Described, fields_of
from schedcfg.operations.shelves.args import TYPE_META, exists, known
from schedcfg.operations.shelves.periods import Cell, cells

Steps = tuple[str, ...]
"""A path without indices. A plugin's name stands for its entry of `pluginConfig`, its Args' fields follow."""

PLUGINS, ENTRIES = "Plugins", "[]PluginConfig"
"""The types of the fields that hold the extension points, and the Args."""


class Place(NamedTuple):
    """One field.

    Attributes:
        steps: Its path.
        field: What is said of it.
        plugin: The plugin in whose Args it is; None outside of Args.
        inside: Its path relative to the Args; empty outside of them.
        point: Whether it is an extension point.
    """

    steps: Steps
    field: Described
    plugin: plugins.Plugin | None = None
    inside: Steps = ()
    point: bool = False

    @property
    def path(self) -> str:
        """The path as people write it."""
        return ".".join(self.steps)

    def cells(self) -> dict[Cell, None]:
        """Tell in which releases and API versions it exists."""
        if self.plugin is not None and self.plugin.args is not None:
            return known(self.plugin.args, self.inside)
        shapes = {cell: models.shape_of(cell.api_version) for cell in cells()}
        return {cell: None for cell, shape in shapes.items() if exists(shape, self.steps, cell)}


@lru_cache(maxsize=16)
def places(api_version: str) -> Mapping[Steps, Place]:
    """List the fields of an API version, as far as any release knows them."""
    found = _below(models.shape_of(api_version), ())
    return {place.steps: place for place in found if any(cell.api_version == api_version for cell in place.cells())}


def _below(shape: type[Shape], steps: Steps, *, in_plugins: bool = False) -> Iterator[Place]:
    for name, field in fields_of(shape).items():
        path = (*steps, name)
        yield Place(path, field, point=in_plugins)
        if field.shape is not None:
            yield from _below(field.shape, path, in_plugins=field.type_name == PLUGINS)
        if field.type_name == ENTRIES:
            for plugin in plugins.all_plugins():
                if plugin.args is not None:
                    yield from _in_args(plugin, plugin.args.model, (*path, plugin.name), ())


def _in_args(plugin: plugins.Plugin, shape: type[Shape], root: Steps, inside: Steps) -> Iterator[Place]:
    for name, field in fields_of(shape).items():
        if inside or name not in TYPE_META:
            here = (*inside, name)
            yield Place((*root, *here), field, plugin, here)
            if field.shape is not None:
                yield from _in_args(plugin, field.shape, root, here)
