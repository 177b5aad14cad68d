"""A field's default, over releases and API versions."""

from typing import Any

from schedcfg.operations.explaining.places import Place
from schedcfg.operations.shelves import args, completed
from schedcfg.operations.shelves.periods import Cell


def defaults(place: Place) -> dict[Cell, Any]:
    """Return a field's default where it has one; of structs outside of Args none: their fields have them."""
    if place.plugin is not None and place.plugin.args is not None:
        return args.defaults(place.plugin.args, place.inside, place.field)
    if place.field.shape is not None:
        return {}
    found = {cell: args.value_at(completed.fields(cell), place.steps) for cell in place.cells()}
    return {cell: value for cell, value in found.items() if value is not None}
