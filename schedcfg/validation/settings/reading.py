"""A file of settings, read and checked as a whole: all errors in it are reported at once."""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from schedcfg.configuration.effective.registry import DeclaredPlugin, args_schema, described, is_catalog_file
from schedcfg.document import Path
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput, WrongSettings, unreadable
from schedcfg.patterns import pattern
from schedcfg.plugins import Plugin
from schedcfg.sources import Source
from schedcfg.validation.options import PathOptions, Patterns, RequirementFor
from schedcfg.validation.selection import directives
from schedcfg.validation.selection.selection import Selection
from schedcfg.validation.settings import checking
from schedcfg.validation.settings.checking import NamedFiles
from schedcfg.validation.settings.discovery import SHARED, TABLE
from schedcfg.validation.settings.model import OwnPlugin, ProjectSettings

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = pattern(rf"[ \t]*\[[ \t]*({_DOTTED})[ \t]*\]")
_HEADER_OF_ARRAY = pattern(rf"[ \t]*\[\[[ \t]*({_DOTTED})[ \t]*\]\]")
_KEY = pattern(rf"[ \t]*({_DOTTED})[ \t]*=")


def line_of(path: Path, text: str) -> int:
    """Return the line of a key, from 1: where the longest part of its path is written first that begins a line.

    What is inside an array or an inline table has the line of its key. Text that looks like a key inside a
    string of several lines can mislead it.
    """
    lines = _lines(text)
    return next((lines[path[:depth]] for depth in range(len(path), 0, -1) if path[:depth] in lines), 1)


@lru_cache(maxsize=1)
def _lines(text: str) -> dict[Path, int]:
    """Return the line on which each path is written first."""
    return {here: number for number, here in reversed(list(_written_lines(text)))}


def _written_lines(text: str) -> Iterator[tuple[int, Path]]:
    """Yield each line that begins a table or has a key, with its path."""
    table: Path = ()
    arrays: Counter[Path] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        if match := _HEADER_OF_ARRAY.match(line):
            name = _parts(match[1])
            table = (*name, arrays[name])
            arrays[name] += 1
            yield number, table
        elif match := _HEADER.match(line):
            table = _parts(match[1])
            yield number, table
        elif match := _KEY.match(line):
            yield number, (*table, *_parts(match[1]))


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))


class Project(NamedTuple):
    """A project's settings, as the verbs take them."""

    path: str
    values: ProjectSettings

    @property
    def folder(self) -> str:
        """The folder that paths start from."""
        return os.path.dirname(self.path)

    @property
    def baseline(self) -> str | None:
        """The baseline, as seen from the working directory."""
        return self._beside(self.values.baseline)

    @property
    def catalogs(self) -> tuple[str, ...]:
        """The catalogs, files as seen from the working directory."""
        return tuple(self._beside(name) or name if is_catalog_file(name) else name for name in self.values.catalogs)

    @property
    def exclude(self) -> Patterns:
        """What a search skips."""
        return Patterns(self.folder, tuple(self.values.exclude))

    @property
    def selection(self) -> Selection:
        """Which advice is reported."""
        values = self.values
        select = directives.expanded(values.select) if values.select is not None else None
        return Selection(select, directives.expanded(values.ignore), values.require_reasons)

    @property
    def feature_gates(self) -> tuple[str, ...]:
        """The feature gates, as kube-scheduler takes them."""
        flags = [f"{name}={'true' if on else 'false'}" for name, on in self.values.feature_gates.items()]
        return (",".join(flags),) if flags else ()

    @property
    def own(self) -> tuple[DeclaredPlugin, ...]:
        """What is known of plugins that are compiled in, besides their names."""
        declared = ((name, one) for name, one in self.values.plugins.items() if one.model_fields_set)
        return tuple(DeclaredPlugin(name, _points(one), self._schema(one)) for name, one in declared)

    @property
    def described(self) -> tuple[Plugin, ...]:
        """What is known of the plugins that are declared, by the settings or by packages.

        Raises:
            WrongSettings: if a package cannot be used.
        """
        return described(frozenset(self.values.plugins), self.own)

    def _schema(self, plugin: OwnPlugin) -> str | None:
        path = self._beside(plugin.args_schema)
        return None if path is None else json.dumps(args_schema(path))

    def _beside(self, path: str | None) -> str | None:
        """Return a path as seen from the working directory."""
        return None if path is None else os.path.relpath(os.path.join(self.folder, path))

    @property
    def per_path(self) -> tuple[PathOptions, ...]:
        """What holds for some files only."""
        return tuple(
            PathOptions(Patterns(self.folder, tuple(path.paths)), path.kubernetes, directives.expanded(path.ignore))
            for path in self.values.per_path
        )

    @property
    def organization(self) -> tuple[RequirementFor, ...]:
        """What an organization requires."""
        if self.values.organization is None:
            return ()
        from schedcfg.validation.settings.organization import requirements  # noqa: PLC0415 - few projects have one

        return requirements(self.values.organization, self.folder)


def _points(plugin: OwnPlugin) -> tuple[str, ...] | None:
    return None if plugin.extension_points is None else tuple(plugin.extension_points)


def read(path: str, within: str | None = None) -> Project:
    """Read a file of settings.

    Args:
        path: The file.
        within: The folder that the files must lie in that it names, after all links; None: they may be anywhere.

    Raises:
        UnreadableInput: if it cannot be read.
        WrongSettings: if it is not TOML, or something in it is wrong.
    """
    path = os.path.abspath(path)
    shown = os.path.relpath(path)
    text = _text(path, shown)
    table = TABLE if os.path.basename(path) == SHARED else ()
    values, complaints = checking.read(_table(text, table, shown))
    if values is not None:
        complaints = checking.complaints(values, NamedFiles(os.path.dirname(path), within))
    found = list(islice(complaints, _MOST + 1))
    if values is not None and not found:
        return Project(path, values)
    placed = sorted(
        ((line_of((*table, *complaint.path), text), complaint) for complaint in found[:_MOST]), key=lambda pair: pair[0]
    )
    lines = [_complaint_text(complaint, f"{shown}:{line}", text) for line, complaint in placed]
    raise WrongSettings(lines[0], None, *lines[1:], *(["and more"] if len(found) > _MOST else []))


_MOST, _LONGEST = 20, 1000
"""Complaints about one file, and characters of one of them."""


def _text(path: str, shown: str) -> str:
    from schedcfg.validation.settings.toml import LARGEST  # noqa: PLC0415 - few runs have settings

    try:
        return Source(path).read(LARGEST).decode()
    except UnreadableInput as error:
        raise UnreadableInput(f"settings {unreadable(shown, error.sentence)}") from None
    except UnicodeDecodeError:
        raise WrongSettings(f"{shown}: it is not UTF-8, as TOML requires", "Save it as UTF-8.") from None


def _table(text: str, within: Path, shown: str) -> object:
    from schedcfg.validation.settings import toml  # noqa: PLC0415 - few runs have settings

    try:
        data: object = toml.parse(text)
    except WrongSettings as error:
        raise WrongSettings(f"{shown}: {error}") from None
    for step in within:
        data = data.get(step, {}) if isinstance(data, Mapping) and isinstance(step, str) else {}
    return data


def _complaint_text(complaint: checking.Complaint, place: str, text: str) -> str:
    from schedcfg.document.secrets import Secrets  # noqa: PLC0415 - few settings are wrong

    whole = f"{place}: {complaint.message}" + (f". {complaint.help}" if complaint.help else "")
    whole = Secrets.of(text).hide(whole)
    return printable(whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]} …")
