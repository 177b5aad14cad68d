"""`Draft`: a text that is changed step by step, each step small, checked and reversible."""

from collections.abc import Callable
from typing import Any, NamedTuple, Self, TypeAlias

from schedcfg.document.edit import safety
from schedcfg.document.edit import state as changes
from schedcfg.document.edit.fragments import Fragments, with_neighbors
from schedcfg.document.edit.state import ReadAgain, State
from schedcfg.document.excerpt import Excerpt
from schedcfg.document.span import Arrangement, Edit, Path, Span, lines_of
from schedcfg.document.stream import Document, Stream, parse, read
from schedcfg.errors import EditConflict

_Change: TypeAlias = Callable[[State], State]


class _Changes(NamedTuple):
    """Changes of a text, the last first."""

    change: _Change
    before: "_Changes | None"  # Those before it; None for none


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
    """

    def __init__(self, text: str, index: int = 0, arrangement: Arrangement | None = None) -> None:
        self._begin(State.of_stream(parse(text), index), arrangement)

    @classmethod
    def of(cls, document: Document) -> Self:
        """Begin to edit a document that was read: its tree and comments, if it has them by now, are not made again.

        Raises:
            EditConflict: where the text behind it cannot be read.
        """
        draft = object.__new__(cls)
        draft._begin(State.of_stream(read(document.source), document.index), document.arrangement)
        return draft

    @classmethod
    def beside(cls, document: Document, stream: Stream, read_again: ReadAgain) -> Self:
        """Begin to edit one of several documents of a text.

        Args:
            document: The document.
            stream: What was read from its text.
            read_again: Counts what is read again for all of them.

        Raises:
            EditConflict: where the text behind it cannot be read.
        """
        draft = object.__new__(cls)
        draft._begin(State.of_stream(stream, document.index, read_again), document.arrangement)
        return draft

    def _begin(self, state: State, arrangement: Arrangement | None) -> None:
        self.original = state.text
        self._arrangement = arrangement
        self._base = state
        self._base.check()
        self._apart = Fragments()
        self._changes: _Changes | None = None

    @property
    def _now(self) -> State:
        """The whole text as it is now: items that are edited apart are put back."""
        if self._apart:
            whole = self._apart.put_back(self._base)
            self._base = self._changed_one_by_one() if whole is None else whole
            self._apart, self._changes = Fragments(), None
        return self._base

    def _changed_one_by_one(self) -> State:
        """Make the changes since items are edited apart, each in the whole text."""
        found: list[_Change] = []
        before, state = self._changes, self._base
        while before is not None:
            found.append(before.change)
            before = before.before
        for change in reversed(found):
            state = change(state)
        return state

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
        return self.document.data if self._arrangement is not None else self._apart.data(self._base)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What leads from the original to the text now: in order, not touching each other, places in the original."""
        return self._apart.pieces(self._base).edits

    def copy(self) -> Self:
        """Keep the draft as it is now, whatever becomes of this one."""
        twin = object.__new__(type(self))
        twin.original, twin._arrangement = self.original, self._arrangement
        twin.restore(self)
        return twin

    def restore(self, kept: Self) -> None:
        """Restore the draft to the state of a copy."""
        self._base, self._apart, self._changes = kept._base, kept._apart.copy(), kept._changes

    def original_span(self, path: Path) -> Span | None:
        """Return where the key or item at a path is in the original; None where it is new, or there is none."""
        found = self._apart.holding(path[:-1])
        if found is None:
            span = _place(self._whole, path)
            return None if span is None else self._base.pieces.original_span(span.start.offset, span.end.offset)
        own, fragment = found
        now = fragment.now
        span = _place(now.document, fragment.inside(path, own))
        span = None if span is None else now.pieces.original_span(span.start.offset, span.end.offset)
        if span is None:
            return None
        return self._base.pieces.original_span(*(fragment.start + place.offset for place in (span.start, span.end)))

    @property
    def _whole(self) -> Document:
        """The document around the items that are edited apart."""
        return self._base.document if self._arrangement is None else self.document

    def has(self, path: Path) -> bool:
        """Return whether a path leads to something, be it null."""
        return safety.has(*self._holder(path))

    def get(self, path: Path) -> object:
        """Return the plain data at a path.

        Raises:
            KeyError: where the path leads nowhere.
        """
        return safety.at(*self._holder(path))

    def _holder(self, path: Path) -> tuple[object, Path]:
        """Return data in which a path is looked up: of an item that is edited apart, or of all."""
        found = self._apart.holding(path)
        if found is not None:
            own, fragment = found
            return fragment.item, path[len(own) :]
        is_whole = self._arrangement is not None or self._apart.holds_part_of(path)
        return (self.data if is_whole else self._base.data), path

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

    def removal(self, path: Path) -> tuple[Edit, ...]:
        """Return the edits that remove an entry or item as `remove_leaving_comments` does, without making them.

        Raises:
            EditConflict: where that is not safe.
        """
        is_begun = self._arrangement is not None or self._now.pieces.edits
        found = None if is_begun else with_neighbors(self._now, path)
        if found is not None:
            own, fragment = found
            try:
                now = changes.removed_leaving_comments(fragment.now, own)
            except EditConflict:
                # See `_change_at`.
                pass
            else:
                lines = lines_of(self._now.text)
                return tuple(
                    Edit(lines.span(start, end), new) for start, end, new in fragment._replace(now=now).splices
                )
        twin = self.copy()
        twin.remove_leaving_comments(path)
        return twin.edits

    def remove_repeated(self, path: Path) -> None:
        """Remove all entries that the last one with the same key overrides; comments stay.

        Raises:
            EditConflict: where that is not safe.
        """
        self._change(changes.removed_repeated, path)

    def move(self, path: Path, to: Path) -> None:
        """Move an entry or item with its own comments to another place, re-indented, otherwise as it is written.

        Args:
            path: Where it is.
            to: Where it goes, as for `insert`, in the document without it; the last step is its key there.

        Raises:
            EditConflict: where that is not safe, or it has comments and would go from a block into brackets.
        """
        paths = (self._at(path), self._at(to))
        self._change_at(paths, lambda state, paths: changes.moved(state, *paths))

    def annotate(self, path: Path, comment: str) -> None:
        """Write a comment in a line of its own directly above an entry or item; in JSON and in brackets do nothing.

        Lines that begin with `#` are put as they are.

        Raises:
            EditConflict: where the path leads nowhere, or through an alias.
        """
        self._change(changes.annotated, path, comment)

    def _change(self, change: Callable[..., State], path: Path, *rest: Any) -> None:
        """Make a change at a path."""
        self._change_at((self._at(path),), lambda state, paths: change(state, *paths, *rest))

    def _change_at(self, paths: tuple[Path, ...], change: Callable[[State, tuple[Path, ...]], State]) -> None:
        """Make a change, in the lines of one item where all its paths lead into that."""
        found = None if self._arrangement is not None else self._apart.for_change(self._base, paths)
        if found is not None:
            own, fragment = found
            try:
                now = change(fragment.now, tuple(fragment.inside(path, own) for path in paths))
            except EditConflict:
                # It may be possible in the whole text; if not, places in that are reported.
                pass
            else:
                self._apart.keep(own, fragment._replace(now=now))
                self._changes = _Changes(lambda state: change(state, paths), self._changes)
                return
        self._base = change(self._now, paths)

    def _at(self, path: Path) -> Path:
        return path if self._arrangement is None else self._arrangement.host_path(path)


def _place(document: Document, path: Path) -> Span | None:
    """Return where the key or the first line of what a path leads to is; None where it leads nowhere."""
    place = document.locate(path)
    if len(place.path) < len(path):
        return None
    return place.key or document.first_line_of(place.value)
