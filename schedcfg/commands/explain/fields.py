"""What is reported about one field, of a plugin, or of the whole configuration; and a small document that shows it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from schedcfg import models, plugins, releases
from schedcfg.commands.explain.explanation import ExtensionPoint, FieldExplanation, PluginExplanation, Subfield
from schedcfg.commands.explain.periods import (
    Cell,
    args_defaults,
    cells,
    default_fields,
    default_running,
    exists,
    name_of_point,
    periods,
    periods_of,
    served,
    value_at,
)
from schedcfg.commands.explain.places import ENTRIES, PLUGINS, ROOT, SHOWN_POINT, ExplainOptions, FieldPlace, Steps
from schedcfg.commands.explain.plugins import list_plugins
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.registry import declared
from schedcfg.document import parse
from schedcfg.models.base import Shape
from schedcfg.models.described import Described, fields_of
from schedcfg.plugins.plugin import TYPE_META
from schedcfg.releases.release import GROUP
from schedcfg.sources.configurations import Role
from schedcfg.validation.completed import complete

_OWN_PLUGIN = "MyPlugin"
"""The name, in examples, of a plugin that the reader has compiled into their own scheduler."""

_WITH_OWN_PLUGIN = declared(frozenset({_OWN_PLUGIN}))

_NEEDED = {"prioritizeVerb": "weight"}
"""Fields that are refused alone → what they need."""

_USUAL = "NodeResourcesFit"
"""The plugin whose Args are shown where no plugin is named."""


def field_document(place: FieldPlace, cell: Cell) -> Mapping[str, Any] | None:
    """Make a document with one field, as a release takes it; None where there is no sensible value."""
    if place.plugin is not None:
        return None if not _has(_args(place.plugin, cell), place.inside) else plugin_document(place.plugin, cell)
    if place.field.name in TYPE_META:
        return _head(cell)
    if "plugins" in place.steps[:-1]:
        return _nested(place.steps, None, cell)
    candidates = (_nested(place.steps, value, cell) for value in _values(place.field, cell))
    return next((candidate for candidate in candidates if _is_taken(candidate, cell)), None)


def _is_taken(example: Mapping[str, Any], cell: Cell) -> bool:
    """Return whether the release starts with an example; releases that serve one API version may differ."""
    (document,) = parse(json.dumps(example)).documents
    return complete(document, Role.CONFIG, cell.release, _WITH_OWN_PLUGIN).is_accepted


def plugin_document(plugin: plugins.Plugin, cell: Cell) -> Mapping[str, Any] | None:
    """Make a document with the Args of a plugin; None where the API version reads none."""
    shown = _args(plugin, cell)
    entry = [{"name": plugin.name, "args": shown}]
    return _nested(_entries(models.shape_of(cell.api_version)), entry, cell) if shown else None


def _args(plugin: plugins.Plugin, cell: Cell) -> dict[str, Any]:
    kind = plugin.args
    shape = served(kind).get(cell) if kind is not None else None
    return _known(kind.example, shape, cell) if kind is not None and shape is not None else {}


def _known(data: Any, shape: type[Shape], cell: Cell) -> Any:
    """Leave out of an example what a release does not know."""
    if isinstance(data, list):
        return [_known(item, shape, cell) for item in data]
    if not isinstance(data, Mapping):
        return data
    fields = {name: fields_of(shape)[name] for name in data if exists(shape, (name,), cell)}
    return {
        name: data[name] if field.shape is None else _known(data[name], field.shape, cell)
        for name, field in fields.items()
    }


def _has(data: Any, path: Steps) -> bool:
    for name in path:
        data = data[0] if isinstance(data, list) else data
        if name not in data:
            return False
        data = data[name]
    return True


def _entries(shape: type[Shape]) -> Steps:
    """Find where an API version has the entries with plugins' Args."""
    for name, field in fields_of(shape).items():
        if field.type_name == ENTRIES:
            return (name,)
        if field.shape is not None and (rest := _entries(field.shape)):
            return (name, *rest)
    return ()


