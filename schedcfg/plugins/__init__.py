"""Reference of scheduler plugins: a file for each with Args, named like it in snake_case, and a table of the others.

Those of the stock kube-scheduler are here, and NetworkTraffic, behind whose name more than one program is known;
those of a catalog in the catalog's own folder or file.
"""

from functools import lru_cache
from importlib import import_module

from schedcfg.patterns import pattern
from schedcfg.plugins.catalog import CATALOGS, CATALOGUED, RECOGNIZABLE, described_in, published, publishing
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin, PluginGate, Replacement
from schedcfg.plugins.without_args import PLUGINS as WITHOUT_ARGS

__all__ = [
    "CATALOGUED",
    "RECOGNIZABLE",
    "ArgsKind",
    "ArgsProblem",
    "Context",
    "Plugin",
    "PluginGate",
    "Replacement",
    "all_plugins",
    "find",
    "published",
]

_NAME = pattern(r"[A-Z][A-Za-z0-9]{0,63}\Z")
"""What a plugin can be called. Names come from users' files: nothing else may reach the importer."""


@lru_cache(maxsize=1024)
def find(name: str) -> Plugin | None:
    """Return a plugin by the name that configuration files use; of those with Args, only its own file is imported.

    Returns:
        The plugin, in-tree or published, or None where no file here describes it. Any text is safe to pass.
    """
    if name in WITHOUT_ARGS:
        return WITHOUT_ARGS[name]
    if _NAME.match(name) is None:
        return None
    plugin = described_in(__name__, name)
    catalog = publishing(name)
    return plugin if plugin is not None or catalog is None else published(catalog.name, name)


@lru_cache(maxsize=1)
def all_plugins() -> tuple[Plugin, ...]:
    """List every plugin of the reference, in-tree or not, sorted by name; imports all their files."""
    import pkgutil  # noqa: PLC0415  only listings need it

    homes = {catalog.home for catalog in CATALOGS.values()}
    names = [info.name for info in pkgutil.iter_modules(__path__) if info.name not in homes]
    described = (getattr(import_module(f"{__name__}.{name}"), "PLUGIN", None) for name in names)
    found = {**WITHOUT_ARGS, **{plugin.name: plugin for plugin in described if plugin is not None}}
    for name in CATALOGUED - found.keys():
        plugin = find(name)
        if plugin is not None:
            found[name] = plugin
    return tuple(sorted(found.values(), key=lambda plugin: plugin.name))
