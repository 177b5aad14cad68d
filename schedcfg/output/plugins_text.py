"""Plugins for people: a table of many."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from schedcfg.output.changes_text import of_plugin
from schedcfg.output.colours import painter
from schedcfg.output.table import table
from schedcfg.output.words import releases, value
from schedcfg.results.periods import Period
from schedcfg.results.shelves import Change, PluginFacts, PluginShelf

_AS_OF_HEADS = ("PLUGIN", "DEFAULT", "EXTENSION POINTS", "ARGS AND THEIR DEFAULTS")
_AS_OF_WIDTHS = (31, 24, 22)
_EVER_HEADS = ("PLUGIN", "RELEASES", "EXTENSION POINTS", "WHAT CHANGED")
_EVER_WIDTHS = (31, 11, 22)


def render(shelf: PluginShelf, *, coloured: bool) -> Iterator[str]:
    """Yield a table: as of one release what runs and with what, over all releases what changed."""
    paint = painter(coloured=coloured)
    if shelf.kubernetes is None:
        yield from table(_EVER_HEADS, _EVER_WIDTHS, [_ever(plugin) for plugin in shelf.plugins], paint)
    else:
        rows = [_as_of(plugin, shelf.api_versions) for plugin in shelf.plugins]
        yield from table(_AS_OF_HEADS, _AS_OF_WIDTHS, rows, paint)
    when = "over all releases" if shelf.kubernetes is None else f"as of Kubernetes {shelf.kubernetes}"
    yield f"\n{len(shelf.plugins)} plugins, {when}. `schedcfg plugins NAME` tells all about one.\n"


def _ever(plugin: PluginFacts) -> tuple[str, ...]:
    span = releases(plugin.since, plugin.until) if plugin.since else "not in-tree"
    return plugin.name, span, " ".join(plugin.points[-1].value), "\n".join(history(plugin.changes))


def history(changes: Iterable[Change]) -> Iterator[str]:
    """Yield a line for each release that changed something."""
    for release, found in groupby(changes, key=lambda change: change.kubernetes):
        yield f"{release}  {'; '.join(of_plugin(found))}"


def _as_of(plugin: PluginFacts, served: tuple[str, ...]) -> tuple[str, ...]:
    fields = plugin.args.fields if plugin.args is not None else ()
    args = [f"{field.name}: {value(field.defaults[0].value)}" if field.defaults else field.name for field in fields]
    return plugin.name, _default(plugin, served), " ".join(plugin.points[-1].value), "\n".join(args)


def _default(plugin: PluginFacts, served: tuple[str, ...]) -> str:
    """Say whether a plugin is on by default, with the weight of its score, and in which API versions."""
    if not plugin.in_tree:
        return "not in-tree"
    weights = plugin.default.get("score", ())
    if weights:
        return "\n".join(f"weight {weight.value}{_only(weight, served)}" for weight in weights)
    periods = [period for found in plugin.default.values() for period in found]
    return f"on{_only(max(periods, key=lambda one: len(one.api_versions)), served)}" if periods else "off"


def _only(period: Period[int], served: tuple[str, ...]) -> str:
    return "" if period.api_versions == served else f" ({' '.join(period.api_versions)})"
