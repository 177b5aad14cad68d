"""Changes as rows of a table, for people."""

import json
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from schedcfg.commands.diff.differences import Difference
from schedcfg.commands.diff.meanings import meaning
from schedcfg.commands.diff.results import (
    AnyChange,
    ArgsChange,
    BehaviorChange,
    Cause,
    ChangeKind,
    ExtenderChange,
    OrderChange,
    PluginChange,
    PluginRun,
    ProfileChange,
    SettingChange,
    SharesChange,
)
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.view import Origin, OriginKind, Setting
from schedcfg.document.secrets import safe
from schedcfg.output.terminal import percent
from schedcfg.patterns import pattern
from schedcfg.plugins import find


def places(change: BehaviorChange, difference: Difference) -> str:
    """Return the lines of the files that cause it: `default of v1 → b.yaml:5`; empty where none does."""
    reason = change.reason
    if OriginKind.FILE not in {origin.kind for origin in (reason.left, reason.right) if origin is not None}:
        return ""
    left = _place(difference.left.name, reason.left)
    right = _place(difference.right.name, reason.right)
    return " → ".join(dict.fromkeys(place for place in (left, right) if place))


def file_places(change: BehaviorChange, difference: Difference) -> str:
    """Return the lines of the files that cause it, without defaults: `b.yaml:5`; empty where none does."""
    sides = ((difference.left, change.reason.left), (difference.right, change.reason.right))
    found = [_place(side.name, origin) for side, origin in sides if origin and origin.kind is OriginKind.FILE]
    return " → ".join(dict.fromkeys(found))


def _place(path: str, origin: Origin | None) -> str:
    if origin is None:
        return ""
    if origin.kind is not OriginKind.FILE:
        return str(origin)
    return path if origin.line is None else f"{path}:{origin.line}"


MARKS = {ChangeKind.ADDED: "+", ChangeKind.REMOVED: "-", ChangeKind.CHANGED: "~"}
"""Kind of change → its sign."""

_FEW = 4
"""So many plugins are named in full when their order changes."""


_OTHER = pattern(r"|null|true|false|[-+]?\d[\d.e+-]*")
"""Texts that would read as something else: as nothing, or as a number."""

_FIRST_DECIDES = "the first that succeeds decides"


class ChangeRow(NamedTuple):
    """One change, or several of a plugin that are alike."""

    mark: str  # `+`, `-` or `~`
    what: str
    before: str  # How it was; empty where that is nothing, or is in `after`
    after: str
    note: str  # What the change means; mostly empty
    change: AnyChange  # The change itself; of several the first
    meaning: str  # What it means for Pods, in sentences; mostly there
    points: str = ""  # Where a plugin comes or goes that has no weight there; empty for other changes
    profiles: tuple[
        str, ...
    ] = ()  # The profiles that it is about; empty where it is about all, or the profiles as such


class SharedChange(NamedTuple):
    """A change that is the same in several profiles."""

    profiles: tuple[str, ...]  # Their names; empty where it is about none in particular
    change: AnyChange  # The change, as it is in the first of them


def together(changes: Iterable[AnyChange]) -> list[SharedChange]:
    """Return each change once, with all profiles in which it is the same, for the same reason."""
    found: dict[str, tuple[AnyChange, list[str]]] = {}
    for change in changes:
        profiles = found.setdefault(repr(replace(change, profile="")), (change, []))[1]
        profiles += [change.profile] if change.profile else []
    return [SharedChange(tuple(profiles), change) for change, profiles in found.values()]


def heading(one: ChangeRow | SharedChange, profiles: Collection[str] = ()) -> str:
    """Name what a change belongs to: the profiles as such, some of them, or all.

    Args:
        one: The change.
        profiles: All profiles that are compared; empty where only those that change are known.
    """
    if isinstance(one.change, ProfileChange):
        return "profiles"
    names = [yaml_text(name) for name in one.profiles]
    # What is above the profiles holds in all of them.
    if not names or (len(names) > 1 and len(names) == len(profiles)):
        return "in all profiles"
    if len(names) > _FEW:
        return f"{len(names)} profiles: {', '.join(names[:_FEW])} …"
    return f"profile {names[0]}" if len(names) == 1 else f"profiles {', '.join(names[:-1])} and {names[-1]}"


def rows(changes: Iterable[AnyChange]) -> Iterator[ChangeRow]:
    """Yield a row per change; a plugin that comes to or goes from several points for one reason makes one.

    What is the same in several profiles makes one, too.
    """
    groups: dict[tuple[tuple[str, ...], Hashable], list[AnyChange]] = {}
    for profiles, change in together(changes):
        groups.setdefault((profiles, _group(change)), []).append(change)
    for (profiles, _), group in groups.items():
        yield _row(group)._replace(profiles=profiles)


def age(row: ChangeRow) -> tuple[bool, bool, int]:
    """Return what sorts changes: what the files cause, then release by release, then what follows from them."""
    reason = row.change.reason
    step = 0 if reason.step is None else reason.step.newer.number
    return reason.cause is Cause.FOLLOWS, reason.cause is not Cause.FILE, step


def _group(change: AnyChange) -> Hashable:
    if isinstance(change, PluginChange) and _is_plain(change):
        return change.plugin, change.kind, change.reason.text
    return id(change)


