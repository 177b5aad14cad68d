"""Where fields are, and which one a name means."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from schedcfg import models, plugins
from schedcfg.commands.explain.periods import Cell, cells, exists, known
from schedcfg.models.base import Shape
from schedcfg.models.described import Described, fields_of
from schedcfg.patterns import pattern
from schedcfg.plugins.plugin import TYPE_META
from schedcfg.releases.release import Release

Steps = tuple[str, ...]
"""A path without indices. A plugin's name represents its entry of `pluginConfig`, its Args' fields follow."""

PLUGINS, ENTRIES = "Plugins", "[]PluginConfig"
"""The types of the fields that hold the extension points, and the Args."""


class FieldPlace(NamedTuple):
    """One field."""

    steps: Steps
    field: Described
    plugin: plugins.Plugin | None = None  # The plugin in whose Args it is; None outside of Args
    inside: Steps = ()  # Its path relative to the Args; empty outside of them
    point: bool = False

    @property
    def path(self) -> str:
        """The path as people write it."""
        return ".".join(self.steps)

    def cells(self) -> Mapping[Cell, None]:
        """Return the releases and API versions in which it exists."""
        if self.plugin is not None and self.plugin.args is not None:
            return known(self.plugin.args, self.inside)
        return _cells_with(self.steps)


@lru_cache(maxsize=1024)
def _cells_with(steps: Steps) -> Mapping[Cell, None]:
    shapes = {cell: models.shape_of(cell.api_version) for cell in cells()}
    return {cell: None for cell, shape in shapes.items() if exists(shape, steps, cell)}


@lru_cache(maxsize=16)
def places(api_version: str) -> Mapping[Steps, FieldPlace]:
    """List the fields of an API version, as far as any release knows them."""
    found = _below(models.shape_of(api_version), ())
    return {place.steps: place for place in found if any(cell.api_version == api_version for cell in place.cells())}


def _below(shape: type[Shape], steps: Steps, *, in_plugins: bool = False) -> Iterator[FieldPlace]:
    for name, field in fields_of(shape).items():
        path = (*steps, name)
        yield FieldPlace(path, field, point=in_plugins)
        if field.shape is not None:
            yield from _below(field.shape, path, in_plugins=field.type_name == PLUGINS)
        if field.type_name == ENTRIES:
            for plugin in plugins.all_plugins():
                if plugin.args is not None:
                    yield from _in_args(plugin, plugin.args.model, (*path, plugin.name), ())


def _in_args(plugin: plugins.Plugin, shape: type[Shape], root: Steps, inside: Steps) -> Iterator[FieldPlace]:
    for name, field in fields_of(shape).items():
        if inside or name not in TYPE_META:
            here = (*inside, name)
            yield FieldPlace((*root, *here), field, plugin, here)
            if field.shape is not None:
                yield from _in_args(plugin, field.shape, root, here)


Value = TypeVar("Value")

ROOT = "KubeSchedulerConfiguration"
"""What the whole configuration is called."""


class ExplainOptions(NamedTuple):
    """What is asked about, besides the name."""

    versions: tuple[str, ...]  # The API versions to look at, the newest first
    release: Release | None  # The release; None: all
    depth: int

    @property
    def kubernetes(self) -> str | None:
        """The release's name."""
        return None if self.release is None else self.release.name

    def about(self, cell: Cell) -> bool:
        """Return whether an API version of a release is asked about."""
        return cell.api_version in self.versions and (self.release is None or self.release.number == cell.number)

    def narrowed(self, table: Mapping[Cell, Value]) -> dict[Cell, Value]:
        """Keep of a table what is in the API versions that are asked about, in all releases."""
        return {cell: value for cell, value in table.items() if cell.api_version in self.versions}


SHOWN_POINT = "score"
"""The extension point that means all where none is named: below them all fields are alike."""

_INDEX = pattern(r"\[[^\]]*\]")


def steps_of(name: str) -> Steps:
    """Read a dotted path; list indices, `args` and the `Args` behind a plugin's name make no difference."""
    written = [step for step in _INDEX.sub("", name).strip(".").split(".") if step and not step.isdigit()]
    if written[:1] == [ROOT]:
        written = written[1:]
    found: list[str] = []
    for step in written:
        kind = step.removesuffix("Args")
        if step == "args" and found and plugins.find(found[-1]) is not None:
            continue
        found.append(kind if kind != step and plugins.find(kind) is not None else step)
    if "args" in found[:-1]:
        # After `pluginConfig[0].args` only the fields themselves show which plugin is meant.
        found = found[found.index("args") + 1 :]
    return tuple(found)


def places_named(steps: Steps, api_version: str, release: Release | None) -> list[FieldPlace]:
    """Find the fields whose path is, or else ends with, the given one; the one with exactly this path comes first.

    Those of published plugins' Args are meant where no other field is called so.
    """
    found = [place for place in places(api_version).values() if place.steps[-len(steps) :] == steps]
    found = [place for place in found if place.steps == steps or not _has_a_twin(place, steps)]
    existing = [place for place in found if _exists(place, api_version, release)]
    in_tree = [place for place in existing if place.plugin is None or place.plugin.in_tree]
    return sorted(in_tree or existing, key=lambda place: (place.steps != steps, not place.point))


def places_allowing(value: str, api_version: str, release: Release | None) -> list[FieldPlace]:
    """Find the fields that may have a value, each of which takes only some; those of Kubernetes itself come first."""
    found = [place for place in places(api_version).values() if value in place.field.allowed]
    existing = (place for place in found if _exists(place, api_version, release))
    return sorted(existing, key=lambda place: place.plugin is not None and not place.plugin.in_tree)


def _has_a_twin(place: FieldPlace, steps: Steps) -> bool:
    """Return whether a field below an extension point that was not named is the same at another one, which is shown."""
    before = place.steps[: -len(steps)]
    return "plugins" in before[:-1] and before[before.index("plugins") + 1] != SHOWN_POINT


def is_clear(steps: Steps, found: list[FieldPlace]) -> bool:
    """Return whether the first of the fields found is the one that is meant."""
    return len(found) == 1 or found[0].steps == steps or found[0].point


def _exists(place: FieldPlace, api_version: str, release: Release | None) -> bool:
    return release is None or Cell(release.number, api_version) in place.cells()
