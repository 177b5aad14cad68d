"""The page of all plugins: where they run, and the fields of their Args."""

from collections.abc import Iterator
from typing import Any

from schedcfg.output.pages.markup import code, page, table
from schedcfg.reference.facts import ArgsFacts, ArgsField, PluginFacts, PluginReference
from schedcfg.reference.formatting import releases, value, where
from schedcfg.reference.period import Period

_HEAD = """\
# Plugins

What is known of each plugin, over all releases. `schedcfg plugins NAME` tells the same on a terminal, with what
changed in which release; `schedcfg explain NAME` adds an example, and `--kubernetes 1.29` leaves the other releases
out.
"""


def render(shelf: PluginReference) -> str:
    """Write the page."""
    return page(_lines(shelf))


def _lines(shelf: PluginReference) -> Iterator[str]:
    yield _HEAD
    for plugin in shelf.plugins:
        yield from _plugin(plugin, shelf.api_versions)
        yield ""


def _plugin(plugin: PluginFacts, served: tuple[str, ...]) -> Iterator[str]:
    span = f"Kubernetes {releases(plugin.since, plugin.until)}" if plugin.since else "not part of Kubernetes"
    yield from (f"## {plugin.name}", "", f"{plugin.summary} {span[0].upper()}{span[1:]}.", "")
    if plugin.successor:
        yield from (plugin.successor, "")
    points = [(" ".join(one.value), releases(one.since, one.until)) for one in plugin.points]
    yield from table(("extension points", "releases"), points)
    yield ""
    if plugin.args is not None and plugin.args.fields:
        yield from _args(plugin.args, served)
    yield f"Upstream: {plugin.source}"


def _args(args: ArgsFacts, served: tuple[str, ...]) -> Iterator[str]:
    read = "; ".join(where(period, served) for period in args.served)
    yield from (f"**{args.kind}**{f', read in {read}' if read else ''}:", "")
    rows = [_field(field, args, served) for field in args.fields]
    yield from table(("field", "type", "default", "meaning"), rows)
    yield ""


def _field(field: ArgsField, args: ArgsFacts, served: tuple[str, ...]) -> tuple[str, ...]:
    known = "" if field.known == args.served else f" ({'; '.join(where(period, served) for period in field.known)})"
    default = "; ".join(code(value(one.value)) + _when(one, field, served) for one in field.defaults)
    return code(field.name), field.type_name, default, f"{field.description}{known}"


def _when(default: Period[Any], field: ArgsField, served: tuple[str, ...]) -> str:
    """Say where a default value holds, if that is not everywhere where the field is known."""
    always = [default[1:]] == [known[1:] for known in field.known]
    return "" if always else f" ({where(default, served)})"
