"""A draft at one moment: its text, what is read from it, and whether that is what it should be."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NoReturn, Self

from schedcfg import limits
from schedcfg.document.edit.expected import same
from schedcfg.document.edit.layout import View
from schedcfg.document.edit.safety import BY_HAND, name, refuse
from schedcfg.document.edit.splices import Pieces, Splice
from schedcfg.document.path import Path
from schedcfg.document.stream import Document, SourceText, Stream, parse, read


class ReadAgain:
    """Counts the characters that are read again for a draft and all its copies."""

    def __init__(self) -> None:
        self._read = 0

    def add(self, text: str) -> bool:
        """Count a text; return whether that is too much."""
        self._read += len(text)
        return self._read > limits.READ_AGAIN.value


@dataclass(frozen=True)
class State:
    """A text read as documents.

    Attributes:
        pieces: How the text came from the original.
        text: The text.
        stream: What is read from it.
        index: Which document is edited.
        read_again: How much was read for changes of the original.
        around: The text that this is a part of; None where it is a whole one.
    """

    pieces: Pieces
    text: str
    stream: Stream
    index: int
    read_again: ReadAgain
    around: View | None = None

    @classmethod
    def of_stream(cls, stream: Stream, index: int, read_again: ReadAgain | None = None) -> Self:
        """Return the first state of a text that was read; with `read_again`, what changes of it may cost is shared."""
        return cls(Pieces.of(stream.text), stream.text, stream, index, read_again or ReadAgain())

    @classmethod
    def of_part(cls, whole: Self, source: SourceText) -> Self:
        """Return the first state of a part of a text, which has its style."""
        return cls(Pieces.of(source.text), source.text, read(source), 0, whole.read_again, whole.view)

    @property
    def document(self) -> Document:
        """The document that is edited."""
        return self.stream.documents[self.index]

    @property
    def data(self) -> object:
        """What Kubernetes decodes from it."""
        return self.document.data

    @cached_property
    def view(self) -> View:
        """The text, to be looked at for the next edit."""
        return View(self.stream.source, self.index, self.around)

    @cached_property
    def comments(self) -> Counter[str]:
        """The comments of the whole text, and how often each is there."""
        return Counter(self.stream.comment_texts)

    def check(self) -> None:
        """Refuse a text that cannot be read to its end.

        Raises:
            EditConflict: with what is wrong with it.
        """
        error = self.stream.error
        if error is not None:
            help_ = error.help or "Fix this first."
            refuse(error.message, help_, error.path, error.span.start.offset, error.span.end.offset)
        if not 0 <= self.index < len(self.stream.documents):
            refuse("the text does not contain this document", "Write it first.", (), 0, len(self.text))

    def changed(
        self, path: Path, ways: Iterable[list[Splice]], data: object, comments: Counter[str] | None = None
    ) -> Self:
        """Return the state after the first way that leads to the data and the comments that are meant.

        Args:
            path: What is changed.
            ways: The ways to do it, the best one first.
            data: What the document has to hold then.
            comments: The comments that the text has to have then; those of now if not given.

        Raises:
            EditConflict: where none of the ways leads there.
        """
        self.check_read_again(path)
        meant = self.comments if comments is None else comments
        then = next((one for one in map(self.spliced, ways) if one.follows(self, data, meant)), None)
        if then is None:
            self.refuse(path, f"{name(path)} cannot be changed safely here")
        return then

    def check_read_again(self, path: Path) -> None:
        """Refuse to read the text again where too much was read for changes of the original."""
        if self.read_again.add(self.text):
            limit = f"{limits.READ_AGAIN.units} MiB are read again for changes of it"
            place = self.document.locate(path).value
            message = f"the text has too many places to change: more than {limit}"
            refuse(message, limits.READ_AGAIN.advice, path, place.start.offset, place.end.offset)

    def refuse(self, path: Path, message: str) -> NoReturn:
        """Refuse an edit.

        Raises:
            EditConflict: always, with the place that the path leads to.
        """
        place = self.document.locate(path).value
        refuse(message, BY_HAND, path, place.start.offset, place.end.offset)

    def spliced(self, splices: Iterable[Splice]) -> Self:
        """Return the state after changes, whose places are those of the present text."""
        pieces = self.pieces.spliced(splices)
        return replace(self, pieces=pieces, text=pieces.text, stream=parse(pieces.text))

    def follows(self, before: "State", data: object, comments: Counter[str]) -> bool:
        """Return whether this is what a change of `before` should give: this data, these comments, nothing else."""
        now, then = self.stream.documents, before.stream.documents
        if self.stream.error is not None or len(now) != len(then) or self.document.is_json != before.document.is_json:
            return False
        if not same(self.document.data, data) or len(self.document.defects) > len(before.document.defects):
            return False
        others = (index for index in range(len(now)) if index != self.index)
        return all(same(now[one].data, then[one].data) for one in others) and self.comments == comments
