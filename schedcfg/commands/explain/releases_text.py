"""What releases changed, and periods and values, for people."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from schedcfg.commands.explain.facts import ApiVersion, Gate, Period, PeriodOf, ReleaseChange, ReleaseFacts, Upgrade
from schedcfg.output.tables import wrapped_table
from schedcfg.output.terminal import BOLD, CYAN, Paint, labeled, painter, paragraph
from schedcfg.output.values import release_range, value


def where(period: Period | PeriodOf[Any], served: tuple[str, ...] = ()) -> str:
    """Return the releases and API versions in which something is so: `1.22 on, v1beta2 v1`.

    Args:
        period: The period.
        served: All the API versions that there are; where it is so in all of them, they are not named.
    """
    versions = () if period.api_versions == served else period.api_versions
    return ", ".join(filter(None, (release_range(period.since, period.until), " ".join(versions))))


def gate(state: Gate) -> str:
    """Return the state of a feature gate: `beta, on`."""
    return f"{state.stage.lower()}, {'on' if state.default else 'off'}{', locked' if state.locked else ''}"


HEADINGS = {
    "api-version": "API versions",
    "deprecation": "deprecated",
    "policy": "Policy",
    "resource-locks": "resource locks",
    "plugin": "plugins",
    "extension-point": "extension points",
    "default-plugin": "default plugins",
    "field": "fields",
    "default": "default values",
    "args-field": "fields of Args",
    "args-default": "default values of Args",
    "feature-gate": "feature gates",
}
"""What a change is about → its heading, in the order of reading."""


class _Group(NamedTuple):
    """Changes that differ in the point or field only."""

    first: ReleaseChange
    names: tuple[str, ...]


def of_release(changes: Iterable[ReleaseChange], subject: str) -> list[str]:
    """Return what a release changed about one subject, one text per plugin or thing."""
    return [
        _in_release(group) + _versions(group)
        for group in _groups(change for change in changes if change.subject == subject)
    ]


def of_plugin(changes: Iterable[ReleaseChange]) -> list[str]:
    """Return what one release changed about one plugin."""
    known = list(changes)
    if any(change.subject == "plugin" and change.after is None for change in known):
        return ["removed"]
    gained = {change.name for change in known if change.subject == "extension-point" and change.before is None}
    texts = [
        change
        for change in known
        if not (change.subject == "default-plugin" and change.name in gained and change.everywhere and not change.after)
    ]
    return [_in_plugin(group) + _versions(group) for group in _groups(texts)]


def _groups(changes: Iterable[ReleaseChange]) -> Iterator[_Group]:
    groups: dict[str, list[ReleaseChange]] = {}
    for change in changes:
        same = replace(change, name="", before=None) if change.after is None else replace(change, name="")
        groups.setdefault(repr(same), []).append(change)
    for found in groups.values():
        yield _Group(found[0], tuple(change.name for change in found))


def _versions(group: _Group) -> str:
    return "" if group.first.everywhere else f" ({' '.join(group.first.api_versions)})"


def _in_release(group: _Group) -> str:
    """Return a change with the name of its plugin."""
    change, plugin = group.first, group.first.plugin or ""
    match change.subject:
        case "plugin":
            return _sign(change) + plugin
        case "extension-point":
            return f"{plugin} {_signed(group)}"
        case "args-field":
            return f"{plugin} {_signed(group)}"
        case "default-plugin":
            return (_sign(change) if None in (change.before, change.after) else "") + f"{plugin} {_at(group)}"
        case "args-default":
            return f"{plugin}.{_changed(group)}"
        case _:
            return _group_text(group)


def _group_text(group: _Group) -> str:
    """Return a change that is about no plugin."""
    change = group.first
    match change.subject:
        case "policy":
            return "no longer read"
        case "resource-locks":
            return f"only {' '.join(change.after)}"
        case "deprecation":
            return "" if change.after is None else f"{change.name}: {change.after}"
        case "default":
            return _changed(group)
        case "feature-gate" if change.before is None:
            return f"{_signed(group)} ({gate(change.after)})"
        case "feature-gate" if change.after is not None:
            return f"{' '.join(group.names)}: {gate(change.before)} → {gate(change.after)}"
        case _:
            return _signed(group)


def _in_plugin(group: _Group) -> str:
    """Return a change without the name of its plugin."""
    change = group.first
    match change.subject:
        case "plugin":
            return "new" if change.before is None else "removed"
        case "args-field":
            return f"Args {_signed(group)}"
        case "args-default":
            return f"default of {_changed(group)}"
        case "default-plugin" if change.before is None:
            return f"on by default {_at(group)}"
        case "default-plugin" if change.after is None:
            return f"off by default {_at(group)}"
        case "default-plugin":
            return _at(group)
        case _:
            return _signed(group)


def _sign(change: ReleaseChange) -> str:
    return "+" if change.before is None else "-"


def _signed(group: _Group) -> str:
    return " ".join(_sign(group.first) + name for name in group.names)


def _at(group: _Group) -> str:
    """Return at which points a default plugin changed, with its weight where one counts."""
    change = group.first
    points = f"at {' '.join(group.names)}"
    if change.before and change.after:
        return f"{points}: weight {change.before} → {change.after}"
    return f"{points}, weight {change.after}" if change.after else points


def _changed(group: _Group) -> str:
    return f"{' '.join(group.names)}: {_value_text(group.first.before)} → {_value_text(group.first.after)}"


def _value_text(data: Any) -> str:
    return "none" if data is None else gate(data) if isinstance(data, Gate) else value(data)


def render_details(found: Iterable[ReleaseFacts], *, colored: bool) -> Iterator[str]:
    """Yield a block for each release, an empty line between two."""
    paint = painter(colored=colored)
    for number, one in enumerate(found):
        yield "\n" if number else ""
        yield from _block(one, paint)


def _block(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    yield f"{paint(BOLD, f'Kubernetes {one.name}')}  as read from {one.measured}\n"
    yield paragraph(sentence(one.title), 0) if one.title else ""
    yield "\n"
    yield f"{paint(BOLD, 'API versions')}\n"
    for version in one.api_versions:
        yield from _version(version)
    yield f"\n{paint(BOLD, 'Accepts')}\n"
    yield labeled("resource locks", " ".join(one.resource_locks), 2, paint)
    yield labeled("legacy Policy", "read" if one.policy else "not read", 2, paint)
    for name, plugins in one.refused_plugins.items():
        yield labeled(f"plugins refused by name in {name}", " ".join(plugins), 2, paint)
    yield from _defaults(one, paint)
    yield from _changes(one, paint)
    yield from _upgrade(one, paint)
    yield from _gates(one, paint)


def sentence(title: str) -> str:
    """Return the title of a release as a sentence of its own; names keep their first letter."""
    begins_with_a_name = title[:1] == "`" or any(
        letter.isupper() or letter.isdigit() for letter in title.split(maxsplit=1)[0]
    )
    return f"{title if begins_with_a_name else title[:1].upper() + title[1:]}."


def _version(version: ApiVersion) -> Iterator[str]:
    yield f"  {version.name}  served by {release_range(version.since, version.until)}\n"
    if version.deprecated:
        yield paragraph(f"deprecated: {version.deprecated}", 6)


def _defaults(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    """Yield the default plugins in running order; API versions that have the same ones together."""
    groups: dict[str, list[str]] = {}
    for name, points in one.default_plugins.items():
        lines = [
            f"{point}  {' '.join(f'{plugin}={weight}' if weight else plugin for plugin, weight in refs)}"
            for point, refs in points.items()
        ]
        groups.setdefault("\n".join(lines), []).append(name)
    for texts, names in groups.items():
        yield f"\n{paint(BOLD, 'Default plugins')} in {' '.join(names)}, in running order\n"
        yield from (paragraph(line, 2) for line in texts.split("\n"))


def _changes(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    if not one.changes:
        yield "\nThe oldest release known here: there is nothing to compare it with.\n"
        return
    yield f"\n{paint(BOLD, 'What it changed')}\n"
    for subject, heading in HEADINGS.items():
        texts = [text for text in of_release(one.changes, subject) if text]
        if texts:
            yield f"  {paint(CYAN, heading)}\n"
            yield from (paragraph(text, 4) for text in texts)


def gates_and_flags(upgrade: Upgrade) -> Iterator[tuple[str, str]]:
    """Yield what the tables of gates and flags mean for an upgrade: a heading, and the names."""
    on_off = {True: "on", False: "off"}
    locked = [f"{name} ({on_off[is_on]})" for name, is_on in upgrade.gates_locked.items()]
    found = {
        "removed feature gates: with one of them, the scheduler does not start": upgrade.gates_gone,
        "locked feature gates: with another value, the scheduler does not start": locked,
        "removed flags: with one of them, the scheduler does not start": [f"--{name}" for name in upgrade.flags_gone],
        "new flags": [f"--{name}" for name in upgrade.flags_added],
    }
    yield from ((heading, " ".join(names)) for heading, names in found.items() if names)


def _upgrade(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    rows = list(gates_and_flags(one.upgrade))
    if not rows and not one.upgrade.notes:
        return
    yield f"\n{paint(BOLD, 'Before an upgrade to it')}\n"
    for note in one.upgrade.notes:
        yield paragraph(f"- {note}", 2)
    for heading, names in rows:
        yield f"  {paint(CYAN, heading)}\n"
        yield paragraph(names, 4)


def _gates(one: ReleaseFacts, paint: Paint) -> Iterator[str]:
    yield f"\n{paint(BOLD, 'Feature gates')} of the scheduler\n"
    width = max((len(name) for name in one.feature_gates), default=0)
    for name in sorted(one.feature_gates):
        yield f"  {name.ljust(width)}  {gate(one.feature_gates[name])}\n"
    yield from _gate_notes(one.gate_notes, paint)


def _gate_notes(notes: Mapping[str, str], paint: Paint) -> Iterator[str]:
    if notes:
        heading = paint(BOLD, "Feature gates that it brought, changed or removed")
        yield f"\n{heading}, those of other components too, and what for\n"
    width = max((len(name) for name in notes), default=0)
    for name, note in notes.items():
        yield f"  {name.ljust(width)}  {note}\n"


_HEADS = ("RELEASE", "SERVES", "WHAT IT CHANGED")
_WIDTHS = (7, 20)
_SHOWN = tuple(subject for subject in HEADINGS if subject not in {"deprecation", "api-version", "feature-gate"})
"""API versions have a column of their own, and feature gates, which are many, are only counted."""


def render(releases: Iterable[ReleaseFacts], *, colored: bool) -> Iterator[str]:
    """Yield a table, one row per release."""
    found = list(releases)
    yield from wrapped_table(
        _HEADS, _WIDTHS, [_row(release_facts) for release_facts in found], painter(colored=colored)
    )
    yield "\n"
    details = "`schedcfg list releases RELEASE` shows one in detail, with its feature gates."
    yield paragraph(f"{len(found)} releases. {details}", 0)


def _row(one: ReleaseFacts) -> tuple[str, ...]:
    versions = "\n".join(_served(version) for version in one.api_versions)
    lines = [
        f"{HEADINGS[subject]}:  {'; '.join(texts)}" for subject in _SHOWN if (texts := of_release(one.changes, subject))
    ]
    gates = sum(change.subject == "feature-gate" for change in one.changes)
    lines = [sentence(one.title), *lines] if one.title else lines
    lines += [f"{HEADINGS['feature-gate']}:  {gates} added, changed or removed"] if gates else []
    return one.name, versions, "\n".join(lines) if one.changes else "the oldest release known here"


def _served(version: ApiVersion) -> str:
    return f"{version.name} (deprecated)" if version.deprecated else version.name
