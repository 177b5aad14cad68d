"""Defaults that are the same in all releases that serve an API version."""

from typing import Any

from schedcfg.operations.explaining.defaults import defaults
from schedcfg.operations.explaining.places import places
from schedcfg.operations.schemas.draft import Steps


def constant(api_version: str, steps: Steps) -> Any:
    """Return a field's default; None where it has none, or where it depends on the release.

    Args:
        api_version: Short: `v1beta3`.
        steps: Where the field stands, without indices; a plugin's name leads to its Args.
    """
    place = places(api_version).get(steps)
    if place is None:
        return None
    table = defaults(place)
    values = [table.get(cell) for cell in place.cells() if cell.api_version == api_version]
    return values[0] if values and all(value == values[0] for value in values) else None
