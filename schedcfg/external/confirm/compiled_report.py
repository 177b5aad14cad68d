"""The plugins of a program, for people, for programs, and as settings."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from schedcfg.document.texts import printable
from schedcfg.external.confirm.compiled import CompiledPlugin, CompiledPlugins, Evidence
from schedcfg.output.json_writer import VERSION, filled, to_json
from schedcfg.output.terminal import YELLOW, columns, painter
from schedcfg.show.effective.layout import TextLayout


def text(found: CompiledPlugins, *, coloured: bool) -> Iterator[str]:
    """Yield the plugins for people, as wide as the terminal."""
    layout = TextLayout.of(painter(coloured=coloured), columns())
    lines = [layout.heading(f"{printable(found.program)} (Kubernetes {found.kubernetes})")]
    for plugin in found.plugins:
        lines += _plugin(plugin, layout)
    lines += [line for sentence in _remarks(found) for line in layout.wrapped(sentence.split(), "  ", 2)]
    yield "\n".join(lines) + "\n"


def _plugin(plugin: CompiledPlugin, layout: TextLayout) -> Iterator[str]:
    shown = "" if plugin.evidence is Evidence.RUN else " (by its code)"
    points = f"{', '.join(plugin.points) or 'at no point that is known'}{shown}"
    yield from layout.wrapped(f"{points}".split(), f"  {layout.heading(printable(plugin.name))}: ", 4)
    if plugin.type is not None:
        yield f"    {printable(plugin.type)}"
    if plugin.args is not None:
        yield from layout.wrapped(printable(_json(plugin.args)).split(), "    default args: ", 6)
    if plugin.reason is not None:
        words = f"the program does not start with it: {printable(plugin.reason)}"
        yield from layout.wrapped(words.split(), f"    {layout.paint(YELLOW, 'not tried')}: ", 6)


def _remarks(found: CompiledPlugins) -> Iterator[str]:
    """Yield what is to be known about how complete this is."""
    if not found.plugins:
        yield "no plugins beside those of Kubernetes were found"
    if found.in_tree:
        yield f"and {len(found.in_tree)} plugins of Kubernetes"
    if found.catalogs:
        names = " and ".join(found.catalogs)
        yield f"linked with {names}: `--catalog {found.catalogs[0]}` checks the Args of its plugins"
    if found.unregistered:
        yield f"not registered: {', '.join(map(printable, found.unregistered))}"
    if found.is_readable:
        yield "a plugin whose name is not a constant of its code is not found: name it, and it is tried"
    else:
        yield "the code of this program shows no names (it does that for Go, in ELF, for x86-64)"
        yield "name plugins, and they are tried"


def toml(found: CompiledPlugins, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001 - settings have none
    """Yield the plugins as settings."""
    program = f"{printable(found.program)} (Kubernetes {found.kubernetes})"
    yield f"# Plugins of {program}, found by `schedcfg plugins --binary`.\n"
    yield "# For pyproject.toml, write [tool.schedcfg.plugins.NAME].\n"
    for plugin in found.plugins:
        yield f"\n[plugins.{_key(plugin.name)}]\n"
        if plugin.type is not None:
            yield f"# {printable(plugin.type)}\n"
        if plugin.args is not None:
            yield f"# default args: {printable(_json(plugin.args))}\n"
        if plugin.reason is not None:
            yield f"# by its code, not tried: {printable(plugin.reason)}\n"
        if plugin.points:
            yield f"extension-points = {json.dumps(list(plugin.points))}\n"


def _key(name: str) -> str:
    """Write a name as a key of TOML."""
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else json.dumps(name, ensure_ascii=True)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, sort_keys=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledPluginJson:
    """A plugin that is compiled into a program, and no part of Kubernetes.

    Attributes:
        name: The name by which it is registered.
        points: Where it runs.
        evidence: How that is known: by running the program, or by its code.
        type: The type in the program's code; null where that is not known.
        args: The Args that the program completes of empty ones; null where it shows none.
        catalog: The catalog that publishes a plugin of this name.
        reason: Why the program does not start with it; null where it does.
    """

    name: str
    points: tuple[str, ...]
    evidence: Evidence
    type: str | None
    args: Any
    catalog: str | None
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledPluginsJson:
    """What is known of the plugins of a program.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        program: As it was named.
        kubernetes: Its release.
        plugins: Those that are no part of Kubernetes, sorted by name.
        in_tree: The names of Kubernetes' own, as the code has them.
        catalogs: Catalogs whose module is linked into the program.
        unregistered: Names under which nothing is registered.
        is_readable: Whether the code shows names.
    """

    version: Literal[1] = VERSION
    program: str
    kubernetes: str
    plugins: tuple[CompiledPluginJson, ...]
    in_tree: tuple[str, ...]
    catalogs: tuple[str, ...]
    unregistered: tuple[str, ...]
    is_readable: bool


def json_report(found: CompiledPlugins, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001 - JSON has none
    """Yield the plugins as one JSON object."""
    plugins = tuple(filled(CompiledPluginJson, one) for one in found.plugins)
    yield to_json(filled(CompiledPluginsJson, found, version=VERSION, plugins=plugins)) + "\n"
