"""Plugins of the user's own: declared by the user, or described by installed packages."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from schedcfg import plugins, releases
from schedcfg.document import decode_text, parse
from schedcfg.errors import UnreadableInput, WrongSettings, unreadable
from schedcfg.plugins.catalog import CatalogRelease, catalog_release, program_file
from schedcfg.plugins.plugin import Plugin
from schedcfg.releases.release import Release, minor
from schedcfg.sources import Source

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from schedcfg.configuration.effective.program_catalog import ProgramCatalog


class PluginRegistry(NamedTuple):
    """The plugins that are compiled into the scheduler in question.

    Attributes:
        open: Whether any name may exist: an unknown one is assumed to be compiled into the user's scheduler.
        declared: Names that the user declared; with them, no other name exists.
        catalogs: Plugins that are published, or were found in a program, and that the user chose; likewise, and what
            these plugins do is known.
        own: What is known of declared plugins.
    """

    open: bool = True
    declared: frozenset[str] = frozenset()
    catalogs: "tuple[CatalogRelease | ProgramCatalog, ...]" = ()
    own: tuple[Plugin, ...] = ()

    def exists(self, name: str, release: Release) -> bool:
        """Return whether a plugin of this name is, or is assumed to be, in the registry."""
        return self.open or name in self.names(release)

    def known(self, name: str, release: Release) -> Plugin | None:
        """Return what is known of a plugin's code, or None where nothing is (a plugin of the user's own).

        Where any name may exist, an out-of-tree name proves nothing: it may be of other code.
        """
        if name in release.plugins:
            return plugins.find(name)
        own = self.described(name)
        if own is not None:
            return own if own.extension_points else None
        for one in self.catalogs:
            plugin = one.plugin(name, release)
            if plugin is not None:
                return plugin if plugin.extension_points else None
        return _published_plugin(name) if name in self.declared else None

    def described(self, name: str) -> Plugin | None:
        """Return the user's own declaration or package of a plugin; None where there is none."""
        return next((plugin for plugin in self.own if plugin.name == name), None)

    def schema_of_args(self, name: str, release: Release) -> Mapping[str, object] | None:
        """Return the JSON Schema of a plugin's Args, where there is one instead of a model."""
        found = self._with_schema(name, release)
        return None if found is None else found.args_schema

    def version_of_args(self, name: str, release: Release) -> str | None:
        """Return the newest API version in which a plugin's program decodes its Args; None: in any, or not known."""
        found = self._with_schema(name, release)
        return None if found is None else found.args_version

    def _with_schema(self, name: str, release: Release) -> Plugin | None:
        found = (self.described(name), *(one.plugin(name, release) for one in self.catalogs))
        return next((one for one in found if one is not None and one.args_schema is not None), None)

    def program_of(self, name: str, release: Release) -> str | None:
        """Return the program in which a plugin was found, of whose code nothing else is known; None for all others."""
        if name in release.plugins:
            return None
        programs = (one for one in self.catalogs if one.catalog is None)
        return next((one.title(release) for one in programs if one.plugin(name, release) is not None), None)

    def implements(self, name: str, point: str, release: Release) -> bool | None:
        """Return whether a plugin runs at a point; None where nothing is known of it: a user's own may run anywhere."""
        points = self.points_of(name, release)
        return None if points is None else point in points

    def points_of(self, name: str, release: Release) -> tuple[str, ...] | None:
        """List the points that a plugin implements; None where nothing is known of it."""
        plugin = self.known(name, release)
        return None if plugin is None else plugin.points_at(release.number)

    def names(self, release: Release) -> frozenset[str]:
        """List every name that is known to exist."""
        return _names(self, release)

    def newest_serving(self, api_version: str) -> str | None:
        """Return the newest release that serves an API version, and for which the chosen catalogs were published.

        Catalogs follow Kubernetes by some months. Where no release of theirs fits, they have no say; None where no
        release serves the version.
        """
        serving = releases.serving(api_version)
        fitting = (name for name in reversed(serving) if all(release.fits(minor(name)) for release in self.catalogs))
        return next(fitting, serving[-1] if serving else None)


def _published_plugin(name: str) -> Plugin | None:
    """Return the published plugin of a declared name: of NetworkTraffic only, whose Args reveal the program.

    Other programs use published names too, with points and Args of their own; Koordinator has another Coscheduling.
    """
    return plugins.find(name) if name in plugins.RECOGNIZABLE else None


@lru_cache(maxsize=256)
def _names(registry: PluginRegistry, release: Release) -> frozenset[str]:
    return release.plugins.union(registry.declared, *(one.names(release) for one in registry.catalogs))


OPEN = PluginRegistry()
"""In-tree plugins are checked; any other name is assumed to exist."""

IN_TREE_ONLY = PluginRegistry(open=False)
"""Only what the stock kube-scheduler of the release has compiled in."""


def declared(names: frozenset[str], own: tuple[Plugin, ...] = ()) -> PluginRegistry:
    """Return a registry of the in-tree plugins and these, and no others.

    Args:
        names: Plugins that are compiled in.
        own: Others, with what is known of them.
    """
    return PluginRegistry(open=False, declared=names.union(plugin.name for plugin in own), own=own)