def _is_plain(change: AnyChange) -> bool:
    """Return whether a plugin comes or goes, and has no weight."""
    if not isinstance(change, PluginChange) or change.kind is ChangeKind.CHANGED or change.point in WEIGHTED:
        return False
    return _simple(change.before or change.after)


def _points(group: list[AnyChange]) -> str:
    return ", ".join(one.point for one in group if isinstance(one, PluginChange))


def _simple(run: PluginRun | None) -> bool:
    return run is not None and run == PluginRun(run.weight, None)


def _row(group: list[AnyChange]) -> ChangeRow:
    change = group[0]
    what, before, after, note = _cells(group)
    points = _points(group) if _is_plain(change) else ""
    return ChangeRow(MARKS[change.kind], what, before, after, note, change, meaning(change), points)


def _cells(group: list[AnyChange]) -> tuple[str, str, str, str]:
    change = group[0]
    if isinstance(change, PluginChange):
        return (
            f"{yaml_text(change.plugin)} at {_points(group)}",
            _run_text(change.before),
            _run_text(change.after),
            _view(change),
        )
    if isinstance(change, OrderChange):
        return _order(change)
    if isinstance(change, SharesChange):
        return "shares of the plugins with unchanged weights", "", _shares(change), ""
    if isinstance(change, ProfileChange):
        notes = ["with all its plugins"] if change.kind is not ChangeKind.CHANGED else []
        notes += [left_pending([change.before])] if change.before is not None else []
        note = "; ".join(notes)
        return "profile", yaml_text(change.before, unless=""), yaml_text(change.after, unless=""), note
    return _what(change), _value(change.before), _value(change.after), ""


def left_pending(names: Iterable[str]) -> str:
    """Return what becomes of Pods whose scheduler has none of these profiles any more."""
    # The API server writes that name into Pods that have none.
    shown = [f"{yaml_text(name)} (or none)" if name == "default-scheduler" else yaml_text(name) for name in names]
    return f"Pods that name {' or '.join(shown)} stay Pending if no other scheduler serves them"


def _view(change: PluginChange) -> str:
    if change.point == "multiPoint":
        return "runs at the points that its code implements"
    if change.point in WEIGHTED:
        return _of_score(change)
    placed = any(run is not None and run.place for run in (change.before, change.after))
    return _FIRST_DECIDES if placed else ""


def _of_score(change: PluginChange) -> str:
    """Return for which Pods a score begins or ceases to count, and what it prefers; empty where its weight changes."""
    counted, counts = (run is not None and not run.idle for run in (change.before, change.after))
    plugin = find(change.plugin)
    if counted == counts or plugin is None:
        return ""
    gates = [gate for gate in plugin.gates if gate.effect and gate.point == change.point]
    own = [gate for gate in gates if any(run and run.gate_off in gate.names for run in (change.before, change.after))]
    effect = (own or gates)[0].effect if len(own or gates) == 1 else ""
    if not effect:
        return ""
    what = f"it {effect}" + (f", for {plugin.concerns}" if plugin.concerns else "")
    return what if counts else f"before, {what}"


def _what(change: SettingChange) -> str:
    if isinstance(change, ArgsChange):
        return f"{yaml_text(change.plugin)}: {yaml_text(change.path)}" if change.path else yaml_text(change.plugin)
    if isinstance(change, ExtenderChange):
        return f"extender {yaml_text(change.url_prefix)}: {yaml_text(change.path)}" if change.path else "extender"
    return yaml_text(change.path)


def _run_text(run: PluginRun | None) -> str:
    if run is None:
        return ""
    parts = [f"weight {run.weight}"] if run.weight else []
    parts += [f"does not count ({run.idle})"] if run.idle else []
    parts += [f"share {percent(run.share)}"] if run.share is not None else []
    parts += [f"place {run.place}"] if run.place else []
    parts += ["runs twice"] if run.times > 1 else []
    parts += [f"disabled at {', '.join(run.kept_from)}"] if run.kept_from else []
    return ", ".join(parts)


def _order(change: OrderChange) -> tuple[str, str, str, str]:
    what = "order of the extenders" if change.point == "extenders" else f"order at {change.point}"
    note = _FIRST_DECIDES if change.decides else "only determines whose rejection is reported first"
    names = {name: yaml_text(name) for name in change.after}
    if len(names) <= _FEW:
        return what, ", ".join(map(names.__getitem__, change.before)), ", ".join(names.values()), note
    moves = [
        f"{names[name]} from place {change.before.index(name) + 1} to {change.after.index(name) + 1}"
        for name in change.moved
    ]
    return what, "", ", ".join(moves), note


def _shares(change: SharesChange) -> str:
    """Leave out the shares that change by less than can be seen."""
    pairs = [
        (yaml_text(one.plugin), percent(one.share), percent(other.share))
        for one, other in zip(change.before, change.after, strict=True)
    ]
    seen = [f"{plugin} {one} → {other}" for plugin, one, other in pairs if one != other]
    return ", ".join(seen) or "change very little"


def _value(setting: Setting | None) -> str:
    return "" if setting is None else yaml_text(safe(setting.path, setting.value))


def yaml_text(value: object, unless: str | None = None) -> str:
    """Write a value as YAML would on one line, nothing in it that a terminal obeys or that looks like a secret.

    Args:
        value: The value.
        unless: What to write for nothing; None: `null`.
    """
    if value is None and unless is not None:
        return unless
    value = safe("", value)
    if isinstance(value, str) and value.isprintable() and not _OTHER.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=not isinstance(value, list), default=str)
