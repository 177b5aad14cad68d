"""`Draft`: a text that is changed step by step, each step small, checked and reversible."""

from typing import Self

from schedcfg.document.edit import changes, expected
from schedcfg.document.edit.state import State
from schedcfg.document.excerpt import Excerpt
from schedcfg.document.path import Path
from schedcfg.document.span import Edit, Span
from schedcfg.document.stream import Arrangement, Document, SourceText


class Draft:
    """A text on its way to another one, by edits of one of its documents.

    After each change the text is read again: unless its data is exactly what the change means and no comment is lost
    or made, the change is refused with an `EditConflict` and the draft stays as it was.

    Args:
        text: The text.
        index: Which of its documents is edited, from 0.
        arrangement: Which parts of the document are edited as if they were one; None: all of it.

    Raises:
        EditConflict: where the text cannot be read, or has no such document.

    Attributes:
        original: The text at the beginning.
    """

    def __init__(self, text: str, index: int = 0, arrangement: Arrangement | None = None) -> None:
        self._begin(SourceText(text), index, arrangement)

    @classmethod
    def of(cls, document: Document) -> Self:
        """Begin to edit a document that was read: its tree and comments, if it has them by now, are not made again.

        Raises:
            EditConflict: where the text behind it cannot be read.
        """
        draft = object.__new__(cls)
        draft._begin(document.source, document.index, document.arrangement)
        return draft

    def _begin(self, source: SourceText, index: int, arrangement: Arrangement | None) -> None:
        self.original = source.text
        self._arrangement = arrangement
        self._now = State.of_source(source, index)
        self._now.check()

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self._now.text

    @property
    def document(self) -> Document:
        """The document that is edited, as it is now."""
        return self._now.document if self._arrangement is None else Excerpt(self._now.document, self._arrangement)

    @property
    def data(self) -> object:
        """What Kubernetes decodes from the document now."""
        return self.document.data

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What leads from the original to the text now: in order, not touching each other, places in the original."""
        return self._now.pieces.edits

    def copy(self) -> Self:
        """Keep the draft as it is now, whatever becomes of this one."""
        twin = object.__new__(type(self))
        twin.original, twin._now, twin._arrangement = self.original, self._now, self._arrangement
        return twin

    def restore(self, kept: Self) -> None:
        """Restore the draft to the state of a copy."""
        self._now = kept._now

    def original_span(self, path: Path) -> Span | None:
        """Return where the key or item at a path is in the original; None where it is new, or there is none."""
        place = self.document.locate(path)
        if len(place.path) < len(path):
            return None
        span = place.key or self.document.first_line_of(place.value)
        return self._now.pieces.original_span(span.start.offset, span.end.offset)

    def has(self, path: Path) -> bool:
        """Return whether a path leads to something, be it null."""
        return expected.has(self.data, path)

    def get(self, path: Path) -> object:
        """Return the plain data at a path.

        Raises:
            KeyError: where the path leads nowhere.
        """
        return expected.at(self.data, path)

    def replace(self, path: Path, value: object) -> None:
        """Write another value at a path; a scalar in the place of a scalar keeps its quotes.

        Raises:
            EditConflict: where that is not safe, or a collection with comments inside would go.
        """
        self._now = changes.replaced(self._now, self._at(path), value)

    def rename(self, path: Path, key: str) -> None:
        """Write another key for the entry at a path; it keeps its quotes.

        Raises:
            EditConflict: where that is not safe, or the key is there already.
        """
        self._now = changes.renamed(self._now, self._at(path), key)

    def set(self, path: Path, value: object) -> None:
        """Replace the value at a path, or insert it together with the parents that are missing.

        Raises:
            EditConflict: as `replace` and `insert`.
        """
        if self.has(path):
            self.replace(path, value)
        else:
            self.insert(path, value)

    def insert(self, path: Path, value: object) -> None:
        """Insert an item before the one at an index (or at the end), or an entry at the end of its mapping.

        Parents that are missing are made, lists too where an index is just behind the end; null counts as empty.

        Raises:
            EditConflict: where that is not safe, or the key is there already.
        """
        self._now = changes.inserted(self._now, self._at(path), value)

    def insert_after(self, path: Path, key: str, value: object) -> None:
        """Insert an entry right behind the one at a path.

        Raises:
            EditConflict: where that is not safe, or the key is there already.
        """
        self._now = changes.inserted_after(self._now, self._at(path), key, value)

    def remove(self, path: Path) -> None:
        """Remove an entry or item with its own comments (see `own_comments`) and no others.

        Raises:
            EditConflict: where that is not safe.
        """
        self._now = changes.removed(self._now, self._at(path))

    def remove_leaving_comments(self, path: Path) -> None:
        """Remove an entry or item; every comment stays, in a line of its own where it was.

        Raises:
            EditConflict: where that is not safe.
        """
        self._now = changes.removed_leaving_comments(self._now, self._at(path))

    def remove_repeated(self, path: Path) -> None:
        """Remove all entries that the last one with the same key overrides; comments stay.

        Raises:
            EditConflict: where that is not safe.
        """
        self._now = changes.removed_repeated(self._now, self._at(path))

    def move(self, path: Path, to: Path) -> None:
        """Move an entry or item with its own comments to another place, re-indented, otherwise as it is written.

        Args:
            path: Where it is.
            to: Where it goes, as for `insert`, in the document without it; the last step is its key there.

        Raises:
            EditConflict: where that is not safe, or it has comments and would go from a block into brackets.
        """
        self._now = changes.moved(self._now, self._at(path), self._at(to))

    def annotate(self, path: Path, comment: str) -> None:
        """Write a comment in a line of its own directly above an entry or item; in JSON and in brackets do nothing.

        Lines that begin with `#` are put as they are.

        Raises:
            EditConflict: where the path leads nowhere, or through an alias.
        """
        self._now = changes.annotated(self._now, self._at(path), comment)

    def _at(self, path: Path) -> Path:
        return path if self._arrangement is None else self._arrangement.host_path(path)
