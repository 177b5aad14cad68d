"""A catalog as one of its releases has it."""

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.errors import UnknownTarget, near_or
from schedcfg.patterns import pattern
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, Plugin, own_release

if TYPE_CHECKING:
    from schedcfg.models.base import Shape
    from schedcfg.releases.release import Release


OLDEST = 18
"""The Kubernetes minor for which the first of all these releases was made."""


class Catalog(NamedTuple):
    """Plugins that are published together, in one program.

    Attributes:
        name: As `--catalog` takes it.
        source: The repository.
        home: Where the plugins are described, in `schedcfg.plugins`: a package with a file for each that has Args, or a
            module where there is only one.
        plugins: The names that some release registers (`cmd/scheduler/main.go`).
        first: The first release described here, by the minor of the Kubernetes release that it was made for.
        last: The last one.
    """

    name: str
    source: str
    home: str
    plugins: frozenset[str]
    first: int
    last: int

    def has(self, number: int) -> bool:
        """Return whether a release was made for a Kubernetes minor."""
        return self.first <= number <= self.last


SCHEDULER_PLUGINS = Catalog(
    name="scheduler-plugins",
    source="kubernetes-sigs/scheduler-plugins",
    home="scheduler_plugins",
    plugins=frozenset(
        {
            "CapacityScheduling",
            "Coscheduling",
            "CrossNodePreemption",
            "LoadVariationRiskBalancing",
            "LowRiskOverCommitment",
            "NetworkOverhead",
            "NodeMetadata",
            "NodeResourceTopologyMatch",
            "NodeResourcesAllocatable",
            "Peaks",
            "PodState",
            "PreemptionToleration",
            "QOSSort",
            "SySched",
            "TargetLoadPacking",
            "TopologicalSort",
        }
    ),
    first=18,
    last=35,
)

NETWORK_TRAFFIC = Catalog(
    name="network-traffic",
    source="juliorenner/scheduler-plugins",
    home="network_traffic_fork",
    plugins=frozenset({"NetworkTraffic"}),
    first=19,
    last=19,
)
"""A fork of scheduler-plugins that registers this plugin alone."""

CATALOGS: Mapping[str, Catalog] = {one.name: one for one in (SCHEDULER_PLUGINS, NETWORK_TRAFFIC)}
"""All of them, by name."""

CATALOGUED = frozenset().union(*(one.plugins for one in CATALOGS.values()))
"""All their plugins: names that are no misspelling of an in-tree plugin."""

RECOGNIZABLE = NETWORK_TRAFFIC.plugins
"""Names that identify the plugin behind them: every program that is known to use one is described here."""


_PROGRAMS = os.path.join(os.path.dirname(__file__), "programs")


@cache
def programs() -> Mapping[str, Mapping[tuple[int, ...], str]]:
    """Return the published programs whose plugins are known as `schedcfg list plugins --binary` found them.

    Returns:
        Name → version → the file, the newest version last. A file is called `koordinator-1.6.0.json`.
    """
    found: dict[str, dict[tuple[int, ...], str]] = {}
    for file in os.listdir(_PROGRAMS):
        name, _, version = file.removesuffix(".json").rpartition("-")
        found.setdefault(name, {})[tuple(map(int, version.split(".")))] = os.path.join(_PROGRAMS, file)
    return {name: dict(sorted(found[name].items())) for name in sorted(found)}


@cache
def plugins_in(path: str) -> frozenset[str]:
    """Return the names of the plugins in the file of a published program."""
    import json  # noqa: PLC0415 - few names are of nobody else

    with open(path, "rb") as file:
        return frozenset(plugin["name"] for plugin in json.load(file)["plugins"])


def program_file(text: str) -> str | None:
    """Return the file of a published program, as users write it: `koordinator`, or `koordinator@1.6`.

    None where no program has the name.

    Raises:
        UnknownTarget: if that version of it is not known.
    """
    name, _, version = text.strip().partition("@")
    known = programs().get(name, {})
    wanted = version.removeprefix("v")
    fitting = [path for parts, path in known.items() if f"{_dotted(parts)}.".startswith(f"{wanted}." if wanted else "")]
    if known and not fitting:
        versions = ", ".join(map(_dotted, known))
        raise UnknownTarget(f"{name} has no known release `{version}`", f"Known: {versions}.")
    return fitting[-1] if fitting else None


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def publishing(name: str) -> Catalog | None:
    """Return the catalog that has a plugin; None where none has."""
    return next((catalog for catalog in CATALOGS.values() if name in catalog.plugins), None)


