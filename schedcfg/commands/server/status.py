"""Which release a text is validated against, and why, for the status line of an editor."""

from typing import NamedTuple

from schedcfg.commands.server.workspace import Looked
from schedcfg.findings import DocumentReport


class Status(NamedTuple):
    """What a text is validated against."""

    uri: str
    release: str | None  # None where nothing in the text is validated
    reason: str
    settings: str | None  # The file of settings that counts


def status(looked: Looked, chosen: str | None) -> Status:
    """Return what a text is validated against.

    Args:
        looked: The text.
        chosen: The release that was chosen in the editor.
    """
    project = looked.settings.project
    settings = None if project is None else project.path
    validated = [document for document in looked.report.documents if document.kubernetes is not None]
    names = dict.fromkeys(document.kubernetes for document in validated if document.kubernetes is not None)
    reason = _reason(validated[0], looked, chosen) if validated else ""
    return Status(looked.text.uri, ", ".join(names) or None, reason, settings)


def _reason(document: DocumentReport, looked: Looked, chosen: str | None) -> str:
    if chosen is not None:
        return "chosen in the editor"
    if document.runner is not None:
        return f"named in {document.runner}"
    if looked.settings.project is not None and looked.settings.options.at(looked.text.path).kubernetes is not None:
        return "named in the settings"
    if looked.settings.options.kubernetes is not None:
        return "named when the server was started"
    return "the newest release that reads it"
