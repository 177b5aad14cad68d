"""What the shape of settings cannot know: releases, rules, extension points, files that are named."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from schedcfg import releases
from schedcfg.document import Path
from schedcfg.effective import catalog, registry
from schedcfg.errors import SchedcfgError
from schedcfg.models.settings import POINTS, ProjectSettings
from schedcfg.releases import chosen_gates
from schedcfg.rules.names import nearest
from schedcfg.selection import names
from schedcfg.settings.decoding import Complaint


def complaints(values: ProjectSettings, folder: str) -> list[Complaint]:
    """List what cannot be followed, in the order of the keys.

    Args:
        values: The settings.
        folder: Where paths in them start from.
    """
    return [
        *_release(("kubernetes",), values.kubernetes),
        *_world(values),
        *_plugins(values, folder),
        *_gates(values),
        *_rules(("select",), names.not_selectable(values.select or ())),
        *_rules(("ignore",), names.not_ignorable(values.ignore)),
        *_per_path(values),
    ]


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


def _plugins(values: ProjectSettings, folder: str) -> Iterator[Complaint]:
    for name, one in values.plugins.items():
        path: Path = ("plugins", name)
        for point in one.extension_points or ():
            if point not in POINTS:
                yield _no_point((*path, "extension-points"), point)
        if one.args_schema is not None:
            schema = os.path.relpath(os.path.join(folder, one.args_schema))  # noqa: PTH118 - strings in, strings out
            yield from _refused((*path, "args-schema"), partial(registry.args_schema, schema))


def _no_point(path: Path, point: str) -> Complaint:
    near = nearest(point, POINTS)
    return Complaint(
        path,
        f"there is no extension point `{point}`",
        f"Did you mean `{near}`?" if near else f"Extension points: {', '.join(POINTS)}.",
    )


def _gates(values: ProjectSettings) -> Iterator[Complaint]:
    yield from _refused(("feature-gates",), lambda: chosen_gates.target(None, values.feature_gates))


def _rules(path: Path, wrong: Iterable[names.RejectedName]) -> Iterator[Complaint]:
    return (Complaint(path, one.message, one.help) for one in wrong)


def _per_path(values: ProjectSettings) -> Iterator[Complaint]:
    for index, one in enumerate(values.per_path):
        path: Path = ("per-path", index)
        yield from _release((*path, "kubernetes"), one.kubernetes)
        yield from _rules((*path, "ignore"), names.not_ignorable(one.ignore))
