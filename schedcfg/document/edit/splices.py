"""Splices, which are edits being made, and texts with edits applied."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from schedcfg.document.span import Edit, Span, lines_of


class Splice(NamedTuple):
    """One change to the text as it is now."""

    start: int
    end: int  # Offset behind it; `start` where nothing goes
    new: str


class _Kept(NamedTuple):
    """A stretch of the original, from `start` up to `end`."""

    start: int
    end: int


_Piece: TypeAlias = _Kept | str


@dataclass(frozen=True)
class Pieces:
    """A text and how it came from its original: what no edit names is the original's by construction."""

    original: str
    pieces: tuple[_Piece, ...]  # What the text is made of now, in order

    @classmethod
    def of(cls, original: str) -> "Pieces":
        """Return the pieces of an unchanged text."""
        return cls(original, (_Kept(0, len(original)),))

    @property
    def text(self) -> str:
        """The text as it is now."""
        return "".join(map(self._written, self.pieces))

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What leads from the original to the text: in order, not touching each other, without what stays equal."""
        lines = lines_of(self.original)
        edge = len(self.original)
        found: list[Edit] = []
        new, last = "", 0
        for piece in (*self.pieces, _Kept(edge, edge)):
            if isinstance(piece, str):
                new += piece
                continue
            start, end, new = _without_common_ends(self.original, last, piece.start, new)
            if end > start or new:
                found.append(Edit(lines.span(start, end), new))
            new, last = "", piece.end
        return tuple(found)

    def original_span(self, start: int, end: int) -> Span | None:
        """Return the place of a stretch of the text in the original; None where it begins with new text."""
        number = bisect_right(self._starts, start) - 1
        if number >= len(self.pieces):
            return None
        piece = self.pieces[number]
        if isinstance(piece, str):
            return None
        first = piece.start + start - self._starts[number]
        return lines_of(self.original).span(first, min(first + end - start, piece.end))

    def spliced(self, splices: Iterable[Splice]) -> "Pieces":
        """Return the pieces after changes, whose places are those of the present text and do not overlap."""
        rest = _Rest(self.pieces)
        found: list[_Piece] = []
        for start, end, new in sorted(splices):
            found += rest.up_to(start)
            if new:
                found.append(new)
            for _ in rest.up_to(end):
                pass
        return Pieces(self.original, _joined((*found, *rest.up_to(None))))

    def _written(self, piece: _Piece) -> str:
        return piece if isinstance(piece, str) else self.original[piece.start : piece.end]

    @cached_property
    def _starts(self) -> list[int]:
        """Where each piece begins in the text, and where the last one ends."""
        return [0, *accumulate(map(_length, self.pieces))]


def _length(piece: _Piece) -> int:
    return len(piece) if isinstance(piece, str) else piece.end - piece.start


class _Rest:
    """Pieces that are taken from the first to the last."""

    def __init__(self, pieces: Sequence[_Piece]) -> None:
        self._waiting = list(reversed(pieces))
        self._begun = 0

    def up_to(self, end: int | None) -> list[_Piece]:
        """Take the pieces up to an offset of their text, the last of them cut; None: all that are left."""
        found: list[_Piece] = []
        while self._waiting and (end is None or self._begun < end):
            piece = self._waiting.pop()
            length = _length(piece)
            if end is not None and self._begun + length > end:
                inside = end - self._begun
                self._waiting.append(_part(piece, inside, length))
                piece, length = _part(piece, 0, inside), inside
            found.append(piece)
            self._begun += length
        return found


def _part(piece: _Piece, start: int, end: int) -> _Piece:
    return piece[start:end] if isinstance(piece, str) else _Kept(piece.start + start, piece.start + end)


def _joined(pieces: tuple[_Piece, ...]) -> tuple[_Piece, ...]:
    """Return pieces in which stretches of the original are one where nothing is missing between them."""
    joined: list[_Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if isinstance(piece, _Kept) and isinstance(last, _Kept) and last.end == piece.start:
            joined[-1] = _Kept(last.start, piece.end)
        else:
            joined.append(piece)
    return tuple(joined)


def _without_common_ends(text: str, start: int, end: int, new: str) -> tuple[int, int, str]:
    """Return an edit without what it has in common, at both ends, with the text that was there."""
    old = text[start:end]
    ahead = _alike(old, new)
    behind = _alike(old[ahead:][::-1], new[ahead:][::-1])
    return start + ahead, end - behind, new[ahead : len(new) - behind]


def _alike(one: str, other: str) -> int:
    """Return with how many characters both texts begin."""
    return next(
        (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right),
        min(len(one), len(other)),
    )


def merged(edits: Iterable[Edit]) -> tuple[Edit, ...] | None:
    """Return edits of one text in order, with those that touch joined; None where some overlap."""
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda one: (one.span.start.offset, one.span.end.offset)):
        last = found[-1] if found else None
        if last is None or edit.span.start.offset > last.span.end.offset:
            found.append(edit)
        elif edit.span.start.offset == last.span.end.offset:
            found[-1] = Edit(Span(last.span.start, edit.span.end), last.replacement + edit.replacement)
        else:
            return None
    return tuple(found)


def applied(text: str, edits: Sequence[Edit]) -> str:
    """Apply edits: in order, and not overlapping."""
    parts: list[str] = []
    kept = 0
    for edit in edits:
        parts += [text[kept : edit.span.start.offset], edit.replacement]
        kept = edit.span.end.offset
    return "".join([*parts, text[kept:]])


def growth(edits: Iterable[Edit]) -> int:
    """Return by how many characters edits make a text longer; negative where they make it shorter."""
    return sum(len(edit.replacement) - (edit.span.end.offset - edit.span.start.offset) for edit in edits)


class OriginalPlaces:
    """Where places of an edited text were before.

    Args:
        edits: What led to it, in order.
    """

    def __init__(self, edits: Iterable[Edit]) -> None:
        self._edits = tuple(edits)
        grown = accumulate((growth([edit]) for edit in self._edits), initial=0)
        self._begins = [edit.span.start.offset + by for edit, by in zip(self._edits, grown, strict=False)]

    def of(self, offset: int) -> int:
        """Return where an offset in the edited text was before: in what is new, the beginning of the edit."""
        number = bisect_right(self._begins, offset) - 1
        if number < 0:
            return offset
        edit, inside = self._edits[number], offset - self._begins[number]
        behind = inside - len(edit.replacement)
        return edit.span.start.offset if behind < 0 else edit.span.end.offset + behind
