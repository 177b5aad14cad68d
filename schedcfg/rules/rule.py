"""What a rule is: one thing that can be wrong, how it is seen, and why it matters."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from schedcfg import plugins
from schedcfg.decode import Decoded
from schedcfg.diagnostics import FindingClass, Problem, Remedy, Severity
from schedcfg.document import Document
from schedcfg.document.path import Path
from schedcfg.effective import Configuration, World
from schedcfg.effective.model import Extender, PluginRef, Profile

Seen = TypeVar("Seen")


class Entry(NamedTuple):
    """What the user wrote about one plugin at one extension point.

    Attributes:
        profile: In which profile.
        point: At which point: `score`, `multiPoint` …
        ref: The entry; its path is always known.
    """

    profile: Profile
    point: str
    ref: PluginRef

    @property
    def path(self) -> Path:
        """Where it stands."""
        return self.ref.path or ()


@dataclass(frozen=True, eq=False)
class Subject:
    """What rules look at.

    Attributes:
        configuration: The completed configuration.
        decoded: The same as written.
        world: Which plugins exist.
        document: What it was read from; None for what is only planned.
    """

    configuration: Configuration
    decoded: Decoded
    world: World
    document: Document | None = None

    @cached_property
    def enabled(self) -> tuple[Entry, ...]:
        """Everything that is enabled in the file, in order."""
        return tuple(
            Entry(profile, point, ref)
            for profile in self.configuration.profiles
            for point, plugin_set in profile.written.items()
            for ref in plugin_set.enabled
            if ref.path is not None
        )

    @cached_property
    def disabled(self) -> tuple[Entry, ...]:
        """Everything that is disabled in the file, in order, `*` too."""
        return tuple(
            Entry(profile, point, ref)
            for profile in self.configuration.profiles
            for point, plugin_set in profile.written.items()
            for ref in plugin_set.disabled
            if ref.path is not None
        )

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
        severity: What its advice weighs, the heaviest where that differs; None where all of it is a fact.
        since: The first release in which it can happen, e.g. `1.22`; None: all.
        until: The last one; None: all.
        bad: A file in which it finds something; empty where `tests/rules/` holds its examples.
        good: The same file as it should be; nothing is found in it.
        options: What both are judged with, as on the command line: `("--kubernetes", "1.27")`.
        of_extenders: The same check, where it looks at extenders alone: those of a legacy Policy are judged by it, too.
    """

    id: str
    title: str
    why: str
    source: str
    check: Callable[[Seen], Iterator[Problem]]
    severity: Severity | None = None
    since: str | None = None
    until: str | None = None
    bad: str = ""
    good: str = ""
    options: tuple[str, ...] = ()
    of_extenders: Callable[[tuple[Extender, ...]], Iterator[Problem]] | None = None


def advice(
    rule: str,
    path: Path,
    message: str,
    help_: str,
    severity: Severity = Severity.WARNING,
    remedy: Remedy | None = None,
) -> Problem:
    """Say what is probably not meant, although the scheduler starts with it."""
    return Problem(
        rule,
        path,
        message,
        help_,
        finding_class=FindingClass.ADVISED,
        severity=severity,
        remedy=remedy,
    )


def entry_path(ref: PluginRef, fallback: Path) -> Path:
    """Give the user's entry for a plugin, or where it would stand if it came by default."""
    return fallback if ref.path is None else (*ref.path, "name")
