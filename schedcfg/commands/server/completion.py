"""What an editor offers at a place of a text: fields, plugins, values, and whole profiles."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from schedcfg import models, releases
from schedcfg.commands.explain.explanation_text import yaml_scalar
from schedcfg.commands.explain.periods import exists
from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.field_at import FieldAt, ReaderOfFields, explained_field, field_at, reader_of
from schedcfg.commands.server.half_typed import MarkedPlace, MarkedStream, WordAt, find_marker, marked, word_at
from schedcfg.commands.server.offered_plugins import described, offered_names
from schedcfg.document import Stream
from schedcfg.document.span import follow
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput
from schedcfg.models.described import Described, fields_of
from schedcfg.plugins.plugin import TYPE_META
from schedcfg.releases.release import GROUP, Release
from schedcfg.sources.configurations import FoundConfiguration, Role, find_configurations
from schedcfg.sources.type_meta import KIND, read_type_meta
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.text import surroundings, validate_stream


class CompletionKind(StrEnum):
    """What is offered."""

    FIELD = "field"
    PLUGIN = "plugin"
    POINT = "point"
    VALUE = "value"
    SNIPPET = "snippet"


class CompletionOffer(NamedTuple):
    """Something that can be written at a place of a text. The order in which they come is that of their use.

    Attributes:
        label: What is listed, and compared with what is typed.
        kind: What it is; the `insert` of a snippet has placeholders, `${1:name}`, that of others has none.
        detail: What is listed beside it: its type, or where it comes from.
        documentation: Its meaning, as Markdown.
        insert: What replaces the text from `start` to `end`, its lines with all of their indentation.
        start: Offset of the word at the place.
        end: Offset behind it.
    """

    label: str
    kind: CompletionKind
    detail: str
    documentation: str
    insert: str
    start: int
    end: int


class _Offer(NamedTuple):
    """What can be written, before it is known how."""

    label: str
    kind: CompletionKind
    detail: str
    documentation: str
    insert: str


class _CompletionContext(NamedTuple):
    """A place in a configuration at which something is written."""

    word: WordAt
    place: MarkedPlace
    at: FieldAt
    reader: ReaderOfFields

    @property
    def indent(self) -> str:
        """The blanks before a key below the one that is written."""
        return " " * (len(self.word.before) + 2)


def complete_at(analysis: Analysis, offset: int) -> tuple[CompletionOffer, ...]:
    """Return what can be written at an offset, in place of the word there; nothing in JSON, nor outside configurations.

    The text may be half-typed: then what is behind the line of the place does not count.

    Args:
        analysis: The text, analyzed.
        offset: The place, in code points.
    """
    stream, word = analysis.stream, word_at(analysis.text, offset)
    if word is None or stream.source.is_json or stream.undecodable is not None:
        return ()
    for one in marked(stream, word):
        offers = _offers(analysis, one, word._replace(before=word.before + one.dash))
        if offers is not None:
            found = (offer._replace(insert=one.dash + offer.insert) for offer in offers)
            return tuple(CompletionOffer(*offer, word.start, word.end) for offer in found)
    return ()


def _offers(analysis: Analysis, one: MarkedStream, word: WordAt) -> Iterable[_Offer] | None:
    """Return what can be written where the marker is; None where it is not found."""
    try:
        found = find_configurations(one.stream, analysis.options.role)
        number, place = find_marker(enumerate(each.document for each in found), one.marker) or (0, None)
        if place is None or not read_type_meta(place.data).is_configuration:
            return _outside(analysis, one, word)
        if found[number].span is not None:
            # What is folded or quoted is written in another way than it is read.
            return ()
        return list(_inside(word, place, _reader(analysis, one, found, number)))
    except UnreadableInput:
        return ()


def _reader(
    analysis: Analysis, one: MarkedStream, found: tuple[FoundConfiguration, ...], number: int
) -> ReaderOfFields | None:
    """Return what reads a configuration: the same as without the marker or, where it cannot be read then, with it."""
    at = (found[number].number, found[number].within)
    known = (each.validated for each in analysis.configurations)
    validated = next((each for each in known if (each.report.number, each.report.within) == at), None)
    if validated is None:
        validated = validate_stream(one.stream, analysis.options, analysis.path, analysis.contexts).documents[number]
    document, release = found[number].document, validated.release
    return None if document is None or release is None else reader_of(document.data, release, validated.registry)


def _inside(word: WordAt, place: MarkedPlace, reader: ReaderOfFields | None) -> Iterator[_Offer]:
    at = None if reader is None else field_at(place.data, place.path, reader)
    if reader is None or at is None:
        return
    context = _CompletionContext(word, place, at, reader)
    yield from _keys(context) if place.on_key and at.shape is not None else _values(context)


def _keys(context: _CompletionContext) -> Iterator[_Offer]:
    """Yield the fields that are not there yet; in place of a list, those of an item, with a dash."""
    at, word = context.at, context.word
    item = at.item() if at.is_list else None
    dash = "- " if item is not None and not word.is_in_flow else ""
    context = context._replace(at=item or at, word=word._replace(before=word.before + " " * len(dash)))
    written = _written(context)
    offers = [*_fields(context, written), *_whole_entries(context, written)]
    if not written and context.at.steps == ("profiles",) and not word.is_in_flow:
        offers.append(_profile(context))
    yield from (offer._replace(insert=dash + offer.insert) for offer in offers)


def _written(context: _CompletionContext) -> set[str]:
    data = follow(context.place.data, context.place.path)
    return {key for key in data if key != context.place.marker} if isinstance(data, dict) else set()


def _fields(context: _CompletionContext, written: set[str]) -> Iterator[_Offer]:
    shape = context.at.shape
    assert shape is not None
    for name, field in fields_of(shape).items():
        is_spare = name in TYPE_META and context.at.plugin is not None
        if name not in written and not is_spare and exists(shape, (name,), context.reader.cell):
            below = context.at.below(name, {}, context.reader)
            kind = CompletionKind.POINT if below is not None and below.is_point else CompletionKind.FIELD
            yield _Offer(name, kind, field.type_name, field.description, _key_text(field, context))


def _key_text(field: Described, context: _CompletionContext) -> str:
    """Write a key so that its value can be typed next: below it, if that is a struct or a list."""
    is_flow, indent = context.word.is_in_flow or bool(context.word.quote), context.indent
    if context.word.has_colon:
        return field.name
    if is_flow or (field.shape is None and not field.is_list and field.type_name != "any"):
        return f"{field.name}: "
    return f"{field.name}:\n{indent}{'- ' if field.is_list else ''}"


def _whole_entries(context: _CompletionContext, written: set[str]) -> Iterator[_Offer]:
    """Yield plugins at the beginning of an entry that names one, each with its key."""
    name = context.at.below("name", {}, context.reader)
    if name is not None and name.is_plugin_name and "name" not in written and not context.word.has_colon:
        yield from (offer._replace(insert=f"name: {offer.insert}") for offer in _plugins(context, name))


def _plugins(context: _CompletionContext, at: FieldAt) -> Iterator[_Offer]:
    path = context.place.path if context.place.on_key else context.place.path[:-1]
    # In place of a list there is no item yet.
    entry = path if path and isinstance(path[-1], int) else (*path, 0)
    for name in offered_names(at, context.place.data, entry, context.reader):
        detail, summary = described(name, context.reader)
        yield _Offer(name, CompletionKind.PLUGIN, detail, summary, _value_text(name, context))


def _value_text(value: object, context: _CompletionContext) -> str:
    return str(value) if context.word.quote else yaml_scalar(value)


def _values(context: _CompletionContext) -> Iterator[_Offer]:
    at = context.at
    if at.field is None or at.shape is not None or at.is_list:
        return
    if at.steps == ("apiVersion",):
        yield from _api_versions(context.reader.release)
    elif at.steps == ("kind",):
        yield _kind()
    elif at.is_plugin_name:
        yield from _plugins(context, at)
    else:
        yield from _values_of(at.field, context)


def _values_of(field: Described, context: _CompletionContext) -> Iterator[_Offer]:
    """Yield what a single value can be: what is allowed, its default, examples."""
    known = explained_field(context.at, context.reader)
    allowed = field.allowed if known is None else known.allowed
    default = [] if known is None else [one.value for one in known.defaults if one.value != ""]
    both = (True, False) if field.type_name == "boolean" else ()
    examples = [item for one in field.examples for item in (one if isinstance(one, list) else [one])]
    found = {_value_text(one, context): one for one in (*allowed, *both, *default, *examples) if _is_single(one)}
    for text, one in found.items():
        detail = "default" if one in default else field.type_name if one in allowed or both else "example"
        yield _Offer(str(text), CompletionKind.VALUE, detail, "", text)


def _is_single(value: object) -> bool:
    return not isinstance(value, dict | list)


def _api_versions(release: Release) -> Iterator[_Offer]:
    """Yield the API versions, those that the release serves first, the newest before others."""
    others = [version for version in models.API_VERSIONS if version not in release.api_versions]
    for version in reversed((*others, *release.api_versions)):
        is_served = version in release.api_versions
        detail = f"Kubernetes {release.name}" if is_served else f"Kubernetes {releases.serving_span(version)}"
        text = f"{GROUP}/{version}"
        yield _Offer(text, CompletionKind.VALUE, detail, "", text)


def _kind() -> _Offer:
    return _Offer(KIND, CompletionKind.VALUE, "", (models.shape_of("v1").__doc__ or "").strip(), KIND)


def _profile(context: _CompletionContext) -> _Offer:
    indent = context.indent
    lines = (
        "schedulerName: ${1:second-scheduler}",
        f"{indent[2:]}plugins:",
        f"{indent}score:",
        f"{indent}  disabled:",
        f"{indent}    - name: ${{2:ImageLocality}}",
    )
    meaning = "A profile with a name for Pods' `schedulerName`, and without one of the default plugins."
    return _Offer("profile", CompletionKind.SNIPPET, "a whole profile", meaning, "\n".join(lines))


def _outside(analysis: Analysis, one: MarkedStream, word: WordAt) -> list[_Offer] | None:
    """Return what can be written at the beginning of a file, or as the scheduler of Pods; None for other places."""
    documents = enumerate(one.stream.documents)
    found = find_marker(documents, one.marker)
    if found is None:
        return None
    _, place = found
    data = place.data
    if isinstance(data, dict) and data.keys() <= {*TYPE_META, one.marker} and analysis.options.role is not Role.POLICY:
        return list(_beginning(analysis, place, word))
    if place.path[-1:] == ("schedulerName",) and not place.on_key:
        return list(_schedulers(analysis, one.stream, one.marker))
    return None


def _beginning(analysis: Analysis, place: MarkedPlace, word: WordAt) -> Iterator[_Offer]:
    """Yield how a file begins that has nothing but, perhaps, its type."""
    release = analysis.options.release() or releases.at(releases.NEWEST)
    match place:
        case MarkedPlace(path=(), on_key=True, data=dict(data)):
            fields = fields_of(models.shape_of(release.api_versions[-1]))
            for name in sorted(TYPE_META - data.keys()):
                text = name if word.has_colon else f"{name}: "
                yield _Offer(name, CompletionKind.FIELD, "string", fields[name].description, text)
            if len(data) == 1 and not word.has_colon:
                yield _whole(release)
        case MarkedPlace(path=("apiVersion",)):
            yield from _api_versions(release)
        case MarkedPlace(path=("kind",)):
            yield _kind()


def _whole(release: Release) -> _Offer:
    text = (
        f"apiVersion: {GROUP}/{release.api_versions[-1]}\nkind: {KIND}\n"
        "profiles:\n  - schedulerName: ${1:default-scheduler}\n"
    )
    return _Offer(KIND, CompletionKind.SNIPPET, "a whole configuration", f"For Kubernetes {release.name}.", text)


def _schedulers(analysis: Analysis, stream: Stream, marker: str) -> Iterator[_Offer]:
    """Yield the names that schedulers serve in the same text, and in the files beside it, if a workload is there."""
    here = surroundings(stream, analysis.path, DocumentValidator.of(analysis.options), analysis.contexts)
    for _, context in () if here is None else here.folder.contexts_of(here.text):
        if context.workload is not None and context.workload.scheduler_name == marker and not context.workload.part:
            served = context.related.served_in_run().with_those_of(context.related.served)
            for name in served.names:
                file = served.files[name]
                detail = "default scheduler" if file is None else printable(file) or "this file"
                yield _Offer(name, CompletionKind.VALUE, detail, "", yaml_scalar(name))
            return
