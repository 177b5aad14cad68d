"""Which plugins exist: that depends on the binary, so the user says which one runs."""

from typing import NamedTuple

from schedcfg import plugins
from schedcfg.plugins.plugin import Plugin
from schedcfg.releases.release import Release


class World(NamedTuple):
    """The plugins that are compiled into the scheduler at hand.

    Attributes:
        open: Whether any name may exist: an unknown one is taken to be compiled into the user's scheduler.
        declared: Names that the user declared; they make the world a closed one.
        own: What is known of declared plugins.
    """

    open: bool = True
    declared: frozenset[str] = frozenset()
    own: tuple[Plugin, ...] = ()

    def exists(self, name: str, release: Release) -> bool:
        """Tell whether a plugin of this name is, or is taken to be, in the registry."""
        return self.open or name in release.plugins or name in self.declared

    def known(self, name: str, release: Release) -> Plugin | None:
        """Return what is known of a plugin's code, or None where nothing is (a plugin of the user's own).

        In the open world an out-of-tree name alone proves nothing: other code may stand behind it.
        """
        if name in release.plugins:
            return plugins.find(name)
        own = self.described(name)
        if own is not None:
            return own if own.extension_points else None
        if name in self.declared:
            plugin = plugins.find(name)
            return plugin if plugin is not None and not plugin.in_tree else None
        return None

    def described(self, name: str) -> Plugin | None:
        """Return what the user's own declaration or package says of a plugin; None where there is none."""
        return next((plugin for plugin in self.own if plugin.name == name), None)

    def implements(self, name: str, point: str, release: Release) -> bool | None:
        """Tell whether a plugin runs at a point; None where nothing is known of it: a user's own may run anywhere."""
        plugin = self.known(name, release)
        return None if plugin is None else point in plugin.points_at(release.number)

    def names(self, release: Release) -> frozenset[str]:
        """List every name that is known to exist."""
        return release.plugins | self.declared


OPEN = World()
"""In-tree plugins are checked; any other name is assumed to exist."""

IN_TREE_ONLY = World(open=False)
"""Only what the stock kube-scheduler of the release has compiled in."""


def declared(names: frozenset[str], own: tuple[Plugin, ...] = ()) -> World:
    """Make a closed world of the in-tree plugins and these.

    Args:
        names: Plugins that are compiled in.
        own: Others, with what is known of them.
    """
    return World(open=False, declared=names.union(plugin.name for plugin in own), own=own)
