"""The plugins of one release, or of all."""

from collections.abc import Mapping, Sequence

from schedcfg import models, plugins, releases
from schedcfg.configuration.effective.plugin_sets import POINTS
from schedcfg.errors import UnknownTarget
from schedcfg.releases.release import Release
from schedcfg.show.reference.args import args_facts
from schedcfg.show.reference.facts import Period, PluginFacts, PluginReference, ReleaseChange
from schedcfg.show.reference.periods import cells, covers, default_running, ended, periods
from schedcfg.show.reference.releases import changes_of
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
    if plugin is None:
        near = nearest(name, [one.name for one in plugins.all_plugins()])
        advice = f"Did you mean `{near}`?" if near is not None else "`schedcfg plugins` lists the known plugins."
        raise UnknownTarget(f"there is no plugin `{name}`", advice)
    if not _exists(plugin, release) and not plugin.in_tree:
        raise UnknownTarget(
            f"{plugin.catalog} has no `{name}` for Kubernetes {release.name if release else ''}",
            f"`schedcfg plugins {name}` shows which releases have it.",
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


def _points(plugin: plugins.Plugin, release: Release | None) -> tuple[Period[tuple[str, ...]], ...]:
    starts = list(plugin.extension_points)
    lasts = [f"1.{releases.at(start).number - 1}" for start in starts[1:]]
    # Not strict: of a plugin that is only declared, none may be known.
    found = [
        Period(points, (), start, last)
        for (start, points), last in zip(plugin.extension_points.items(), [*lasts, None], strict=False)
        if points
    ]
    return tuple(period for period in found if release is None or covers(period, release))


def _default(name: str, release: Release | None) -> Mapping[str, tuple[Period[int], ...]]:
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
