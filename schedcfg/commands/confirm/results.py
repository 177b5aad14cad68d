"""What `schedcfg confirm` found: the answer of the user's own program, beside what schedcfg says.

What the program completes and runs, compared with what schedcfg says.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from typing import Annotated, Any, NamedTuple

from schedcfg.commands.confirm.answer import Outcome, Running, Unseen
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.view import EffectiveView, FileOfConfigurations
from schedcfg.document import Position
from schedcfg.document.secrets import safe
from schedcfg.document.span import Key, Path, follow, render
from schedcfg.findings import DocumentReport
from schedcfg.releases.release import Release


class Agreement(StrEnum):
    """Whether the program and schedcfg agree.

    `AGREES`: both refuse the configuration, or both accept it, complete it to the same and run the same plugins.
    `DISAGREES`: they differ in one of these. `UNKNOWN`: one of both could not know: the program did not come to an
    answer, or shows less without a cluster, or schedcfg had assumed that a plugin is compiled in.
    """

    AGREES = "agrees"
    DISAGREES = "disagrees"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ProgramError:
    """Why the program does not start.

    Attributes:
        message: Its own words.
        path: What they are about, as upstream writes it; None where they do not say.
        start: Where that is in the file; None where that is not known.
    """

    __json__ = ("message", "path", "line", "column")

    message: str
    path: str = field(default="", metadata={"null_if_empty": True})
    start: Position | None = None

    @property
    def line(self) -> Annotated[int | None, {"minimum": 1}]:
        """The line of that, from 1; None where it is not known."""
        return None if self.start is None else self.start.line

    @property
    def column(self) -> Annotated[int | None, {"minimum": 1}]:
        """Its column, from 1."""
        return None if self.start is None else self.start.column


@dataclass(frozen=True, slots=True)
class ValueDifference:
    """A value of the completed configuration that the program and schedcfg complete differently.

    Attributes:
        path: Where it is.
        program: What the program writes; null where it writes nothing.
        schedcfg: What schedcfg says; null where it says nothing.
    """

    path: str
    program: Any
    schedcfg: Any


@dataclass(frozen=True, slots=True)
class PluginDifference:
    """An extension point at which the program runs other plugins, or in another order, than schedcfg says.

    Attributes:
        profile: The name of the profile.
        point: The extension point.
        program: What the program runs, in order; with weights where they count.
        schedcfg: What schedcfg says.
    """

    profile: str
    point: str
    program: tuple[str, ...]
    schedcfg: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentConfirmation:
    """One configuration."""

    report: DocumentReport
    agreement: Agreement
    outcome: Outcome
    errors: tuple[ProgramError, ...] = ()  # Why it does not start, or came to no answer
    differences: tuple[ValueDifference, ...] = ()
    plugins: tuple[PluginDifference, ...] = ()
    # Args that it completes for plugins whose defaults schedcfg does not know: plugin → Args by profile
    own_args: Mapping[str, Any] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()  # Plugins that schedcfg assumed to be compiled in, and that are not
    unseen: tuple[Unseen, ...] = ()  # What it could not show


@dataclass(frozen=True, slots=True)
class FileConfirmation(FileOfConfigurations[DocumentConfirmation]):
    """What a program answers about the configurations of a file."""


_BY_NAME = "pluginConfig"
_ARGS = "args"


class Compared(NamedTuple):
    """What differs."""

    differences: tuple[ValueDifference, ...]
    # Plugin → the Args that the program completes, where schedcfg does not know what their defaults are
    own_args: Mapping[str, Any]


def compare(written: object, view: EffectiveView, registry: PluginRegistry, release: Release) -> Compared:
    """Compare the configuration that a program has written with the one that schedcfg says.

    Args:
        written: What the program wrote, with the user's kubeconfig.
        view: What schedcfg says.
        registry: Which plugins exist.
        release: The release.
    """
    differences, own_args = [], {}
    for path, program, ours in _differing(written, view.configuration, ()):
        plugin = _plugin(path)
        if plugin is not None and ours is None and not _knows_args(plugin, registry, release):
            index = path[1] if len(path) > 1 and isinstance(path[1], int) else 0
            own_args[plugin] = safe("", follow(_entry(written, index, plugin), (_ARGS,)))
        else:
            where = render(path)
            differences.append(ValueDifference(where, safe(where, program), safe(where, ours)))
    return Compared(tuple(differences), own_args)


def _differing(program: object, ours: object, path: Path) -> Iterator[tuple[Path, object, object]]:
    """Yield the paths of what differs, with both values; None represents what is not there."""
    kind = type(ours if program is None else program)
    pair = [kind() if side is None and kind in {dict, list} else side for side in (program, ours)]
    if all(isinstance(side, dict) for side in pair):
        yield from _differing_by_key(pair[0], pair[1], path)
    elif all(isinstance(side, list) for side in pair):
        differing = _differing_by_name if path[-1:] == (_BY_NAME,) else _differing_by_index
        yield from differing(pair[0], pair[1], path)
    elif program != ours or isinstance(program, bool) is not isinstance(ours, bool):
        yield path, program, ours


def _differing_by_key(program: Any, ours: Any, path: Path) -> Iterator[tuple[Path, object, object]]:
    for key in dict.fromkeys((*program, *ours)):
        yield from _differing(program.get(key), ours.get(key), (*path, key))


def _differing_by_index(program: Any, ours: Any, path: Path) -> Iterator[tuple[Path, object, object]]:
    for index, (one, other) in enumerate(zip_longest(program, ours)):
        yield from _differing(one, other, (*path, index))


def _differing_by_name(program: Any, ours: Any, path: Path) -> Iterator[tuple[Path, object, object]]:
    by_name = [{str(follow(one, ("name",))): one for one in side} for side in (program, ours)]
    for name in dict.fromkeys((*by_name[0], *by_name[1])):
        yield from _differing(by_name[0].get(name), by_name[1].get(name), (*path, Key(name)))


def _plugin(path: Path) -> str | None:
    """Return the plugin whose entry of `pluginConfig` a path is in; None where it is elsewhere."""
    if _BY_NAME not in path[:-1]:
        return None
    return str(path[path.index(_BY_NAME) + 1])


def _knows_args(name: str, registry: PluginRegistry, release: Release) -> bool:
    plugin = registry.known(name, release)
    return plugin is not None and (plugin.in_tree or plugin.args is not None)


def _entry(written: object, index: int, plugin: str) -> object:
    entries = follow(written, ("profiles", index, _BY_NAME))
    named = (
        (entry for entry in entries if follow(entry, ("name",)) == plugin) if isinstance(entries, list) else iter(())
    )
    return next(named, None)


def differing_plugins(running: Mapping[str, Running], view: EffectiveView) -> Iterator[PluginDifference]:
    """Yield the points at which a program runs other plugins than schedcfg says, or in another order.

    Args:
        running: What the program runs by profile.
        view: What schedcfg says.
    """
    for profile in dict.fromkeys((*running, *view.plugins)):
        program, ours = running.get(profile, {}), view.plugins.get(profile, {})
        for point in dict.fromkeys((*program, *ours)):
            pair = (tuple(map(tuple, program.get(point, ()))), tuple(map(tuple, ours.get(point, ()))))
            if pair[0] != pair[1]:
                yield PluginDifference(profile, point, *(_named(side, point) for side in pair))


def _named(plugins: tuple[Any, ...], point: str) -> tuple[str, ...]:
    return tuple(f"{name} ({weight})" if point in WEIGHTED else name for name, weight in plugins)
