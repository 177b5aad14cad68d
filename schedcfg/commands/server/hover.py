"""What an editor shows of the place under the pointer: a field, an extension point, a plugin, a weight."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from schedcfg import models, plugins, releases
from schedcfg.commands.explain.explanation import FieldExplanation
from schedcfg.commands.explain.periods import default_running, ended
from schedcfg.commands.explain.releases_text import where
from schedcfg.commands.schema.configuration_schema import ALL
from schedcfg.commands.server.analysis import Analysis, AnalyzedConfiguration, entry_at
from schedcfg.commands.server.field_at import FieldAt, ReaderOfFields, explained_field, field_at, reader_of
from schedcfg.commands.server.in_effect import ScoreShare, point_in, profile_at, setting_at, shares_of
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.configuration.effective.view import OriginKind, Point, ProfileView
from schedcfg.document.secrets import safe
from schedcfg.document.span import Path, follow, render
from schedcfg.document.texts import printable
from schedcfg.output.links import explained_by, plugin_section
from schedcfg.output.values import release_range, value
from schedcfg.plugins.plugin import Plugin

_MOST = 15
"""Plugins that are listed of an extension point: a box beside the text is small."""


class Hover(NamedTuple):
    """What is shown of a place of a text.

    Attributes:
        start: Offset of the key or value that it is about.
        end: Offset behind it.
        markdown: What is shown, as Markdown: what one reads first comes first.
    """

    start: int
    end: int
    markdown: str


class _HoverPlace(NamedTuple):
    configuration: AnalyzedConfiguration
    path: Path
    reader: ReaderOfFields
    at: FieldAt

    @property
    def data(self) -> object:
        return self.configuration.document.data

    @property
    def release(self) -> str:
        return f"Kubernetes {self.reader.release.name}"

    @property
    def profile(self) -> ProfileView | None:
        view = self.configuration.view
        return None if view is None else profile_at(view, self.path)

    @property
    def point(self) -> Point | None:
        name = self.at.point_name(self.reader)
        return None if self.profile is None or name is None else point_in(self.profile, name)


def hover_at(analysis: Analysis, offset: int) -> Hover | None:
    """Return what is to be known of the field, extension point, plugin or weight at an offset; None where nothing is.

    Args:
        analysis: The text, analyzed.
        offset: The place, in code points.
    """
    entry = entry_at(analysis, offset)
    if entry is None or not entry.start <= offset <= entry.end:
        return None
    configuration = entry.configuration
    reader = reader_of(configuration.document.data, configuration.release, configuration.validated.registry)
    at = None if reader is None else field_at(configuration.document.data, entry.path, reader)
    if reader is None or at is None or at.field is None:
        return None
    place = _HoverPlace(configuration, entry.path, reader, at)
    blocks = list(_of_name(place)) if at.is_plugin_name and not entry.on_key else list(_of_field(place))
    return Hover(entry.start, entry.end, "\n\n".join(blocks)) if blocks else None


def _of_field(place: _HoverPlace) -> Iterator[str]:
    explained = explained_field(place.at, place.reader)
    if explained is None:
        return
    kind = "extension point" if place.at.is_point else explained.type_name
    yield f"**{place.at.field.name if place.at.field else ''}**: {kind}"
    if place.at.steps[-1] == "weight" and place.at.point is not None:
        yield from _of_weight(place)
    if place.at.is_point:
        yield from _of_point(place, explained)
    yield explained.description
    yield _listed(chain(_in_effect(place), _facts(explained, place)))


def _facts(explained: FieldExplanation, place: _HoverPlace) -> Iterator[str]:
    for default in explained.defaults:
        if default.value not in ("", [], {}):
            yield f"default in {place.release}: {_code(value(default.value))}"
    if explained.allowed:
        yield f"allowed: {', '.join(map(_code, explained.allowed))}"
    bounds = {"at least": explained.minimum, "at most": explained.maximum}
    limits = [f"{name} {bound}" for name, bound in bounds.items() if bound is not None]
    if limits:
        yield ", ".join(limits)
    known = "; ".join(where(period, models.API_VERSIONS) for period in explained.known)
    yield f"known in Kubernetes {known}"


def _in_effect(place: _HoverPlace) -> Iterator[str]:
    """Yield the value that counts, where it is not simply the one that is written."""
    view = place.configuration.view
    setting = None if view is None else setting_at(view, place.data, place.path)
    if setting is None or setting.value in ("", None, [], {}):
        return
    name = str(place.path[-1])
    if setting.written is not None:
        origin = f"written as {_code(value(safe(name, setting.written)))}"
    elif setting.origin.kind is OriginKind.FILE and setting.origin.path == render(place.path):
        origin = "as written here"
    else:
        origin = printable(str(setting.origin))
    yield f"in effect: {_code(value(safe(name, setting.value)))} ({origin})"


def _of_weight(place: _HoverPlace) -> Iterator[str]:
    """Yield the share that the weight of an entry has at each point where it counts."""
    view = place.configuration.view
    if view is None:
        return
    entry = place.path[:-1]
    shares = [_share_sentence(share) for share in shares_of(view, entry)]
    is_placed = all(one.origin.path != render(entry) for one in (place.profile.unplaced if place.profile else ()))
    yield from shares or (["No effect: this entry makes no plugin score."] if is_placed else [])


def _share_sentence(share: ScoreShare) -> str:
    if share.meaningless:
        return f"{share.plugin.weight} at `{share.point.name}`; {share.meaningless}"
    return f"**{share.percent}** of the score: {share.plugin.weight} of {share.total} at `{share.point.name}`"


def _of_point(place: _HoverPlace, explained: FieldExplanation) -> Iterator[str]:
    """Yield what runs at an extension point; of a refused configuration what runs there by default."""
    point = place.point
    if point is not None:
        off = f"Nothing calls these while the feature gate `{point.gate_off}` is off." if point.gate_off else ""
        yield from filter(None, (f"Runs here, in order:\n\n{_numbered(point)}", off))
        if point.removed:
            yield f"Disabled: {_names(plugin.name for plugin in point.removed)}"
    elif explained.point is not None and explained.point.default:
        yield f"Runs by default in {place.release}: {_names(name for name, _ in explained.point.default)}"
    running = set() if point is None else {plugin.name for plugin in point.running}
    running |= set() if point is None else {plugin.name for plugin in point.removed}
    others = [] if explained.point is None else [name for name in explained.point.others if name not in running]
    if others and place.at.point != MULTI_POINT:
        yield f"Can run here too: {_names(others)}"


def _numbered(point: Point) -> str:
    running = point.running
    lines = [f"{number}. {_running(ScoreShare(point, plugin))}" for number, plugin in enumerate(running[:_MOST], 1)]
    more = len(running) - _MOST
    return "\n".join([*lines, f"{_MOST + 1}. … {more} more"] if more > 0 else lines) or "nothing"


def _running(share: ScoreShare) -> str:
    plugin = share.plugin
    weight = ", ".join(filter(None, (f", weight {plugin.weight}", share.percent))) if plugin.weight else ""
    origin = "" if plugin.origin.is_default else f" ({printable(str(plugin.origin))})"
    return f"{_code(plugin.name)}{weight}{origin}"


def _of_name(place: _HoverPlace) -> Iterator[str]:
    name = follow(place.data, place.path)
    if not isinstance(name, str) or not name:
        return
    if name == ALL:
        removed = () if place.point is None else place.point.removed
        yield "**\\***: disables all default plugins of the extension point"
        yield f"Disabled: {_names(plugin.name for plugin in removed)}" if removed else ""
        return
    plugin = place.reader.plugin(name)
    if plugin is None:
        yield f"{_code(name)}: not a plugin of {place.release}, nor of a known catalog"
        yield from _here(name, place)
        return
    yield f"**{plugin.name}**: {_home(plugin)}"
    yield from _here(name, place)
    yield plugin.summary
    yield _listed(_plugin_facts(plugin, place))
    if plugins.find(plugin.name) is plugin:
        section = plugin_section(plugin.name)
        named_command = f"More about it: `{explained_by(plugin.name)}`"
        yield f"[{plugin.name} in the documentation]({section})" if section else named_command


def _home(plugin: Plugin) -> str:
    return "plugin of Kubernetes" if plugin.in_tree else f"plugin of {printable(plugin.catalog or '')}"


def _here(name: str, place: _HoverPlace) -> Iterator[str]:
    """Yield how a plugin runs where it is named, or at each point where its score counts."""
    points = () if place.profile is None else place.profile.points
    running = {point.name: one for point in points for one in point.running if one.name == name}
    if place.profile is not None and not running and place.at.point is None:
        yield "Does not run in this profile."
    for point in points:
        if point.name in running and (point.name in WEIGHTED or point is place.point):
            order = [one.name for one in point.running].index(name) + 1
            share = ScoreShare(point, running[point.name])
            counted = f": {_share_sentence(share)}" if point.name in WEIGHTED else ""
            yield f"Runs at `{point.name}` as number {order} of {len(point.running)}{counted}"


def _plugin_facts(plugin: Plugin, place: _HoverPlace) -> Iterator[str]:
    number, release = place.reader.cell.number, place.reader.release
    points = plugin.points_at(number)
    if points:
        yield f"extension points: {_names(points)}"
    elif plugin.in_tree:
        yield f"not in {place.release}. {plugin.successor or ''}".rstrip()
    default = default_running(place.reader.cell) if place.reader.cell.api_version in release.api_versions else {}
    weights = {point: dict(refs)[plugin.name] for point, refs in default.items() if plugin.name in dict(refs)}
    if points and plugin.in_tree:
        weight = f", with weight {weights['score']}" if weights.get("score") else ""
        yield f"runs by default{weight}" if weights else "does not run by default"
    having = releases.having(plugin.name)
    if plugin.in_tree and having:
        yield f"known in Kubernetes {release_range(having[0], ended(having[-1]))}"


def _names(names: Iterable[str]) -> str:
    return ", ".join(map(_code, names))


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _code(text: str) -> str:
    """Show a text as it is: as code, in which only the backtick means something."""
    return f"`{printable(text).replace('`', chr(39))}`"
