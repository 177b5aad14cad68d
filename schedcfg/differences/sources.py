"""Which upstream file decides about a change."""

from dataclasses import replace

from schedcfg import plugins, releases
from schedcfg.differences.results import (
    AnyChange,
    ArgsChange,
    Cause,
    ChangeKind,
    ExtenderChange,
    OrderChange,
    PluginChange,
    SharesChange,
    Source,
    Stop,
)
from schedcfg.differences.road import is_older
from schedcfg.effective.view import Meaning
from schedcfg.releases import upstream

_LAST_FREE_FORM = 18
"""Up to 1.18 each plugin reads its Args itself."""


def with_source(change: AnyChange, left: Meaning, right: Meaning) -> AnyChange:
    """Add the file that decides: at the newer end of the step where it changed, else on the newer side that has it."""
    stop = _decisive(change, left, right)
    path = _path(change, stop)
    if path is None:
        return change
    source = Source(path, upstream.address(path, releases.at(stop.kubernetes)))
    return replace(change, reason=change.reason._replace(source=source))


def _decisive(change: AnyChange, left: Meaning, right: Meaning) -> Stop:
    cause, step = change.reason.cause, change.reason.step
    if step is not None:
        # What is gone can be read only where it still was.
        return step.older if cause is Cause.PLUGIN_REMOVED else step.newer
    one, other = (Stop(meaning.api_version, meaning.kubernetes) for meaning in (left, right))
    if change.kind is ChangeKind.CHANGED:
        return other if is_older(one, other) else one
    return one if change.kind is ChangeKind.REMOVED else other


def _path(change: AnyChange, stop: Stop) -> str | None:
    release, cause = releases.at(stop.kubernetes), change.reason.cause
    if cause in {Cause.PLUGIN_ADDED, Cause.PLUGIN_REMOVED}:
        return upstream.REGISTRY
    if cause is Cause.MULTI_POINT or isinstance(change, SharesChange):
        return upstream.FRAMEWORK
    if isinstance(change, ExtenderChange) or (isinstance(change, OrderChange) and change.point == "extenders"):
        return upstream.extender(release)
    if stop.api_version not in release.api_versions:
        return upstream.POLICY
    if isinstance(change, OrderChange):
        return upstream.FRAMEWORK if cause is Cause.FILE else upstream.default_plugins(stop.api_version, release)
    if isinstance(change, PluginChange | ArgsChange):
        return _of_plugin(change, stop)
    return upstream.types(stop.api_version) if cause is Cause.FILE else upstream.defaults(stop.api_version)


def _of_plugin(change: PluginChange | ArgsChange, stop: Stop) -> str | None:
    release, cause = releases.at(stop.kubernetes), change.reason.cause
    known = plugins.find(change.plugin) if change.plugin in release.plugins else None
    own = None if known is None else known.source
    if cause in {Cause.FILE, Cause.EXTENSION_POINTS, Cause.FOLLOWS} or release.number <= _LAST_FREE_FORM:
        return own
    if isinstance(change, ArgsChange):
        return upstream.defaults(stop.api_version)
    return upstream.default_plugins(stop.api_version, release)
