"""What every step does to the text: the type, points that do nothing, plugins and fields that the target lacks.

Pinned weights written without a detour: disabled for an older version's sake, or apart from the others.

v1beta1 appends what is enabled, so that a default plugin has to be disabled before it can have another weight; later
versions replace it. From v1beta3 on MultiPoint has the weights of all points.

What a document was before its migration: which errors it had, so that new ones can be recognized.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from schedcfg.commands.migrate.context import StepContext, items, mapping, serving
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.configuration.effective.model import EMPTY_SET, WEIGHTED, PluginRef
from schedcfg.configuration.effective.plugin_sets import (
    MULTI_POINT,
    SCORE,
    appends,
    brings_by_multi_point,
    default_sets,
    does_nothing,
)
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document import Document
from schedcfg.document.span import Path, render
from schedcfg.releases.release import GROUP
from schedcfg.rules.advised import missing_preparation
from schedcfg.rules.advised.missing_preparation import Unprepared
from schedcfg.rules.registry import Subject
from schedcfg.sources.type_meta import spelling
from schedcfg.validation.completed import Completed, Completer


def plugin_entries(path: Path, profile: dict[str, object]) -> Iterator[tuple[Path, object]]:
    """Yield the path and the name of every entry in a profile's plugin sets.

    A path ends with the point, `enabled` or `disabled`, and the index.
    """
    for point, sets in mapping(profile.get("plugins")).items():
        for which in ("enabled", "disabled"):
            for index, one in enumerate(items(mapping(sets).get(which))):
                yield (*path, "plugins", point, which, index), mapping(one).get("name")


def entry(ref: PluginRef, point: str) -> dict[str, object]:
    """Write an entry that enables a plugin at a point: with its weight where that counts."""
    written: dict[str, object] = {"name": ref.name}
    return written | {"weight": ref.weight_at(point)} if point in WEIGHTED else written


_ROUNDS = 8
"""Removals may uncover more, but not without end: no field is deeper."""


def change_type(step: StepContext) -> None:
    """Write the new `apiVersion`, at the top and in Args that repeat it."""
    version = f"{GROUP}/{step.target}"
    for path in [(), *((*entry, "args") for entry, _ in step.plugin_configs())]:
        data = mapping(step.value(path))
        key = spelling(data, "apiVersion")
        written = data.get(key)
        if isinstance(written, str) and written.startswith(f"{GROUP}/") and written != version:
            step.draft.replace((*path, key), version)


def clear_points(step: StepContext) -> None:
    """Take out points that do nothing in one of both versions: they would wake up, or fall asleep unnoticed."""
    for path, profile in step.profiles():
        for point in list(mapping(profile.get("plugins"))):
            before, after = does_nothing(step.source, point), does_nothing(step.target, point)
            if before == after:
                continue
            where = (*path, "plugins", point)
            if before:
                message = (
                    f"`{point}` has no effect in {step.source}, although it is allowed there; in {step.target} it "
                    "would take effect"
                )
                step.note(NoteKind.REMOVED, "dead-point", message, where)
            else:
                message = f"`{point}` has no effect in {step.target}; its entries are written at the points themselves"
                step.note(NoteKind.CHANGED, "spread-point", message, where)
            step.draft.remove_leaving_comments(where)


def disable_overridden(step: StepContext) -> None:
    """Disable the default plugins that are enabled again, where the target would register them twice and not start."""
    if not appends(step.target):
        return
    defaults = default_sets(step.release, step.target)
    for path, profile in list(step.profiles()):
        for point, sets in mapping(profile.get("plugins")).items():
            enabled, disabled = (
                [mapping(one).get("name") for one in items(mapping(sets).get(which))]
                for which in ("enabled", "disabled")
            )
            by_default = {ref.name for ref in defaults.get(point, EMPTY_SET).enabled}
            for name in dict.fromkeys(enabled):
                if name in by_default and not {name, "*"} & set(disabled):
                    message = f"{name} is disabled at {point} first: {step.target} does not override default plugins"
                    step.note(NoteKind.CHANGED, "disabled-first", message, (*path, "plugins", point))
                    step.append((*path, "plugins", point, "disabled"), {"name": name})


def drop_removed_plugins(step: StepContext) -> None:
    """Take out plugins that the target refuses by name; the proof shows whether that is acceptable."""
    removed = step.release.removed_plugins.get(step.target, frozenset())
    only_compiled_before = step.before.release.plugins - step.release.plugins
    for path in reversed(entries_named(step, removed | only_compiled_before)):
        step.draft.remove_leaving_comments(path)
    for path in reversed(_misplaced(step)):
        step.draft.remove_leaving_comments(path)


def _misplaced(step: StepContext) -> list[Path]:
    """List the entries that enable a plugin where the release after the step does not run it."""
    return [
        entry
        for path, profile in step.profiles()
        for entry, name in plugin_entries(path, profile)
        if _is_enabled(entry)
        and entry[-3] != MULTI_POINT
        and step.plan.registry.implements(str(name), str(entry[-3]), step.release) is False
    ]


def _is_enabled(entry: Path) -> bool:
    return entry[-2] == "enabled"


def entries_named(step: StepContext, names: frozenset[str]) -> list[Path]:
    """List the entries that enable or configure plugins of these names, in the order of the text's paths."""
    found: list[Path] = []
    for path, profile in step.profiles():
        found += [entry for entry, name in plugin_entries(path, profile) if _is_enabled(entry) and name in names]
        configured = items(profile.get("pluginConfig"))
        where = (*path, "pluginConfig")
        found += [(*where, index) for index, one in enumerate(configured) if mapping(one).get("name") in names]
    return found


