"""A text being edited: a stand-in until the real one is here, which replaces values only."""

from schedcfg.document import Document, Span, parse
from schedcfg.document.edit.change import Edit
from schedcfg.document.path import Path


class Draft:
    """One document of a text, while it is edited."""

    def __init__(self, text: str, index: int = 0) -> None:
        self.original = text
        self.edits: tuple[Edit, ...] = ()
        self._index = index

    @property
    def text(self) -> str:
        """The text as it is now."""
        text = self.original
        for edit in reversed(self.edits):
            text = text[: edit.span.start.offset] + edit.replacement + text[edit.span.end.offset :]
        return text

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return parse(self.text).documents[self._index]

    @property
    def data(self) -> object:
        """Its plain data."""
        return self.document.data

    def replace(self, path: Path, value: object) -> None:
        """Put a scalar in the place of another."""
        span = self.document.locate(path).value
        self.edits = (*self.edits, Edit(Span(*span), str(value)))