def _nested(steps: Steps, value: Any, cell: Cell) -> dict[str, Any]:
    """Put a value at a path of a document; an item of a list also gets its first field, which identifies it."""
    return {**_head(cell), **_around(models.shape_of(cell.api_version), steps, value)}


def _head(cell: Cell) -> dict[str, Any]:
    return {"apiVersion": f"{GROUP}/{cell.api_version}", "kind": ROOT}


def _around(shape: type[Shape], steps: Steps, value: Any) -> dict[str, Any]:
    name, rest = steps[0], steps[1:]
    field = fields_of(shape)[name]
    if not rest:
        return {name: value}
    assert field.shape is not None, f"{name} has no fields"
    if field.type_name == PLUGINS:
        return {name: _points(rest[0])}
    inner = _around(field.shape, rest, value)
    return {name: [{**_first(field.shape), **inner, **_companion(field.shape, rest)}] if field.is_list else inner}


def _first(shape: type[Shape]) -> dict[str, Any]:
    first = next(iter(fields_of(shape).values()))
    return {first.name: first.examples[0]} if first.examples else {}


def _companion(shape: type[Shape], steps: Steps) -> dict[str, Any]:
    """Return the field that another one is refused without."""
    needed = _NEEDED.get(steps[0])
    return {needed: fields_of(shape)[needed].examples[0]} if needed is not None else {}


def _points(point: str) -> dict[str, Any]:
    """Show a plugin of one's own at a point; where only one plugin may be, in place of the default one."""
    enabled = {"name": _OWN_PLUGIN, "weight": 2} if point in WEIGHTED else {"name": _OWN_PLUGIN}
    only = {"disabled": [{"name": "*"}]} if point == "queueSort" else {}
    return {point: {"enabled": [enabled], **only}}


def _values(field: Described, cell: Cell) -> Iterator[Any]:
    """Yield what could be shown of a field, the best first."""
    yield from field.examples
    value = _value(field, cell)
    if value is not None:
        yield value


def _value(field: Described, cell: Cell) -> Any:
    """Choose what to show of a field: its own example, else an allowed value, else what is below it."""
    if field.type_name == PLUGINS:
        return _points(SHOWN_POINT)
    if field.type_name == ENTRIES:
        return [{"name": _USUAL, "args": _usual_args(cell)}]
    if field.type_name == "any":
        return _usual_args(cell)
    if field.shape is not None:
        shown = _struct(field.shape, cell)
        return ([shown] if field.is_list else shown) if shown else None
    if field.examples:
        return field.examples[0]
    if field.allowed:
        return field.allowed[0]
    return True if field.type_name == "boolean" else None


def _usual_args(cell: Cell) -> dict[str, Any]:
    plugin = plugins.find(_USUAL)
    assert plugin is not None
    return _args(plugin, cell)


def _struct(shape: type[Shape], cell: Cell) -> dict[str, Any]:
    """Show a struct by those of its fields that have examples of their own, else by its first one."""
    known = [field for field in fields_of(shape).values() if exists(shape, (field.name,), cell)]
    shown = [field for field in known if field.examples or field.type_name in {PLUGINS, ENTRIES}]
    return {field.name: value for field in shown or known[:1] if (value := _value(field, cell)) is not None}


def defaults(place: FieldPlace) -> dict[Cell, Any]:
    """Return a field's default where it has one; of structs outside of Args none: their fields have them."""
    if place.plugin is not None and place.plugin.args is not None:
        return args_defaults(place.plugin.args, place.inside, place.field)
    if place.field.shape is not None:
        return {}
    found = {cell: value_at(default_fields(cell), place.steps) for cell in place.cells()}
    return {cell: value for cell, value in found.items() if value is not None}


_LOCK = ("leaderElection", "resourceLock")


