"""Which plugins a scheduler has compiled in: by its code, and by running it with each of them.

The plugins of a program, for people, and for programs: that is a catalog, with which files are validated.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any, Literal, NamedTuple

from schedcfg import releases
from schedcfg.commands.confirm import answer as log
from schedcfg.commands.confirm import scheduler as program
from schedcfg.commands.confirm.answer import completed
from schedcfg.commands.confirm.args_shape import args_schema, field_names
from schedcfg.commands.confirm.go_program import GoType, modules_of, plugin_types
from schedcfg.commands.confirm.scheduler import Binary, OfflineRun, Request
from schedcfg.configuration.effective.written import points as points_of_version
from schedcfg.document.span import follow
from schedcfg.document.texts import printable
from schedcfg.models.v1 import EXTENSION_POINTS
from schedcfg.output.json_writer import VERSION, to_json
from schedcfg.output.tables import TextLayout
from schedcfg.output.terminal import YELLOW, columns, painter
from schedcfg.patterns import pattern
from schedcfg.plugins.catalog import publishing
from schedcfg.plugins.plugin import TYPE_META
from schedcfg.releases.release import GROUP, Release

_KUBERNETES = "k8s.io/kubernetes/"
_QUEUE_SORT = "queueSort"
_MODULE = pattern(r"v?0\.(\d+)")


class Evidence(StrEnum):
    """How it is known where a plugin runs.

    `RUN`: the program was started with the plugin at each point. `CODE`: it does not start with the plugin, or not
    without its Args or a cluster; its code has the methods of these points.
    """

    RUN = "run"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class CompiledPlugin:
    """A plugin that is compiled into a program, and no part of Kubernetes.

    Attributes:
        name: The name by which it is registered.
        points: Where it runs.
        evidence: How that is known: by running the program, or by its code.
        type: The type in the program's code; None where that is not known.
        args: The Args that the program completes of empty ones; None where it shows none.
        args_schema: The fields of the Args that the program decodes, as a JSON Schema; None where it names none.
        args_version: The newest API version in which it decodes them; None where it names none.
        catalog: The catalog that publishes a plugin of this name; None for none.
        reason: Why the program does not start with it; None where it does.
    """

    name: str
    points: tuple[str, ...]
    evidence: Evidence
    type: str | None
    args: Any
    args_schema: Any
    args_version: str | None
    catalog: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class CompiledPlugins:
    """What is known of the plugins of a program.

    Attributes:
        version: Of the contract that its JSON is: fields may be added to it, none is renamed.
        program: As it was named.
        kubernetes: Its release.
        plugins: Those that are no part of Kubernetes, sorted by name.
        in_tree: The names of Kubernetes' own, as the code has them.
        catalogs: Catalogs whose module is linked into the program, in the release that fits: `scheduler-plugins@0.33`.
        unregistered: Names under which nothing is registered.
        is_readable: Whether the code shows names: of a program by Go for 64 bits of x86, in ELF.
    """

    version: Literal[1] = field(default=VERSION, kw_only=True)
    program: str
    kubernetes: str
    plugins: tuple[CompiledPlugin, ...]
    in_tree: tuple[str, ...]
    catalogs: tuple[str, ...]
    unregistered: tuple[str, ...]
    is_readable: bool


def compiled_plugins(scheduler: Binary, kubernetes: str | None, names: tuple[str, ...] = ()) -> CompiledPlugins:
    """Return the plugins that are compiled into a program.

    Args:
        scheduler: The program.
        kubernetes: Its release; None: the one that it shows.
        names: Further names to try.

    Raises:
        NoScheduler: if it cannot be run, is no kube-scheduler, or does not show its release.
        UnknownTarget: if the release is not known.
    """
    release = releases.at(kubernetes or program.release(scheduler))
    types = plugin_types(scheduler.path, frozenset(EXTENSION_POINTS))
    own = by_name(one for one in types if not one.type.startswith(_KUBERNETES))
    wanted = [*dict.fromkeys((*sorted(own), *names))]
    trial = ProgramTrial(scheduler, release, field_names(scheduler.path))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tried = dict(zip(wanted, pool.map(lambda name: trial.plugin(name, own.get(name)), wanted), strict=True))
    return CompiledPlugins(
        scheduler.name,
        release.name,
        tuple(plugin for plugin in tried.values() if plugin is not None),
        tuple(sorted(one.name for one in types if one.type.startswith(_KUBERNETES) and one.name)),
        tuple(_catalogs(scheduler.path, release)),
        tuple(name for name, one in tried.items() if one is None),
        bool(types),
    )


def by_name(types: Iterable[GoType]) -> dict[str, GoType]:
    """Return the types by their names; of several with one name, any may be the plugin: that with the most points."""
    found: dict[str, GoType] = {}
    for one in types:
        name = one.name or one.type.rpartition(".")[2]
        known = found.get(name, one)
        largest = max(known, one, key=lambda type_: len(type_.points))
        found[name] = largest._replace(points=known.points | one.points)
    return found


class ProgramTrial(NamedTuple):
    """Starts a program with one plugin after the other."""

    scheduler: Binary
    release: Release
    fields: tuple[str, ...]  # The names that fields of Args may have

    def plugin(self, name: str, type_: GoType | None) -> CompiledPlugin | None:
        """Start the program with a plugin at each point; None where it has no plugin of that name.

        In the newest API version of its release, and in older ones where it only starts with the plugin, or decodes
        its Args, in these.
        """
        newest = None
        for version in reversed(self.release.api_versions):
            found = self._in_version(version, name, type_)
            if found is None or found.reason is None or found.args_schema is not None:
                return found
            newest = newest or found
        return newest

    def _in_version(self, version: str, name: str, type_: GoType | None) -> CompiledPlugin | None:
        found, args, reason, point = [], None, None, ""
        for point in _points(version, self.release, type_):
            ran = self._run(version, name, point, {})
            errors = _errors(ran)
            if any(f'"{name}" does not exist' in error for error in errors):
                return None
            if ran.ended.status == 0:
                found.append(point)
                args = args or _args(completed(ran).written, name)
            elif not any("does not extend" in error for error in errors):
                reason = errors[0] if errors else "it gives no answer"
                break
        catalog = publishing(name)
        by_code = tuple(point for point in EXTENSION_POINTS if type_ is not None and point in type_.points)
        schema = args_schema(lambda args: _errors(self._run(version, name, (*found, point)[0], args)), self.fields)
        return CompiledPlugin(
            name,
            by_code if reason else tuple(point for point in EXTENSION_POINTS if point in found),
            Evidence.CODE if reason else Evidence.RUN,
            None if type_ is None else type_.type,
            args,
            schema,
            None if schema is None else version,
            None if catalog is None else catalog.name,
            reason,
        )

    def _run(self, version: str, name: str, point: str, args: Mapping[str, Any]) -> OfflineRun:
        return program.run(self.scheduler, Request(partial(_config, version, name, point, args)))


def _errors(ran: OfflineRun) -> tuple[str, ...]:
    return log.errors(ran.messages) if ran.ended.status else ()


def _points(version: str, release: Release, type_: GoType | None) -> Iterator[str]:
    """Yield the points to try, those first that the code has."""
    likely = frozenset() if type_ is None else type_.points
    known = points_of_version(version, release)
    asked = [point for point in EXTENSION_POINTS if point in known and point not in release.gated_points]
    yield from sorted(asked, key=lambda point: point not in likely)


def _config(version: str, name: str, point: str, args: Mapping[str, Any], _kubeconfig: str) -> bytes:
    plugins: dict[str, Any] = {point: {"enabled": [{"name": name}]}}
    if point == _QUEUE_SORT:
        plugins[point]["disabled"] = [{"name": "*"}]
    profile = {"schedulerName": "probe", "plugins": plugins, "pluginConfig": [{"name": name, "args": args}]}
    config = {
        "apiVersion": f"{GROUP}/{version}",
        "kind": "KubeSchedulerConfiguration",
        "leaderElection": {"leaderElect": False},
        "profiles": [profile],
    }
    return json.dumps(config).encode()


def _args(written: Mapping[str, Any] | None, name: str) -> Mapping[str, Any] | None:
    """Return the Args that were completed, without their type; None where there is nothing in them."""
    entries = follow(written, ("profiles", 0, "pluginConfig"))
    for entry in entries if isinstance(entries, list) else ():
        args = follow(entry, ("args",))
        if follow(entry, ("name",)) == name and isinstance(args, dict):
            return {key: value for key, value in args.items() if key not in TYPE_META} or None
    return None


def _catalogs(path: str, release: Release) -> Iterator[str]:
    """Yield the catalogs whose modules are linked into a program."""
    from schedcfg.plugins.catalog import SCHEDULER_PLUGINS  # noqa: PLC0415 - the one that is a module

    for module in modules_of(path):
        if module.path.endswith(SCHEDULER_PLUGINS.source) and SCHEDULER_PLUGINS.has(release.number):
            match = _MODULE.match(module.version)
            number = int(match[1]) if match else release.number
            if SCHEDULER_PLUGINS.has(number):
                yield f"{SCHEDULER_PLUGINS.name}@0.{number}"


def text(found: CompiledPlugins, *, colored: bool) -> Iterator[str]:
    """Yield the plugins for people, as wide as the terminal."""
    layout = TextLayout.of(painter(colored=colored), columns())
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
    if plugin.args_schema is not None:
        fields = (f"{field}{_kind(schema)}" for field, schema in plugin.args_schema["properties"].items())
        yield from layout.wrapped(printable(", ".join(fields)).split(), "    args: ", 6)
    if plugin.args is not None:
        yield from layout.wrapped(printable(_json(plugin.args)).split(), "    default args: ", 6)
    if plugin.reason is not None:
        words = f"the program does not start with it: {printable(plugin.reason)}"
        yield from layout.wrapped(words.split(), f"    {layout.paint(YELLOW, 'not tried')}: ", 6)


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    return f" ({kind})" if isinstance(kind, str) else ""


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


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, sort_keys=True)


def json_report(found: CompiledPlugins, *, colored: bool) -> Iterator[str]:  # noqa: ARG001 - JSON has none
    """Yield the plugins as one JSON object."""
    yield to_json(found) + "\n"
