"""The plugins of one release, or of all: what is known of them, and how people read it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from schedcfg import models, plugins, releases
from schedcfg.commands.explain.facts import (
    ArgsField,
    Period,
    PeriodOf,
    PluginFacts,
    PluginReference,
    PointsPeriod,
    ReleaseChange,
)
from schedcfg.commands.explain.periods import args_facts, cells, covers, default_running, ended, periods
from schedcfg.commands.explain.releases import changes_of
from schedcfg.commands.explain.releases_text import of_plugin, where
from schedcfg.configuration.effective.plugin_sets import POINTS
from schedcfg.errors import UnknownTarget
from schedcfg.output.tables import wrapped_table
from schedcfg.output.terminal import BOLD, Paint, labeled, painter, paragraph
from schedcfg.output.values import release_range, value
from schedcfg.releases.release import Release
from schedcfg.spelling import nearest


def list_plugins(
    names: Sequence[str] = (), *, kubernetes: str | None = None, own: Sequence[plugins.Plugin] = ()
) -> PluginReference:
    """Return what is known of plugins: extension points, defaults, Args, and what changed when.

    Args:
        names: Plugins to look at; none: all.
        kubernetes: Only what holds in this release: `1.29`, `v1.29.3`. None: everything, over all known releases.
        own: Plugins of the user's own, beside those that are known here.

    Returns:
        The plugins, sorted by name: those of the stock kube-scheduler, and published ones whose Args are known.

    Raises:
        UnknownTarget: there is no such release, or no such plugin in it.
    """
    release = None if kubernetes is None else releases.at(kubernetes)
    described = {plugin.name: plugin for plugin in own}
    wanted = [described.get(name) or _plugin_named(name, release) for name in dict.fromkeys(names)]
    reference = {plugin.name: plugin for plugin in plugins.all_plugins() if _exists(plugin, release)}
    found = wanted or list((reference | described).values())
    return PluginReference(
        kubernetes=None if release is None else release.name,
        api_versions=models.API_VERSIONS if release is None else release.api_versions,
        plugins=tuple(plugin_facts(plugin, release) for plugin in sorted(found, key=lambda plugin: plugin.name)),
    )


def _exists(plugin: plugins.Plugin, release: Release | None) -> bool:
    return release is None or bool(plugin.points_at(release.number))


def _plugin_named(name: str, release: Release | None) -> plugins.Plugin:
    plugin = plugins.find(name)
    if plugin is None and name.removeprefix("v") in releases.names():
        raise UnknownTarget(f"`{name}` is a release, not a plugin", f"Write: schedcfg list plugins --kubernetes {name}")
    if plugin is None:
        near = nearest(name, [one.name for one in plugins.all_plugins()])
        advice = f"Did you mean `{near}`?" if near is not None else "`schedcfg list plugins` lists the known plugins."
        raise UnknownTarget(f"there is no plugin `{name}`", advice)
    if not _exists(plugin, release) and not plugin.in_tree:
        raise UnknownTarget(
            f"{plugin.catalog} has no `{name}` for Kubernetes {release.name if release else ''}",
            f"`schedcfg list plugins {name}` shows which releases have it.",
        )
    if not _exists(plugin, release):
        having = releases.having(name)
        when = having[0] if len(having) == 1 else f"{having[0]} to {having[-1]}"
        raise UnknownTarget(
            f"`{name}` is not compiled into Kubernetes {release.name if release else ''}, only into {when}",
            plugin.successor,
        )
    return plugin


def plugin_facts(plugin: plugins.Plugin, release: Release | None) -> PluginFacts:
    """Sum up what is known of one plugin, in one release or in all."""
    having = releases.having(plugin.name)
    return PluginFacts(
        name=plugin.name,
        summary=plugin.summary,
        catalog=plugin.catalog,
        since=having[0] if having else None,
        until=ended(having[-1]) if having else None,
        source=plugin.source,
        successor=plugin.successor,
        points=_points(plugin, release),
        default=_default(plugin.name, release),
        args=None if plugin.args is None else args_facts(plugin.args, release),
        changes=_changes(plugin.name, release),
    )


def _points(plugin: plugins.Plugin, release: Release | None) -> tuple[PointsPeriod, ...]:
    by_release = plugin.points_by_release()
    starts = list(by_release)
    lasts = [f"1.{releases.at(start).number - 1}" for start in starts[1:]]
    # Not strict: of a plugin that is only declared, none may be known.
    found = [
        PointsPeriod(points, start, last)
        for (start, points), last in zip(by_release.items(), [*lasts, None], strict=False)
        if points
    ]
    return tuple(period for period in found if release is None or covers(period, release))


def _default(name: str, release: Release | None) -> Mapping[str, tuple[PeriodOf[int], ...]]:
    """List at which points a plugin runs by default, in the order of the framework."""
    found = {}
    for point in POINTS:
        table = {cell: dict(default_running(cell).get(point, ())).get(name) for cell in cells()}
        known = periods({cell: weight for cell, weight in table.items() if weight is not None}, release)
        if known:
            found[point] = known
    return found


def _changes(name: str, release: Release | None) -> tuple[ReleaseChange, ...]:
    considered = releases.all_releases() if release is None else (release,)
    return tuple(change for one in considered for change in changes_of(one) if change.plugin == name)


_AS_OF_HEADS = ("PLUGIN", "DEFAULT", "EXTENSION POINTS", "ARGS AND THEIR DEFAULTS")
_AS_OF_WIDTHS = (31, 24, 22)
_EVER_HEADS = ("PLUGIN", "RELEASES", "EXTENSION POINTS", "WHAT CHANGED")
_EVER_WIDTHS = (31, 11, 22)


def render(reference: PluginReference, *, colored: bool) -> Iterator[str]:
    """Yield a table: as of one release what runs and with what, over all releases what changed."""
    paint = painter(colored=colored)
    if reference.kubernetes is None:
        yield from wrapped_table(_EVER_HEADS, _EVER_WIDTHS, [_ever(plugin) for plugin in reference.plugins], paint)
    else:
        rows = [_as_of(plugin, reference.api_versions) for plugin in reference.plugins]
        yield from wrapped_table(_AS_OF_HEADS, _AS_OF_WIDTHS, rows, paint)
    when = "over all releases" if reference.kubernetes is None else f"as of Kubernetes {reference.kubernetes}"
    yield "\n"
    yield paragraph(
        f"{len(reference.plugins)} plugins, {when}. `schedcfg list plugins NAME` shows the details of one.", 0
    )


_NO_POINTS = "not declared"
"""Where a plugin of the user's own runs, if only its name or its Args are declared."""