def field(place: FieldPlace, also: tuple[str, ...], api_version: str, options: ExplainOptions) -> FieldExplanation:
    """Explain one field in an API version."""
    cell = _newest(place, api_version, options)
    return FieldExplanation(
        path=place.path,
        type_name=place.field.type_name,
        api_version=api_version,
        kubernetes=options.kubernetes,
        description=place.field.description,
        minimum=place.field.minimum,
        maximum=place.field.maximum,
        allowed=_allowed(place, options),
        known=periods_of(place.cells()),
        here=periods_of(options.narrowed(place.cells()), options.release),
        defaults=periods(options.narrowed(defaults(place)), options.release),
        also=also,
        point=_point(place.steps[-1], cell) if place.point else None,
        fields=_subfields(place.field.shape, cell, options.depth),
        example=field_document(place, cell),
    )


def whole(options: ExplainOptions) -> FieldExplanation:
    """Explain the configuration as a whole, in the newest API version that is asked about."""
    api_version = options.versions[0]
    shape = models.shape_of(api_version)
    newest = options.release or releases.at(releases.serving(api_version)[-1])
    return FieldExplanation(
        path=ROOT,
        type_name="object",
        api_version=api_version,
        kubernetes=options.kubernetes,
        description=(shape.__doc__ or "").strip(),
        minimum=None,
        maximum=None,
        allowed=(),
        known=periods_of(cells()),
        here=periods_of(options.narrowed(dict.fromkeys(cells())), options.release),
        defaults=(),
        also=(),
        point=None,
        fields=_subfields(shape, Cell(newest.number, api_version), options.depth),
        example=None,
    )


def plugin(name: str, options: ExplainOptions) -> PluginExplanation:
    """Explain a plugin, with the fields of its Args in the newest API version that has them.

    Raises:
        UnknownTarget: the release does not have it.
    """
    reference = list_plugins([name], kubernetes=options.kubernetes)
    known = plugins.find(name)
    kind = known.args if known is not None else None
    reading = [cell for cell in served(kind) if options.about(cell)] if kind is not None else []
    if known is None or kind is None or not reading:
        return PluginExplanation(kubernetes=reference.kubernetes, reference=reference)
    newest = reading[-1]
    fields = tuple(sub for sub in _subfields(kind.model, newest, options.depth) if sub.name not in TYPE_META)
    return PluginExplanation(
        kubernetes=reference.kubernetes,
        reference=reference,
        api_version=newest.api_version,
        fields=fields,
        example=plugin_document(known, newest),
    )


def _allowed(place: FieldPlace, options: ExplainOptions) -> tuple[str, ...]:
    """List the texts that a field may be; of the resource locks, releases that serve one API version take others."""
    if options.release is not None and place.steps == _LOCK:
        return options.release.leader_election_locks
    return place.field.allowed


def _newest(place: FieldPlace, api_version: str, options: ExplainOptions) -> Cell:
    """Choose the release in which a field is shown: the requested one, else the newest that has it."""
    having = [cell for cell in place.cells() if cell.api_version == api_version and options.about(cell)]
    return having[-1]


def _point(name: str, cell: Cell) -> ExtensionPoint:
    release = cell.release
    name = name_of_point(name, cell.api_version)
    default = default_running(cell).get(name, ())
    there = [one for one in plugins.all_plugins() if one.name in release.plugins]
    others = [one.name for one in there if name in one.points_at(release.number) and one.name not in dict(default)]
    return ExtensionPoint(release.name, default, tuple(others))


def _subfields(shape: type[Shape] | None, cell: Cell, depth: int) -> tuple[Subfield, ...]:
    if shape is None or depth == 0:
        return ()
    return tuple(
        Subfield(
            described.name, described.type_name, described.description, _subfields(described.shape, cell, depth - 1)
        )
        for described in fields_of(shape).values()
        if exists(shape, (described.name,), cell)
    )
