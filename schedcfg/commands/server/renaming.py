"""A scheduler under another name: its profile, and all Pods beside it that choose it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from schedcfg.commands.server.analysis import Analysis
from schedcfg.commands.server.beside import FilesBeside, LocatedValue, SchedulerName, files_beside
from schedcfg.document import Document, Path, parse
from schedcfg.document.edit import Draft
from schedcfg.document.edit.splices import applied
from schedcfg.document.span import Edit, lines_of
from schedcfg.document.texts import listing, printable
from schedcfg.errors import EditConflict, UnreadableInput
from schedcfg.rules.folder_context import FolderContext
from schedcfg.rules.manifests import outdated_checksum
from schedcfg.sources import Text
from schedcfg.sources.in_place import edit_of_file
from schedcfg.sources.manifests.reading import LocatedManifest

_MOST_LISTED = 5
"""Files that a refusal names."""


class Renaming(NamedTuple):
    """What a new name changes.

    Attributes:
        edits: The path of each file that changes → its edits, in order.
        refusal: Why nothing is renamed; empty where it is.
    """

    edits: Mapping[str, tuple[Edit, ...]]
    refusal: str = ""


def renamable_range_at(analysis: Analysis, offset: int) -> tuple[int, int] | None:
    """Return the stretch of the name at an offset that can be renamed; None where there is none.

    It is that of a scheduler: the `schedulerName` of a profile, or of Pods that choose a profile here.
    """
    with suppress(UnreadableInput):
        beside = files_beside(analysis)
        found = _named_at(beside, offset)
        return None if found is None else found.value.span
    return None


def renaming_at(analysis: Analysis, offset: int, new_name: str) -> Renaming | None:
    """Return the edits that give the scheduler at an offset another name; None where there is nothing to rename.

    All profiles of the name in the text and the files beside it are renamed, and all Pods there that choose it. The
    name is written as YAML needs it; all or nothing is changed. A checksum of the configuration in the Pod that runs it
    changes, too.
    """
    with suppress(UnreadableInput):
        beside = files_beside(analysis)
        found = _named_at(beside, offset)
        if found is None:
            return None
        refusal = _refusal(beside, found, new_name)
        if refusal or new_name == found.name:
            return Renaming({}, refusal)
        try:
            return Renaming(_edits_by_path(beside, found.places, new_name))
        except EditConflict as conflict:
            return Renaming({}, printable(conflict.sentence))
    return None


class _Change(NamedTuple):
    """A value that another one is written in the place of."""

    place: LocatedValue
    value: str


_ManifestKey: TypeAlias = tuple[str, int, Path]


def _edits_by_path(beside: FilesBeside, places: SchedulerName, new_name: str) -> Mapping[str, tuple[Edit, ...]]:
    """Return the edits that write a new name in all its places.

    Raises:
        EditConflict: where it cannot be written safely in one of them.
    """
    names = [_Change(place, new_name) for place in (*places.profiles, *places.workloads)]
    edits = _edits(names)
    checksums = list(_checksums(beside, edits))
    edits = _edits([*names, *checksums]) if checksums else edits
    return {beside.path_of(text): found for text, found in edits.items()}


class _NamedScheduler(NamedTuple):
    """A name at an offset, that value, and all places of it."""

    name: str
    value: LocatedValue
    places: SchedulerName


def _named_at(beside: FilesBeside, offset: int) -> _NamedScheduler | None:
    for name, places in beside.scheduler_names.items():
        values = [value for value in (*places.profiles, *places.workloads) if value.is_written]
        for value in values if places.profiles else ():
            start, end = value.span if value.text is beside.own else (-1, -1)
            if start <= offset <= end:
                return _NamedScheduler(name, value, places)
    return None


def _refusal(beside: FilesBeside, found: _NamedScheduler, new_name: str) -> str:
    """Return why a name cannot become another one; empty where it can."""
    if not new_name or any(character.isspace() for character in new_name):
        return "The name of a scheduler has at least one character, and no white space."
    if new_name == found.name:
        return ""
    places = found.places
    taken = beside.scheduler_names.get(new_name, SchedulerName())
    taking = [*(value.text for value in (*taken.profiles, *taken.flags)), *taken.unplaced]
    if taking:
        return f"`{new_name}` is already the name of a profile{_in(beside, taking)}."
    unwritten = [profile.text for profile in places.profiles if not profile.is_written]
    if unwritten:
        return f"`{found.name}` is a name by default, and not written{_in(beside, unwritten)}: write it there first."
    # Of an expression in an admission policy, the name is only a part, as it is of a flag.
    parts = [value for value in (*places.flags, *places.workloads) if value.part]
    unchanged = [*(part.text for part in parts), *places.unplaced]
    if unchanged:
        return f"`{found.name}` is also a name{_in(beside, unchanged)}, and has to be changed by hand there."
    return ""


def _in(beside: FilesBeside, texts: Sequence[Text]) -> str:
    """Return in which files something is, for messages; nothing for the text in question."""
    names = dict.fromkeys(printable(text.name) for text in texts if text is not beside.own)
    return f" in {listing(list(names), _MOST_LISTED)}" if names else ""


def _edits(changes: Sequence[_Change]) -> Mapping[Text, tuple[Edit, ...]]:
    """Return the edits that make some changes, by the text that they are in.

    Raises:
        EditConflict: where one cannot be made safely.
    """
    edits: defaultdict[Text, list[Edit]] = defaultdict(list)
    of_documents: defaultdict[int, list[_Change]] = defaultdict(list)
    for change in changes:
        of_documents[id(change.place.document)].append(change)
    for of_document in of_documents.values():
        text, document = of_document[0].place.text, of_document[0].place.document
        edits[text] += _of_file(_in_document(document, of_document), text, document)
    return {text: tuple(sorted(found, key=lambda edit: edit.span.start.offset)) for text, found in edits.items()}


def _in_document(document: Document, changes: Sequence[_Change]) -> Iterator[Edit]:
    """Yield the edits that make some changes of a document.

    Raises:
        EditConflict: where one cannot be made safely.
    """
    part, offset = _apart(document)
    draft = Draft.of(part)
    for place, value in changes:
        draft.replace(place.path, value)
    for edit in draft.edits:
        span = lines_of(document.text).span(edit.span.start.offset + offset, edit.span.end.offset + offset)
        yield Edit(span, edit.replacement)


def _apart(document: Document) -> tuple[Document, int]:
    """Return a document without what is around it in its text, if it is the same, and where that begins.

    A draft reads its text again for each change: of a file with hundreds of Pods, that of one of them is enough.
    """
    span, lines = document.locate(()).value, document.source.lines
    start = lines.starts[span.start.line - 1]
    end = lines.starts[span.end.line] if span.end.line < len(lines.starts) else len(document.text)
    stream = parse(document.text[start:end])
    if document.arrangement is None and stream.error is None and len(stream.documents) == 1:
        part = stream.documents[0]
        if part.data == document.data and part.is_json == document.is_json:
            return part, start
    return document, 0


def _of_file(edits: Iterable[Edit], text: Text, document: Document) -> Iterator[Edit]:
    """Yield edits of a document, which may be a text inside another one, as edits of the file.

    Raises:
        EditConflict: where one would change what is around the document.
    """
    for edit in edits:
        of_file = edit_of_file(edit, document.text, text.stream.text)
        if of_file is None:
            start, end = edit.span.start.offset, edit.span.end.offset
            raise EditConflict("the name cannot be changed in its place", "Change it by hand.", (), start, end)
        yield of_file


def _checksums(beside: FilesBeside, edits: Mapping[Text, tuple[Edit, ...]]) -> Iterator[_Change]:
    """Yield the checksums of configurations that some edits change, where they are right before.

    Without them, a scheduler would keep running with the older configuration, and serve the older name.
    """
    texts = tuple(
        Text(text.name, text.stream.reader(applied(text.stream.text, edits[text]))) if text in edits else text
        for text in beside.folder.texts
    )
    outdated = dict(_outdated(beside.folder))
    places = {_key(one): (text, one) for text, one, _ in beside.manifests}
    for (key, path), value in _outdated(FolderContext(texts, beside.folder.completer)):
        if (key, path) not in outdated and key in places:
            text, one = places[key]
            yield _Change(LocatedValue(text, one.document, path), value)


def _outdated(folder: FolderContext) -> Iterator[tuple[tuple[_ManifestKey, Path], str]]:
    """Yield the places of checksums that are not right, each with the right one."""
    for one, context in folder.contexts:
        for problem in outdated_checksum.check(context):
            for change in () if problem.remedy is None else problem.remedy.changes:
                yield (_key(one), change.path), str(change.value)


def _key(one: LocatedManifest) -> _ManifestKey:
    """Return what a manifest is found by in the same texts with other values."""
    return one.file, one.host.index, one.manifest.path
