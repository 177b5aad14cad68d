"""Which field a path of a configuration leads to: of its API version or, in Args, of the plugin named beside them."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from schedcfg import models, plugins
from schedcfg.commands.explain.explanation import FieldExplanation
from schedcfg.commands.explain.fields import field
from schedcfg.commands.explain.periods import Cell, exists, name_of_point
from schedcfg.commands.explain.places import ENTRIES, PLUGINS, ExplainOptions, Steps, places
from schedcfg.configuration.decode.args import shape_for
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document.span import Path, follow
from schedcfg.models.base import Shape
from schedcfg.models.described import Described, fields_of
from schedcfg.plugins.plugin import Plugin
from schedcfg.releases.release import Release
from schedcfg.sources.type_meta import meant_version, read_type_meta


class ReaderOfFields(NamedTuple):
    """What decides which fields a configuration has.

    Attributes:
        cell: The release, and the API version that it reads the configuration as.
        registry: Which plugins exist.
    """

    cell: Cell
    registry: PluginRegistry

    @property
    def release(self) -> Release:
        """The release."""
        return self.cell.release

    def plugin(self, name: str) -> Plugin | None:
        """Return what is known of a plugin, also where its name alone is no proof; None where nothing is."""
        return self.registry.known(name, self.release) or self.registry.described(name) or plugins.find(name)


def reader_of(data: object, release: Release, registry: PluginRegistry) -> ReaderOfFields | None:
    """Return what reads a configuration; None for what is none, as a legacy Policy.

    Args:
        data: The whole document.
        release: The release that it is validated against.
        registry: Which plugins exist.
    """
    meta = read_type_meta(data)
    if not meta.is_configuration:
        return None
    version = meta.version if meta.version in models.API_VERSIONS else meant_version(meta, release)
    return None if version is None else ReaderOfFields(Cell(release.number, version), registry)


class FieldAt(NamedTuple):
    """The field that a path leads to.

    Attributes:
        steps: Its path without indices, as `explain` takes it: a plugin's name leads to its Args.
        field: The field; None for the whole configuration, and for the whole of a plugin's Args.
        shape: The struct that can be written there; None where it is a single value, or anything.
        is_item: Whether the path leads to an item of the field, which is a list.
        plugin: The plugin in whose Args it is.
        point: The extension point that it is, or is in, as the file names it.
        enclosing: The field whose struct, or item, it is in; None at the top.
    """

    steps: Steps
    field: Described | None
    shape: type[Shape] | None
    is_item: bool = False
    plugin: Plugin | None = None
    point: str | None = None
    enclosing: Described | None = None

    @property
    def is_list(self) -> bool:
        """Whether items are written there."""
        return self.field is not None and self.field.is_list and not self.is_item

    @property
    def is_point(self) -> bool:
        """Whether it is an extension point itself."""
        return self.enclosing is not None and self.enclosing.type_name == PLUGINS

    @property
    def is_plugin_name(self) -> bool:
        """Whether it holds the name of a plugin: in `enabled`, in `disabled`, or of Args."""
        return self.steps[-1:] == ("name",) and self.plugin is None and (self.point is not None or self.names_args)

    @property
    def names_args(self) -> bool:
        """Whether it is in an entry of `pluginConfig`, outside of the Args."""
        return self.enclosing is not None and self.enclosing.type_name == ENTRIES and self.plugin is None

    def item(self) -> Self | None:
        """Return what an item of it is; None where it is no list."""
        return self._replace(is_item=True) if self.is_list else None

    def below(self, name: str, beside: object, reader: ReaderOfFields) -> Self | None:
        """Return the field of a name in it; None where the release has none there.

        Args:
            name: The field's name.
            beside: What is written in its struct; of an entry of `pluginConfig` the plugin's name.
            reader: What decides which fields there are.
        """
        if self.shape is None or self.is_list or not exists(self.shape, (name,), reader.cell):
            return None
        described = fields_of(self.shape)[name]
        own = type(self)((*self.steps, name), described, described.shape, plugin=self.plugin, point=self.point)
        own = own._replace(enclosing=self.field)
        if own.is_point:
            return own._replace(point=name)
        return own.args_of(beside, reader) if own.names_args and name == "args" else own

    def args_of(self, beside: object, reader: ReaderOfFields) -> Self:
        """Return it as the Args of the plugin that is named beside it, where these are known."""
        name = beside.get("name") if isinstance(beside, Mapping) else None
        plugin = reader.plugin(name) if isinstance(name, str) else None
        kind = None if plugin is None else plugin.args_in(reader.cell.api_version, reader.release)
        if plugin is None or kind is None:
            return self
        return self._replace(
            steps=(*self.steps[:-1], plugin.name), shape=shape_for(kind, kind.release(reader.release)), plugin=plugin
        )

    def point_name(self, reader: ReaderOfFields) -> str | None:
        """Return the name of its extension point; v1alpha1 calls one otherwise."""
        return None if self.point is None else name_of_point(self.point, reader.cell.api_version)


def field_at(data: object, path: Path, reader: ReaderOfFields) -> FieldAt | None:
    """Return which field a path of a configuration leads to; None where the release has none there.

    Args:
        data: The whole configuration.
        path: The path.
        reader: What decides which fields it has.
    """
    found: FieldAt | None = FieldAt((), None, models.shape_of(reader.cell.api_version))
    for depth, step in enumerate(path):
        if found is None:
            return None
        found = found.item() if isinstance(step, int) else found.below(step, follow(data, path[:depth]), reader)
    return found


def explained_field(at: FieldAt, reader: ReaderOfFields) -> FieldExplanation | None:
    """Return what `explain` shows of a field in the release; None where that does not serve the API version at all.

    Args:
        at: The field.
        reader: What decides which fields there are.
    """
    version = reader.cell.api_version
    found = places(version).get(at.steps)
    if found is None or reader.cell not in found.cells():
        return None
    return field(found, (), version, ExplainOptions((version,), reader.release, 0))
