"""Profiles as they are written."""

from functools import lru_cache

from schedcfg import models
from schedcfg.decode import fields
from schedcfg.decode.args import FREE_FORM_UNTIL
from schedcfg.effective.args import of_plugins
from schedcfg.effective.model import EMPTY_SET, ArgsEntry, Configuration, PluginRef, PluginSet, Profile
from schedcfg.effective.world import World
from schedcfg.plugins.plugin import Context, minor
from schedcfg.releases.release import Release

_LAST_AS_READ = 19
"""Up to 1.19 profiles are written as they were read; later, as their frameworks were built from them."""


def profile(one: Profile, config: Configuration, world: World) -> dict[str, object]:
    """Write one profile; that of a Policy as it is built, though the early releases write nothing of it."""
    if config.release.number <= _LAST_AS_READ and config.always_check_all_predicates is None:
        return _as_read(one, config)
    return _as_built(one, config, world)


def _as_built(one: Profile, config: Configuration, world: World) -> dict[str, object]:
    """Write the profile from which the framework was built: merged sets, and Args of the plugins that it runs.

    Upstream: `outputProfile` of `NewFramework` in `framework/runtime/framework.go`.
    """
    points = _points(config.api_version, config.release)
    merged = {point: one.merged.get(point, EMPTY_SET) for point in points}
    body: dict[str, object] = {
        "schedulerName": one.scheduler_name,
        "plugins": {point: _plugin_set(_weightless(sets)) for point, sets in merged.items()},
    }
    if one.percentage_of_nodes_to_score is not None:
        body["percentageOfNodesToScore"] = one.percentage_of_nodes_to_score
    wired = [(args.name, args.wire(config.context)) for args in of_plugins(one, config, world)]
    entries = [{"name": name, "args": args} for name, args in wired if args is not None]
    if entries:
        body["pluginConfig"] = entries
    return body


def _weightless(sets: PluginSet) -> PluginSet:
    """Drop the weights of disabled plugins: merging keeps their names only."""
    return sets._replace(disabled=tuple(ref._replace(weight=0) for ref in sets.disabled))


def _as_read(one: Profile, config: Configuration) -> dict[str, object]:
    body: dict[str, object] = {"schedulerName": one.scheduler_name}
    if one.has_plugins:
        body["plugins"] = {point: _plugin_set(sets) for point, sets in one.written.items()}
    if one.plugin_config:
        body["pluginConfig"] = [
            {"name": entry.name, "args": _args(entry, config.context)} for entry in one.plugin_config
        ]
    return body


def _args(entry: ArgsEntry, context: Context) -> object:
    if context.release.number <= FREE_FORM_UNTIL or entry.kind is None or entry.written is None:
        return entry.raw
    return entry.kind.wire(entry.kind.complete(entry.written, context), context)


def _plugin_set(sets: PluginSet) -> dict[str, object]:
    body: dict[str, object] = {}
    if sets.enabled:
        body["enabled"] = [_ref(ref) for ref in sets.enabled]
    if sets.disabled:
        body["disabled"] = [_ref(ref) for ref in sets.disabled]
    return body


def _ref(ref: PluginRef) -> dict[str, object]:
    return {"name": ref.name, "weight": ref.weight}


@lru_cache(maxsize=64)
def _points(api_version: str, release: Release) -> tuple[str, ...]:
    """List the points that an API version has in a release, MultiPoint among them."""
    known = fields.names_at(models.shape_of(api_version), ("profiles", 0, "plugins"))
    return tuple(name for name, info in known.items() if minor(fields.since(info) or "1.0") <= release.number)
