"""Every configuration and Policy in a text, found and handed to whoever reads it."""

from collections.abc import Iterator
from typing import Protocol, TypeVar

from schedcfg.decode import is_policy, read_type_meta
from schedcfg.document import Document, Span, Stream
from schedcfg.findings import Problem
from schedcfg.operations.role import Role
from schedcfg.rules.input import unread_document
from schedcfg.sources import Embedded, configurations_in, mentions_configuration

Result = TypeVar("Result")


class Reader(Protocol[Result]):
    """What is done with each document."""

    def first(self, stream: Stream, role: Role) -> Result:
        """Read the first document of a text, whatever stands there: kube-scheduler reads no other."""

    def document(self, document: Document, role: Role, notes: tuple[Problem, ...] = ()) -> Result:
        """Read one document as what its role says."""

    def unparsed(self, stream: Stream) -> Result:
        """Read a text that could not be parsed."""

    def embedded(self, result: Result, key: str | None, number: int, span: Span | None) -> Result:
        """Say of a result that it stands in a document, and under which key if that is a ConfigMap.

        `span` is the whole value, where the result's own positions mean nothing.
        """


def walk(stream: Stream, role: Role, reader: Reader[Result]) -> Iterator[Result]:
    """Hand over what is to be read: with a role, only the first document."""
    if role is Role.ANY:
        yield from _all(stream, reader)
    else:
        yield reader.first(stream, role)


def _all(stream: Stream, reader: Reader[Result]) -> Iterator[Result]:
    found = 0
    for document in stream.documents:
        embedded = configurations_in(document, stream.text)
        if embedded:
            yield from (_embedded(one, document.index, reader) for one in embedded)
            continue
        role = _role_of(document)
        if role is None:
            continue
        notes = [unread_document.FOLLOWING] if found else []
        found += 1
        if stream.error is not None and document.index == 0:
            notes.append(unread_document.broken_behind(stream.error))
        yield reader.document(document, role, tuple(notes))
    if (
        stream.error is not None
        and not _starts_with_configuration(stream)
        and (found or mentions_configuration(stream.text))
    ):
        yield reader.unparsed(stream)


def _role_of(document: Document) -> Role | None:
    """Tell what a document is by itself; None if it is nothing that kube-scheduler reads."""
    # A Policy may have an apiVersion of the scheduler's group, and no kind.
    if is_policy(document.data):
        return Role.POLICY
    return Role.CONFIG if read_type_meta(document.data).is_configuration else None


def _embedded(embedded: Embedded, number: int, reader: Reader[Result]) -> Result:
    role = Role.POLICY if embedded.is_policy else Role.CONFIG
    if embedded.notes:
        result = reader.document(embedded.stream.documents[0], role, embedded.notes)
    else:
        result = reader.first(embedded.stream, role)
    return reader.embedded(result, embedded.key, number, embedded.span)


def _starts_with_configuration(stream: Stream) -> bool:
    return bool(stream.documents) and _role_of(stream.documents[0]) is Role.CONFIG
