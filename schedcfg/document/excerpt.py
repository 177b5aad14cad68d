"""A part of a document, or several, read as a document of its own: every place stays one of the whole text."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from schedcfg.document.defect import Defect
from schedcfg.document.span import Arrangement, Path, follow
from schedcfg.document.stream import Document, Place, Stream, parse


class Part(NamedTuple):
    """A value of a document that is one of the excerpt, too."""

    own: Path  # Its path in the excerpt; empty for a mapping whose entries are the excerpt's own
    host: Path
    # Whether a text there, or as an entry of a mapping there, is written out without quotes, so that it is read once
    # more
    is_printed: bool = False

    def read(self, value: object) -> object:
        """Return what is made of the value in the document."""
        if not self.is_printed:
            return value
        if isinstance(value, dict):
            return {key: _reread(inner) for key, inner in value.items()}
        return _reread(value)


class Parts(NamedTuple):
    """Where each field of an excerpt is in its document, whether it is written there or not."""

    # The parts, of which the one counts that has the longest beginning of a path; one has an empty path
    parts: tuple[Part, ...]
    implied: Mapping[str, object]
    omitted: frozenset[Path] = frozenset()  # Parts that are left out, as somebody else fills them in later

    @property
    def places(self) -> tuple[Path, ...]:
        """The paths in the document of all parts, whether they are written there or not."""
        return tuple(part.host for part in self.parts)

    def host_path(self, path: Path) -> Path:
        """Return the path in the document of a path in the excerpt."""
        part = self._part_of(path)
        return (*part.host, *path[len(part.own) :])

    def own_path(self, path: Path) -> Path | None:
        """Return the path in the excerpt of a path in the document; None where it is of no part."""
        parts = [part for part in self.parts if path[: len(part.host)] == part.host]
        if not parts:
            return None
        part = max(parts, key=lambda one: len(one.host))
        return (*part.own, *path[len(part.host) :])

    def data(self, host: object) -> dict[str, object]:
        """Return the excerpt of a document's data."""
        found: dict[str, object] = {}
        for part in sorted(self.parts, key=lambda one: len(one.own)):
            value = follow(host, part.host)
            if value is not None and part.own not in self.omitted:
                _put(found, part.own, part.read(value))
        return {**found, **self.implied}

    def _part_of(self, path: Path) -> Part:
        return max((one for one in self.parts if path[: len(one.own)] == one.own), key=lambda one: len(one.own))


class Excerpt(Document):
    """What some parts of a document say together.

    Args:
        host: The document.
        parts: Which parts.
    """

    __slots__ = ("_host", "_parts")

    def __init__(self, host: Document, parts: Arrangement) -> None:
        self._host = host
        self._parts = parts
        place = self._first()
        start = (place.key or place.value).start.offset
        super().__init__(host.source, host.index, start, parts.data(host.data), tuple(self._defects()))

    @property
    def arrangement(self) -> Arrangement:
        """Where each field is in the document."""
        return self._parts

    def again(self, stream: Stream) -> Self:
        """Return the same excerpt of another text."""
        return type(self)(self._host.again(stream), self._parts)

    def locate(self, path: Path) -> Place:
        """Return where a path leads, in the document's text; for the whole excerpt where its first part is."""
        host = self._parts.host_path(path)
        place = self._host.locate(host)
        own = self._parts.own_path(place.path)
        if not path or own is None or len(own) > len(path):
            return self._first()
        return place._replace(path=own)

    def _first(self) -> Place:
        """Return the place of the part that is written first."""
        found = [self._host.locate(path) for path in self._parts.places]
        pairs = zip(found, self._parts.places, strict=True)
        written = [place for place, path in pairs if len(place.path) == len(path)]
        first = min(written, key=lambda place: place.value.start.offset, default=found[0])
        return first._replace(path=())

    def _defects(self) -> list[Defect]:
        own = [(defect, self._parts.own_path(defect.path)) for defect in self._host.defects]
        return [defect._replace(path=path) for defect, path in own if path is not None]


def _reread(value: object) -> object:
    if not isinstance(value, str):
        return value
    read = parse(value)
    return read.documents[0].data if read.error is None and len(read.documents) == 1 else value


def _put(data: dict[str, object], path: Path, value: object) -> None:
    """Put a value where its path says; entries of a mapping join those that are there."""
    for step in path[:-1]:
        inner = data.get(str(step))
        data[str(step)] = inner = dict(inner) if isinstance(inner, dict) else {}
        data = inner
    if not path:
        data.update(value if isinstance(value, dict) else {})
    elif isinstance(value, dict) and isinstance(there := data.get(str(path[-1])), dict):
        data[str(path[-1])] = {**there, **value}
    else:
        data[str(path[-1])] = value
