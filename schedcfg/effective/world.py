"""Which plugins exist: that depends on the binary, so the user says which one runs."""

from functools import lru_cache
from typing import NamedTuple

from schedcfg import plugins
from schedcfg.plugins.edition import Edition, edition
from schedcfg.plugins.plugin import Plugin
from schedcfg.releases.release import Release


class World(NamedTuple):
    """The plugins that are compiled into the scheduler at hand.

    Attributes:
        open: Whether any name may exist: an unknown one is taken to be compiled into the user's scheduler.
        declared: Names that the user declared; they make the world a closed one.
        catalogues: Published plugins that the user chose; they do so too, and what stands behind their names is known.
        own: What is known of declared plugins.
    """

    open: bool = True
    declared: frozenset[str] = frozenset()
    catalogues: tuple[Edition, ...] = ()
    own: tuple[Plugin, ...] = ()

    def exists(self, name: str, release: Release) -> bool:
        """Tell whether a plugin of this name is, or is taken to be, in the registry."""
        return self.open or name in self.names(release)

    def known(self, name: str, release: Release) -> Plugin | None:
        """Return what is known of a plugin's code, or None where nothing is (a plugin of the user's own).

        In the open world an out-of-tree name alone proves nothing: other code may stand behind it.
        """
        if name in release.plugins:
            return plugins.find(name)
        own = self.described(name)
        if own is not None:
            return own if own.extension_points else None
        for one in self.catalogues:
            found = one.plugin(name, release)
            if found is not None:
                return found
        return _behind(name) if name in self.declared else None

    def described(self, name: str) -> Plugin | None:
        """Return what the user's own declaration or package says of a plugin; None where there is none."""
        return next((plugin for plugin in self.own if plugin.name == name), None)

    def implements(self, name: str, point: str, release: Release) -> bool | None:
        """Tell whether a plugin runs at a point; None where nothing is known of it: a user's own may run anywhere."""
        plugin = self.known(name, release)
        return None if plugin is None else point in plugin.points_at(release.number)

    def names(self, release: Release) -> frozenset[str]:
        """List every name that is known to exist."""
        return _names(self, release)


def _behind(name: str) -> Plugin | None:
    """Return what is taken to stand behind a declared name: that of NetworkTraffic alone, whose Args tell the program.

    Other programs use published names too, with points and Args of their own; Koordinator has another Coscheduling.
    """
    return plugins.find(name) if name in plugins.TELLING else None


@lru_cache(maxsize=256)
def _names(world: World, release: Release) -> frozenset[str]:
    return release.plugins.union(world.declared, *(one.names(release) for one in world.catalogues))


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


def catalogue(*names: str) -> World:
    """Make a closed world of the in-tree plugins and those of catalogues.

    Args:
        names: `scheduler-plugins`, in the release that fits the Kubernetes release that judges; or one release of it,
            `scheduler-plugins@0.30`.

    Raises:
        UnknownTarget: if there is no such catalogue, or no such release of it.
    """
    return World(open=False, catalogues=tuple(map(edition, names)))
