"""The content of a text, document by document: compared to check that edits change what they should, and no more."""

from typing import NamedTuple, Self

from schedcfg.document import Stream
from schedcfg.document.edit.safety import same
from schedcfg.sources.configurations import Role, find_configurations


class ContentSnapshot(NamedTuple):
    """The content of a text."""

    # The data of each configuration in it, in the order of `find_configurations`; None for one that is no YAML
    configurations: list[object]
    others: dict[int, object]  # Number of a document in which no configuration is → its data
    is_whole: bool

    def is_same(self, other: Self) -> bool:
        """Return whether both are the same, types included: 1 is neither 1.0 nor true."""
        configurations, others = same(self.configurations, other.configurations), same(self.others, other.others)
        return configurations and others and self.is_whole == other.is_whole


def snapshot(stream: Stream, role: Role) -> ContentSnapshot:
    """Return the content of a text."""
    configurations = find_configurations(stream, role)
    numbers = {configuration.number for configuration in configurations}
    others = {document.index: document.data for document in stream.documents if document.index not in numbers}
    data = [None if configuration.document is None else configuration.document.data for configuration in configurations]
    return ContentSnapshot(data, others, stream.error is None)
