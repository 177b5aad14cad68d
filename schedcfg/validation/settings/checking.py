"""What the shape of settings cannot know: releases, rules, extension points, files that are named."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from schedcfg import releases
from schedcfg.configuration.effective import registry
from schedcfg.configuration.effective.registry import catalog
from schedcfg.document import Path
from schedcfg.errors import SchedcfgError
from schedcfg.models import v1
from schedcfg.releases import chosen_gates
from schedcfg.rules.names import nearest
from schedcfg.validation.selection import directives
from schedcfg.validation.settings.decoding import Complaint
from schedcfg.validation.settings.model import POINTS, Organization, ProjectSettings


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
    yield from _world(values)
    yield from _plugins(values, files)
    yield from _gates(values)
    yield from _rules(("select",), directives.not_selectable(values.select or ()))
    yield from _rules(("ignore",), directives.not_ignorable(values.ignore))
    yield from _named(("baseline",), values.baseline, files)
    yield from _per_path(values)
    if values.organization is not None:
        yield from _organization(values.organization)


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


def _world(values: ProjectSettings) -> Iterator[Complaint]:
    if values.in_tree_only and values.plugins:
        yield Complaint(("in-tree-only",), "`in-tree-only` and `plugins` exclude each other", "Keep one of them.")
    if values.in_tree_only and values.catalogs:
        yield Complaint(("in-tree-only",), "`in-tree-only` and `catalogs` exclude each other", "Keep one of them.")
    for name in values.catalogs:
        yield from _refused(("catalogs",), partial(catalog, name))


def _plugins(values: ProjectSettings, files: NamedFiles) -> Iterator[Complaint]:
    for name, one in values.plugins.items():
        path: Path = ("plugins", name)
        for point in one.extension_points or ():
            if point not in POINTS:
                yield _no_point((*path, "extension-points"), point)
        if one.args_schema is not None:
            yield from _schema((*path, "args-schema"), one.args_schema, files)


def _schema(path: Path, name: str, files: NamedFiles) -> Iterator[Complaint]:
    outside = list(_named(path, name, files))
    if outside:
        yield from outside
    else:
        schema = os.path.relpath(os.path.join(files.folder, name))
        yield from _refused(path, partial(registry.args_schema, schema))


def _no_point(path: Path, point: str) -> Complaint:
    near = nearest(point, POINTS)
    return Complaint(
        path,
        f"there is no extension point `{point}`",
        f"Did you mean `{near}`?" if near else f"Extension points: {', '.join(POINTS)}.",
    )


def _gates(values: ProjectSettings) -> Iterator[Complaint]:
    yield from _refused(("feature-gates",), lambda: chosen_gates.target(None, values.feature_gates))


def _rules(path: Path, wrong: Iterable[directives.RejectedName]) -> Iterator[Complaint]:
    return (Complaint(path, one.message, one.help) for one in wrong)


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


def _lease_field(path: Path, field: str) -> Iterator[Complaint]:
    known = [str(one.alias) for one in v1.LeaderElectionConfiguration.model_fields.values()]
    if field not in known:
        near = nearest(field, known)
        help_ = f"Did you mean `{near}`?" if near else f"Fields: {', '.join(known)}."
        yield Complaint(path, f"`leaderElection` has no field `{field}`", help_)


def _bounds(path: Path, least: int | None, most: int | None) -> Iterator[Complaint]:
    if least is None and most is None:
        yield Complaint(path, "no bound of the weight is given", "Add `minimum` or `maximum`.")
    elif least is not None and most is not None and least > most:
        yield Complaint((*path, "minimum"), "`minimum` is above `maximum`", "Swap them.")