def _ever(plugin: PluginFacts) -> tuple[str, ...]:
    span = release_range(plugin.since, plugin.until) if plugin.since else "not in-tree"
    return plugin.name, span, _points_text(plugin), "\n".join(history(plugin.changes))


def _points_text(plugin: PluginFacts) -> str:
    return " ".join(plugin.points[-1].points) if plugin.points else _NO_POINTS


def history(changes: Iterable[ReleaseChange]) -> Iterator[str]:
    """Yield a line for each release that changed something."""
    for release, found in groupby(changes, key=lambda change: change.kubernetes):
        yield f"{release}  {'; '.join(of_plugin(found))}"


def _as_of(plugin: PluginFacts, served: tuple[str, ...]) -> tuple[str, ...]:
    fields = plugin.args.fields if plugin.args is not None else ()
    args = [f"{field.name}: {value(field.defaults[0].value)}" if field.defaults else field.name for field in fields]
    return plugin.name, _default_cell(plugin, served), _points_text(plugin), "\n".join(args)


def _default_cell(plugin: PluginFacts, served: tuple[str, ...]) -> str:
    """Return whether a plugin is on by default, with the weight of its score, and in which API versions."""
    if not plugin.in_tree:
        return "not in-tree"
    weights = plugin.default.get("score", ())
    if weights:
        return "\n".join(f"weight {weight.value}{_only(weight, served)}" for weight in weights)
    spans = [period for found in plugin.default.values() for period in found]
    return f"on{_only(max(spans, key=lambda period: len(period.api_versions)), served)}" if spans else "off"


