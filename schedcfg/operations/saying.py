"""What a text says, document by document: what is compared to see that edits did what they mean and nothing else."""

from typing import NamedTuple, Self

from schedcfg.document import Document, Span, Stream
from schedcfg.document.edit.expected import same
from schedcfg.findings import Problem
from schedcfg.operations.role import Role
from schedcfg.operations.walking import walk


class Said(NamedTuple):
    """What a text says.

    Attributes:
        configurations: The data of each configuration in it, in the order of `walk`; None for one that is no YAML.
        others: Number of a document in which no configuration stands → its data.
        is_whole: Whether it could be read to its end.
    """

    configurations: list[object]
    others: dict[int, object]
    is_whole: bool

    def is_same(self, other: Self) -> bool:
        """Tell whether both are the same, types included: 1 is neither 1.0 nor true."""
        configurations, others = same(self.configurations, other.configurations), same(self.others, other.others)
        return configurations and others and self.is_whole == other.is_whole


def said(stream: Stream, role: Role) -> Said:
    """List what a text says."""
    found = tuple(walk(stream, role, _Listing()))
    numbers = {one.number for one in found}
    others = {one.index: one.data for one in stream.documents if one.index not in numbers}
    return Said([one.data for one in found], others, stream.error is None)


class _Configuration(NamedTuple):
    """What a configuration says, and in which document of the file it stands."""

    data: object
    number: int


class _Listing:
    """Lists what the configurations in a text say."""

    def first(self, stream: Stream, role: Role) -> _Configuration:
        document = stream.documents[0] if stream.documents else Document.empty(stream.text)
        return self.document(document, role)

    def document(self, document: Document, role: Role, notes: tuple[Problem, ...] = ()) -> _Configuration:  # noqa: ARG002
        return _Configuration(document.data, document.index)

    def unparsed(self, stream: Stream) -> _Configuration:
        return _Configuration(None, len(stream.documents))

    def embedded(self, result: _Configuration, key: str | None, number: int, span: Span | None) -> _Configuration:  # noqa: ARG002
        return _Configuration(result.data, number)
