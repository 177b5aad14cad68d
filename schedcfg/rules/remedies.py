"""Remedies, which have paths, become fixes, which are edits of the text."""

from dataclasses import replace
from functools import lru_cache, partial

from schedcfg.document import Document
from schedcfg.document.edit import Draft
from schedcfg.document.secrets import Secrets
from schedcfg.document.span import Edit
from schedcfg.document.texts import printable
from schedcfg.errors import EditConflict
from schedcfg.findings import Act, Finding, Fix, Remedy, RemedyChange
from schedcfg.sources.draft_alone import draft_alone
from schedcfg.sources.in_place import edit_of_file


def fix(remedy: Remedy, document: Document, *, is_private: bool = False) -> Fix:
    """Write a remedy as edits of the text that a document was read from.

    It has none where that is not safe, or where the text is already as it should be.

    Args:
        remedy: What is to be done.
        document: What it is done to.
        is_private: Whether the line that it is about has what looks like a secret.
    """
    title = printable(Secrets.of(document.text).hide(remedy.title))
    return Fix(title, remedy.is_safe, partial(_edits, remedy, document), is_private)


def _edits(remedy: Remedy, document: Document) -> tuple[Edit, ...]:
    try:
        return _made(remedy, _draft_of(document)).edits
    except EditConflict:
        return ()


def in_file(finding: Finding, part: str, text: str) -> Finding:
    """Return the fix of a finding in a part of a file as edits of the file; without a fix where that is not possible.

    Args:
        finding: What was found in the part.
        part: The part, read in its place, with blanks around it.
        text: The file's text.
    """
    if finding.fix is None or part is text:
        return finding
    return replace(finding, fix=finding.fix.mapped(partial(_of_file, part, text)))


def _of_file(part: str, text: str, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    found = tuple(edit_of_file(edit, part, text) for edit in edits)
    return () if None in found else tuple(filter(None, found))


@lru_cache(maxsize=1)
def _draft_of(document: Document) -> Draft:
    """Return a draft of a document, shared by all its remedies; only copies of it are changed.

    Raises:
        EditConflict: where its text cannot be read to the end.
    """
    return draft_alone(document)


def _made(remedy: Remedy, draft: Draft) -> Draft:
    """Return a copy of a draft with the changes of a remedy.

    Raises:
        EditConflict: where one is not safe.
    """
    twin = draft.copy()
    for change in remedy.changes:
        _make(change, twin)
    return twin


def _make(change: RemedyChange, draft: Draft) -> None:
    path, value = change.path, change.value
    match change.act:
        case Act.REMOVE:
            draft.remove_leaving_comments(path)
        case Act.REPLACE:
            draft.replace(path, value)
        case Act.RENAME:
            draft.rename(path, str(value))
        case Act.SET:
            draft.set(path, value)
        case Act.INSERT:
            draft.insert(path, value)
        case Act.MOVE:
            assert isinstance(value, tuple)
            draft.move(path, value)
