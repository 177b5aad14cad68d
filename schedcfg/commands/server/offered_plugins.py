"""Which plugins can be named at a place of a configuration."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.commands.explain.periods import default_running
from schedcfg.commands.schema.configuration_schema import ALL
from schedcfg.commands.server.field_at import FieldAt, ReaderOfFields
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.document.span import Path, follow
from schedcfg.plugins.plugin import Plugin
from schedcfg.sources.manifests.pod import text


def offered_names(at: FieldAt, data: object, entry: Path, reader: ReaderOfFields) -> Iterator[str]:
    """Yield the names that fit an entry of `enabled`, `disabled` or `pluginConfig`, but for those of its siblings.

    Args:
        at: The field of the entry, or one in it.
        data: The whole configuration.
        entry: The path of the entry.
        reader: What decides which plugins there are.
    """
    siblings = follow(data, entry[:-1])
    own = entry[-1] if entry else None
    others = enumerate(siblings) if isinstance(siblings, list) else ()
    taken = {text(item.get("name")) for index, item in others if isinstance(item, dict) and index != own}
    yield from (name for name in _fitting(at, entry, reader) if name not in taken)


def _fitting(at: FieldAt, entry: Path, reader: ReaderOfFields) -> Iterator[str]:
    if at.point is None:
        yield from (name for name in _existing(reader) if _takes_args(name, reader))
    elif "disabled" in entry:
        yield ALL
        yield from _running_by_default(at.point_name(reader), reader)
    else:
        yield from (name for name in _existing(reader) if _may_run(name, at.point_name(reader), reader))


def _existing(reader: ReaderOfFields) -> list[str]:
    """List the plugins that a file may name, those that surely exist first."""
    release = reader.release
    removed = release.removed_plugins.get(reader.cell.api_version, frozenset())
    certain = reader.registry.names(release) - removed
    maybe = {name for name in plugins.CATALOGUED if _is_published(name, reader)} if reader.registry.open else set()
    return [*sorted(certain), *sorted(maybe - certain)]


def _is_published(name: str, reader: ReaderOfFields) -> bool:
    plugin = plugins.find(name)
    return plugin is not None and bool(plugin.points_at(reader.cell.number))


def _takes_args(name: str, reader: ReaderOfFields) -> bool:
    """Return whether a plugin has Args; those of a catalog may be read where this release does not know them."""
    plugin = reader.plugin(name)
    if plugin is None or not plugin.in_tree:
        return plugin is not None and (plugin.args is not None or plugin.args_schema is not None)
    return plugin.args_in(reader.cell.api_version, reader.release) is not None


def _may_run(name: str, point: str | None, reader: ReaderOfFields) -> bool:
    """Return whether a plugin fits a point: one of a user's own, of which nothing is known, may fit any."""
    points = reader.registry.points_of(name, reader.release)
    if points is None and reader.registry.open:
        plugin = plugins.find(name)
        points = None if plugin is None else plugin.points_at(reader.cell.number)
    return points is None or point == MULTI_POINT or point in points


def _running_by_default(point: str | None, reader: ReaderOfFields) -> Iterator[str]:
    if reader.cell.api_version in reader.release.api_versions:
        running = default_running(reader.cell)
        at_points = running.values() if point == MULTI_POINT else [running.get(point or "", ())]
        yield from dict.fromkeys(name for refs in at_points for name, _ in refs)


def described(name: str, reader: ReaderOfFields) -> tuple[str, str]:
    """Return where a plugin comes from, and what it does.

    Args:
        name: Its name.
        reader: What decides which plugins there are.
    """
    if name == ALL:
        return "", "All default plugins of the extension point."
    plugin: Plugin | None = reader.plugin(name)
    if plugin is None:
        return "your own scheduler", "Your own plugin, as declared."
    return ("in-tree" if plugin.in_tree else plugin.catalog or ""), plugin.summary
