"""What a release changed: its tables beside those of the release before, one API version after the other."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from schedcfg import models, plugins, releases
from schedcfg.commands.explain.facts import ApiVersion, Gate, ReleaseChange, ReleaseFacts, Subject, Upgrade
from schedcfg.commands.explain.periods import (
    Cell,
    before,
    cells,
    default_args,
    default_fields,
    default_running,
    ended,
    exists,
    known,
    served,
)
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of
from schedcfg.plugins.plugin import TYPE_META
from schedcfg.releases.notes import notes_of
from schedcfg.releases.release import Release

Table = Mapping[tuple[str | None, str], Any]
"""(plugin, point or field) → value; None is the plugin of what belongs to no plugin."""

_DEFAULTS = ("default", "args-default")


@lru_cache(maxsize=32)
def changes_of(release: Release) -> tuple[ReleaseChange, ...]:
    """List what a release changed about plugins, Args and fields; nothing for the oldest one known here."""
    if release.name == releases.OLDEST:
        return ()
    earlier = releases.at(f"1.{release.number - 1}")
    return (
        *_as_a_whole(release, earlier),
        *_by_version(release, "default-plugin", _default_plugins),
        *_by_version(release, "field", _fields),
        *_by_version(release, "default", _defaults),
        *_by_version(release, "args-field", _args_fields),
        *_by_version(release, "args-default", _args_defaults),
        *_between(release, "feature-gate", _gates(earlier, release), _gates(release, earlier)),
    )


def _as_a_whole(release: Release, earlier: Release) -> Iterator[ReleaseChange]:
    """Compare what does not depend on the API version."""
    tables: tuple[tuple[Subject, Callable[[Release], Table]], ...] = (
        ("api-version", lambda one: {(None, version): True for version in one.api_versions}),
        ("deprecation", lambda one: {(None, version): advice for version, advice in one.deprecated.items()}),
        ("policy", lambda one: {(None, ""): one.policy}),
        ("resource-locks", lambda one: {(None, ""): one.leader_election_locks}),
        ("plugin", lambda one: {(name, ""): True for name in sorted(one.plugins)}),
    )
    for subject, table in tables:
        yield from _between(release, subject, table(earlier), table(release))
    stayed = sorted(earlier.plugins & release.plugins)
    yield from _between(release, "extension-point", _points(earlier, stayed), _points(release, stayed))


def _points(release: Release, names: Iterable[str]) -> Table:
    found = ((name, plugins.find(name)) for name in names)
    return {(name, point): True for name, plugin in found if plugin for point in plugin.points_at(release.number)}


def _gates(release: Release, other: Release) -> Table:
    """List the gates that the scheduler's code looks at in one release or the other."""
    return {
        (None, name): Gate(gate.stage, gate.default, gate.locked)
        for name, gate in release.feature_gates.items()
        if gate.scheduler or (name in other.feature_gates and other.feature_gates[name].scheduler)
    }


def _default_plugins(cell: Cell) -> Table:
    return {(name, point): weight for point, refs in default_running(cell).items() for name, weight in refs}


def _fields(cell: Cell) -> Table:
    return {(None, path): True for path in _paths(models.shape_of(cell.api_version), cell)}


def _paths(shape: type[Shape], cell: Cell, prefix: str = "") -> Iterator[str]:
    """Yield the dotted paths of all fields below a shape that a release knows."""
    for name, field in fields_of(shape).items():
        if exists(shape, (name,), cell):
            yield prefix + name
            if field.shape is not None:
                yield from _paths(field.shape, cell, f"{prefix}{name}.")


def _defaults(cell: Cell) -> Table:
    return {(None, path): value for path, value in _leaves(default_fields(cell), "")}


