"""The Args of one plugin over API versions and releases."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from schedcfg.configuration.decode.args import shape_for
from schedcfg.models.base import Shape
from schedcfg.models.described import Described, fields_of
from schedcfg.plugins.plugin import ArgsKind
from schedcfg.releases.release import Release
from schedcfg.show.reference.facts import ArgsFacts, ArgsField
from schedcfg.show.reference.periods import Cell, cells, default_args, periods

TYPE_META = frozenset({"apiVersion", "kind"})
"""Fields that all typed Args have; they need not be written."""


@lru_cache(maxsize=256)
def served(kind: ArgsKind) -> Mapping[Cell, type[Shape]]:
    """Map each API version that reads these Args to the shape it reads them with."""
    return {cell: shape_for(kind, cell.release) for cell in cells() if kind.is_served(cell.api_version, cell.release)}


@lru_cache(maxsize=1024)
def known(kind: ArgsKind, path: tuple[str, ...]) -> Mapping[Cell, None]:
    """Return where a field of the Args exists; the path is relative to `args`."""
    return {cell: None for cell, shape in served(kind).items() if exists(shape, path, cell)}


def exists(shape: type[Shape] | None, path: tuple[str, ...], cell: Cell) -> bool:
    """Return whether an API version of a release has a field below a shape; lists count as what they hold."""
    for name in path:
        field = fields_of(shape).get(name) if shape is not None else None
        if field is None or not field.availability.includes(cell.api_version, cell.number):
            return False
        shape = field.shape
    return True


def args_defaults(kind: ArgsKind, path: tuple[str, ...], field: Described) -> dict[Cell, Any]:
    """Return a field's default value where it has one: what completes it when all around it is written but empty."""
    found = {
        cell: value_at(default_args(kind, cell, _around(shape, path)), path)
        for cell, shape in served(kind).items()
        if exists(shape, path, cell)
    }
    return {cell: value for cell, value in found.items() if not _is_no_default(value, field)}


def _around(shape: type[Shape], path: tuple[str, ...]) -> dict[str, Any]:
    """Write the structs that a field is in, empty; of a list one item."""
    if len(path) == 1:
        return {}
    field = fields_of(shape)[path[0]]
    assert field.shape is not None, f"{field.name} has no fields"
    inner = _around(field.shape, path[1:])
    return {field.name: [inner] if field.is_list else inner}


def _is_no_default(value: Any, field: Described) -> bool:
    """Return whether Go only writes the zero of the type here, which is refused or means nothing."""
    return value is None or value in ("", {}) or (field.minimum is not None and value < field.minimum)


def value_at(data: Any, path: tuple[str, ...]) -> Any:
    """Look a value up in plain data, in the first item of each list; None where there is none."""
    for name in path:
        data = (data or [None])[0] if isinstance(data, list) else data
        data = data.get(name) if isinstance(data, Mapping) else None
    return data


def args_facts(kind: ArgsKind, release: Release | None) -> ArgsFacts:
    """Sum up what is known of a plugin's Args, in one release or in all."""
    fields = [_field(kind, field, release) for name, field in fields_of(kind.model).items() if name not in TYPE_META]
    return ArgsFacts(
        kind=kind.kind,
        served=periods(dict.fromkeys(served(kind)), release),
        fields=tuple(field for field in fields if field.known),
    )


def _field(kind: ArgsKind, field: Described, release: Release | None) -> ArgsField:
    return ArgsField(
        name=field.name,
        type_name=field.type_name,
        description=field.description,
        minimum=field.minimum,
        maximum=field.maximum,
        allowed=field.allowed,
        known=periods(known(kind, (field.name,)), release),
        defaults=periods(args_defaults(kind, (field.name,), field), release),
    )
