"""Remedies, which know paths, become fixes, which are edits of the text."""

from schedcfg.diagnostics import Act, Change, Fix, Remedy
from schedcfg.document import Document
from schedcfg.document.edit import Draft
from schedcfg.errors import EditConflict


def fix(remedy: Remedy, document: Document) -> Fix | None:
    """Write a remedy as edits of the text that a document was read from; None where that is not safe."""
    draft = drafted(remedy, document.text, document.index)
    return None if draft is None else Fix(remedy.title, remedy.is_safe, draft.edits)


def drafted(remedy: Remedy, text: str, index: int) -> Draft | None:
    """Make the changes of a remedy in a document of a text; None where one cannot be made safely."""
    try:
        draft = Draft(text, index)
        for change in remedy.changes:
            make(change, draft)
    except EditConflict:
        return None
    return draft


def make(change: Change, draft: Draft) -> None:
    """Make one change.

    Raises:
        EditConflict: where that is not safe.
    """
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
