"""What an editor lists of a text, and folds: configurations with their parts, and what runs schedulers."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from typing import NamedTuple

from schedcfg.commands.server.analysis import Analysis, AnalyzedConfiguration
from schedcfg.document import Comment, Document, Path, Span
from schedcfg.document.span import follow, lines_of
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput
from schedcfg.patterns import pattern
from schedcfg.sources.embedded import manifests, owner_of
from schedcfg.sources.manifests.pod import at, entries, fields, items, text
from schedcfg.sources.manifests.reading import numbered_documents
from schedcfg.sources.type_meta import read_type_meta


class SymbolKind(StrEnum):
    """What a symbol is."""

    MANIFEST = "manifest"
    CONFIGURATION = "configuration"
    PROFILE = "profile"
    EXTENSION_POINT = "extension-point"
    ARGS = "args"
    EXTENDER = "extender"


class Symbol(NamedTuple):
    """A part of a text that has a name.

    Attributes:
        name: The name, in one line and without secrets; never empty.
        detail: What else is to be said of it; empty where nothing is.
        kind: What it is.
        start: Offset of its first character.
        end: Offset behind its last one.
        name_start: Offset of its name or, where that is not written, of its first line.
        name_end: Offset behind that.
        children: Its parts that are symbols, each inside of it.
    """

    name: str
    detail: str
    kind: SymbolKind
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple["Symbol", ...] = ()


class FoldKind(StrEnum):
    """What is folded."""

    SYMBOL = "symbol"
    COMMENT = "comment"


class Fold(NamedTuple):
    """Lines that can be folded into the first of them.

    Attributes:
        first: The first line, from 1.
        last: The last line.
        kind: What they are.
    """

    first: int
    last: int
    kind: FoldKind


def outline(analysis: Analysis) -> tuple[Symbol, ...]:
    """Return the symbols of a text, in order, each with those inside of it.

    They are its configurations with their profiles, extension points, entries of `pluginConfig` and extenders, the
    manifests that run a scheduler, and the ConfigMaps that have a configuration. What has no place of its own is left
    out.
    """
    found = [_configuration(one) for one in analysis.configurations]
    with suppress(UnreadableInput):
        found += [*_schedulers(analysis), *_config_maps(analysis)]
    return _nested(found)


def folds(analysis: Analysis) -> tuple[Fold, ...]:
    """Return what can be folded in a text, in order: symbols of several lines, and runs of lines of comments.

    What is a whole document is folded only where there are several.
    """
    parts = outline(analysis)
    if len(list(numbered_documents(analysis.stream))) <= 1 and len(parts) == 1:
        parts = parts[0].children
    return tuple(sorted({*_folds_of(parts, analysis.text), *_comment_folds(analysis.stream.comments)}))


def _folds_of(symbols: Iterable[Symbol], whole: str) -> Iterator[Fold]:
    for symbol in symbols:
        lines = lines_of(whole)
        first, last = (lines.position(offset).line for offset in (symbol.start, symbol.end))
        if last > first:
            yield Fold(first, last, FoldKind.SYMBOL)
        yield from _folds_of(symbol.children, whole)


def _comment_folds(comments: Iterable[Comment]) -> Iterator[Fold]:
    """Yield the runs of at least two lines that have nothing but comments."""
    first, last = 0, -1
    for line in (*(comment.span.start.line for comment in comments if comment.own_line), 0):
        if line != last + 1:
            if last > first:
                yield Fold(first, last, FoldKind.COMMENT)
            first = line
        last = line


class _Part(NamedTuple):
    """A part of a document that becomes a symbol."""

    document: Document
    path: Path
    name_path: Path
    kind: SymbolKind

    def symbol(self, name: str, detail: str, children: Iterable[Symbol] = ()) -> Symbol:
        """Return the symbol of the part, with those of its children that are inside of it.

        An anchor of another place may have the others.
        """
        place, named = self.document.locate(self.path), self.document.locate(self.name_path)
        lines = self.document.source.lines
        start = (place.key or place.value).start.offset
        end = start + len(self.document.text[start : place.value.end.offset].rstrip())
        of_name = named.key if self.name_path == self.path and named.key is not None else named.value
        if len(named.path) < len(self.name_path) or not start <= of_name.start.offset <= of_name.end.offset <= end:
            of_name = lines.span(start, end)
        of_name = self.document.first_line_of(of_name)
        inside = tuple(child for child in children if start <= child.start and child.end <= end)
        span = (start, max(end, of_name.end.offset))
        return Symbol(printable(name), printable(detail), self.kind, *span, *_offsets(of_name), inside)


def _offsets(span: Span) -> tuple[int, int]:
    return span.start.offset, span.end.offset


def _configuration(one: AnalyzedConfiguration) -> Symbol:
    document, meta = one.document, read_type_meta(one.document.data)
    kind, version, key = meta.kind or "configuration", one.api_version or "", one.validated.report.key
    part = _Part(document, (), ("kind",), SymbolKind.CONFIGURATION)
    symbol = part.symbol(key or kind, f"{kind} {version}".rstrip() if key else version)
    children = sorted(_parts_of_configuration(one), key=_order)
    # What a product puts together may be anywhere in its document.
    start = min(symbol.start, *(child.start for child in children)) if children else symbol.start
    end = max(symbol.end, *(child.end for child in children)) if children else symbol.end
    return symbol._replace(start=start, end=end, children=tuple(children))


def _parts_of_configuration(one: AnalyzedConfiguration) -> Iterator[Symbol]:
    document, configuration = one.document, one.validated.configuration
    names = {} if configuration is None else {part.path: part.scheduler_name for part in configuration.profiles}
    # Before v1alpha2 there is one profile, which is the configuration.
    yield from _parts_of_profile(document, ())
    for profile, path in items(follow(document.data, ("profiles",)), ("profiles",)):
        name = text(profile.get("schedulerName")) or names.get(path) or f"profiles[{path[-1]}]"
        detail = "" if profile.get("schedulerName") else "without a name of its own"
        part = _Part(document, path, (*path, "schedulerName"), SymbolKind.PROFILE)
        yield part.symbol(name, detail, _parts_of_profile(document, path))
    for extender, path in items(follow(document.data, ("extenders",)), ("extenders",)):
        part = _Part(document, path, (*path, "urlPrefix"), SymbolKind.EXTENDER)
        yield part.symbol(_host(text(extender.get("urlPrefix"))) or f"extenders[{path[-1]}]", "extender")


def _parts_of_profile(document: Document, path: Path) -> Iterator[Symbol]:
    """Yield the extension points of a profile, and its entries of `pluginConfig`."""
    for point, plugins in fields(follow(document.data, (*path, "plugins"))).items():
        counts = [(len(list(entries(at(plugins, field)))), field) for field in ("enabled", "disabled")]
        detail = ", ".join(f"{count} {field}" for count, field in counts if count)
        place = (*path, "plugins", point)
        yield _Part(document, place, place, SymbolKind.EXTENSION_POINT).symbol(point, detail)
    for entry, place in items(follow(document.data, (*path, "pluginConfig")), (*path, "pluginConfig")):
        part = _Part(document, place, (*place, "name"), SymbolKind.ARGS)
        yield part.symbol(text(entry.get("name")) or f"pluginConfig[{place[-1]}]", "args")


def _host(url: str) -> str:
    """Return the host, and the port, of an address: neither a login nor a token is in that."""
    behind = url.partition("://")[2] or url
    return _END_OF_HOST.split(behind, maxsplit=1)[0].rpartition("@")[2]


_END_OF_HOST = pattern(r"[/?#]")


def _schedulers(analysis: Analysis) -> Iterator[Symbol]:
    """Yield the manifests, the units of systemd and the scripts that run a scheduler."""
    here = analysis.here
    for one, context in here.folder.contexts_of(here.text):
        if context.running is None:
            continue
        name = owner_of(one.manifest) or context.running.described
        detail = context.release_phrase if context.release_known else ""
        if one.span is None:
            yield _manifest(one.document, one.manifest.path).symbol(name, detail)
        else:
            yield _Part(one.host, one.within, one.within, SymbolKind.MANIFEST).symbol(name, detail)


def _config_maps(analysis: Analysis) -> Iterator[Symbol]:
    """Yield the ConfigMaps that have a configuration."""
    owners = {one.validated.report.owner for one in analysis.configurations} - {""}
    for _, document in numbered_documents(analysis.stream) if owners else ():
        for manifest in manifests(document.data):
            if manifest.kind == "ConfigMap" and owner_of(manifest) in owners:
                yield _manifest(document, manifest.path).symbol(owner_of(manifest), "")


def _manifest(document: Document, path: Path) -> _Part:
    return _Part(document, path, (*path, "metadata", "name"), SymbolKind.MANIFEST)


def _order(symbol: Symbol) -> tuple[int, int]:
    return symbol.start, -symbol.end


def _nested(symbols: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Return symbols in order, each inside of the one that is around it; of what is the same, one."""
    found: list[Symbol] = []
    # Of two containers that run a scheduler, the manifest is one.
    for symbol in sorted(dict.fromkeys(symbols), key=_order):
        if found and symbol.end <= found[-1].end:
            found[-1] = found[-1]._replace(children=(*found[-1].children, symbol))
        else:
            found.append(symbol)
    return tuple(found)
