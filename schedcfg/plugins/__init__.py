"""The shelf of scheduler plugins: one file each, named like the plugin in snake_case."""

import re
from functools import lru_cache
from importlib import import_module

from schedcfg.plugins.catalogue import CATALOGUED
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Context, Heir, Plugin

__all__ = ["CATALOGUED", "ArgsKind", "ArgsProblem", "Context", "Heir", "Plugin", "all_plugins", "find"]

_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,63}\Z")
"""What a plugin can be called. Names come from users' files: nothing else may reach the importer."""

_NEXT_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=1024)
def find(name: str) -> Plugin | None:
    """Look a plugin up by the name that configuration files use; only its own file is imported.

    Returns:
        The plugin, or None where no file of this shelf describes it. Any text is safe to ask for.
    """
    if _NAME.match(name) is None:
        return None
    path = f"{__name__}.{_NEXT_WORD.sub('_', name).lower()}"
    try:
        module = import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return None
    plugin = getattr(module, "PLUGIN", None)
    return plugin if isinstance(plugin, Plugin) and plugin.name == name else None


@lru_cache(maxsize=1)
def all_plugins() -> tuple[Plugin, ...]:
    """List every plugin of this shelf, in-tree or not, sorted by name; imports all their files."""
    import pkgutil  # noqa: PLC0415  only listings need it

    modules = [import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)]
    found = [module.PLUGIN for module in modules if hasattr(module, "PLUGIN")]
    return tuple(sorted(found, key=lambda plugin: plugin.name))
