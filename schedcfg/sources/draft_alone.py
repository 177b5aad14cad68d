"""A document of several in a text edited by itself, in its place: all before it is blanked out."""

import re

from schedcfg.document import Document
from schedcfg.document.edit import Allowance, Draft
from schedcfg.document.edit.safety import same
from schedcfg.errors import EditConflict
from schedcfg.patterns import pattern
from schedcfg.sources.in_place import blanked

_MARKER = pattern(r"^---", re.MULTILINE)


def draft_alone(document: Document, allowance: Allowance | None = None) -> Draft:
    """Begin to edit a document by itself: so a change reads little again, and what comes behind it is no matter.

    Args:
        document: The document.
        allowance: How much may be read again for this document and others; None: as much for this one alone.

    Raises:
        EditConflict: where its text cannot be read to its end.
    """
    text, place = document.text, document.locate(()).value
    start = text.rfind("\n---", 0, place.start.offset) + 1 if document.index else 0
    marker = _MARKER.search(text, place.end.offset)
    if start == 0 and marker is None:
        return Draft.of(document, allowance)
    part = blanked(text)[:start] + text[start : None if marker is None else marker.start()]
    try:
        draft = Draft(part, 0, document.arrangement, allowance)
    except EditConflict:
        # What belongs to the next document, such as a directive, may be before its marker.
        return Draft.of(document, allowance)
    return draft if same(draft.data, document.data) else Draft.of(document, allowance)
