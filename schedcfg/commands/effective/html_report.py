"""The effective configuration as a page: what runs, drawn here for each release that reads the file.

What the page says comes from `statements` and `layout`, as in the text. Its script only chooses what of it is shown,
and computes the shares of weights that are tried.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from schedcfg import plugins, releases
from schedcfg.commands.effective import rows, statements
from schedcfg.commands.effective.layout import OutlinedLine, address, grown, outline, value_of
from schedcfg.configuration.effective.view import (
    DocumentView,
    EffectiveView,
    FileView,
    Origin,
    OriginKind,
    Point,
    Setting,
)
from schedcfg.document.secrets import Secrets
from schedcfg.document.texts import printable
from schedcfg.output.guard import each
from schedcfg.output.html.changed_lines import split_lines
from schedcfg.output.html.excerpts import ShownLines, excerpts, lines_around
from schedcfg.output.html.page import Page, packed, render_page, titled
from schedcfg.output.html.templates import macros, shown
from schedcfg.output.json_writer import to_json
from schedcfg.output.summary import Summary, numbers_of
from schedcfg.patterns import pattern

_LINE = pattern(r"\blines? (\d+)\b")


class _DrawnDocument(NamedTuple):
    """A configuration on the page.

    Attributes:
        content: As its own release runs it, with the text of the file.
        described: What the script offers: releases, profiles.
        others: What is drawn for each release, oldest first; None for its own.
        blocks: The YAML of Args and settings, which others than its own name by number: most releases share it.
        facts: What each release runs, to compare them: what a name begins with, and the number of its values.
        values: Name and value of each.
    """

    content: Markup
    described: dict[str, object]
    others: list[str | None]
    blocks: list[Markup]
    facts: list[list[tuple[str, int]]]
    values: list[dict[str, str]]


class SourceView(NamedTuple):
    """The text of a configuration beside it."""

    path: str
    excerpts: tuple[ShownLines, ...]
    looks: Mapping[int, str]  # The numbers of lines from which something comes → how they look


def render(views: Iterable[FileView], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001 - as all formats
    """Yield a page."""
    drawn: list[_DrawnDocument] = []
    paths: list[str] = []
    refusals: set[str] = set()
    cards = summary.cards()

    def draw(file: FileView) -> Iterator[Markup]:
        paths.append(file.path)
        if not file.documents:
            yield _template().unread(file)
        for document in file.documents:
            drawn.append(_drawn_document(file, document, _Drawing(len(drawn), _source(file, document), cards)))
            yield drawn[-1].content
            refusals.update(one.rule for one in document.report.findings if document.view is None)

    content = Markup().join(each(views, draw, summary))
    content += macros("elements.html").rules([cards[rule] for rule in sorted(refusals & cards.keys())])
    embedded = {
        "configurations": to_json([one.described for one in drawn]),
        "others": packed(to_json([{"drawn": one.others, "blocks": one.blocks} for one in drawn])),
        "facts": packed(to_json([{"releases": one.facts, "values": one.values} for one in drawn])),
    }
    title = titled("What kube-scheduler runs", paths)
    yield from render_page(Page(title, "schedcfg effective", "effective", embedded, content=content))


@lru_cache(maxsize=1)
def _template() -> Any:
    """Return the macros that draw the page."""
    return macros(
        "effective.html", address=address, rows=rows, said=statements, about=_known_plugins, numbers_of=numbers_of
    )


def _drawn_document(file: FileView, document: DocumentView, drawing: "_Drawing") -> _DrawnDocument:
    in_order = _in_order(document)
    own = in_order.index(document)
    drawn = [drawing.release(file, one, is_own=at == own) for at, one in enumerate(in_order)]
    described: dict[str, object] = {
        "name": f"{printable(file.path)}, line {document.report.line}",
        "path": printable(file.path),
        "own": own,
        "releases": [one.report.kubernetes or "" for one in in_order],
        "profiles": [] if document.view is None else [printable(one.name) for one in document.view.profiles],
    }
    return _DrawnDocument(
        content=_template().configuration(drawing.number, drawn[own], drawing.source),
        described=described,
        others=[None if at == own else str(text) for at, text in enumerate(drawn)],
        blocks=drawing.blocks,
        facts=[[] if one.view is None else list(drawing.facts(one.view)) for one in in_order],
        values=drawing.values,
    )


def _in_order(document: DocumentView) -> list[DocumentView]:
    """Return a document as its own release reads it, and as the others do that accept it, by release."""
    own = document.report.kubernetes
    others = [one for one in document.in_releases if one.report.kubernetes != own]
    return sorted([document, *others], key=lambda one: releases.names().index(one.report.kubernetes or releases.OLDEST))


class _Drawing:
    """Draws one configuration for several releases, and what they share once.

    Attributes:
        number: Its place among those of the page.
        source: The text beside it; None where that is not known.
        rules: The rules of which the page has the text.
        blocks: See `_DrawnDocument`.
        values: Likewise.
    """

    def __init__(self, number: int, source: SourceView | None, rules: Container[str]) -> None:
        excerpts = () if source is None else source.excerpts
        self.number = number
        self.source = source
        self.rules = rules
        self._lines = {one.line + at for one in excerpts for at in range(len(one.lines))}
        self._cells: dict[Point, Markup] = {}
        self._settings: list[tuple[Setting, ...]] = []
        self._known: dict[int, int] = {}  # Identity of settings, which live as long as this → their number
        self._value_numbers: dict[Point | int, int] = {}
        self.blocks: list[Markup] = []
        self.values: list[dict[str, str]] = []

    def release(self, file: FileView, document: DocumentView, *, is_own: bool) -> Markup:
        """Return a configuration as one release runs it, or why that does not start.

        Args:
            file: The file.
            document: The configuration.
            is_own: Whether the page shows it first: then nothing is left for the script to put in.
        """
        drawn: Markup = _template().release(file, document, self, self._whole if is_own else self._numbered)
        return drawn

    def linked(self, text: object) -> Markup:
        """Lead from `line 12` to that line, where the page shows it."""
        return Markup(_LINE.sub(self._link, str(escape(shown(text)))))  # noqa: S704 - escaped

    def _link(self, found: re.Match[str]) -> str:
        is_shown = int(found[1]) in self._lines
        return f'<a class="to-line" href="#c{self.number}-{found[1]}">{found[0]}</a>' if is_shown else found[0]

    def cell(self, point: Point) -> Markup:
        """Draw what runs at a point."""
        if point not in self._cells:
            self._cells[point] = _template().point(point, self)
        return self._cells[point]

    def _whole(self, settings: tuple[Setting, ...]) -> Markup:
        """Draw settings as YAML."""
        return Markup('<pre class="yaml" tabindex="0">{}</pre>').format(self.blocks[self._block(settings)])

    def _numbered(self, settings: tuple[Setting, ...]) -> Markup:
        """Name the block of settings that the script puts in."""
        return Markup('<pre class="yaml" tabindex="0" data-block="{}"></pre>').format(self._block(settings))

    def _block(self, settings: tuple[Setting, ...]) -> int:
        """Return the number of the block of settings; equal ones are drawn once."""
        known = self._known.get(id(settings))
        if known is None:
            known = next((number for number, one in enumerate(self._settings) if one == settings), len(self._settings))
            self._known[id(settings)] = known
        if known == len(self._settings):
            self._settings.append(settings)
            self.blocks.append(Markup("\n").join(map(self._yaml_line, outline(grown(settings)))))
        return known

    def _yaml_line(self, line: OutlinedLine) -> Markup:
        """Draw a line of YAML, its origins as a comment."""
        note = self.linked(f"  # {line.note}") if line.note else ""
        return Markup(f'<span class="{"by-default" if line.is_default else ""}">{escape(line.text)}{note}</span>')  # noqa: S704 - escaped

    def facts(self, view: EffectiveView) -> Iterator[tuple[str, int]]:
        """Yield what is run, to compare releases: what names begin with, and the number of what they end with."""
        yield "", self._values_of(view.settings)
        for profile in view.profiles:
            name = printable(profile.name)
            yield from ((f"{name}: ", self._values_at(point)) for point in profile.points)
            for args in profile.args:
                yield f"{name}: {printable(args.plugin)} ", self._values_of(args.settings)

    def _values_of(self, settings: tuple[Setting, ...]) -> int:
        block = self._block(settings)
        if block not in self._value_numbers:
            self._value_numbers[block] = len(self.values)
            self.values.append({printable(one.path): value_of(one) for one in settings})
        return self._value_numbers[block]

    def _values_at(self, point: Point) -> int:
        if point not in self._value_numbers:
            self._value_numbers[point] = len(self.values)
            running = ((one, f"does not count: {one.idle}" if one.idle else "") for one in point.running)
            self.values.append(
                {
                    f"{printable(one.name)} at {point.name}": ", ".join(
                        filter(None, [f"weight {one.weight}" if one.weight else "", idle])
                    )
                    for one, idle in running
                }
            )
        return self._value_numbers[point]


def _source(file: FileView, document: DocumentView) -> SourceView | None:
    """Return the lines of a configuration, without secrets, and which of them are meant; None where none is known."""
    if document.source or document.view is None:
        return None
    meant = frozenset(
        one.line
        for view in [document.view, *(one.view for one in document.in_releases)]
        for one in _origins(view)
        if one.kind is OriginKind.FILE and one.line is not None
    )
    if file.text is None or not meant:
        return None
    lines = split_lines(Secrets.of(file.text).masked)
    numbers = {line for line in lines_around(document.report, sorted(meant), lines) if line < len(lines)}
    return SourceView(printable(file.path), tuple(excerpts(lines, numbers)), dict.fromkeys(meant, "info"))


def _origins(view: EffectiveView | None) -> Iterator[Origin]:
    """Yield where all that runs comes from."""
    if view is None:
        return
    yield from _origins_of_settings(view.settings)
    for extender in view.extenders:
        yield extender.origin
        yield from _origins_of_settings(extender.settings)
    for profile in view.profiles:
        yield profile.origin
        yield from _origins_of_settings(profile.settings)
        for args in profile.args:
            yield args.origin
            yield from _origins_of_settings(args.settings)
        yield from (entry.origin for entry in profile.unused_args)
        yield from (plugin.origin for plugin in profile.unplaced)
        for point in profile.points:
            yield from (plugin.origin for plugin in point.running)
            yield from (plugin.origin for plugin in point.removed)


def _origins_of_settings(settings: Sequence[Setting]) -> Iterator[Origin]:
    return (setting.origin for setting in settings)


def _known_plugins(view: EffectiveView) -> Iterator[tuple[str, str, str]]:
    """Yield what is known of the plugins that run or were removed: name, what it does, its first release if any."""
    points = [point for profile in view.profiles for point in profile.points]
    names = {plugin.name for point in points for plugin in point.running}
    for name in sorted(names | {plugin.name for point in points for plugin in point.removed}):
        known = plugins.find(name)
        if known is not None:
            yield name, known.summary, next(iter(releases.having(name)), "")
