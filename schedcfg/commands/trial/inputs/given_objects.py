"""Objects that files hold, each with its place, as `kubectl apply --filename` takes them from files and folders."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from schedcfg import limits
from schedcfg.commands.trial.api.store import Object
from schedcfg.document import Document, Path, Stream, parse_bytes
from schedcfg.document.secrets import hide_in_message
from schedcfg.document.secrets_in_data import secrets_in
from schedcfg.document.texts import listing, printable, shown_name
from schedcfg.errors import SchedcfgError, UnreadableInput, unreadable
from schedcfg.output.summary import counted
from schedcfg.sources import SearchTally, Source, find
from schedcfg.sources.manifests.pod import at, text
from schedcfg.sources.source import STDIN, TooLarge
from schedcfg.sources.templates import template_kind

LARGEST = 64 * limits.MEBIBYTE
"""Bytes of a file: the nodes of a cluster with a few thousand of them."""
_SUFFIXES = (".yaml", ".yml", ".json")
_LIST = "List"
_NAMED = 3
_NO_SKETCH = "A sketch begins with a number and a colon: `20:cpu=8,memory=32Gi`."
_OWN_GROUPS, _EXTERNAL_GROUPS = ".k8s.io", ".x-k8s.io"
"""How groups of the API itself end, and those of projects beside it."""
_MOST_PROBLEMS = 10
"""What is shown of all that is wrong with the inputs."""


class WrongTrialInputs(SchedcfgError):  # noqa: N818
    """What a trial is to begin with cannot be used: an API server, or `kubectl`, would refuse it."""

    ends_run = True


class GivenObject(NamedTuple):
    """An object that was given, and where."""

    data: Object
    source: str  # Its file, or the sketch that it is from
    document: Document | None = None  # Where its place is looked up; None for one that is in no file
    path: Path = ()  # Where it is in the document
    number: int = 0  # Its place in the order in which all were given; what it leads to has the same
    searched: bool = False  # Whether a search found its file, among others
    is_there: bool = False  # Whether it came with the nodes, and so tells what is there before, not what comes

    @property
    def kind(self) -> str:
        """Its kind, as written."""
        return text(self.data.get("kind"))

    @property
    def api_version(self) -> str:
        """Its API version, as written."""
        return text(self.data.get("apiVersion"))

    @property
    def is_stored(self) -> bool:
        """Whether an API server has written it, and so takes it."""
        return bool(at(self.data, "metadata", "uid") and at(self.data, "metadata", "resourceVersion"))

    @property
    def label(self) -> str:
        """How messages name it: `Pod default/web`."""
        namespace, name = text(at(self.data, "metadata", "namespace")), text(at(self.data, "metadata", "name"))
        return printable(" ".join(filter(None, (shown_name(self.kind), "/".join(filter(None, (namespace, name)))))))

    def place(self, path: Path = ()) -> str:
        """Return where it is, or a part of it: `pods.yaml:14`."""
        if self.document is None:
            return printable(self.source)
        file = "standard input" if self.source == STDIN else self.source
        return printable(f"{file}:{self.document.locate((*self.path, *path)).value.start.line}")


class InputNotes:
    """What has to be said about the inputs, and what is wrong with them."""

    def __init__(self) -> None:
        self._notes: dict[str, None] = {}
        self._counts: Counter[tuple[str, str]] = Counter()
        self._problems: list[str] = []
        self._further = 0

    def add(self, note: str) -> None:
        """Add a sentence; the same one is said once."""
        self._notes[printable(hide_in_message(note))] = None

    def count(self, note: str, noun: str) -> None:
        """Add an object about which something is to be said: the sentence is said once, with their number."""
        self._counts[printable(hide_in_message(note)), printable(noun)] += 1

    def refuse(self, given: GivenObject, problem: str, path: Path = ()) -> None:
        """Add something that an API server would refuse."""
        if len(self._problems) < _MOST_PROBLEMS:
            shown = hide_in_message(secrets_in([given.data]).hide(problem))
            self._problems.append(f"{given.place(path)}: {printable(shown)}")
        else:
            self._further += 1

    @property
    def refused(self) -> int:
        """How many things are wrong so far."""
        return len(self._problems) + self._further

    def check(self) -> None:
        """Check that nothing is wrong so far.

        Raises:
            WrongTrialInputs: with all that is.
        """
        if self._problems:
            further = [f"and {counted(self._further, 'more problem')} like these"] if self._further else []
            raise WrongTrialInputs(self._problems[0], None, *self._problems[1:], *further)

    def all(self) -> tuple[str, ...]:
        """Return all sentences."""
        return (*self._notes, *(f"{note}: {counted(number, noun)}" for (note, noun), number in self._counts.items()))


class GivenFiles:
    """Files and folders that are read, each file once."""

    def __init__(self, notes: InputNotes) -> None:
        self._notes = notes
        self._seen: set[str] = set()

    def objects(self, path: str) -> Iterator[GivenObject]:
        """Yield the objects in a file, a folder, or standard input.

        Raises:
            UnreadableInput: if a file cannot be read that was named.
        """
        for source in find([path], _SUFFIXES, SearchTally()):
            where = source.path if source.path == STDIN else os.path.abspath(source.path)
            stream = None if where in self._seen else _stream(source, self._notes)
            self._seen.add(where)
            for document in () if stream is None else stream.documents:
                yield from _in_document(document, source, self._notes)


def _stream(source: Source, notes: InputNotes) -> Stream | None:
    """Read a file; None for one that a search found, and that is no manifest.

    Raises:
        UnreadableInput: if it was named, and cannot be read.
    """
    try:
        stream = parse_bytes(source.read(max(LARGEST, limits.FILE.value)))
        reason, line = _objection(stream, source)
    except TooLarge:
        raise UnreadableInput(
            unreadable(source.path, f"it is larger than {LARGEST >> 20} MiB"),
            "Split it, or leave out what the scheduler does not look at, as `status.images` of nodes.",
        ) from None
    except UnreadableInput as error:
        reason, line = error.sentence, 0
    if not reason:
        return stream
    place = source.path if source.path == STDIN or not line else f"{source.path}:{line}"
    if source.searched:
        notes.add(f"{place} is skipped: {reason}")
        return None
    advice = _NO_SKETCH if "=" in source.path and not os.path.lexists(source.path) else None
    raise UnreadableInput(printable(unreadable(place, reason)), advice)


def _objection(stream: Stream, source: Source) -> tuple[str, int]:
    """Return why a text is no manifests, and the line; empty where it is."""
    kind = template_kind(stream, "" if source.path == STDIN else source.path)
    if kind is not None:
        return f"it is a {kind}. {kind.help([source.path])}", 0
    if stream.undecodable is not None:
        return stream.undecodable.sentence, stream.undecodable.line
    defect = stream.error or next((defect for document in stream.documents for defect in document.defects), None)
    return ("", 0) if defect is None else (defect.message, defect.span.start.line)


def _in_document(document: Document, source: Source, notes: InputNotes) -> Iterator[GivenObject]:
    if document.data is None:
        return
    if not isinstance(document.data, dict) or not text(document.data.get("kind")):
        what = "a document is no object of Kubernetes: it has no `kind`"
        if source.searched:
            notes.count("skipped, as they have no `kind`", "document")
        else:
            notes.refuse(GivenObject({}, source.path, document), what)
        return
    yield from _flattened(GivenObject(document.data, source.path, document, searched=source.searched), notes)


def _flattened(given: GivenObject, notes: InputNotes) -> Iterator[GivenObject]:
    """Yield an object; of a list the objects in it. The API server leaves out the kind of those in a typed list."""
    pending = [given]
    while pending:
        current = pending.pop()
        listed = current.data.get("items")
        if current.kind == _LIST and not isinstance(listed, list | None):
            notes.refuse(current, "the `items` of a List are no list", ("items",))
            continue
        if not current.kind.endswith(_LIST) or not isinstance(listed, list | None):
            yield current
            continue
        inner = list(_items(current, listed or [], notes))
        pending.extend(reversed(inner))


def _items(given: GivenObject, listed: list[Any], notes: InputNotes) -> Iterator[GivenObject]:
    of_kind = given.kind.removesuffix(_LIST)
    typed = {"kind": of_kind, "apiVersion": given.api_version} if of_kind else {}
    for index, item in enumerate(listed):
        path: Path = (*given.path, "items", index)
        if not isinstance(item, dict):
            notes.refuse(given, f"an item of the {shown_name(given.kind)} is no object", ("items", index))
        else:
            yield given._replace(data={**typed, **item}, path=path)


def note_skipped(skipped: Iterable[GivenObject], notes: InputNotes) -> None:
    """Note which objects a scheduler does not look at."""
    kinds: Counter[str] = Counter()
    undefined: dict[str, None] = {}
    for given in skipped:
        kinds[shown_name(given.kind)] += 1
        group = given.api_version.rpartition("/")[0]
        if "." in group and (not group.endswith(_OWN_GROUPS) or group.endswith(_EXTERNAL_GROUPS)):
            undefined[shown_name(given.kind)] = None
    if kinds:
        named = [f"{kind} ({number})" for kind, number in sorted(kinds.items())]
        notes.add(f"not used, as the scheduler does not look at them: {listing(named, 2 * _NAMED)}")
    if undefined:
        wanted = listing(list(undefined), _NAMED)
        notes.add(f"a plugin that looks at {wanted} needs the CustomResourceDefinition among the files")
