"""`Draft`: a text that is changed step by step, each step small, checked and reversible."""

from collections.abc import Callable
from typing import Any, Self

from schedcfg import limits
from schedcfg.document.edit import safety
from schedcfg.document.edit import state as changes
from schedcfg.document.edit.state import State
from schedcfg.document.excerpt import Excerpt
from schedcfg.document.span import Arrangement, Edit, Path, Span
from schedcfg.document.stream import Document, parse, read
from schedcfg.errors import EditConflict

_MOST = 32 * limits.MEBIBYTE
"""Characters that are read again to check the changes of a file: more take longer than half a minute."""
_TIMES_FASTER = 32
"""How much faster than a document the blanks before it are read, where it is edited by itself."""


class Allowance:
    """How many characters may be read again to check changes: work for about half a minute."""

    def __init__(self) -> None:
        self._left = _MOST

    def spend(self, number: int) -> bool:
        """Take some of it; return whether there was as much."""
        self._left -= number
        return self._left >= 0


class Draft:
    """A text on its way to another one, by edits of one of its documents.

    After each change the text is read again: unless its data is exactly what the change means and no comment is lost
    or made, the change is refused with an `EditConflict` and the draft stays as it was.

    Args:
        text: The text.
        index: Which of its documents is edited, from 0.
        arrangement: Which parts of the document are edited as if they were one; None: all of it.
        allowance: How much may be read again for this draft, its copies, and others; None: as much for these alone.

    Raises:
        EditConflict: where the text cannot be read, or has no such document.
    """

    def __init__(
        self,
        text: str,
        index: int = 0,
        arrangement: Arrangement | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        self._begin(State.of_stream(parse(text), index), arrangement, allowance)

    @classmethod
    def of(cls, document: Document, allowance: Allowance | None = None) -> Self:
        """Begin to edit a document that was read: its tree and comments, if it has them by now, are not made again.

        Raises:
            EditConflict: where the text behind it cannot be read.
        """
        draft = object.__new__(cls)
        draft._begin(State.of_stream(read(document.source), document.index), document.arrangement, allowance)
        return draft

    def _begin(self, state: State, arrangement: Arrangement | None, allowance: Allowance | None) -> None:
        self.original = state.text
        self._arrangement = arrangement
        self._allowance = allowance or Allowance()
        self._now = state
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
        twin.original, twin._arrangement = self.original, self._arrangement
        twin._allowance, twin._now = self._allowance, self._now
        return twin

    def restore(self, kept: Self) -> None:
        """Restore the draft to the state of a copy."""
        self._now = kept._now

    def original_span(self, path: Path) -> Span | None:
        """Return where the key or item at a path is in the original; None where it is new, or there is none."""
        span = _place(self.document, path)
        return None if span is None else self._now.pieces.original_span(span.start.offset, span.end.offset)

    def has(self, path: Path) -> bool:
        """Return whether a path leads to something, be it null."""
        return safety.has(self.data, path)

    def get(self, path: Path) -> object:
        """Return the plain data at a path.

        Raises:
            KeyError: where the path leads nowhere.
        """
        return safety.at(self.data, path)

    def replace(self, path: Path, value: object) -> None:
        """Write another value at a path; a scalar in the place of a scalar keeps its quotes.

        Raises:
            EditConflict: where that is not safe, or a collection with comments inside would go.
        """
        self._change(changes.replaced, path, value)

    def rename(self, path: Path, key: str) -> None:
        """Write another key for the entry at a path; it keeps its quotes.

        Raises:
            EditConflict: where that is not safe, or the key is there already.
        """
        self._change(changes.renamed, path, key)

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
        self._change(changes.inserted, path, value)

    def insert_after(self, path: Path, key: str, value: object) -> None:
        """Insert an entry right behind the one at a path.

        Raises:
            EditConflict: where that is not safe, or the key is there already.
        """
        self._change(changes.inserted_after, path, key, value)

    def remove(self, path: Path) -> None:
        """Remove an entry or item with its own comments (see `own_comments`) and no others.

        Raises:
            EditConflict: where that is not safe.
        """
        self._change(changes.removed, path)

    def remove_leaving_comments(self, path: Path) -> None:
        """Remove an entry or item; every comment stays, in a line of its own where it was.

        Raises:
            EditConflict: where that is not safe.
        """
        self._change(changes.removed_leaving_comments, path)

    def remove_repeated(self, path: Path) -> None:
        """Remove all entries that the last one with the same key overrides; comments stay.

        Raises:
            EditConflict: where that is not safe.
        """
        before = self._now
        try:
            while changes.is_repeated(self._now, self._at(path)):
                self._change(changes.removed_repeated, path)
        except EditConflict:
            self._now = before
            raise

    def move(self, path: Path, to: Path) -> None:
        """Move an entry or item with its own comments to another place, re-indented, otherwise as it is written.

        Args:
            path: Where it is.
            to: Where it goes, as for `insert`, in the document without it; the last step is its key there.

        Raises:
            EditConflict: where that is not safe, or it has comments and would go from a block into brackets.
        """
        self._change(changes.moved, path, self._at(to))

    def annotate(self, path: Path, comment: str) -> None:
        """Write a comment in a line of its own directly above an entry or item; in JSON and in brackets do nothing.

        Lines that begin with `#` are put as they are.

        Raises:
            EditConflict: where the path leads nowhere, or through an alias.
        """
        self._change(changes.annotated, path, comment)

    def _change(self, change: Callable[..., State], path: Path, *rest: Any) -> None:
        """Make a change at a path; it is checked by reading the text again."""
        (start, end), place = self._now.view.extent, self._at(path)
        if not self._allowance.spend(end - start + start // _TIMES_FASTER):
            self._now.refuse(place, "the text has too many places to change")
        self._now = change(self._now, place, *rest)

    def _at(self, path: Path) -> Path:
        return path if self._arrangement is None else self._arrangement.host_path(path)


def _place(document: Document, path: Path) -> Span | None:
    """Return where the key or the first line of what a path leads to is; None where it leads nowhere."""
    place = document.locate(path)
    if len(place.path) < len(path):
        return None
    return place.key or document.first_line_of(place.value)
