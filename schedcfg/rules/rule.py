"""What a rule is: one thing that can be wrong, how it is seen, and why it matters."""

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from schedcfg import plugins
from schedcfg.decode import Decoded
from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path
from schedcfg.effective import Configuration, World
from schedcfg.effective.model import PluginRef

Seen = TypeVar("Seen")


class Subject(NamedTuple):
    """What rules look at.

    Attributes:
        configuration: The completed configuration.
        decoded: The same as written.
        world: Which plugins exist.
    """

    configuration: Configuration
    decoded: Decoded
    world: World

    def implements(self, name: str, point: str) -> bool | None:
        """Tell whether a plugin runs at a point; None where nothing is known of it: a user's own may run anywhere."""
        return self.world.implements(name, point, self.configuration.release)

    def successor(self, name: str) -> str | None:
        """Say what took a removed in-tree plugin's place, as advice; None where nothing did."""
        plugin = plugins.find(name)
        return plugin.successor if plugin is not None else None

    def exists(self, name: str) -> bool:
        """Tell whether a plugin is, or is taken to be, compiled in."""
        return self.world.exists(name, self.configuration.release)


class Rule(NamedTuple, Generic[Seen]):
    """One rule about something: a configuration (`Subject`), or a manifest and what is around it (`Scene`).

    Attributes:
        id: Words joined by dashes, the file's name.
        title: What is wrong, in a few words.
        why: What happens because of it.
        source: The upstream code that decides.
        check: Yields a problem for each place where it is so; paths are those of the document that is judged.
    """

    id: str
    title: str
    why: str
    source: str
    check: Callable[[Seen], Iterator[Problem]]


def entry_path(ref: PluginRef, fallback: Path) -> Path:
    """Give the user's entry for a plugin, or where it would stand if it came by default."""
    return fallback if ref.path is None else (*ref.path, "name")