class CatalogRelease(NamedTuple):
    """The plugins that a scheduler has from a catalog.

    Attributes:
        catalog: The catalog.
        pinned: The Kubernetes release for which the chosen release of the catalog was made; None: the one of
            the run.
    """

    catalog: Catalog
    pinned: "Release | None" = None

    def plugin(self, name: str, release: "Release") -> Plugin | None:
        """Return a plugin; None where this release of the catalog does not have it.

        Args:
            name: The plugin's name.
            release: The Kubernetes release to validate against.
        """
        if name not in self.catalog.plugins:
            return None
        return _plugin(self.catalog.name, name, self.pinned, release.number)

    def names(self, release: "Release") -> frozenset[str]:
        """List the plugins that this release of the catalog has."""
        return frozenset(name for name in self.catalog.plugins if self.plugin(name, release) is not None)

    def fits(self, number: int) -> bool:
        """Return whether there is a release of the catalog for a Kubernetes minor."""
        return self.pinned is not None or self.catalog.has(number)

    def title(self, release: "Release") -> str:
        """Return the name of this release of the catalog: `scheduler-plugins 0.30`."""
        return f"{self.catalog.name} {own_release((self.pinned or release).number)}"

    def periods(self, name: str) -> tuple[str, ...]:
        """List the releases of the catalog that have a plugin, the oldest first, by the catalog's own names."""
        plugin = published(self.catalog.name, name)
        numbers = range(self.catalog.first, self.catalog.last + 1)
        return tuple(own_release(number) for number in numbers if plugin is not None and plugin.points_at(number))


def catalog_release(text: str) -> CatalogRelease:
    """Read a choice as users write it: `scheduler-plugins`, or `scheduler-plugins@0.30` for one release of it.

    Raises:
        UnknownTarget: if there is no such catalog, or no such release of it.
    """
    name, at, version = text.strip().partition("@")
    catalog = CATALOGS.get(name)
    if catalog is None:
        known = (*CATALOGS, *programs())
        raise UnknownTarget(f"there is no catalog `{name}`", near_or(name, known, f"Known are {', '.join(known)}."))
    return CatalogRelease(catalog, _release(catalog, version) if at else None)


def _release(catalog: Catalog, version: str) -> "Release":
    """Find the Kubernetes release that a catalog's release was made for: 1.30 for `0.30`, `v0.30.6` and `1.30`."""
    from schedcfg import releases  # noqa: PLC0415 - few choose a release

    major, _, rest = version.removeprefix("v").partition(".")
    number = rest.partition(".")[0]
    if major not in {"0", "1"} or not number.isdecimal() or not catalog.has(int(number[:9])):
        known = own_release(catalog.first)
        if catalog.last > catalog.first:
            known += f" to {own_release(catalog.last)}"
        raise UnknownTarget(f"{catalog.name} has no known release `{version}`", f"Known: {known}.")
    return releases.at(f"1.{int(number)}")


_NEXT_WORD = pattern(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def published(catalog: str, name: str) -> Plugin | None:
    """Return a plugin of a catalog, as `find` does; None where the catalog has none of that name."""
    known = CATALOGS[catalog]
    if name not in known.plugins:
        return None
    home = import_module(f"schedcfg.plugins.{known.home}")
    if hasattr(home, "PLUGIN"):
        plugin: Plugin = home.PLUGIN
        return plugin
    tables = import_module(f"{home.__name__}.without_args")
    return tables.PLUGINS.get(name) or described_in(home.__name__, name)


def described_in(package: str, name: str) -> Plugin | None:
    """Return the plugin that a module of a package describes, which is named like it; None where there is none."""
    path = f"{package}.{_NEXT_WORD.sub('_', name).lower()}"
    try:
        module = import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return None
    plugin = getattr(module, "PLUGIN", None)
    return plugin if isinstance(plugin, Plugin) and plugin.name == name else None


@lru_cache(maxsize=1024)
def _plugin(catalog: str, name: str, pinned: "Release | None", minor: int) -> Plugin | None:
    number = minor if pinned is None else pinned.number
    plugin = published(catalog, name)
    if plugin is None or not CATALOGS[catalog].has(number) or not plugin.points_at(number):
        return None
    return plugin if pinned is None or number == minor else _pinned(plugin, pinned)


def _pinned(plugin: Plugin, release: "Release") -> Plugin:
    """Return a plugin as one release has it, whatever the release to validate against."""
    points = {"1.0": plugin.points_at(release.number)}
    args = None if plugin.args is None else _pinned_args(plugin.args, release)
    return replace(plugin, extension_points=points, args=args)


def _pinned_args(kind: ArgsKind, release: "Release") -> ArgsKind:
    def complete(args: "Shape", context: Context) -> "Shape":
        return kind.complete(args, context._replace(release=release))

    return replace(
        kind,
        complete=complete,
        check=lambda args, context: kind.check(args, context._replace(release=release)),
        pinned=release,
    )
