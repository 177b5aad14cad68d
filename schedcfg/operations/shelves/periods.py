"""A table by release and API version, summed up: which value holds where."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import NamedTuple, TypeVar

from schedcfg import models, releases
from schedcfg.releases.release import Release
from schedcfg.results.periods import Period

Value = TypeVar("Value")


class Cell(NamedTuple):
    """One API version in one release that serves it.

    Attributes:
        number: The release's minor: 29 for Kubernetes 1.29.
        api_version: Short name: `v1beta3`.
    """

    number: int
    api_version: str

    @property
    def release(self) -> Release:
        """The release."""
        return releases.at(f"1.{self.number}")


@cache
def cells() -> tuple[Cell, ...]:
    """List the API versions of all known releases, the oldest release first."""
    return tuple(Cell(one.number, version) for one in releases.all_releases() for version in one.api_versions)


def before(cell: Cell) -> Cell | None:
    """Return what a cell is compared with: the release before in the same API version, else in its newest one.

    None for the oldest release.
    """
    earlier = [other for other in cells() if other.number == cell.number - 1]
    same = [other for other in earlier if other.api_version == cell.api_version]
    nearest = same or earlier
    return nearest[-1] if nearest else None


def narrowed(table: Mapping[Cell, Value], release: Release | None) -> dict[Cell, Value]:
    """Keep the API versions that a release serves, in all releases; None keeps everything."""
    served = models.API_VERSIONS if release is None else release.api_versions
    return {cell: value for cell, value in table.items() if cell.api_version in served}


def periods(table: Mapping[Cell, Value], release: Release | None = None) -> tuple[Period[Value], ...]:
    """Sum a table up in as few periods as say exactly the same, sorted by their first release.

    Args:
        table: The value by API version of a release; cells where there is none are missing.
        release: Only what holds in this release, for the API versions that it serves; None: everything.
    """
    kept = narrowed(table, release)
    values: list[Value] = []
    for value in kept.values():
        if value not in values:
            values.append(value)
    found = [
        period
        for value in values
        for period in _of_value(value, [cell for cell, other in kept.items() if other == value])
        if release is None or covers(period, release)
    ]
    return tuple(sorted(found, key=lambda period: releases.at(period.since).number))


def covers(period: Period[Value], release: Release) -> bool:
    """Tell whether a period holds in a release."""
    last = period.until or releases.NEWEST
    return releases.at(period.since).number <= release.number <= releases.at(last).number


def _of_value(value: Value, where: list[Cell]) -> Iterator[Period[Value]]:
    """Yield one period if it says neither more nor less, else the unbroken runs of each API version."""
    whole = _box(where)
    if set(whole) == set(where):
        yield _period(value, where)
        return
    for version in models.API_VERSIONS:
        numbers = [cell.number for cell in where if cell.api_version == version]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
            yield _period(value, [Cell(number, version) for _, number in run])


def _box(where: Iterable[Cell]) -> list[Cell]:
    """List all cells of the same API versions between the first and the last release."""
    numbers, versions = {cell.number for cell in where}, {cell.api_version for cell in where}
    return [cell for cell in cells() if cell.api_version in versions and min(numbers) <= cell.number <= max(numbers)]


def _period(value: Value, where: list[Cell]) -> Period[Value]:
    numbers, versions = {cell.number for cell in where}, {cell.api_version for cell in where}
    return Period(
        value=value,
        api_versions=tuple(version for version in models.API_VERSIONS if version in versions),
        since=f"1.{min(numbers)}",
        until=ended(f"1.{max(numbers)}"),
    )


def ended(last: str) -> str | None:
    """Return the last release with something, or None where that is the newest one: it is still there."""
    return None if last == releases.NEWEST else last
