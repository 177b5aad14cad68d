"""Tables by release and API version: which value holds where; and the Args of plugins over them."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from schedcfg import models, releases
from schedcfg.commands.explain.facts import ArgsFacts, ArgsField, Period, PeriodOf, PointsPeriod
from schedcfg.configuration.decode.args import shape_for
from schedcfg.configuration.decode.configuration import decode
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.provenance import plugins
from schedcfg.configuration.effective.registry import IN_TREE_ONLY
from schedcfg.configuration.effective.resolve import RENAMED, resolve
from schedcfg.configuration.effective.view import Running
from schedcfg.configuration.effective.written import extender, top_level
from schedcfg.document import parse
from schedcfg.models.base import Shape
from schedcfg.models.described import Described, fields_of
from schedcfg.models.validators import validated
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import TYPE_META, ArgsKind
from schedcfg.releases.release import GROUP, Release
from schedcfg.sources.type_meta import read_type_meta

Value = TypeVar("Value")


class Cell(NamedTuple):
    """One API version in one release that serves it."""

    number: int  # The release's minor: 29 for Kubernetes 1.29
    api_version: str  # Short name: `v1beta3`

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


def periods_of(where: Iterable[Cell], release: Release | None = None) -> tuple[Period, ...]:
    """Summarize where something is so in the fewest periods; arguments as for `periods`."""
    return tuple(found.period for found in periods(dict.fromkeys(where), release))


def periods(table: Mapping[Cell, Value], release: Release | None = None) -> tuple[PeriodOf[Value], ...]:
    """Summarize a table in the fewest periods, sorted by their first release.

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


def covers(period: PeriodOf[Any] | PointsPeriod, release: Release) -> bool:
    """Return whether a period holds in a release."""
    last = period.until or releases.NEWEST
    return releases.at(period.since).number <= release.number <= releases.at(last).number


def _of_value(value: Value, where: list[Cell]) -> Iterator[PeriodOf[Value]]:
    """Yield one period if it is exact, else the unbroken runs of each API version."""
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


def _period(value: Value, where: list[Cell]) -> PeriodOf[Value]:
    numbers, versions = {cell.number for cell in where}, {cell.api_version for cell in where}
    return PeriodOf(
        value=value,
        api_versions=tuple(version for version in models.API_VERSIONS if version in versions),
        since=f"1.{min(numbers)}",
        until=ended(f"1.{max(numbers)}"),
    )


def ended(last: str) -> str | None:
    """Return the last release with something, or None where that is the newest one: it is still there."""
    return None if last == releases.NEWEST else last


WITHOUT_PROFILES = "v1alpha1"
"""1.18 writes it as v1alpha2, in which some fields have other names and places."""


def name_of_point(written: str, api_version: str) -> str:
    """Return the name of an extension point by what an API version calls it: v1alpha1 has a name of its own for one."""
    return RENAMED.get(written, written) if api_version == WITHOUT_PROFILES else written


_OLD_NAMES = {"resourceName": "lockObjectName", "resourceNamespace": "lockObjectNamespace"}

_ALPHAS = ("v1alpha1", "v1alpha2")
"""Their extenders are the legacy ones (v1alpha1: in the Policy), in which nothing is completed."""


@lru_cache(maxsize=256)
def configuration(cell: Cell) -> Configuration:
    """Complete a configuration that names only its type, and one extender."""
    text = f"apiVersion: {GROUP}/{cell.api_version}\nkind: KubeSchedulerConfiguration\n"
    extender = "" if cell.api_version in _ALPHAS else "extenders: [{}]\n"
    document = parse(text + extender).documents[0]
    release = cell.release
    decoded = decode(document, read_type_meta(document.data), release, lambda name: IN_TREE_ONLY.known(name, release))
    return resolve(decoded, IN_TREE_ONLY)


@lru_cache(maxsize=256)
def default_running(cell: Cell) -> Mapping[str, tuple[Running, ...]]:
    """List the plugins that run by default: extension point → plugins in order; weight 0 where none counts."""
    (found,) = plugins(configuration(cell), IN_TREE_ONLY).values()
    return found


def default_args(kind: ArgsKind, cell: Cell, written: Mapping[str, Any]) -> dict[str, Any]:
    """Complete Args in an API version that reads them; without `apiVersion` and `kind`."""
    context = Context(cell.api_version, cell.release)
    return kind.values(kind.complete(validated(shape_for(kind, cell.release), written), context), context)


@lru_cache(maxsize=256)
def default_fields(cell: Cell) -> Mapping[str, Any]:
    """Return the configuration's own fields as completed; for those not in it, the description of the default."""
    config = configuration(cell)
    body = top_level(config)
    profiles = [{"schedulerName": profile.scheduler_name} for profile in config.profiles]
    if cell.api_version == WITHOUT_PROFILES:
        return {**body, **profiles[0], "leaderElection": _with_old_names(body["leaderElection"])}
    return {**body, "profiles": profiles, "extenders": [extender(one) for one in config.extenders]}


def _with_old_names(election: Any) -> dict[str, Any]:
    return {_OLD_NAMES.get(name, name): value for name, value in election.items()}


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
        served=periods_of(served(kind), release),
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
        known=periods_of(known(kind, (field.name,)), release),
        defaults=periods(args_defaults(kind, (field.name,), field), release),
    )
