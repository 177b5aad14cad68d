"""Plugins of a program, one's own or a published one, as `schedcfg list plugins --binary` found them."""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from schedcfg import releases
from schedcfg.configuration.decode.declared_args import differences, wrong_schema
from schedcfg.document.span import render
from schedcfg.document.texts import printable
from schedcfg.errors import SchedcfgError, UnreadableInput, WrongSettings, unreadable
from schedcfg.models.v1 import EXTENSION_POINTS
from schedcfg.plugins.plugin import Plugin
from schedcfg.releases.release import Release
from schedcfg.sources import Source

_WRITTEN_BY = "`schedcfg list plugins --binary PROGRAM -o json=FILE`"
_ALWAYS = "1.0"
_LARGEST = 4 * 1024 * 1024


class ProgramPlugins(NamedTuple):
    """The plugins that programs for one release have.

    Attributes:
        name: The programs.
        number: The minor of their Kubernetes release.
        plugins: Those that are no part of Kubernetes.
    """

    name: str
    number: int
    plugins: tuple[Plugin, ...]


class ProgramCatalog(NamedTuple):
    """The plugins of a program in its releases; it is chosen as a published catalog is.

    Attributes:
        programs: What each release of it has, the oldest first.
        catalog: None: it is not published.
    """

    programs: tuple[ProgramPlugins, ...]
    catalog: None = None

    def _of(self, release: Release) -> ProgramPlugins:
        """Return the program for a release: the newest that is not newer, or the oldest."""
        fitting = [one for one in self.programs if one.number <= release.number]
        return fitting[-1] if fitting else self.programs[0]

    def plugin(self, name: str, release: Release) -> Plugin | None:
        """Return a plugin; None where the program for this release does not have it."""
        return next((plugin for plugin in self._of(release).plugins if plugin.name == name), None)

    def names(self, release: Release) -> frozenset[str]:
        """List the plugins that the program for a release has."""
        return frozenset(plugin.name for plugin in self._of(release).plugins)

    def fits(self, number: int) -> bool:
        """Return whether there is a program for a Kubernetes minor."""
        return any(one.number == number for one in self.programs)

    def title(self, release: Release) -> str:
        """Return the name of the program for a release, with its own: `my-scheduler (Kubernetes 1.29)`."""
        program = self._of(release)
        return f"{program.name} (Kubernetes 1.{program.number})"


def program_catalog(paths: Sequence[str]) -> ProgramCatalog:
    """Read what was found in programs.

    Args:
        paths: The files, at least one.

    Raises:
        UnreadableInput: if there is no such file, or it cannot be read.
        WrongSettings: if it is another file, or of a release that is not known.
    """
    found = sorted(map(_program, paths), key=lambda one: one.number)
    return ProgramCatalog(tuple(_joined(list(group)) for _, group in groupby(found, key=lambda one: one.number)))


def _joined(programs: list[ProgramPlugins]) -> ProgramPlugins:
    """Return what several programs for one release have together."""
    first, *others = programs
    if not others:
        return first
    plugins = {plugin.name: plugin for one in reversed(programs) for plugin in one.plugins}
    return first._replace(name=" and ".join(one.name for one in programs), plugins=tuple(plugins.values()))


_TEXT = {"type": "string", "minLength": 1}
_PLUGIN = {
    "type": "object",
    "required": ["name", "points"],
    "properties": {
        "name": _TEXT,
        "points": {"type": "array", "items": {"enum": [*EXTENSION_POINTS]}},
        "argsSchema": {"type": ["object", "null"]},
        "argsVersion": {"type": ["string", "null"]},
    },
}
_REPORT = {
    "type": "object",
    "required": ["program", "kubernetes", "plugins"],
    "properties": {"program": _TEXT, "kubernetes": _TEXT, "plugins": {"type": "array", "items": _PLUGIN}},
}
"""What is read of a report, which says more."""


def _program(path: str) -> ProgramPlugins:
    try:
        found = json.loads(Source(path).read(_LARGEST))
    except UnreadableInput as error:
        raise UnreadableInput(unreadable(path, error.sentence)) from None
    except (ValueError, RecursionError) as error:
        raise _wrong(path, f"it is not JSON: {error}") from None
    for difference in differences(found, _REPORT, ()):
        raise _wrong(path, f"{render(difference.path)}: {difference.message}".removeprefix(": "))
    try:
        number = releases.at(found["kubernetes"]).number
    except SchedcfgError as error:
        raise _wrong(path, str(error)) from None
    name = printable(found["program"].rpartition("/")[2])
    return ProgramPlugins(name, number, tuple(_plugin(one, path, name) for one in found["plugins"]))


def _wrong(path: str, reason: str) -> WrongSettings:
    return WrongSettings(f"{path} is no catalog: {printable(reason)}", f"Write it with {_WRITTEN_BY}.")


def _plugin(found: Mapping[str, Any], path: str, program: str) -> Plugin:
    schema = found.get("argsSchema")
    reason = None if schema is None else wrong_schema(schema)
    if reason is not None:
        raise _wrong(path, f"the schema of the Args of `{found['name']}` is none: {reason}")
    return Plugin(
        name=found["name"],
        summary=f"A plugin of {program}.",
        extension_points={_ALWAYS: tuple(found["points"])} if found["points"] else {},
        source=path,
        catalog=program,
        args_schema=schema,
        args_version=found.get("argsVersion"),
    )
