"""One plugin for people: a block with all that is known of it."""

from collections.abc import Iterator
from typing import Any

from schedcfg.output.colours import BOLD, Paint, painter
from schedcfg.output.plugins_text import history
from schedcfg.output.table import labelled, paragraph
from schedcfg.output.words import releases, value, where
from schedcfg.results.periods import Period
from schedcfg.results.shelves import ArgsField, PluginFacts, PluginShelf


def render(shelf: PluginShelf, *, coloured: bool) -> Iterator[str]:
    """Yield a block for each plugin, an empty line between two."""
    paint = painter(coloured=coloured)
    for number, plugin in enumerate(shelf.plugins):
        yield "\n" if number else ""
        yield from block(plugin, shelf, paint)


def block(plugin: PluginFacts, shelf: PluginShelf, paint: Paint) -> Iterator[str]:
    """Yield the lines of one plugin's block; of one release only where that is asked for."""
    span = f"Kubernetes {releases(plugin.since, plugin.until)}" if plugin.since else f"part of {plugin.catalogue}"
    asked = f", as of {shelf.kubernetes}" if shelf.kubernetes else ""
    yield f"{paint(BOLD, plugin.name)}  {span}{asked}\n"
    yield paragraph(plugin.summary, 2)
    if plugin.successor:
        yield paragraph(plugin.successor, 2)
    yield labelled("source", plugin.source, 2, paint)
    yield from _section("Extension points", paint)
    yield from _rows([(" ".join(known.value), releases(known.since, known.until)) for known in plugin.points])
    yield from _section("Runs by default", paint)
    yield from _rows(list(_default(plugin, shelf)) or [("nowhere", "")])
    yield from _args(plugin, shelf, paint)
    if plugin.changes:
        yield from _section("What changed", paint)
        yield from (paragraph(line, 2) for line in history(plugin.changes))


def _section(title: str, paint: Paint) -> Iterator[str]:
    yield f"\n{paint(BOLD, title)}\n"


def _rows(rows: list[tuple[str, str]]) -> Iterator[str]:
    width = max(len(row[0]) for row in rows)
    for left, right in rows:
        yield f"  {left.ljust(width)}  {right}".rstrip() + "\n"


def _where(period: Period[Any], shelf: PluginShelf) -> str:
    """Say where something is so: as of one release only in which API versions."""
    return " ".join(period.api_versions) if shelf.kubernetes else where(period, shelf.api_versions)


def _default(plugin: PluginFacts, shelf: PluginShelf) -> Iterator[tuple[str, str]]:
    """Yield where it runs by default: points with the same periods on one line."""
    groups: dict[tuple[Period[int], ...], list[str]] = {}
    for point, periods in plugin.default.items():
        groups.setdefault(periods, []).append(point)
    for periods, points in groups.items():
        for period in periods:
            weight = f", weight {period.value}" if period.value else ""
            yield " ".join(points) + weight, _where(period, shelf)


def _args(plugin: PluginFacts, shelf: PluginShelf, paint: Paint) -> Iterator[str]:
    args = plugin.args
    if args is None or not args.fields:
        yield from _section("Args", paint)
        yield "  none\n" if args is None else "  any content is taken, unchecked\n"
        return
    yield from _section(f"Args: {args.kind}", paint)
    yield from _rows([("read in", "; ".join(_where(period, shelf) for period in args.served))])
    for field in args.fields:
        yield from _field(field, args.served, shelf, paint)


def _field(field: ArgsField, served: tuple[Period[None], ...], shelf: PluginShelf, paint: Paint) -> Iterator[str]:
    known = "" if field.known == served else f"  {'; '.join(_where(period, shelf) for period in field.known)}"
    yield f"\n  {paint(BOLD, field.name)}  {field.type_name}{known}\n"
    yield paragraph(field.description, 6)
    for default in field.defaults:
        always = (default.api_versions, default.since, default.until) in {period[1:] for period in field.known}
        yield paragraph(f"default {value(default.value)}{'' if always else f'  ({_where(default, shelf)})'}", 6)
