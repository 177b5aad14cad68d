"""A document as a release reads it, and a memory of what releases read."""

from functools import partial
from typing import NamedTuple

from schedcfg.configuration.decode.configuration import Decoded, decode
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import resolve
from schedcfg.document import Document
from schedcfg.releases.release import Release
from schedcfg.sources.type_meta import read_type_meta


class ReadDocument(NamedTuple):
    """A document as a release reads it."""

    decoded: Decoded
    configuration: Configuration | None  # Completed; None where the release reads nothing of it


def read(document: Document, release: Release, registry: PluginRegistry) -> ReadDocument:
    """Return a document as a release reads it, completed.

    Args:
        document: A configuration, or what is read as one; no Policy.
        release: The release, with the feature gates that are set.
        registry: Which plugins exist.
    """
    decoded = decode(document, read_type_meta(document.data), release, partial(registry.known, release=release))
    return ReadDocument(decoded, None if decoded.shape is None else resolve(decoded, registry))


_REMEMBERED = 256
"""How many documents are kept as read: a folder may have thousands."""


class ReadDocuments:
    """The documents of some texts as releases read them, each read once.

    One document may be parsed twice, by who validates its file and by who looks for what is started with it: it is the
    same by its text, and its number there.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, Release, PluginRegistry], ReadDocument] = {}

    def read(self, document: Document, release: Release, registry: PluginRegistry) -> ReadDocument:
        """Return what the function `read` returns."""
        if document.arrangement is not None:
            # Of one text, a product may make several.
            return read(document, release, registry)
        key = (document.text, document.index, release, registry)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = read(document, release, registry)
            if len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]
        return known
