"""One plugin for people: a block with all that is known of it."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from schedcfg.output.terminal import BOLD, Paint, labelled, painter, paragraph, table
from schedcfg.show.reference.facts import ArgsField, Period, PluginFacts, PluginReference, ReleaseChange
from schedcfg.show.reference.formatting import releases, value, where
from schedcfg.show.reference.releases_text import of_plugin

_AS_OF_HEADS = ("PLUGIN", "DEFAULT", "EXTENSION POINTS", "ARGS AND THEIR DEFAULTS")
_AS_OF_WIDTHS = (31, 24, 22)
_EVER_HEADS = ("PLUGIN", "RELEASES", "EXTENSION POINTS", "WHAT CHANGED")
_EVER_WIDTHS = (31, 11, 22)


def render(reference: PluginReference, *, coloured: bool) -> Iterator[str]:
    """Yield a table: as of one release what runs and with what, over all releases what changed."""
    paint = painter(coloured=coloured)
    if reference.kubernetes is None:
        yield from table(_EVER_HEADS, _EVER_WIDTHS, [_ever(plugin) for plugin in reference.plugins], paint)
    else:
        rows = [_as_of(plugin, reference.api_versions) for plugin in reference.plugins]
        yield from table(_AS_OF_HEADS, _AS_OF_WIDTHS, rows, paint)
    when = "over all releases" if reference.kubernetes is None else f"as of Kubernetes {reference.kubernetes}"
    yield f"\n{len(reference.plugins)} plugins, {when}. `schedcfg plugins NAME` shows the details of one.\n"


_NO_POINTS = "not declared"
"""Where a plugin of the user's own runs, if only its name or its Args are declared."""


def _ever(plugin: PluginFacts) -> tuple[str, ...]:
    span = releases(plugin.since, plugin.until) if plugin.since else "not in-tree"
    return plugin.name, span, _points(plugin), "\n".join(history(plugin.changes))


def _points(plugin: PluginFacts) -> str:
    return " ".join(plugin.points[-1].value) if plugin.points else _NO_POINTS


def history(changes: Iterable[ReleaseChange]) -> Iterator[str]:
    """Yield a line for each release that changed something."""
    for release, found in groupby(changes, key=lambda change: change.kubernetes):
        yield f"{release}  {'; '.join(of_plugin(found))}"


def _as_of(plugin: PluginFacts, served: tuple[str, ...]) -> tuple[str, ...]:
    fields = plugin.args.fields if plugin.args is not None else ()
    args = [f"{field.name}: {value(field.defaults[0].value)}" if field.defaults else field.name for field in fields]
    return plugin.name, _default_cell(plugin, served), _points(plugin), "\n".join(args)


def _default_cell(plugin: PluginFacts, served: tuple[str, ...]) -> str:
    """Return whether a plugin is on by default, with the weight of its score, and in which API versions."""
    if not plugin.in_tree:
        return "not in-tree"
    weights = plugin.default.get("score", ())
    if weights:
        return "\n".join(f"weight {weight.value}{_only(weight, served)}" for weight in weights)
    periods = [period for found in plugin.default.values() for period in found]
    return f"on{_only(max(periods, key=lambda period: len(period.api_versions)), served)}" if periods else "off"


def _only(period: Period[int], served: tuple[str, ...]) -> str:
    return "" if period.api_versions == served else f" ({' '.join(period.api_versions)})"


def render_details(reference: PluginReference, *, coloured: bool) -> Iterator[str]:
    """Yield a block for each plugin, an empty line between two."""
    paint = painter(coloured=coloured)
    for number, plugin in enumerate(reference.plugins):
        yield "\n" if number else ""
        yield from plugin_block(plugin, reference, paint)


def plugin_block(plugin: PluginFacts, reference: PluginReference, paint: Paint) -> Iterator[str]:
    """Yield the lines of one plugin's block; of one release only where that is requested."""
    span = f"Kubernetes {releases(plugin.since, plugin.until)}" if plugin.since else f"part of {plugin.catalog}"
    asked = f", as of {reference.kubernetes}" if reference.kubernetes else ""
    yield f"{paint(BOLD, plugin.name)}  {span}{asked}\n"
    yield paragraph(plugin.summary, 2)
    if plugin.successor:
        yield paragraph(plugin.successor, 2)
    yield labelled("source", plugin.source, 2, paint)
    yield from _section("Extension points", paint)
    points = [(" ".join(known.value), releases(known.since, known.until)) for known in plugin.points]
    yield from _rows(points or [(_NO_POINTS, "")])
    yield from _section("Runs by default", paint)
    yield from _rows(list(_default_text(plugin, reference)) or [("nowhere", "")])
    yield from _args(plugin, reference, paint)
    if plugin.changes:
        yield from _section("What changed", paint)
        yield from (paragraph(line, 2) for line in history(plugin.changes))


def _section(title: str, paint: Paint) -> Iterator[str]:
    yield f"\n{paint(BOLD, title)}\n"


def _rows(rows: list[tuple[str, str]]) -> Iterator[str]:
    width = max(len(row[0]) for row in rows)
    for left, right in rows:
        yield f"  {left.ljust(width)}  {right}".rstrip() + "\n"


def _where(period: Period[Any], reference: PluginReference) -> str:
    """Return where something is so: as of one release only in which API versions."""
    return " ".join(period.api_versions) if reference.kubernetes else where(period, reference.api_versions)


def _default_text(plugin: PluginFacts, reference: PluginReference) -> Iterator[tuple[str, str]]:
    """Yield where it runs by default: points with the same periods on one line."""
    groups: dict[tuple[Period[int], ...], list[str]] = {}
    for point, periods in plugin.default.items():
        groups.setdefault(periods, []).append(point)
    for periods, points in groups.items():
        for period in periods:
            weight = f", weight {period.value}" if period.value else ""
            yield " ".join(points) + weight, _where(period, reference)


def _args(plugin: PluginFacts, reference: PluginReference, paint: Paint) -> Iterator[str]:
    args = plugin.args
    if args is None or not args.fields:
        yield from _section("Args", paint)
        yield "  none\n" if args is None else "  any content is accepted, unchecked\n"
        return
    yield from _section(f"Args: {args.kind}", paint)
    yield from _rows([("read in", "; ".join(_where(period, reference) for period in args.served))])
    for field in args.fields:
        yield from _field(field, args.served, reference, paint)


def _field(
    field: ArgsField, served: tuple[Period[None], ...], reference: PluginReference, paint: Paint
) -> Iterator[str]:
    known = "" if field.known == served else f"  {'; '.join(_where(period, reference) for period in field.known)}"
    yield f"\n  {paint(BOLD, field.name)}  {field.type_name}{known}\n"
    yield paragraph(field.description, 6)
    for default in field.defaults:
        always = (default.api_versions, default.since, default.until) in {period[1:] for period in field.known}
        yield paragraph(f"default {value(default.value)}{'' if always else f'  ({_where(default, reference)})'}", 6)
