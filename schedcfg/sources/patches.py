"""Texts inside manifests that are patches, read where they stand: their positions are positions in the file."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import Document, Path, Span, parse
from schedcfg.sources import in_place


class PatchDocument(NamedTuple):
    """One document of a text inside another document.

    Attributes:
        document: The document.
        span: The whole text, where it could not be read in place; None where positions are those of the file.
    """

    document: Document
    span: Span | None


def documents_in(host: Document, path: Path, value: str) -> Iterator[PatchDocument]:
    """Yield the documents of a text inside a document.

    Args:
        host: The document that it stands in.
        path: Where it stands there.
        value: The text.
    """
    place = host.locate(path).value
    stream, span = (parse(value), place) if host.is_json else in_place.read(host.text, place, value)
    for document in stream.documents:
        yield PatchDocument(document, span)
