"""The pages of all plugins and of all releases."""

from collections.abc import Iterator
from typing import Any

from schedcfg.commands.explain.facts import ArgsFacts, ArgsField, PeriodOf, PluginFacts, PluginReference, ReleaseFacts
from schedcfg.commands.explain.plugins import list_plugins
from schedcfg.commands.explain.releases import list_releases
from schedcfg.commands.explain.releases_text import HEADINGS, gates_and_flags, of_release, sentence, where
from schedcfg.output.links import links
from schedcfg.output.values import release_range, value
from tools.pages.markup import code, page, table

_PLUGINS_HEAD = """\
# Plugins

All plugins, in all releases. `schedcfg list plugins NAME` shows the same on a terminal, with the changes by release;
`schedcfg explain NAME` adds an example, and `--kubernetes 1.29` selects one release.
"""


def _plugins(reference: PluginReference) -> Iterator[str]:
    yield _PLUGINS_HEAD
    for plugin in reference.plugins:
        yield from _plugin(plugin, reference.api_versions)
        yield ""


def _plugin(plugin: PluginFacts, served: tuple[str, ...]) -> Iterator[str]:
    span = f"Kubernetes {release_range(plugin.since, plugin.until)}" if plugin.since else "not part of Kubernetes"
    yield from (f"## {plugin.name}", "", f"{plugin.summary} {span[0].upper()}{span[1:]}.", "")
    if plugin.successor:
        yield from (plugin.successor, "")
    points = [(" ".join(point.points), release_range(point.since, point.until)) for point in plugin.points]
    yield from table(("extension points", "releases"), points)
    yield ""
    if plugin.args is not None and plugin.args.fields:
        yield from _args(plugin.args, served)
    yield _upstream(plugin)


def _upstream(plugin: PluginFacts) -> str:
    """Return where the plugin's code is, of the last release that has it, in the repository that publishes it."""
    found = links(plugin.source, plugin.until)
    return f"Upstream: [{plugin.source}]({found[0]})" if len(found) == 1 else f"Upstream: {plugin.source}"


def _args(args: ArgsFacts, served: tuple[str, ...]) -> Iterator[str]:
    read = "; ".join(where(period, served) for period in args.served)
    yield from (f"**{args.kind}**{f', read in {read}' if read else ''}:", "")
    rows = [_field(field, args, served) for field in args.fields]
    yield from table(("field", "type", "default", "meaning"), rows)
    yield ""


def _field(field: ArgsField, args: ArgsFacts, served: tuple[str, ...]) -> tuple[str, ...]:
    known = "" if field.known == args.served else f" ({'; '.join(where(period, served) for period in field.known)})"
    default = "; ".join(code(value(one.value)) + _when(one, field, served) for one in field.defaults)
    return code(field.name), field.type_name, default, f"{field.description}{known}"


def _when(default: PeriodOf[Any], field: ArgsField, served: tuple[str, ...]) -> str:
    """Return where a default value holds, if that is not everywhere where the field is known."""
    always = (default.period,) == field.known
    return "" if always else f" ({where(default, served)})"


_RELEASES_HEAD = """\
# Releases

What each Kubernetes release serves, and what it changed compared with the one before. `schedcfg list releases 1.29`
shows the same on a terminal, with the default plugins in running order and every feature gate.
"""

_NAMED = tuple(subject for subject in HEADINGS if subject != "feature-gate")
"""Feature gates are many: they are only counted."""


def _releases(found: tuple[ReleaseFacts, ...]) -> Iterator[str]:
    yield _RELEASES_HEAD
    for one in reversed(found):
        yield from (f"## {one.name}", "", *([sentence(one.title), ""] if one.title else []))
        yield from (f"As read from {one.measured}.", "")
        yield from table(
            ("API version", "served by", "deprecated"),
            [
                (version.name, release_range(version.since, version.until), version.deprecated or "no")
                for version in one.api_versions
            ],
        )
        yield ""
        yield from _facts(one)
        yield ""


def _facts(one: ReleaseFacts) -> Iterator[str]:
    yield f"- resource locks: {', '.join(one.resource_locks)}"
    yield f"- legacy Policy: {'read' if one.policy else 'not read'}"
    for version, names in one.refused_plugins.items():
        yield f"- plugins refused by name in {version}: {', '.join(names)}"
    for subject in _NAMED:
        changes = of_release(one.changes, subject)
        if changes:
            yield f"- {HEADINGS[subject]}: {'; '.join(changes)}"
    gates = sum(change.subject == "feature-gate" for change in one.changes)
    if gates:
        yield f"- {HEADINGS['feature-gate']}: {gates} added, changed or removed"
    rows = list(gates_and_flags(one.upgrade))
    if rows or one.upgrade.notes:
        yield from ("", "Before an upgrade to it:", "")
        yield from (f"- {note}" for note in one.upgrade.notes)
        yield from (f"- {heading}: {names}" for heading, names in rows)
    if one.gate_notes:
        yield from ("", "Feature gates, of other components too, that it brought, changed or removed:", "")
        yield from (f"- {name}: {note}" for name, note in one.gate_notes.items())


def pages() -> Iterator[tuple[str, str]]:
    """Yield the pages `docs/reference/plugins.md` and `releases.md`."""
    yield "reference/plugins.md", page(_plugins(list_plugins()))
    yield "reference/releases.md", page(_releases(tuple(list_releases())))
