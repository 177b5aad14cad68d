"""What is reported about one field, of a plugin, or of the whole configuration."""

from typing import Any

from schedcfg import models, plugins, releases
from schedcfg.configuration.effective.resolve import RENAMED
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of
from schedcfg.show.reference import args, examples
from schedcfg.show.reference.explanation import ExtensionPoint, FieldExplanation, PluginExplanation, Subfield
from schedcfg.show.reference.periods import Cell, cells, default_fields, default_running, periods
from schedcfg.show.reference.places import ROOT, ExplainOptions, FieldPlace
from schedcfg.show.reference.plugins import list_plugins


def defaults(place: FieldPlace) -> dict[Cell, Any]:
    """Return a field's default where it has one; of structs outside of Args none: their fields have them."""
    if place.plugin is not None and place.plugin.args is not None:
        return args.args_defaults(place.plugin.args, place.inside, place.field)
    if place.field.shape is not None:
        return {}
    found = {cell: args.value_at(default_fields(cell), place.steps) for cell in place.cells()}
    return {cell: value for cell, value in found.items() if value is not None}


_LOCK = ("leaderElection", "resourceLock")

_WITHOUT_PROFILES = "v1alpha1"
"""It has a name of its own for one extension point."""


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
        known=periods(place.cells()),
        here=periods(options.narrowed(place.cells()), options.release),
        defaults=periods(options.narrowed(defaults(place)), options.release),
        also=also,
        point=_point(place.steps[-1], cell) if place.point else None,
        fields=_subfields(place.field.shape, cell, options.depth),
        example=examples.document(place, cell),
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
        known=periods(dict.fromkeys(cells())),
        here=periods(options.narrowed(dict.fromkeys(cells())), options.release),
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
    reading = [cell for cell in args.served(kind) if options.about(cell)] if kind is not None else []
    if known is None or kind is None or not reading:
        return PluginExplanation(reference, None, (), None)
    newest = reading[-1]
    fields = tuple(sub for sub in _subfields(kind.model, newest, options.depth) if sub.name not in args.TYPE_META)
    return PluginExplanation(reference, newest.api_version, fields, examples.args(known, newest))


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
    name = RENAMED.get(name, name) if cell.api_version == _WITHOUT_PROFILES else name
    default = default_running(cell).get(name, ())
    there = [one for one in plugins.all_plugins() if one.name in release.plugins]
    others = [one.name for one in there if name in one.points_at(release.number) and one.name not in dict(default)]
    return ExtensionPoint(release.name, default, tuple(others))


def _subfields(shape: type[Shape] | None, cell: Cell, depth: int) -> tuple[Subfield, ...]:
    if shape is None or depth == 0:
        return ()
    return tuple(
        Subfield(one.name, one.type_name, one.description, _subfields(one.shape, cell, depth - 1))
        for one in fields_of(shape).values()
        if args.exists(shape, (one.name,), cell)
    )
