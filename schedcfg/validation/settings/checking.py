"""A project's settings read into their shape, and what the shape cannot know: releases, rules, points, named files."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from schedcfg import releases
from schedcfg.configuration.decode.shapes import shown
from schedcfg.configuration.effective import registry
from schedcfg.document.span import Path, render
from schedcfg.errors import SchedcfgError
from schedcfg.models import v1
from schedcfg.models.v1 import EXTENSION_POINTS
from schedcfg.plugins import CATALOGUED
from schedcfg.releases import gate_settings
from schedcfg.rules.names import nearest as nearest_name
from schedcfg.spelling import nearest
from schedcfg.validation.selection import directives
from schedcfg.validation.settings.model import Organization, ProjectSettings, Table

_EXPECTED = {
    "string_type": "a string in quotes",
    "bool_type": "a boolean",
    "int_type": "a whole number",
    "list_type": 'an array, e.g. ["a", "b"]',
    "dict_type": "a table",
    "model_type": "a table",
}


class Complaint(NamedTuple):
    """One thing that is wrong with settings."""

    path: Path
    message: str
    help: str | None = None  # What to write; None where the message already contains it


def read(data: object) -> tuple[ProjectSettings | None, Iterator[Complaint]]:
    """Read settings; None where there are complaints."""
    try:
        return ProjectSettings.model_validate(data), iter(())
    except ValidationError as error:
        return None, map(_complaint, error.errors(include_url=False))


def keys(table: type[Table]) -> list[str]:
    """List the keys of a table."""
    return [field.alias or name for name, field in table.model_fields.items()]


def _complaint(detail: ErrorDetails) -> Complaint:
    # Where a value may be of several types, the last step names the one that was tried.
    path: Path = detail["loc"][:-1] if detail["loc"][-1:] in {("bool",), ("str",)} else detail["loc"]
    key, kind = str(path[-1]) if path else "", detail["type"]
    if kind == "extra_forbidden":
        known = keys(_table(path[:-1]))
        similar = nearest(key, known)
        return Complaint(
            path, f"unknown key `{key}`", f"Did you mean `{similar}`?" if similar else f"Known: {', '.join(known)}."
        )
    if kind == "missing":
        return Complaint(path, f"`{render(path)}` is missing")
    found = detail["input"]
    if kind == "literal_error":
        allowed = ", ".join(re.findall(r"'([^']*)'", detail["ctx"]["expected"]))
        return Complaint(path, f"`{key}` is {shown(found)}", f"Write one of {allowed}.")
    expected = _EXPECTED.get(kind, "another type")
    help_ = None
    if isinstance(found, float) and key == "kubernetes":
        help_ = "Put it in quotes: as a number, 1.30 would be 1.3."
    return Complaint(path, f"`{render(path)}` must be {expected}, found {shown(found)}", help_)


def _table(path: Path) -> type[Table]:
    """Return the table that a path leads to; names that users choose, and indices, stay in it."""
    table: type[Table] = ProjectSettings
    for step in path:
        field = next((model_field for model_field in table.model_fields.values() if model_field.alias == step), None)
        inner = None if field is None else next(_tables(field.annotation), None)
        table = inner or table
    return table


def _tables(annotation: object) -> Iterator[type[Table]]:
    if isinstance(annotation, type) and issubclass(annotation, Table):
        yield annotation
    for one in get_args(annotation):
        yield from _tables(one)


class NamedFiles(NamedTuple):
    """The files that settings name."""

    folder: str  # Where their paths start from
    within: str | None  # The folder that they must lie in, after all links; None: they may be anywhere

    def obstacle(self, path: str) -> str | None:
        """Return why a file may not be named; None where it may."""
        if "\0" in path:
            return "no path has a NUL character"
        if self.within is None:
            return None
        top, real = (os.path.realpath(one) for one in (self.within, os.path.join(self.folder, path)))
        is_inside = os.path.splitdrive(top)[0] == os.path.splitdrive(real)[0] and os.path.commonpath([top, real]) == top
        return None if is_inside else "the file is outside of the folder of these settings"


def complaints(values: ProjectSettings, files: NamedFiles) -> Iterator[Complaint]:
    """Yield what cannot be followed, in the order of the keys.

    Args:
        values: The settings.
        files: Where files may be that the settings name.
    """
    yield from _release(("kubernetes",), values.kubernetes)
    yield from _world(values, files)
    yield from _plugins(values, files)
    yield from _gates(values)
    yield from _rules(("select",), directives.not_selectable(values.select or ()))
    yield from _rules(("ignore",), directives.not_ignorable(values.ignore))
    yield from _named(("baseline",), values.baseline, files)
    yield from _per_path(values)
    if values.organization is not None:
        yield from _organization(values.organization)
        yield from _organization_plugins(values.organization, frozenset(values.plugins))


def _named(path: Path, name: str | None, files: NamedFiles) -> Iterator[Complaint]:
    obstacle = None if name is None else files.obstacle(name)
    if obstacle is not None:
        help_ = "Move it there, or name the settings on the command line: --settings FILE."
        yield Complaint(path, f"`{path[-1]}`: {obstacle}", help_)


def _release(path: Path, name: str | None) -> Iterator[Complaint]:
    if name is not None:
        yield from _refused(path, lambda: releases.at(name))


def _refused(path: Path, attempt: Callable[[], object]) -> Iterator[Complaint]:
    try:
        attempt()
    except SchedcfgError as error:
        yield Complaint(path, str(error), error.help)


def _world(values: ProjectSettings, files: NamedFiles) -> Iterator[Complaint]:
    if values.in_tree_only and values.plugins:
        yield Complaint(("in-tree-only",), "`in-tree-only` and `plugins` exclude each other", "Keep one of them.")
    if values.in_tree_only and values.catalogs:
        yield Complaint(("in-tree-only",), "`in-tree-only` and `catalogs` exclude each other", "Keep one of them.")
    for name in values.catalogs:
        if registry.is_catalog_file(name):
            yield from _file(("catalogs",), name, files, registry.catalog)
        else:
            yield from _refused(("catalogs",), partial(registry.catalog, name))


def _plugins(values: ProjectSettings, files: NamedFiles) -> Iterator[Complaint]:
    for name, one in values.plugins.items():
        path: Path = ("plugins", name)
        for point in one.extension_points or ():
            if point not in EXTENSION_POINTS:
                yield _no_point((*path, "extension-points"), point)
        if one.args_schema is not None:
            yield from _file((*path, "args-schema"), one.args_schema, files, registry.args_schema)


def _file(path: Path, name: str, files: NamedFiles, read: Callable[[str], object]) -> Iterator[Complaint]:
    """Yield why a file that the settings name cannot be used."""
    outside = list(_named(path, name, files))
    if outside:
        yield from outside
    else:
        yield from _refused(path, partial(read, os.path.relpath(os.path.join(files.folder, name))))


def _no_point(path: Path, point: str) -> Complaint:
    near = nearest_name(point, EXTENSION_POINTS)
    return Complaint(
        path,
        f"there is no extension point `{point}`",
        f"Did you mean `{near}`?" if near else f"Extension points: {', '.join(EXTENSION_POINTS)}.",
    )


def _gates(values: ProjectSettings) -> Iterator[Complaint]:
    yield from _refused(("feature-gates",), lambda: gate_settings.target(None, values.feature_gates))


def _rules(path: Path, wrong: Iterable[directives.RejectedName]) -> Iterator[Complaint]:
    return (Complaint(path, name.message, name.help) for name in wrong)


def _per_path(values: ProjectSettings) -> Iterator[Complaint]:
    for index, one in enumerate(values.per_path):
        path: Path = ("per-path", index)
        yield from _release((*path, "kubernetes"), one.kubernetes)
        yield from _rules((*path, "ignore"), directives.not_ignorable(one.ignore))


def _organization(values: Organization) -> Iterator[Complaint]:
    for index, one in enumerate(values.releases):
        for name in one.required:
            yield from _release(("organization", "releases", index, "required"), name)
    for index, lease in enumerate(values.leases):
        for field in lease.required:
            yield from _lease_field(("organization", "leases", index, "required"), field)
    for index, weight in enumerate(values.weights):
        yield from _bounds(("organization", "weights", index), weight.minimum, weight.maximum)


def _organization_plugins(values: Organization, declared: frozenset[str]) -> Iterator[Complaint]:
    """Yield misspelled plugins, of which a requirement would be met, or not met, by every configuration."""
    for index, one in enumerate(values.plugins):
        for key, names in (("allowed", one.allowed), ("forbidden", one.forbidden), ("required", one.required)):
            for name in names or ():
                yield from _plugin(("organization", "plugins", index, key), name, declared)
    for index, weight in enumerate(values.weights):
        yield from _plugin(("organization", "weights", index, "plugin"), weight.plugin, declared)


def _plugin(path: Path, name: str, declared: frozenset[str]) -> Iterator[Complaint]:
    """Yield a name that is almost that of a known plugin; what is like none may be the organization's own."""
    in_tree = frozenset(plugin for release in releases.all_releases() for plugin in release.plugins)
    known = in_tree | CATALOGUED | declared
    near = None if name in known or {"*", "?"} & set(name) else nearest_name(name, sorted(known))
    if near is not None:
        help_ = f"Did you mean `{near}`? If `{name}` is a plugin of your own, declare it in `plugins`."
        yield Complaint(path, f"there is no plugin `{name}`", help_)


def _lease_field(path: Path, field: str) -> Iterator[Complaint]:
    known = [str(model_field.alias) for model_field in v1.LeaderElectionConfiguration.model_fields.values()]
    if field not in known:
        near = nearest_name(field, known)
        help_ = f"Did you mean `{near}`?" if near else f"Fields: {', '.join(known)}."
        yield Complaint(path, f"`leaderElection` has no field `{field}`", help_)


def _bounds(path: Path, least: int | None, most: int | None) -> Iterator[Complaint]:
    if least is None and most is None:
        yield Complaint(path, "no bound of the weight is given", "Add `minimum` or `maximum`.")
    elif least is not None and most is not None and least > most:
        yield Complaint((*path, "minimum"), "`minimum` is above `maximum`", "Swap them.")
