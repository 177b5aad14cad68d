"""Pinned weights written without a detour: disabled for an older version's sake, or apart from the others.

v1beta1 appends what is enabled, so that a default plugin has to be disabled before it can have another weight; later
versions replace it. From v1beta3 on MultiPoint has the weights of all points.
"""

from collections.abc import Iterator

from schedcfg.changes.migrate.context import StepContext, items, mapping
from schedcfg.configuration.effective.facts import SCORE
from schedcfg.configuration.effective.framework import MULTI_POINT
from schedcfg.configuration.effective.plugin_sets import appends, brings_by_multi_point, default_sets
from schedcfg.document.path import Path


def tidy_weights(step: StepContext) -> None:
    """Write the weights that this migration has pinned at `score` as the target version has them said."""
    if appends(step.target):
        return
    for path, _ in list(step.profiles()):
        point: Path = (*path, "plugins", SCORE)
        names = list(_pinned(step, point))
        for name in names:
            _remove(step, (*point, "disabled"), name)
            if brings_by_multi_point(step.target):
                _to_multi_point(step, point, name)
        if names:
            _remove_empty(step, point)


def _pinned(step: StepContext, point: Path) -> Iterator[str]:
    """Yield the default plugins that are both disabled and enabled, or enabled with a weight, and not by the user."""
    written = mapping(step.value(point))
    if "*" in _names(written.get("disabled")):
        return
    for index, one in enumerate(items(written.get("enabled"))):
        entry = mapping(one)
        name, is_new = entry.get("name"), step.draft.original_span((*point, "enabled", index)) is None
        if isinstance(name, str) and is_new and "weight" in entry and name in _by_default(step):
            yield name


def _by_default(step: StepContext) -> set[str]:
    sets = default_sets(step.release, step.target)
    return {ref.name for point in (SCORE, MULTI_POINT) if point in sets for ref in sets[point].enabled}


def _to_multi_point(step: StepContext, point: Path, name: str) -> None:
    multi: Path = (*point[:-1], MULTI_POINT, "enabled")
    there = items(step.value(multi))
    if name not in _names(there):
        step.move((*point, "enabled", _names(items(step.value((*point, "enabled")))).index(name)), (*multi, len(there)))


def _remove(step: StepContext, path: Path, name: str) -> None:
    """Take an entry out that the user has not written."""
    names = _names(step.value(path))
    if name in names and step.draft.original_span((*path, names.index(name))) is None:
        step.draft.remove_leaving_comments((*path, names.index(name)))


def _remove_empty(step: StepContext, point: Path) -> None:
    """Take lists out that have nothing in them any more, and the point if that was all."""
    for path in ((*point, "disabled"), (*point, "enabled"), point):
        if step.draft.has(path) and not step.value(path) and step.draft.original_span(path) is None:
            step.draft.remove_leaving_comments(path)


def _names(entries: object) -> list[object]:
    return [mapping(one).get("name") for one in items(entries)]