def _leaves(data: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield plain data as dotted paths and values; a list's items have the list's own path."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            yield from _leaves(value, f"{path}.{name}" if path else name)
    elif isinstance(data, list):
        for item in data:
            yield from _leaves(item, path)
    else:
        yield path, data


def _args_fields(cell: Cell) -> Table:
    return {
        (plugin.name, path): True
        for plugin, kind in _with_args(cell)
        for path in _paths(served(kind)[cell], cell)
        if path not in TYPE_META
    }


def _args_defaults(cell: Cell) -> Table:
    return {
        (plugin.name, name): default_args(kind, cell, {}).get(name)
        for plugin, kind in _with_args(cell)
        for name in fields_of(kind.model)
        if name not in TYPE_META and cell in known(kind, (name,))
    }


def _with_args(cell: Cell) -> Iterator[tuple[plugins.Plugin, plugins.ArgsKind]]:
    for plugin in plugins.all_plugins():
        known = plugin.args
        if plugin.name in cell.release.plugins and known and known.is_served(cell.api_version, cell.release):
            yield plugin, known


def _by_version(release: Release, subject: Subject, table: Callable[[Cell], Table]) -> Iterator[ReleaseChange]:
    """Compare every API version that the release serves, and list once what is the same in several."""
    merged: dict[str, list[ReleaseChange]] = {}
    for cell in cells():
        other = before(cell) if cell.number == release.number else None
        if other is not None:
            for change in _between(release, subject, table(other), table(cell)):
                merged.setdefault(repr(change), []).append(replace(change, api_versions=(cell.api_version,)))
    for changes in merged.values():
        versions = tuple(version for change in changes for version in change.api_versions)
        yield replace(changes[0], api_versions=versions, everywhere=versions == release.api_versions)


def _between(release: Release, subject: Subject, old: Table, new: Table) -> Iterator[ReleaseChange]:
    """Yield each difference but those that follow from another one.

    Defaults only of fields that were there before and still are; a field that comes or goes without its subfields.
    """
    keys = [key for key in {**old, **new} if subject not in _DEFAULTS or (key in old and key in new)]
    changed = {key: (old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key)}
    for (plugin, name), (was, now) in changed.items():
        parent = name.rpartition(".")[0]
        if not parent or (plugin, parent) not in changed:
            yield ReleaseChange(release.name, subject, plugin, name, was, now)


def list_releases(names: Sequence[str] = ()) -> tuple[ReleaseFacts, ...]:
    """Return what is known of Kubernetes releases: API versions, default plugins, locks, gates, and what each changed.

    Args:
        names: Releases to look at, `1.29` or `v1.29.3`; none: all.

    Returns:
        The releases, the oldest first.

    Raises:
        UnknownTarget: there is no such release, or it is not known here.
    """
    wanted = {releases.at(name).number: releases.at(name) for name in names or releases.names()}
    return tuple(_facts(wanted[number]) for number in sorted(wanted))


def _facts(release: Release) -> ReleaseFacts:
    notes = notes_of(release.number)
    return ReleaseFacts(
        name=release.name,
        title=notes.title,
        measured=release.source_version,
        api_versions=tuple(_api_version(name, release) for name in release.api_versions),
        policy=release.policy,
        resource_locks=release.leader_election_locks,
        plugins=tuple(sorted(release.plugins)),
        default_plugins={name: default_running(Cell(release.number, name)) for name in release.api_versions},
        refused_plugins={name: tuple(sorted(names)) for name, names in release.removed_plugins.items()},
        feature_gates={
            name: Gate(gate.stage, gate.default, gate.locked)
            for name, gate in release.feature_gates.items()
            if gate.scheduler
        },
        gate_notes=notes.gates,
        changes=changes_of(release),
        upgrade=_upgrade(release, None if release.name == releases.OLDEST else releases.at(f"1.{release.number - 1}")),
    )


def _upgrade(release: Release, earlier: Release | None) -> Upgrade:
    if earlier is None:
        return Upgrade((), (), {}, (), ())
    gates = release.feature_gates
    return Upgrade(
        notes=notes_of(release.number).upgrade,
        gates_gone=tuple(sorted(earlier.feature_gates.keys() - gates.keys())),
        gates_locked={
            name: gates[name].default
            for name in sorted(gates.keys() & earlier.feature_gates.keys())
            if gates[name].locked and not earlier.feature_gates[name].locked
        },
        flags_gone=tuple(sorted(earlier.flags.keys() - release.flags.keys())),
        flags_added=tuple(sorted(release.flags.keys() - earlier.flags.keys())),
    )


def _api_version(name: str, release: Release) -> ApiVersion:
    serving = releases.serving(name)
    return ApiVersion(name, release.deprecated.get(name), serving[0], ended(serving[-1]))
