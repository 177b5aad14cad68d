"""The names of plugins, to choose from; any other name may stand there too: users compile plugins of their own in."""

from collections.abc import Iterable

from schedcfg import plugins
from schedcfg.effective.resolve import RENAMED
from schedcfg.operations.schemas.draft import JsonSchema
from schedcfg.operations.schemas.served import Served
from schedcfg.operations.shelves import completed
from schedcfg.operations.shelves.periods import Cell

WITHOUT_PROFILES = "v1alpha1"
"""It has a name of its own for one extension point."""

_MULTI_POINT = "multiPoint"
ALL = "*"
"""What disables every default plugin."""


def enabled_at(point: str, served: Served) -> JsonSchema:
    """Offer the plugins that can be enabled at an extension point, by its name in files."""
    point = _meant(point, served)
    return _offered(
        plugin for plugin in known(served) if point == _MULTI_POINT or point in plugin.points_at(served.newest.number)
    )


def disabled_at(point: str, served: Served) -> JsonSchema:
    """Offer the plugins that run at an extension point by default, and `*`, which stands for all of them."""
    point = _meant(point, served)
    default = completed.running(Cell(served.newest.number, served.api_version))
    running = {name for at, refs in default.items() for name, _ in refs if point in {at, _MULTI_POINT}}
    made = _offered(plugin for plugin in plugins.all_plugins() if plugin.name in running)
    made["enum"].insert(0, ALL)
    made["markdownEnumDescriptions"].insert(0, "All default plugins.")
    return made


def with_args(served: Served) -> JsonSchema:
    """Offer the plugins whose Args are known."""
    return _offered(plugin for plugin in known(served) if args_of(plugin, served) is not None)


def known(served: Served) -> Iterable[plugins.Plugin]:
    """List the plugins that a file may name: in-tree in the newest release that is meant, or published."""
    in_tree = served.newest.plugins - served.newest.removed_plugins.get(served.api_version, frozenset())
    return (plugin for plugin in plugins.all_plugins() if plugin.name in in_tree or not plugin.in_tree)


def args_of(plugin: plugins.Plugin, served: Served) -> plugins.ArgsKind | None:
    """Return the Args that the newest release reads which reads any; None where no release does."""
    found = (plugin.args_in(served.api_version, release) for release in reversed(served.releases))
    return next((kind for kind in found if kind is not None), None)


def _meant(point: str, served: Served) -> str:
    return RENAMED.get(point, point) if served.api_version == WITHOUT_PROFILES else point


def _offered(found: Iterable[plugins.Plugin]) -> JsonSchema:
    offered = list(found)
    return {
        "enum": [plugin.name for plugin in offered],
        "markdownEnumDescriptions": [_summary(plugin) for plugin in offered],
    }


def _summary(plugin: plugins.Plugin) -> str:
    return plugin.summary if plugin.in_tree else f"{plugin.summary} Not part of Kubernetes."
