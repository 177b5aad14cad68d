"""What a change means for Pods, in a sentence or two: of a plugin by what it does, of a value by its field."""

from functools import lru_cache

from schedcfg import models
from schedcfg.commands.diff.results import (
    AnyChange,
    ArgsChange,
    Cause,
    ChangeKind,
    ExtenderChange,
    OrderChange,
    PluginChange,
    ProfileChange,
    SettingChange,
    SharesChange,
)
from schedcfg.document.texts import printable
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of
from schedcfg.patterns import pattern
from schedcfg.plugins import find
from schedcfg.plugins.plugin import Plugin

_NEWEST = models.API_VERSIONS[-1]
_INDEX = pattern(r"\[[^\]]*\]")
_PREPARING = frozenset({"preFilter", "preScore"})
"""Points at which upstream moves work that was done at the point behind: what becomes of Pods is decided there."""

_UNHEARD = "preScore"
"""Where a plugin alone decides nothing."""


def meaning(change: AnyChange) -> str:
    """Return what a change means for Pods; empty where what it is about says that, or nothing is known of it."""
    match change:
        case PluginChange():
            return _of_plugin(change)
        case SharesChange():
            return "Their weights are as before, but count for more or less beside those that changed."
        case OrderChange() | ProfileChange():
            return ""  # Its note says what becomes of Pods
        case _:
            return _of_value(change)


def _of_plugin(change: PluginChange) -> str:
    plugin = find(change.plugin)
    if plugin is None:
        return f"What {printable(change.plugin)} does is not known here: it is not part of Kubernetes."
    if change.kind is ChangeKind.CHANGED:
        return _of_weight(change, plugin)
    if change.stays or change.point == _UNHEARD:
        return _at_other_point(change)
    if change.kind is ChangeKind.ADDED:
        return f"Now {_begun(plugin.summary)}{_concerned(plugin)}"
    return f"No longer {_begun(plugin.summary)}{_replaced(change, plugin)}"


def _of_weight(change: PluginChange, plugin: Plugin) -> str:
    """Return what it means that a score has another weight, or begins or ceases to count."""
    before, after = change.before, change.after
    if change.begins_to_count is not None:
        counts = "now counts" if change.begins_to_count else "no longer counts"
    elif before is None or after is None or before.weight == after.weight:
        return ""
    else:
        counts = f"counts for {'more' if after.weight > before.weight else 'less'}"
    return f"Its score {counts}. {plugin.summary}"


def _at_other_point(change: PluginChange) -> str:
    """Return what it means that a plugin runs at a point or no longer does, if that is not all that it does."""
    if change.stays and change.point in _PREPARING and change.reason.cause is not Cause.FILE:
        return "It does what it did, in another step: Pods get the same nodes."
    described = _description(models.shape_of(_NEWEST), f"profiles.plugins.{change.point}")
    verb = "no longer" if change.kind is ChangeKind.REMOVED else "now also" if change.stays else "now"
    return f"It is {verb} among the {_begun(described.partition(';')[0].rstrip('.'))}." if described else ""


def _begun(summary: str) -> str:
    """Return a summary as it goes on behind a word."""
    return summary[:1].lower() + summary[1:]


def _concerned(plugin: Plugin) -> str:
    return f" It only matters for {plugin.concerns}." if plugin.concerns else ""


def _replaced(change: PluginChange, plugin: Plugin) -> str:
    """Return what does by default what a plugin did; of one that a file disables, nothing does."""
    if plugin.replacement is None or change.reason.cause is Cause.FILE:
        return ""
    return f" {plugin.replacement.plugin} does that instead."


def _of_value(change: SettingChange) -> str:
    """Return what the field of a value says."""
    if isinstance(change, ArgsChange):
        plugin = find(change.plugin)
        return "" if plugin is None or plugin.args is None else _description(plugin.args.model, change.path)
    if isinstance(change, ExtenderChange):
        if not change.path:
            return "It is asked about Pods, too." if change.after is not None else "It is no longer asked about Pods."
        return _description(models.shape_of(_NEWEST), f"extenders.{change.path}")
    path = f"profiles.{change.path}" if change.profile else change.path
    shapes = map(models.shape_of, reversed(models.API_VERSIONS))
    return next(filter(None, (_description(shape, path) for shape in shapes)), "")


@lru_cache(maxsize=256)
def _description(shape: type[Shape], path: str) -> str:
    """Return what a field means; empty where a shape has none of that path, as below what any value may be."""
    *above, name = _INDEX.sub("", path).split(".")
    inside: type[Shape] | None = shape
    for step in above:
        field = fields_of(inside).get(step) if inside is not None else None
        inside = field.shape if field is not None else None
    found = fields_of(inside).get(name) if inside is not None else None
    return found.description if found is not None else ""