def _only(period: PeriodOf[int], served: tuple[str, ...]) -> str:
    return "" if period.api_versions == served else f" ({' '.join(period.api_versions)})"


def render_details(reference: PluginReference, *, colored: bool) -> Iterator[str]:
    """Yield a block for each plugin, an empty line between two."""
    paint = painter(colored=colored)
    for number, plugin in enumerate(reference.plugins):
        yield "\n" if number else ""
        yield from plugin_block(plugin, reference, paint)


def plugin_block(plugin: PluginFacts, reference: PluginReference, paint: Paint) -> Iterator[str]:
    """Yield the lines of one plugin's block; of one release only where that is requested."""
    span = f"Kubernetes {release_range(plugin.since, plugin.until)}" if plugin.since else f"part of {plugin.catalog}"
    asked = f", as of {reference.kubernetes}" if reference.kubernetes else ""
    yield f"{paint(BOLD, plugin.name)}  {span}{asked}\n"
    yield paragraph(plugin.summary, 2)
    if plugin.successor:
        yield paragraph(plugin.successor, 2)
    yield labeled("source", plugin.source, 2, paint)
    yield from _section("Extension points", paint)
    points = [(" ".join(known.points), release_range(known.since, known.until)) for known in plugin.points]
    yield from _rows(points or [(_NO_POINTS, "")])
    yield from _section("Runs by default", paint)
    yield from _rows(list(_default_text(plugin, reference)) or [("nowhere", "")])
    yield from _args(plugin, reference, paint)
    if plugin.changes:
        yield from _section("What changed", paint)
        yield from (paragraph(line, 2) for line in history(plugin.changes))


def _section(title: str, paint: Paint) -> Iterator[str]:
    yield f"\n{paint(BOLD, title)}\n"


def _rows(rows: list[tuple[str, str]]) -> Iterator[str]:
    width = max(len(row[0]) for row in rows)
    for left, right in rows:
        yield f"  {left.ljust(width)}  {right}".rstrip() + "\n"


def _where(period: Period | PeriodOf[Any], reference: PluginReference) -> str:
    """Return where something is so: as of one release only in which API versions."""
    return " ".join(period.api_versions) if reference.kubernetes else where(period, reference.api_versions)


def _default_text(plugin: PluginFacts, reference: PluginReference) -> Iterator[tuple[str, str]]:
    """Yield where it runs by default: points with the same periods on one line."""
    groups: dict[tuple[PeriodOf[int], ...], list[str]] = {}
    for point, spans in plugin.default.items():
        groups.setdefault(spans, []).append(point)
    for spans, points in groups.items():
        for period in spans:
            weight = f", weight {period.value}" if period.value else ""
            yield " ".join(points) + weight, _where(period, reference)


def _args(plugin: PluginFacts, reference: PluginReference, paint: Paint) -> Iterator[str]:
    args = plugin.args
    if args is None or not args.fields:
        yield from _section("Args", paint)
        yield "  none\n" if args is None else "  any content is accepted, unchecked\n"
        return
    yield from _section(f"Args: {args.kind}", paint)
    yield from _rows([("read in", "; ".join(_where(period, reference) for period in args.served))])
    for field in args.fields:
        yield from _field(field, args.served, reference, paint)


def _field(field: ArgsField, served: tuple[Period, ...], reference: PluginReference, paint: Paint) -> Iterator[str]:
    known = "" if field.known == served else f"  {'; '.join(_where(period, reference) for period in field.known)}"
    yield f"\n  {paint(BOLD, field.name)}  {field.type_name}{known}\n"
    yield paragraph(field.description, 6)
    for default in field.defaults:
        always = default.period in field.known
        yield paragraph(f"default {value(default.value)}{'' if always else f'  ({_where(default, reference)})'}", 6)
