"""Plugins of the user's own: what is declared of them, and what installed packages say."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.decode import own_args
from schedcfg.document import decode_text, parse
from schedcfg.errors import UnreadableInput, WrongSettings
from schedcfg.plugins.plugin import Plugin
from schedcfg.sources import Source

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "schedcfg.plugins"
"""Where packages name plugins: the name as configurations have it, the value a `Plugin`."""

OWN = "a scheduler of your own"
"""What publishes a plugin of one's own, where others have a catalogue."""

_FIRST = "1.18"


class Declared(NamedTuple):
    """What the settings say of a plugin, in a form that can be sent to another process.

    Attributes:
        name: As configuration files write it.
        extension_points: Where it runs; None where nobody said.
        args_schema: A JSON Schema of its Args, as JSON; None where there is none.
    """

    name: str
    extension_points: tuple[str, ...] | None = None
    args_schema: str | None = None


@lru_cache(maxsize=16)
def described(names: frozenset[str], declared: tuple[Declared, ...]) -> tuple[Plugin, ...]:
    """Return what is known of declared plugins: by the settings or, where they say nothing, by an installed package.

    Args:
        names: All of them.
        declared: What the settings say of some.

    Raises:
        WrongSettings: if a package cannot be loaded, or gives no such plugin.
    """
    others = names.difference(one.name for one in declared)
    return (*map(_by_declaration, declared), *(_by_package(others) if others else ()))


def _by_declaration(declared: Declared) -> Plugin:
    points = declared.extension_points
    return Plugin(
        name=declared.name,
        summary="A plugin of your own, as the settings declare it.",
        extension_points={} if points is None else {_FIRST: points},
        source="the settings",
        catalogue=OWN,
        args_schema=None if declared.args_schema is None else json.loads(declared.args_schema),
    )


def args_schema(path: str) -> Mapping[str, object]:
    """Read a JSON Schema, as JSON or as YAML.

    Raises:
        UnreadableInput: if there is no such file, or it cannot be read.
        WrongSettings: if it is no JSON Schema.
    """
    try:
        stream = parse(decode_text(Source(path).read()))
    except UnreadableInput as error:
        raise UnreadableInput(f"{path}: {error}") from None
    if stream.error is not None:
        start = stream.error.span.start
        raise WrongSettings(f"{path}:{start.line}:{start.column}: {stream.error.message}", stream.error.help)
    data = stream.documents[0].data if stream.documents else None
    wrong = own_args.wrong_schema(data)
    if wrong is not None or not isinstance(data, dict):
        raise WrongSettings(f"{path} is no JSON Schema: {wrong or 'it is no mapping'}")
    return data


def _by_package(names: frozenset[str]) -> list[Plugin]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - few runs declare plugins

    found = {one.name: one for one in entry_points(group=ENTRY_POINTS) if one.name in names}
    return [_loaded(name, found[name]) for name in sorted(found)]


def _loaded(name: str, entry: "EntryPoint") -> Plugin:
    try:
        plugin = entry.load()
    except Exception as error:
        raise WrongSettings(
            f"`{name}` is described by {entry.value}, which cannot be imported: {type(error).__name__}: {error}",
            "Install or mend the package that has it; without the package, any args of the plugin do.",
        ) from error
    if not isinstance(plugin, Plugin) or plugin.name != name:
        raise WrongSettings(
            f"`{name}` is described by {entry.value}, which is no `schedcfg.plugins.Plugin` of that name",
            f"Its value must be `Plugin(name={name!r}, …)`.",
        )
    return replace(plugin, catalogue=OWN)