def drop_unknown_fields(step: StepContext) -> None:
    """Take out fields that the target does not know; the proof shows whether that is acceptable."""
    for _ in range(_ROUNDS):
        decoded = step.complete().decoded
        unknown = [problem for problem in (decoded.problems if decoded else ()) if problem.rule == "unknown-field"]
        if not unknown:
            return
        for path in sorted({problem.where for problem in unknown}, key=_depth, reverse=True):
            if not step.draft.has(path):
                continue
            message = f"{step.target} of Kubernetes {step.release.name} has no `{render(path[-1:])}`"
            step.note(NoteKind.REMOVED, "unknown-field", message, path)
            step.draft.remove_leaving_comments(path)


def _depth(path: Path) -> tuple[tuple[int, str], ...]:
    """Sort by path, so that from the end on no removal moves what comes next."""
    return tuple((part, "") if isinstance(part, int) else (-1, part) for part in path)


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


class PluginAtWork(NamedTuple):
    """A plugin that works at a point for which it has not prepared."""

    profile: str  # The profile's `schedulerName`
    point: str
    plugin: str

    @classmethod
    def of(cls, one: Unprepared) -> "PluginAtWork":
        """Return what is the same in every release and API version."""
        return cls(one.profile.scheduler_name, one.work.point, one.plugin)


class MigrationSource:
    """A document as the releases see it that take it as it is.

    Args:
        document: The document.
        version: Its API version, short; `Policy` for a legacy Policy.
        completer: Answers what a release makes of it.
        registry: Which plugins exist.
    """

    def __init__(self, document: Document, version: str, completer: Completer, registry: PluginRegistry) -> None:
        self._document = document
        self._version = version
        self._completer = completer
        self._registry = registry

    def new_errors(self, completed: Completed) -> tuple[str, ...]:
        """Return the rules that find what weighs like an error in a text and found none, or less, in the source."""
        errors = _errors(completed)
        return tuple(sorted(errors - self._errors)) if errors else ()

    def newly_unprepared(self, completed: Completed) -> list[Unprepared]:
        """List the plugins that work unprepared in a text and do not in the source."""
        found = {PluginAtWork.of(unprepared): unprepared for unprepared in _unprepared(completed, self._registry)}
        return [one for key, one in found.items() if key not in self._unprepared] if found else []

    @cached_property
    def _errors(self) -> Counter[str]:
        """What weighs like an error whichever release takes it, counted by rule."""
        found: Counter[str] | None = None
        for completed in self._accepting():
            errors = _errors(completed)
            found = errors if found is None else found & errors
            if not found:
                break
        return found or Counter()

    @cached_property
    def _unprepared(self) -> frozenset[PluginAtWork]:
        """What works unprepared whichever release takes it."""
        works: frozenset[PluginAtWork] | None = None
        for completed in self._accepting():
            plugins = frozenset(map(PluginAtWork.of, _unprepared(completed, self._registry)))
            works = plugins if works is None else works & plugins
            if not works:
                break
        return works or frozenset()

    def _accepting(self) -> Iterator[Completed]:
        """Yield what each release that takes it makes of it, the newest first."""
        for release in reversed(serving(self._version)):
            completed = self._completer.of(self._document, release)
            if completed.is_accepted:
                yield completed


def _errors(completed: Completed) -> Counter[str]:
    return Counter(finding.rule for finding in completed.findings if finding.is_error)


def _unprepared(completed: Completed, registry: PluginRegistry) -> Iterator[Unprepared]:
    """Yield the plugins that work unprepared; a legacy Policy names no points, so that it parts none."""
    configuration, decoded = completed.configuration, completed.decoded
    if configuration is not None and decoded is not None:
        yield from missing_preparation.unprepared(Subject(configuration, decoded, registry))