def catalog(*names: str) -> PluginRegistry:
    """Return a registry of the in-tree plugins and those of catalogs, and no others.

    Args:
        names: `scheduler-plugins`, in the release that fits the Kubernetes release of the run; or one release of it,
            `scheduler-plugins@0.30`; a published program, `koordinator` or `koordinator@1.6`; or a file that `schedcfg
            list plugins --binary` wrote, `plugins/my-1.29.json`: several of them are releases of one program.

    Raises:
        UnknownTarget: if there is no such catalog, or no such release of it.
        UnreadableInput: if a file cannot be read.
        WrongSettings: if a file is no catalog.
    """
    files = {name: name if is_catalog_file(name) else program_file(name) for name in names}
    published = tuple(catalog_release(name) for name, file in files.items() if file is None)
    found = [file for file in files.values() if file is not None]
    if not found:
        return PluginRegistry(open=False, catalogs=published)
    from schedcfg.configuration.effective.program_catalog import program_catalog  # noqa: PLC0415 - few have any

    return PluginRegistry(open=False, catalogs=(*published, program_catalog(found)))


def is_catalog_file(name: str) -> bool:
    """Return whether the name of a catalog is that of a file."""
    return name.endswith(".json")


def chosen(
    names: frozenset[str], catalogs: tuple[str, ...], declared_plugins: "tuple[DeclaredPlugin, ...]" = ()
) -> PluginRegistry:
    """Return the closed registry of the in-tree plugins, declared ones, and those of catalogs.

    Args:
        names: Plugins that are compiled in.
        catalogs: As users write them: `scheduler-plugins@0.30`.
        declared_plugins: The settings about some of the names.

    Raises:
        UnknownTarget: if a catalog is not known.
        UnreadableInput: if the file of a catalog cannot be read.
        WrongSettings: if such a file, or the package that describes a declared plugin, cannot be used.
    """
    own = described(names, declared_plugins) if names else ()
    return catalog(*catalogs)._replace(declared=names.union(plugin.name for plugin in own), own=own)


ENTRY_POINTS = "schedcfg.plugins"
"""Where packages name plugins: the name as configurations have it, the value a `Plugin`."""

OWN = "your own scheduler"
"""What publishes a plugin of one's own, where others have a catalog."""

_FIRST = "1.18"


class DeclaredPlugin(NamedTuple):
    """The settings about a plugin, in a form that can be sent to another process.

    Attributes:
        name: As configuration files write it.
        extension_points: Where it runs; None where nothing is declared.
        args_schema: A JSON Schema of its Args, as JSON; None where there is none.
    """

    name: str
    extension_points: tuple[str, ...] | None = None
    args_schema: str | None = None


@lru_cache(maxsize=16)
def described(names: frozenset[str], declared: tuple[DeclaredPlugin, ...]) -> tuple[Plugin, ...]:
    """Return what is known of declared plugins: from the settings or, failing those, from an installed package.

    Args:
        names: All of them.
        declared: The settings about some of them.

    Raises:
        WrongSettings: if a package cannot be loaded, or gives no such plugin.
    """
    others = names.difference(plugin.name for plugin in declared)
    return (*map(_by_declaration, declared), *(_by_package(others) if others else ()))


def _by_declaration(declared: DeclaredPlugin) -> Plugin:
    import json  # noqa: PLC0415 - few runs declare plugins

    points = declared.extension_points
    return Plugin(
        name=declared.name,
        summary="Your own plugin, as declared in the settings.",
        extension_points={} if points is None else {_FIRST: points},
        source="the settings",
        catalog=OWN,
        args_schema=None if declared.args_schema is None else json.loads(declared.args_schema),
    )


def args_schema(path: str) -> Mapping[str, object]:
    """Read a JSON Schema, as JSON or as YAML.

    Raises:
        UnreadableInput: if there is no such file, or it cannot be read.
        WrongSettings: if it is no JSON Schema.
    """
    from schedcfg.configuration.decode import declared_args  # noqa: PLC0415 - few runs declare plugins
    from schedcfg.document.secrets import Secrets  # noqa: PLC0415

    try:
        stream = parse(decode_text(Source(path).read()))
    except UnreadableInput as error:
        raise UnreadableInput(unreadable(path, error.sentence)) from None
    if stream.error is not None:
        start = stream.error.span.start
        raise WrongSettings(f"{path}:{start.line}:{start.column}: {stream.error.message}", stream.error.help)
    data = stream.documents[0].data if stream.documents else None
    wrong = declared_args.wrong_schema(data)
    if wrong is not None or not isinstance(data, dict):
        reason = Secrets.of(stream.text).hide(str(wrong))
        raise WrongSettings(f"{path} is not a JSON Schema: {reason}")
    return data


def _by_package(names: frozenset[str]) -> list[Plugin]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - few runs declare plugins

    found = {
        entry_point.name: entry_point for entry_point in entry_points(group=ENTRY_POINTS) if entry_point.name in names
    }
    return [_load(name, found[name]) for name in sorted(found)]


def _load(name: str, entry: "EntryPoint") -> Plugin:
    try:
        plugin = entry.load()
    except Exception as error:
        raise WrongSettings(
            f"`{name}` is described by {entry.value}, which cannot be imported: {type(error).__name__}: {error}",
            "Install or fix the package that contains it; without the package, any args of the plugin are accepted.",
        ) from error
    if not isinstance(plugin, Plugin) or plugin.name != name:
        raise WrongSettings(
            f"`{name}` is described by {entry.value}, which is not a `schedcfg.plugins.Plugin` of that name",
            f"Its value must be `Plugin(name={name!r}, …)`.",
        )
    return replace(plugin, catalog=OWN)
